import type { Highs, Model } from "highs";
import {
  type Bars,
  barsIn,
  type CuttingJob,
  firstFitDecreasing,
  fullestBars,
  liquidBound,
  type Pattern,
  spend,
  type Taken,
} from "./cut-stock.ts";

export interface Cutting {
  readonly bars: readonly Bars[];
  /** The offcuts to cut, with their pieces. */
  readonly taken: readonly Taken[];
  /** The proven minimum of bars, whatever is cut from the job's offcuts. */
  readonly lowerBound: number;
  /** The number of bars saved, compared with the best plan without offcuts. */
  readonly saved: number;
}

export interface Search {
  /** The seconds that remain; at zero or below the search ends with the best plan so far. */
  readonly secondsLeft: () => number;
  readonly loadSolver: () => Promise<Highs>;
}

/** Plans with the fastest heuristics, and computes a lower bound. */
export function planQuickly(job: CuttingJob): Cutting {
  const lowerBound = liquidBound(job);
  const first = firstFitDecreasing(job);
  const bars = barsIn(first) > lowerBound ? chooseFewer(first, fullestBars(job)) : first;
  return { bars, taken: [], lowerBound, saved: 0 };
}

const chooseFewer = (one: readonly Bars[], other: readonly Bars[] | null): readonly Bars[] =>
  other && barsIn(other) < barsIn(one) ? other : one;

const isProven = ({ bars, lowerBound }: Cutting): boolean => barsIn(bars) <= lowerBound;

/**
 * Column generation of Gilmore and Gomory: only patterns that could improve the plan are generated.
 * The solver's prices prove a bound, and its mix of patterns leads to a plan.
 */
export async function planThoroughly(job: CuttingJob, begun: Cutting, search: Search): Promise<Cutting> {
  if (isProven(begun) || search.secondsLeft() <= 0) return begun;
  const columns = createColumns(await search.loadSolver(), job, search);
  try {
    for (const { pattern } of begun.bars) columns.add(pattern);
    for (const { pattern } of firstFitDecreasing(job)) columns.add(pattern);
    let best = begun;
    const better = (bars: readonly Bars[] | null, lowerBound = 0) => {
      best = { ...best, bars: chooseFewer(best.bars, bars), lowerBound: Math.max(best.lowerBound, lowerBound) };
      return isProven(best) || search.secondsLeft() <= 0;
    };
    // A mix that is not optimal yet leads to a plan too, so some time is reserved for that.
    const reserve = search.secondsLeft() * SHARE_FOR_WHOLE_BARS;
    const { lowerBound } = columns.price(job.demand, { enough: () => barsIn(best.bars), reserve });
    if (better(null, lowerBound)) return best;
    if (better(dive(job, (left) => columns.price(left).mix, best.lowerBound, search))) return best;
    const closely = { enough: () => Number.POSITIVE_INFINITY, reserve: 0 };
    if (better(dive(job, (left) => columns.price(left, closely).mix, best.lowerBound, search))) return best;
    better(columns.whole(best.lowerBound));
    return best;
  } finally {
    columns.dispose();
  }
}

/** Improves each unproven plan within the shared time, and reports every result. */
export async function improvePlans(
  jobs: readonly CuttingJob[],
  begun: readonly Cutting[],
  { secondsLeft, loadSolver }: Search,
  report: (index: number, cutting: Cutting) => void,
): Promise<void> {
  let solver: Promise<Highs> | undefined;
  const load = () => {
    solver ??= loadSolver();
    return solver;
  };
  let open = jobs
    .flatMap((job, index) => {
      const cutting = begun[index];
      return cutting && !isProven(cutting) ? [{ job, index, cutting }] : [];
    })
    // Simple jobs come first, so that a job which uses all its time takes none from the others.
    .sort((one, other) => one.job.sizes.length - other.job.sizes.length);
  // A job that ran out of its share receives a larger share of the time that others left.
  while (open.length > 0 && secondsLeft() > 0) {
    const stopped: typeof open = [];
    for (const [place, { job, index, cutting }] of open.entries()) {
      const now = secondsLeft();
      const end = now - now / (open.length - place);
      const mine = () => secondsLeft() - end;
      const best = await planThoroughly(job, cutting, { secondsLeft: mine, loadSolver: load });
      report(index, best);
      if (!isProven(best) && mine() <= 0) stopped.push({ job, index, cutting: best });
    }
    open = stopped;
  }
}

/**
 * Rounds the solver's mix down to whole bars, then asks again for the remaining demand. After each
 * step the heuristics complete a plan.
 */
function dive(
  job: CuttingJob,
  mixFor: (left: readonly number[]) => readonly Bars[],
  enough: number,
  { secondsLeft }: Search,
): readonly Bars[] | null {
  const left = [...job.demand];
  const taken: Bars[] = [];
  let best: readonly Bars[] | null = null;
  while (left.some((count) => count > 0) && secondsLeft() > 0) {
    const mix = mixFor(left);
    const whole = mix.map(({ pattern, times }) => ({ pattern, times: Math.floor(times + 1e-6) })).filter(({ times }) => times > 0);
    const [most] = mix.toSorted((one, other) => other.times - one.times);
    const spent = spend(whole.length > 0 || !most ? whole : [{ ...most, times: 1 }], job, left);
    if (spent.length === 0) break;
    taken.push(...spent);
    const rest = { ...job, demand: left };
    const finished = [...taken, ...chooseFewer(firstFitDecreasing(rest), fullestBars(rest))];
    best = best ? chooseFewer(best, finished) : finished;
    if (barsIn(best) <= enough) break;
  }
  return best;
}

const SHARE_FOR_WHOLE_BARS = 0.4;

interface Columns {
  add(pattern: Pattern): void;
  /** Mixes known patterns, and adds those that a fast search finds. */
  price(demand: readonly number[]): { readonly mix: readonly Bars[] };
  /**
   * Adds patterns until none could improve the plan, which proves a bound. @param enough the bars
   * of the best known plan: an equal bound ends the search @param reserve the seconds to leave
   * unused
   */
  price(
    demand: readonly number[],
    proof: { readonly enough: () => number; readonly reserve: number },
  ): { readonly lowerBound: number; readonly mix: readonly Bars[] };
  /**
   * The best plan of whole bars that mixed-integer programming finds in time with the known
   * patterns.
   */
  whole(lowerBound: number): Bars[];
  dispose(): void;
}

/**
 * Prices are scaled to whole numbers, so that rounding cannot invalidate a proof. A price of 1 is
 * this number.
 */
const SCALE = 1e7;
/** True if a bar with this pattern is worth more than a bar costs. */
const isDear = ({ worth }: Pick<Priced, "worth">): boolean => worth > SCALE * (1 + 1e-6);

function createColumns(highs: Highs, job: CuttingJob, { secondsLeft }: Pick<Search, "secondsLeft">): Columns {
  const { demand } = job;
  const dearest = createPatternPricer(job);
  const model: Model = highs.createModel();
  model.options.set({ output_flag: false });
  const patterns: Pattern[] = [];
  const known = new Set<string>();
  for (const count of demand) model.addRow(count, highs.infinity, { indices: [], values: [] });

  const add = (pattern: Pattern) => {
    const key = pattern.join(";");
    if (known.has(key)) return false;
    known.add(key);
    patterns.push(pattern);
    model.addCol(1, 0, highs.infinity, { indices: pattern.map(([size]) => size), values: pattern.map(([, count]) => count) });
    return true;
  };
  const run = () => {
    model.options.set("time_limit", Math.max(0.01, secondsLeft()));
    model.zeroAllClocks();
    model.run();
    const { optimal } = highs.constants.modelStatus;
    return model.getModelStatus() === optimal ? model.getSolution() : null;
  };

  return {
    add,
    price(wanted: readonly number[], proof?: { readonly enough: () => number; readonly reserve: number }) {
      wanted.forEach((count, size) => {
        model.changeRowBounds(size, count, highs.infinity);
      });
      let lowerBound = 0;
      let mix: Bars[] = [];
      while (secondsLeft() > (proof?.reserve ?? 0)) {
        const solution = run();
        if (!solution) break;
        mix = patterns.map((pattern, index) => ({ pattern, times: solution.colValue[index] ?? 0 })).filter(({ times }) => times > 1e-9);
        const prices = [...solution.rowDual].map((price) => Math.max(0, Math.floor(price * SCALE)));
        const quick = findDearPattern(job, wanted, prices);
        if (isDear(quick) && add(quick.pattern)) continue;
        if (!proof) break;
        const { pattern, worth } = dearest(wanted, prices);
        lowerBound = Math.max(lowerBound, computeBound(prices, wanted, worth));
        if (lowerBound >= proof.enough()) break;
        if (!isDear({ worth }) || !add(pattern)) break;
      }
      return { lowerBound, mix };
    },
    whole(lowerBound) {
      demand.forEach((count, size) => {
        model.changeRowBounds(size, count, highs.infinity);
      });
      patterns.forEach((_, column) => {
        model.changeColIntegrality(column, highs.constants.variableType.integer);
      });
      // The number of bars is whole, so a gap below one bar proves optimality.
      model.options.set({
        mip_abs_gap: 0.999,
        mip_rel_gap: 0,
        objective_target: lowerBound + 0.001,
        time_limit: Math.max(0.01, secondsLeft()),
      });
      model.zeroAllClocks();
      model.run();
      const amounts = [...model.getSolution().colValue].map((amount) => Math.round(amount));
      const left = [...demand];
      const spent = spend(
        patterns.map((pattern, index) => ({ pattern, times: amounts[index] ?? 0 })),
        job,
        left,
      );
      return [...spent, ...firstFitDecreasing({ ...job, demand: left })];
    },
    dispose: () => model.dispose(),
  };
}

/**
 * Farley's bound in whole numbers: where no bar holds more than `worth`, the pieces need at least
 * their total worth divided by it.
 */
export function computeBound(prices: readonly number[], demand: readonly number[], worth: number): number {
  if (worth <= 0) return 0;
  const all = prices.reduce((sum, price, size) => sum + price * (demand[size] ?? 0), 0);
  return (all - (all % worth)) / worth + (all % worth > 0 ? 1 : 0);
}

interface Priced {
  readonly pattern: Pattern;
  readonly worth: number;
}
type Price = (demand: readonly number[], prices: readonly number[]) => Priced;

/**
 * Creates a function that finds the pattern of highest worth for given prices. Its buffers are
 * allocated once.
 */
export function createPatternPricer({ capacity, sizes }: CuttingJob): Price {
  const best = new Float64Array(capacity + 1);
  /** Stores the best count of each size for each room. */
  const taken = sizes.map(() => new Uint16Array(capacity + 1));
  return (demand, prices) => {
    best.fill(0);
    for (const [size, length] of sizes.entries()) {
      const counts = taken[size] as Uint16Array;
      counts.fill(0);
      const price = prices[size] ?? 0;
      const most = Math.min(demand[size] ?? 0, Math.floor(capacity / length));
      if (price <= 0) continue;
      for (let room = capacity; room >= length; room -= 1) {
        let value = best[room] as number;
        for (let count = 1, before = room - length; count <= most && before >= 0; count += 1, before -= length) {
          const dearer = (best[before] as number) + count * price;
          if (dearer > value) {
            value = dearer;
            counts[room] = count;
          }
        }
        best[room] = value;
      }
    }
    const pattern: [number, number][] = [];
    let room = capacity;
    for (let size = sizes.length - 1; size >= 0; size -= 1) {
      const count = taken[size]?.[room] ?? 0;
      if (count > 0) pattern.push([size, count]);
      room -= count * (sizes[size] ?? 0);
    }
    return { pattern: pattern.reverse(), worth: best[capacity] ?? 0 };
  };
}

/** A greedy pattern by price per length. It is fast and proves nothing. */
function findDearPattern({ capacity, sizes }: CuttingJob, demand: readonly number[], prices: readonly number[]): Priced {
  const order = sizes
    .map((length, size) => ({ size, length, each: (prices[size] ?? 0) / length }))
    .sort((one, other) => other.each - one.each);
  const pattern: [number, number][] = [];
  let [room, worth] = [capacity, 0];
  for (const { size, length, each } of order) {
    const count = each > 0 ? Math.min(demand[size] ?? 0, Math.floor(room / length)) : 0;
    if (count === 0) continue;
    pattern.push([size, count]);
    room -= count * length;
    worth += count * (prices[size] ?? 0);
  }
  return { pattern: pattern.sort(([one], [other]) => one - other), worth };
}
