import { setImmediate as nextTurn } from "node:timers/promises";
import { formatDay } from "#shared/domain/period.ts";
import {
  alikeRuns,
  CANNOT_MAKE,
  cannotMakeInWords,
  isDone,
  notMadeInWords,
  piecesInWords,
  restOfBar,
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
  /** Consecutive bars that one person sawed on one day. */
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

type PartedBar = Bar & { readonly cut: Bar["pieces"] };

/** Consecutive bars: sawn by one person on one day, without a piece left to cut, or to saw. */
interface Stretch {
  readonly kind: PlanLine["kind"];
  /** The words of sawn bars, otherwise blank. */
  readonly words: string;
  readonly bars: PartedBar[];
}

function stretchesOf(bars: readonly PartedBar[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const bar of bars) {
    const words = bar.sawn ? sawnInWords(bar.sawn) : "";
    const kind = bar.sawn ? "sawn" : bar.pieces.length === 0 ? "cut" : "saw";
    const last = stretches.at(-1);
    if (last?.kind === kind && last.words === words) last.bars.push(bar);
    else stretches.push({ kind, words, bars: [bar] });
  }
  return stretches;
}

function linesOf({ bars, ...figures }: Profile, notMade: Plan["notMade"], windowOf: (itemId: number) => string): PlanLine[] {
  const parted = bars.map(({ pieces, ...bar }): PartedBar => {
    const { left, cut } = splitByCut(pieces, notMade);
    return { ...bar, offcutMm: restOfBar({ ...bar, pieces }, left, figures), pieces: left, cut };
  });
  const cutOf = (some: readonly PartedBar[]) =>
    piecesInWords(
      some.flatMap(({ cut }) => cut),
      windowOf,
    );
  return stretchesOf(parted).flatMap(({ kind, words, bars: some }): PlanLine[] => {
    const [first, last] = [some[0]?.bar ?? 0, some.at(-1)?.bar ?? 0];
    if (kind === "sawn") return [{ kind, first, last, words }];
    if (kind === "cut") return [{ kind, first, last, cut: cutOf(some) }];
    return alikeRuns(some).flatMap((run): PlanLine[] => {
      const [one] = run;
      if (!one) return [];
      const { lengthMm, offcutMm } = one;
      const lengths = one.pieces.map((piece) => ({ lengthMm: piece.lengthMm }));
      const numbers = run.map(({ bar }) => bar);
      return [
        { kind, bars: numbers, isOffcut: one.offcutId !== null, lengthMm, offcutMm, lengths, stops: stopsOfRun(run), cut: cutOf(run) },
      ];
    });
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
  const windowOf = namesOf(windows);
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

export function namesOf(windows: Plan["windows"]): (itemId: number) => string {
  const names = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  return (itemId) => names.get(itemId) ?? "";
}
