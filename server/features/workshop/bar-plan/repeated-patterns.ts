import { type Bars, barsIn, type CuttingJob, fillRoom, firstFitDecreasing, fullestBars, type Pattern, subtractBars } from "./cut-stock.ts";

/** Plans with as few bars that move the saw's stop less often (rule W98). */

/** Sorts bars by their longest pieces, so that the saw's stop is moved rarely. */
export const inOrderOfWork = (one: readonly number[], other: readonly number[]): number => {
  for (const [place, size] of one.entries()) {
    const with_ = other[place];
    if (with_ === undefined) return -1;
    if (with_ !== size) return size - with_;
  }
  // The longer of two equal beginnings is first, as above.
  return other.length - one.length;
};
const sizesIn = (pattern: Pattern): number[] => pattern.flatMap(([size, count]) => Array<number>(count).fill(size));

/** Adds up equal patterns, and puts them in the order of work. */
function grouped(bars: readonly Bars[]): Bars[] {
  const groups = new Map<string, Bars>();
  for (const { pattern, times } of bars) {
    const key = pattern.join(";");
    groups.set(key, { pattern, times: times + (groups.get(key)?.times ?? 0) });
  }
  return [...groups.values()]
    .map((group) => ({ group, sizes: sizesIn(group.pattern) }))
    .sort((one, other) => inOrderOfWork(one.sizes, other.sizes))
    .map(({ group }) => group);
}

/**
 * Counts how often the saw's stop is moved, the longest piece of a bar first.
 * @param together true if equal bars are sawn together, stop by stop; false if one bar follows another
 */
export function stopChanges(bars: readonly Bars[], together: boolean): number {
  let [changes, stop] = [0, -1];
  for (const { pattern, times } of grouped(bars)) {
    const [first = -1, last = -1] = [pattern[0]?.[0], pattern.at(-1)?.[0]];
    const once = pattern.length - (first === stop ? 1 : 0);
    const again = first === last ? 0 : pattern.length;
    changes += once + (together ? 0 : (times - 1) * again);
    stop = last;
  }
  return changes;
}

/** The allowed waste of a repeated bar, as a share of the plan's mean waste. */
const WASTES = [1, 0.5, 2, 0.25, 4, 0];

/** The inner-loop steps of one attempt, some ten milliseconds. */
const MOST_STEPS = 2e7;

/**
 * Finds a plan with no more bars and fewer changes of the stop: a pattern that fits many bars is
 * repeated as often as its pieces allow, and the rest is planned by the heuristics.
 * @param isLate true once the best plan so far must do
 */
export function repeatPatterns(job: CuttingJob, bars: readonly Bars[], isLate: () => boolean): readonly Bars[] {
  const most = barsIn(bars);
  let best: readonly Bars[] = grouped(bars);
  let fewest = stopChanges(best, true);
  const consider = (plan: readonly Bars[]) => {
    if (barsIn(plan) > most) return;
    const changes = stopChanges(plan, true);
    if (changes < fewest) [best, fewest] = [grouped(plan), changes];
  };
  for (const share of WASTES) {
    if (isLate()) break;
    attempt(job, most, share, { consider, isLate });
  }
  return best;
}

interface Attempt {
  readonly consider: (plan: readonly Bars[]) => void;
  readonly isLate: () => boolean;
}

function attempt({ capacity, sizes, demand }: CuttingJob, most: number, share: number, { consider, isLate }: Attempt): void {
  const left = [...demand];
  const plan: Bars[] = [];
  let steps = 0;
  const lengthLeft = () => left.reduce((sum, count, size) => sum + count * (sizes[size] ?? 0), 0);
  for (let free = most; free > 0; ) {
    const waste = (share * Math.max(0, free * capacity - lengthLeft())) / free;
    const bars = mostRepeated({ capacity, sizes, demand: left }, free, waste);
    steps += capacity * sizes.length * Math.log2(free + 1);
    if (!bars || steps > MOST_STEPS || isLate()) break;
    subtractBars(bars, left);
    plan.push(bars);
    free -= bars.times;
    const rest = { capacity, sizes, demand: left };
    const quick = firstFitDecreasing(rest);
    consider([...plan, ...(barsIn(quick) <= free ? quick : (fullestBars(rest) ?? quick))]);
  }
}

/**
 * The pattern that can be cut from the most bars and wastes no more than allowed of each; null if
 * only one can.
 */
function mostRepeated({ capacity, sizes, demand }: CuttingJob, free: number, waste: number): Bars | null {
  for (let times = free; times > 1; times = Math.floor(times / 1.3)) {
    const counts = demand.map((count) => Math.floor(count / times));
    if (counts.every((count) => count === 0)) continue;
    const pattern: Pattern = [...fillRoom({ capacity, sizes, demand: counts })].sort(([one], [other]) => one - other);
    const full = pattern.reduce((sum, [size, count]) => sum + count * (sizes[size] ?? 0), 0);
    if (pattern.length > 0 && capacity - full <= waste) {
      const often = Math.min(...pattern.map(([size, count]) => Math.floor((demand[size] ?? 0) / count)));
      return { pattern, times: Math.min(often, free) };
    }
  }
  return null;
}
