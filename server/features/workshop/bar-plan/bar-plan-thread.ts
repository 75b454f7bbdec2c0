import { badRequest } from "#server/http/errors.ts";
import { answer } from "#server/threads/answer.ts";
import { type BarGroup, groupsOf, piecesIn, type StockOfProfile, type WindowToCut } from "./groups.ts";
import { type Cutting, improve, quickly } from "./patterns.ts";

export interface Asked {
  readonly windows: readonly WindowToCut[];
  readonly stock: readonly StockOfProfile[];
  readonly mostPieces: number;
  /** When it has to be done, as `Date.now()` tells time. */
  readonly until: number;
}

/** First a plan for all, then the better ones as they are found. */
export type Said =
  | { readonly groups: readonly BarGroup[]; readonly cuttings: readonly Cutting[] }
  | { readonly index: number; readonly cutting: Cutting };

answer<Asked, Said>(async ({ windows, stock, mostPieces, until }, say) => {
  const groups = groupsOf(windows, stock);
  const pieces = groups.reduce((sum, group) => sum + piecesIn(group), 0);
  if (pieces > mostPieces) {
    const [many, most] = [pieces, mostPieces].map((count) => count.toLocaleString("en-GB"));
    throw badRequest(`These orders have ${many} pieces to cut: at most ${most} at once, so please choose fewer orders`);
  }
  const cuttings = groups.map(({ job }) => quickly(job));
  say({ groups, cuttings });
  const jobs = groups.map(({ job }) => job);
  await improve(
    jobs,
    cuttings,
    { secondsLeft: () => (until - Date.now()) / 1000, loadSolver: async () => (await import("highs")).default() },
    (index, cutting) => say({ index, cutting }),
  );
});
