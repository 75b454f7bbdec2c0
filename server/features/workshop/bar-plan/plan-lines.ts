import { setImmediate as nextTurn } from "node:timers/promises";
import { formatDay } from "#shared/domain/period.ts";
import { planRows } from "#shared/domain/window/saw/plan-rows.ts";
import { restOfBar } from "#shared/domain/window/saw/rest-of-bar.ts";
import {
  CANNOT_MAKE,
  cannotMakeInWords,
  isDone,
  namesOfWindows,
  notMadeInWords,
  piecesInWords,
  type Stop,
  splitByCut,
  stopsOfRun,
} from "#shared/domain/window/saw/saw-work.ts";
import type { readPlan } from "./plans.ts";

type Plan = Awaited<ReturnType<typeof readPlan>>;
type Profile = Plan["profiles"][number];
type Bar = Profile["bars"][number];

/** The lines of a profile on the printed plan, in the order of work (rule W70). */
export type PlanLine =
  /** Consecutive bars that are alike and that one person sawed on one day. */
  | { readonly kind: "sawn"; readonly first: number; readonly last: number; readonly words: string }
  /** Consecutive bars from which nothing is left to cut. */
  | { readonly kind: "cut"; readonly first: number; readonly last: number; readonly cut: readonly string[] }
  /** Bars with equal cuts, and the remaining pieces of each. */
  | {
      readonly kind: "saw";
      readonly bars: readonly number[];
      readonly isOffcut: boolean;
      readonly lengthMm: number;
      readonly offcutMm: number;
      /** The lengths that are cut from each bar, for its picture. */
      readonly lengths: readonly { readonly lengthMm: number }[];
      readonly stops: readonly Stop[];
      readonly cut: readonly string[];
    };

const sawnInWords = ({ at, by }: NonNullable<Bar["sawn"]>): string => `sawn on ${formatDay(at)} by ${by.contactName}`;

function linesOf({ bars, ...figures }: Profile, notMade: Plan["notMade"], windowOf: (itemId: number) => string): PlanLine[] {
  return planRows(bars, notMade).flatMap(({ state, bars: some }): PlanLine[] => {
    const [one] = some;
    if (!one) return [];
    const [first, last] = [one.bar, some.at(-1)?.bar ?? one.bar];
    if (one.sawn) return [{ kind: "sawn", first, last, words: sawnInWords(one.sawn) }];
    const parted = some.map(({ bar, pieces }) => ({ bar, ...splitByCut(pieces, notMade) }));
    const cut = piecesInWords(
      parted.flatMap((each) => each.cut),
      windowOf,
    );
    if (state === "done") return [{ kind: "cut", first, last, cut }];
    const left = parted.map((each) => ({ bar: each.bar, pieces: each.left }));
    const pieces = left[0]?.pieces ?? [];
    return [
      {
        kind: "saw",
        bars: some.map(({ bar }) => bar),
        isOffcut: one.offcutId !== null,
        lengthMm: one.lengthMm,
        offcutMm: restOfBar(one, pieces, figures),
        lengths: pieces.map(({ lengthMm }) => ({ lengthMm })),
        stops: stopsOfRun(left),
        cut,
      },
    ];
  });
}

/** A plan to print; one that is not stored has no number and no person. */
type Printed = Omit<Plan, "id" | "by"> & { readonly id: Plan["id"] | null; readonly by: Plan["by"] | null };

/** Converts a plan for printing. The result is small, because it passes to another thread. */
export async function planOnPaper({ profiles, windows, ...plan }: Printed) {
  const gone = notMadeInWords(
    plan.notMade,
    profiles.flatMap(({ bars }) => bars),
  );
  const narrow = cannotMakeInWords(plan.cannotMake);
  const leftOut = [...gone, ...(narrow.length > 0 ? [`${CANNOT_MAKE}.`, ...narrow] : [])];
  const windowOf = namesOfWindows(windows);
  const printed = [];
  for (const planned of profiles) {
    const { bars, ...profile } = planned;
    const supplied = bars.map((bar) => ({ offcutId: bar.offcutId, lengthMm: bar.lengthMm, isDone: isDone(bar, plan.notMade) }));
    printed.push({ ...profile, bars: supplied, lines: linesOf(planned, plan.notMade, windowOf) });
    // A profile of tens of thousands of pieces takes a while, so other requests run between two
    // profiles.
    await nextTurn();
  }
  return { ...plan, windows, leftOut, profiles: printed };
}
