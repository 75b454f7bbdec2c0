import { barsIn, type CuttingJob, liquidBound, mostSaved } from "./cut-stock.ts";
import { takeOffcuts } from "./offcuts-first.ts";
import { type Cutting, improvePlans, planQuickly, type Search } from "./patterns.ts";
import { repeatPatterns } from "./repeated-patterns.ts";

/**
 * One attempt at a job: without offcuts, or with some offcuts chosen and the remaining pieces on
 * bars.
 */
interface Way {
  readonly index: number;
  readonly job: CuttingJob;
  readonly taken: Cutting["taken"];
  cutting: Cutting;
}

/** The share of the total time for returning offcuts that save no bar. */
const SHARE_FOR_OFFCUTS = 0.2;

/** The seconds for repeating patterns, which the search for fewer bars leaves. */
const SECONDS_FOR_REPEATS = 0.6;

/**
 * Plans each job, first with heuristics, then thoroughly while time remains. Offcuts are used only
 * while that plan has fewer bars than the best known plan without them.
 */
export async function planGroups(
  jobs: readonly CuttingJob[],
  search: Search,
  report: { readonly begun: (cuttings: readonly Cutting[]) => void; readonly better: (index: number, cutting: Cutting) => void },
): Promise<void> {
  const until = Date.now() + 1000 * SHARE_FOR_OFFCUTS * Math.max(0, search.secondsLeft());
  const ways = jobs.flatMap((whole, index): Way[] => {
    const { offcuts = [], ...job } = whole;
    const plain: Way = { index, job, taken: [], cutting: planQuickly(job) };
    const helped = offcuts.length > 0 ? takeOffcuts(whole, plain.cutting.bars, (rest) => planQuickly(rest).bars, until) : null;
    if (!helped) return [plain];
    const { taken, rest, bars } = helped;
    return [plain, { index, job: rest, taken, cutting: { bars, taken, lowerBound: liquidBound(rest), saved: 0 } }];
  });
  const bestOf = (index: number): Cutting => {
    const whole = jobs[index] as CuttingJob;
    const [plain, other] = ways.filter((way) => way.index === index);
    if (!plain) throw new Error("A job without a plan");
    const helped = mostSaved(whole);
    const lowerBound = helped === 0 ? plain.cutting.lowerBound : Math.max(liquidBound(whole), plain.cutting.lowerBound - helped);
    const best = other && barsIn(other.cutting.bars) < barsIn(plain.cutting.bars) ? other : plain;
    const saved = barsIn(plain.cutting.bars) - barsIn(best.cutting.bars);
    return { bars: best.cutting.bars, taken: best.taken, lowerBound, saved };
  };
  report.begun(jobs.map((_, index) => bestOf(index)));
  await improvePlans(
    ways.map(({ job }) => job),
    ways.map(({ cutting }) => cutting),
    { ...search, secondsLeft: () => search.secondsLeft() - SECONDS_FOR_REPEATS },
    (place, cutting) => {
      const way = ways[place] as Way;
      way.cutting = cutting;
      report.better(way.index, bestOf(way.index));
    },
  ); // Of the plans with the fewest bars, the one that moves the saw's stop least is returned.
  for (const way of ways) {
    const bars = repeatPatterns(way.job, way.cutting.bars, () => search.secondsLeft() <= 0);
    way.cutting = { ...way.cutting, bars };
    report.better(way.index, bestOf(way.index));
  }
}
