import { parentPort, workerData } from "node:worker_threads";
import { type BarGroup, groupsOf, piecesIn, type StockOfProfile, type WindowToCut } from "./groups.ts";
import { type Cutting, improve, quickly } from "./patterns.ts";

/** What a thread of its own is asked (`cut-bars.ts`). */
export interface Asked {
  readonly windows: readonly WindowToCut[];
  readonly stock: readonly StockOfProfile[];
  readonly mostPieces: number;
  /** When it has to be done, as `Date.now()` tells time. */
  readonly until: number;
}

/** What it says: first a plan for all, then the better ones as they are found. */
export type Said =
  | { readonly tooMany: number }
  | { readonly groups: readonly BarGroup[]; readonly cuttings: readonly Cutting[] }
  | { readonly index: number; readonly cutting: Cutting };

const say = (said: Said) => parentPort?.postMessage(said);
const { windows, stock, mostPieces, until } = workerData as Asked;
const groups = groupsOf(windows, stock);
const pieces = groups.reduce((sum, group) => sum + piecesIn(group), 0);
if (pieces > mostPieces) say({ tooMany: pieces });
else {
  const cuttings = groups.map(({ job }) => quickly(job));
  say({ groups, cuttings });
  const jobs = groups.map(({ job }) => job);
  await improve(
    jobs,
    cuttings,
    { secondsLeft: () => (until - Date.now()) / 1000, loadSolver: async () => (await import("highs")).default() },
    (index, cutting) => say({ index, cutting }),
  );
}
