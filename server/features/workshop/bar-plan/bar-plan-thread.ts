import { badRequest } from "#server/platform/http/errors.ts";
import { answer } from "#server/platform/threads/answer.ts";
import { type BarGroup, type Bought, groupsOf, piecesIn, type WindowToCut } from "./groups.ts";
import type { Cutting } from "./patterns.ts";
import { planGroups } from "./plan-groups.ts";

export interface BarPlanTask {
  readonly windows: readonly WindowToCut[];
  readonly bought: Bought;
  readonly mostPieces: number;
  /** The deadline, in milliseconds like `Date.now()`. */
  readonly until: number;
}

/**
 * The first message has a plan for all groups; each later message has a better plan for one group.
 */
export type BarPlanMessage =
  | { readonly groups: readonly BarGroup[]; readonly cuttings: readonly Cutting[] }
  | { readonly index: number; readonly cutting: Cutting };

answer<BarPlanTask, BarPlanMessage>(async ({ windows, bought, mostPieces, until }, post) => {
  const groups = groupsOf(windows, bought);
  const pieces = groups.reduce((sum, group) => sum + piecesIn(group), 0);
  if (pieces > mostPieces) {
    const [many, most] = [pieces, mostPieces].map((count) => count.toLocaleString("en-GB"));
    throw badRequest(`These orders have ${many} pieces to cut: at most ${most} at once, so please choose fewer orders`);
  }
  const secondsLeft = () => (until - Date.now()) / 1000;
  const loadSolver = async () => (await import("highs")).default();
  await planGroups(
    groups.map(({ job }) => job),
    { secondsLeft, loadSolver },
    { begun: (cuttings) => post({ groups, cuttings }), better: (index, cutting) => post({ index, cutting }) },
  );
});
