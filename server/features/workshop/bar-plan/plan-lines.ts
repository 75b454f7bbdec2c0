import { setImmediate as nextTurn } from "node:timers/promises";
import { formatDay } from "#shared/domain/period.ts";
import { alikeRuns, piecesInWords, splitByCut } from "#shared/domain/window/saw/saw-work.ts";
import type { readPlan } from "./plans.ts";

type Plan = Awaited<ReturnType<typeof readPlan>>;
type Profile = Plan["profiles"][number];
type Bar = Profile["bars"][number];

/** The lines of a profile on the printed plan, in the order of work (rule W70). */
export type PlanLine =
  /** Consecutive bars that one person sawed on one day. */
  | { readonly kind: "sawn"; readonly first: number; readonly last: number; readonly words: string }
  /** A bar whose pieces are all cut already. */
  | { readonly kind: "cut"; readonly bar: number; readonly cut: readonly string[] }
  /** Bars with equal cuts, and the remaining pieces of each. */
  | {
      readonly kind: "saw";
      readonly bars: readonly number[];
      readonly isOffcut: boolean;
      readonly lengthMm: number;
      readonly offcutMm: number;
      readonly pieces: readonly Omit<Bar["pieces"][number], "piece" | "nth" | "cut">[];
      readonly cut: readonly string[];
    };

const sawnInWords = ({ at, by }: NonNullable<Bar["sawn"]>): string => `sawn on ${formatDay(at)} by ${by.contactName}`;

/** Groups consecutive bars with the same sawn state. */
function* stretches(bars: readonly Bar[]): Generator<{ readonly sawn: string | null; readonly bars: Bar[] }> {
  let stretch: { sawn: string | null; bars: Bar[] } | undefined;
  for (const bar of bars) {
    const sawn = bar.sawn && sawnInWords(bar.sawn);
    if (stretch?.sawn === sawn) stretch.bars.push(bar);
    else {
      if (stretch) yield stretch;
      stretch = { sawn, bars: [bar] };
    }
  }
  if (stretch) yield stretch;
}

function linesOf(bars: readonly Bar[], windowOf: (itemId: number) => string): PlanLine[] {
  return [...stretches(bars)].flatMap(({ sawn, bars: some }): PlanLine[] => {
    if (sawn !== null) return [{ kind: "sawn", first: some[0]?.bar ?? 0, last: some.at(-1)?.bar ?? 0, words: sawn }];
    const parted = some.map(({ pieces, ...bar }) => {
      const { left, cut } = splitByCut(pieces);
      return { ...bar, pieces: left, cut: piecesInWords(cut, windowOf) };
    });
    return alikeRuns(parted).flatMap((run): PlanLine[] => {
      const [first] = run;
      if (!first) return [];
      if (first.pieces.length === 0) return run.map(({ bar, cut }) => ({ kind: "cut", bar, cut }));
      const { lengthMm, offcutMm } = first;
      const pieces = first.pieces.map(({ piece: _, nth: __, cut: ___, ...piece }) => piece);
      const numbers = run.map(({ bar }) => bar);
      return [
        { kind: "saw", bars: numbers, isOffcut: first.offcutId !== null, lengthMm, offcutMm, pieces, cut: run.flatMap(({ cut }) => cut) },
      ];
    });
  });
}

/** Converts a plan for printing. The result is small, because it passes to another thread. */
export async function planOnPaper({ profiles, windows, ...plan }: Plan) {
  const windowOf = namesOf(windows);
  const printed = [];
  for (const { bars, ...profile } of profiles) {
    const supplied = bars.map(({ offcutId, lengthMm }) => ({ offcutId, lengthMm }));
    printed.push({ ...profile, bars: supplied, lines: linesOf(bars, windowOf) });
    // A profile of tens of thousands of pieces takes a while, so other requests run between two
    // profiles.
    await nextTurn();
  }
  return { ...plan, windows, profiles: printed };
}

export function namesOf(windows: Plan["windows"]): (itemId: number) => string {
  const names = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  return (itemId) => names.get(itemId) ?? "";
}
