import { formatDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { alikeRuns, isDone, type NotMade, type PlanPiece, type SawBar, splitByCut } from "./saw-work.ts";

/** Bars of a plan that the screen displays and the paper prints together. */
export interface PlanRow<Bar> {
  /** Sawn by one person on one day; without a piece left to cut; to saw. */
  readonly state: "sawn" | "done" | "saw";
  readonly bars: readonly Bar[];
}

interface PlannedBar extends SawBar<PlanPiece> {
  readonly offcutMm: number;
  readonly sawn: { readonly at: Date | string; readonly by: { readonly contactName: string } } | null;
}

/**
 * Divides a section's bars into rows, in the order of work (rules W70 and W110). Bars without a
 * piece left to cut are one row; sawn bars, and bars to saw, are a row if they are alike.
 */
export function planRows<Bar extends PlannedBar>(bars: readonly Bar[], notMade: readonly NotMade[]): PlanRow<Bar>[] {
  return stretchesOf(bars, notMade).flatMap(({ state, bars: some }): PlanRow<Bar>[] => {
    if (state === "done") return [{ state, bars: some }];
    if (state === "sawn")
      return alikeRuns(some)
        .flatMap(splitByRest)
        .map((run) => ({ state, bars: run }));
    const left = some.map((bar) => ({ ...bar, whole: bar, pieces: splitByCut(bar.pieces, notMade).left }));
    return alikeRuns(left).map((run) => ({ state, bars: run.map(({ whole }) => whole) }));
  });
}

/** Splits sawn bars where the rest changes: parts that were cut elsewhere stayed on some of them. */
function splitByRest<Bar extends PlannedBar>(bars: readonly Bar[]): Bar[][] {
  const runs: Bar[][] = [];
  for (const bar of bars) {
    const last = runs.at(-1);
    if (last?.at(-1)?.offcutMm === bar.offcutMm) last.push(bar);
    else runs.push([bar]);
  }
  return runs;
}

/**
 * Describes a plan's progress: `3 of 4 bars sawn`, `all sawn` without a bar left, or `nothing left
 * to saw` if the pieces of all bars were cut elsewhere: such bars are neither sawn nor left.
 */
export function barsSawnInWords({ sawn, left }: { readonly sawn: number; readonly left: number }): string {
  if (left > 0) return `${sawn.toLocaleString("en-GB")} of ${countOf(sawn + left, "bar")} sawn`;
  return sawn === 0 ? "nothing left to saw" : "all sawn";
}

/** Groups consecutive bars of one state; sawn bars also by person and day. */
function stretchesOf<Bar extends PlannedBar>(bars: readonly Bar[], notMade: readonly NotMade[]) {
  const stretches: { readonly key: string; readonly state: PlanRow<Bar>["state"]; readonly bars: Bar[] }[] = [];
  for (const bar of bars) {
    const state = bar.sawn ? "sawn" : isDone(bar, notMade) ? "done" : "saw";
    const key = bar.sawn ? `${bar.sawn.by.contactName} ${formatDay(new Date(bar.sawn.at))}` : state;
    const last = stretches.at(-1);
    if (last?.key === key) last.bars.push(bar);
    else stretches.push({ key, state, bars: [bar] });
  }
  return stretches;
}
