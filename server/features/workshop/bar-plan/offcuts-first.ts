import { type Bars, barsIn, type CuttingJob, filledUp, fullest, type Pattern, type Taken, take } from "./cut-stock.ts";

interface WithOffcuts {
  readonly taken: readonly Taken[];
  /** What is cut from bars. */
  readonly rest: CuttingJob;
  readonly bars: readonly Bars[];
}

type Solve = (job: CuttingJob) => readonly Bars[];

/** How much looking for what fills an offcut may cost, in steps of its inner loop. */
const MOST_STEPS = 5e7;

/**
 * Offcuts that save a bar, and what is then cut from bars. Null where none does.
 * @param plan the best that is known without offcuts
 * @param until as `Date.now()` tells time: so long offcuts are given back that save nothing
 */
export function takeOffcuts(job: CuttingJob, plan: readonly Bars[], solve: Solve, until: number): WithOffcuts | null {
  const ways = [filledOffcuts(job, solve, until), emptiedBars(job, plan)];
  const best = ways
    .filter((way) => barsIn(way.bars) < barsIn(plan))
    .sort((one, other) => barsIn(one.bars) - barsIn(other.bars) || one.taken.length - other.taken.length)[0];
  return best ?? null;
}

/** Each offcut is filled as well as it can be; what saves no bar in the end is given back. */
function filledOffcuts(job: CuttingJob, solve: Solve, until: number): WithOffcuts {
  const { capacity, sizes, offcuts = [] } = job;
  const left = [...job.demand];
  let taken: Taken[] = [];
  let steps = 0;
  for (const [offcut, room] of offcuts.entries()) {
    steps += room * sizes.length;
    const bar = { capacity: Math.min(room, capacity), sizes };
    const pattern = steps > MOST_STEPS ? filledUp([], bar, left) : patternOf(fullest({ ...bar, demand: left }));
    if (pattern.length === 0) continue;
    take({ pattern, times: 1 }, left);
    taken.push({ offcut, pattern });
  }
  const restOf = (demand: readonly number[]): CuttingJob => ({ capacity, sizes, demand });
  let bars = solve(restOf(left));
  // The shortest first: what the long ones save they save anyway.
  for (const one of taken.toReversed()) {
    if (Date.now() > until) break;
    const with_ = [...left];
    take({ pattern: one.pattern, times: -1 }, with_);
    const without = solve(restOf(with_));
    if (barsIn(without) > barsIn(bars)) continue;
    take({ pattern: one.pattern, times: -1 }, left);
    taken = taken.filter((each) => each !== one);
    bars = without;
  }
  return { taken, rest: restOf(left), bars };
}

const patternOf = (counts: ReadonlyMap<number, number>): Pattern => [...counts].sort(([one], [other]) => one - other);

/** Bars of the plan whose pieces all go on offcuts, the emptiest first: the others stay as they are. */
function emptiedBars(job: CuttingJob, plan: readonly Bars[]): WithOffcuts {
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

/** A place for each piece where it leaves least over; null, and nothing placed, where one has none. */
function placeOn(rooms: Room[], pattern: Pattern, sizes: readonly number[]): { readonly offcut: number; readonly size: number }[] | null {
  const placed: { readonly at: Room; readonly size: number }[] = [];
  for (const [size, count] of pattern) {
    const length = sizes[size] ?? 0;
    for (let piece = 0; piece < count; piece += 1) {
      const [at] = rooms.filter(({ room }) => room >= length).sort((one, other) => one.room - other.room);
      if (!at) {
        for (const { at: given, size: back } of placed) given.room += sizes[back] ?? 0;
        return null;
      }
      at.room -= length;
      placed.push({ at, size });
    }
  }
  return placed.map(({ at, size }) => ({ offcut: at.offcut, size }));
}
