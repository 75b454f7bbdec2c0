/**
 * Pieces to be cut from bars of one length, in whole numbers of one unit. Each cut between two
 * pieces costs the saw's kerf, and the last piece costs none. Therefore the bar and each piece
 * count as one kerf longer here.
 */
export interface CuttingJob {
  readonly capacity: number;
  /** Distinct sizes, the longest first; none is longer than a bar. */
  readonly sizes: readonly number[];
  /** The number of pieces of each size. */
  readonly demand: readonly number[];
  /** The room on each single offcut, one kerf longer like a bar. */
  readonly offcuts?: readonly number[];
}

/** The pieces on one bar: index of the size, and count. */
export type Pattern = readonly (readonly [size: number, count: number])[];

/** Bars with equal patterns. */
export interface Bars {
  readonly pattern: Pattern;
  readonly times: number;
}

export const barsIn = (plan: readonly Bars[]): number => plan.reduce((sum, { times }) => sum + times, 0);

/** The pieces that are cut from one of the job's offcuts. */
export interface Taken {
  readonly offcut: number;
  readonly pattern: Pattern;
}

/** How often a bar with this pattern can be cut before a size runs out. */
const timesOf = (pattern: Pattern, left: readonly number[]): number =>
  pattern.reduce((least, [size, count]) => Math.min(least, Math.floor((left[size] ?? 0) / count)), Number.POSITIVE_INFINITY);

/** Subtracts the pieces of these bars from the remaining demand. */
export function subtractBars({ pattern, times }: Bars, left: number[]): void {
  for (const [size, count] of pattern) left[size] = (left[size] ?? 0) - count * times;
}

/**
 * Plans one bar after another: each pattern is chosen for the remaining demand and repeated as
 * often as possible.
 */
function barByBar(demand: readonly number[], choose: (left: readonly number[]) => Pattern | null): Bars[] | null {
  const left = [...demand];
  const plan: Bars[] = [];
  while (left.some((count) => count > 0)) {
    const pattern = choose(left);
    if (!pattern) return null;
    const bars = { pattern, times: timesOf(pattern, left) };
    subtractBars(bars, left);
    plan.push(bars);
  }
  return plan;
}

/**
 * First-fit decreasing: a piece goes on the first bar with room for it. This equals filling each
 * bar with the longest piece that fits, repeatedly.
 */
export const firstFitDecreasing = ({ capacity, sizes, demand }: CuttingJob): Bars[] =>
  barByBar(demand, (left) => fillUp([], { capacity, sizes }, left)) ?? [];

/** Adds remaining pieces to the pattern while they fit, the longest first. */
export function fillUp(pattern: Pattern, { capacity, sizes }: Pick<CuttingJob, "capacity" | "sizes">, left: readonly number[]): Pattern {
  const counts = new Map(pattern);
  let room = pattern.reduce((sum, [size, count]) => sum - count * (sizes[size] ?? 0), capacity);
  sizes.forEach((length, size) => {
    const had = counts.get(size) ?? 0;
    const more = Math.min((left[size] ?? 0) - had, Math.floor(room / length));
    if (more <= 0) return;
    counts.set(size, had + more);
    room -= more * length;
  });
  return [...counts].sort(([one], [other]) => one - other);
}

/**
 * Cuts bars of these patterns, each at most the given number of times and while pieces remain.
 * Where a pattern has more pieces than remain, other pieces fill the room.
 */
export function spend(plan: readonly Bars[], job: Pick<CuttingJob, "capacity" | "sizes">, left: number[]): Bars[] {
  const spent: Bars[] = [];
  for (const { pattern, times } of plan) {
    for (let time = 0; time < times; ) {
      const wanted = pattern.map(([size, count]) => [size, Math.min(count, left[size] ?? 0)] as const);
      const bar = fillUp(
        wanted.filter(([, count]) => count > 0),
        job,
        left,
      );
      if (bar.length === 0) break;
      const bars = { pattern: bar, times: Math.min(times - time, timesOf(bar, left)) };
      subtractBars(bars, left);
      spent.push(bars);
      time += bars.times;
    }
  }
  return spent;
}

/** The most inner-loop steps of the search for full bars, about half a second. */
const MOST_STEPS = 2e8;

/**
 * Each bar has the longest remaining piece and the pieces that fill the rest best. Null if the
 * search would exceed its limit.
 */
export function fullestBars({ capacity, sizes, demand }: CuttingJob): Bars[] | null {
  let steps = 0;
  return barByBar(demand, (left) => {
    steps += capacity * sizes.length;
    if (steps > MOST_STEPS) return null;
    const longest = left.findIndex((count) => count > 0);
    const rest = left.map((count, size) => (size === longest ? count - 1 : count));
    const counts = fillRoom({ capacity: capacity - (sizes[longest] ?? 0), sizes, demand: rest });
    counts.set(longest, (counts.get(longest) ?? 0) + 1);
    return [...counts].sort(([one], [other]) => one - other);
  });
}

/** The pieces whose total length comes nearest to the capacity. */
export function fillRoom({ capacity, sizes, demand }: CuttingJob): Map<number, number> {
  /**
   * Stores, for each sum, the size that reached it first (-1: unreachable). `used` has that size's
   * count.
   */
  const firstSize = new Int32Array(capacity + 1).fill(-1);
  const used = new Int32Array(capacity + 1);
  firstSize[0] = sizes.length;
  for (const [size, length] of sizes.entries()) {
    const most = demand[size] ?? 0;
    if (most === 0) continue;
    for (let sum = length; sum <= capacity; sum += 1) {
      const last = firstSize[sum - length];
      if (firstSize[sum] !== -1 || last === -1) continue;
      const count = last === size ? (used[sum - length] as number) : 0;
      if (count >= most) continue;
      firstSize[sum] = size;
      used[sum] = count + 1;
    }
    if (firstSize[capacity] !== -1) break;
  }
  const counts = new Map<number, number>();
  let sum = firstSize.findLastIndex((size) => size !== -1);
  while (sum > 0) {
    const size = firstSize[sum] ?? 0;
    counts.set(size, (counts.get(size) ?? 0) + 1);
    sum -= sizes[size] ?? 0;
  }
  return counts;
}

/**
 * The bound of Martello and Toth: two pieces longer than half a bar need two bars; a piece too long
 * to share its bar with a short one needs its own; all other pieces fill the gaps like a liquid. No
 * plan has fewer bars.
 */
export function liquidBound({ capacity, sizes, demand, offcuts = [] }: CuttingJob): number {
  if (offcuts.length > 0) return boundWithOffcuts(offcuts, { capacity, sizes, demand });
  const limits = [0, ...sizes.filter((length) => 2 * length <= capacity)];
  return Math.max(
    ...limits.map((limit) => {
      let [alone, halves, room, liquid] = [0, 0, 0, 0];
      sizes.forEach((length, size) => {
        const count = demand[size] ?? 0;
        if (length > capacity - limit) alone += count;
        else if (2 * length > capacity) {
          halves += count;
          room += count * (capacity - length);
        } else if (length >= limit) liquid += count * length;
      });
      return alone + halves + Math.max(0, Math.ceil((liquid - room) / capacity));
    }),
  );
}

/**
 * The most bars that offcuts can save. The pieces of an offcut no longer than a bar fit on one bar.
 * The pieces of a longer offcut fill bars of which every two together are more than full, so they
 * need fewer bars than twice its length divided by a bar's.
 */
export function mostSaved({ offcuts = [], sizes, capacity }: CuttingJob): number {
  const shortest = sizes.at(-1) ?? Number.POSITIVE_INFINITY;
  return offcuts
    .filter((room) => room >= shortest)
    .reduce((sum, room) => sum + (room <= capacity ? 1 : Math.ceil((2 * room) / capacity) - 1), 0);
}

/**
 * A lower bound of bars in addition to the offcuts: an offcut removes at most its own length from
 * the demand, and saves at most `mostSaved` bars.
 */
function boundWithOffcuts(offcuts: readonly number[], job: Pick<CuttingJob, "capacity" | "sizes" | "demand">): number {
  const { capacity, sizes, demand } = job;
  const shortest = sizes.at(-1) ?? Number.POSITIVE_INFINITY;
  const useful = offcuts.filter((room) => room >= shortest);
  const all = sizes.reduce((sum, length, size) => sum + length * (demand[size] ?? 0), 0);
  const most = useful.reduce((sum, room) => sum + room, 0);
  // Pieces longer than every offcut must come from bars.
  const longest = Math.max(0, ...useful);
  const long = demand.map((count, size) => ((sizes[size] ?? 0) > longest ? count : 0));
  return Math.max(
    0,
    liquidBound({ capacity, sizes, demand }) - mostSaved({ capacity, sizes, demand, offcuts }),
    Math.ceil((all - most) / capacity),
    liquidBound({ capacity, sizes, demand: long }),
  );
}
