import { type Bars, barsIn, type CuttingJob, fillRoom, fillUp, type Pattern, subtractBars, type Taken } from "./cut-stock.ts";

interface WithOffcuts {
  readonly taken: readonly Taken[];
  /** The job without the pieces that are cut from offcuts. */
  readonly rest: CuttingJob;
  readonly bars: readonly Bars[];
}

type Solve = (job: CuttingJob) => readonly Bars[];

/** The most inner-loop steps of the search for pieces that fill an offcut. */
const MOST_STEPS = 5e7;

/**
 * Chooses offcuts that save a bar, and plans the other pieces. Null if no offcut saves a bar.
 * @param plan the best known plan without offcuts
 * @param until the deadline for returning useless offcuts, in milliseconds like `Date.now()`
 */
export function takeOffcuts(job: CuttingJob, plan: readonly Bars[], solve: Solve, until: number): WithOffcuts | null {
  const ways = [fillOffcuts(job, solve, until), emptyBars(job, plan)];
  const best = ways
    .filter((way) => barsIn(way.bars) < barsIn(plan))
    .sort((one, other) => barsIn(one.bars) - barsIn(other.bars) || one.taken.length - other.taken.length)[0];
  return best ?? null;
}

/** Fills each offcut as well as possible, then returns those that save no bar. */
function fillOffcuts(job: CuttingJob, solve: Solve, until: number): WithOffcuts {
  const { capacity, sizes, offcuts = [] } = job;
  const left = [...job.demand];
  let taken: Taken[] = [];
  let steps = 0;
  for (const [offcut, room] of offcuts.entries()) {
    steps += room * sizes.length;
    const bar = { capacity: Math.min(room, capacity), sizes };
    const pattern = steps > MOST_STEPS ? fillUp([], bar, left) : patternOf(fillRoom({ ...bar, demand: left }));
    if (pattern.length === 0) continue;
    subtractBars({ pattern, times: 1 }, left);
    taken.push({ offcut, pattern });
  }
  const restOf = (demand: readonly number[]): CuttingJob => ({ capacity, sizes, demand });
  let bars = solve(restOf(left));
  // The shortest offcuts are returned first, because the long ones save more.
  for (const one of taken.toReversed()) {
    if (Date.now() > until) break;
    const with_ = [...left];
    subtractBars({ pattern: one.pattern, times: -1 }, with_);
    const without = solve(restOf(with_));
    if (barsIn(without) > barsIn(bars)) continue;
    subtractBars({ pattern: one.pattern, times: -1 }, left);
    taken = taken.filter((each) => each !== one);
    bars = without;
  }
  return { taken, rest: restOf(left), bars };
}

const patternOf = (counts: ReadonlyMap<number, number>): Pattern => [...counts].sort(([one], [other]) => one - other);

/**
 * Replaces whole bars of the plan by offcuts, the emptiest bars first. All other bars stay
 * unchanged.
 */
function emptyBars(job: CuttingJob, plan: readonly Bars[]): WithOffcuts {
  const { capacity, sizes, demand, offcuts = [] } = job;
  const used = (pattern: Pattern) => pattern.reduce((sum, [size, count]) => sum + count * (sizes[size] ?? 0), 0);
  const onOffcut = new Map<number, number[]>();
  const rooms = offcuts.map((room, offcut) => ({ offcut, room }));
  const left = [...demand];
  const bars: Bars[] = [];
  for (const { pattern, times } of plan.toSorted((one, other) => used(one.pattern) - used(other.pattern))) {
    let saved = 0;
    while (saved < times) {
      const placed = placeOn(rooms, pattern, sizes);
      if (!placed) break;
      for (const { offcut, size } of placed) {
        onOffcut.set(offcut, [...(onOffcut.get(offcut) ?? []), size]);
        left[size] = (left[size] ?? 0) - 1;
      }
      saved += 1;
    }
    if (saved < times) bars.push({ pattern, times: times - saved });
  }
  const taken = [...onOffcut].map(([offcut, pieces]): Taken => {
    const counts = new Map<number, number>();
    for (const size of pieces) counts.set(size, (counts.get(size) ?? 0) + 1);
    return { offcut, pattern: patternOf(counts) };
  });
  return { taken, rest: { capacity, sizes, demand: left }, bars };
}

interface Room {
  readonly offcut: number;
  room: number;
}

/**
 * Places each piece where it leaves the least rest. Null, with nothing placed, if a piece has no
 * room.
 */
function placeOn(rooms: Room[], pattern: Pattern, sizes: readonly number[]): { readonly offcut: number; readonly size: number }[] | null {
  const placed: { readonly at: Room; readonly size: number }[] = [];
  for (const [size, count] of pattern) {
    const length = sizes[size] ?? 0;
    for (let piece = 0; piece < count; piece += 1) {
      const [at] = rooms.filter(({ room }) => room >= length).sort((one, other) => one.room - other.room);
      if (!at) {
        for (const { at: room, size: back } of placed) room.room += sizes[back] ?? 0;
        return null;
      }
      at.room -= length;
      placed.push({ at, size });
    }
  }
  return placed.map(({ at, size }) => ({ offcut: at.offcut, size }));
}
