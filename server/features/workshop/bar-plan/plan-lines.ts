import { setImmediate as others } from "node:timers/promises";
import { formatDay } from "#shared/domain/period.ts";
import { alikeRuns, partedByCut, piecesInWords } from "#shared/domain/window/saw/saw-work.ts";
import type { readPlan } from "./plans.ts";

type Plan = Awaited<ReturnType<typeof readPlan>>;
type Profile = Plan["profiles"][number];
type Bar = Profile["bars"][number];

/** What a plan's paper says of a profile's bars, in the order of work (rule W70). */
export type PlanLine =
  /** Bars one after the other that were ticked off on the same day by the same person. */
  | { readonly kind: "sawn"; readonly first: number; readonly last: number; readonly words: string }
  /** All of it is cut already. */
  | { readonly kind: "cut"; readonly bar: number; readonly cut: readonly string[] }
  /** Bars that are sawn alike, with what is left to saw of each. */
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

/** Bars one after the other of which nothing else is to be said. */
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
      const { left, cut } = partedByCut(pieces);
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

/** A plan as its paper says it: so little of it that it is soon told to another thread. */
export async function planOnPaper({ profiles, windows, ...plan }: Plan) {
  const windowOf = namesOf(windows);
  const printed = [];
  for (const { bars, ...profile } of profiles) {
    const supplied = bars.map(({ offcutId, lengthMm }) => ({ offcutId, lengthMm }));
    printed.push({ ...profile, bars: supplied, lines: linesOf(bars, windowOf) });
    // Of tens of thousands of pieces each profile takes a while.
    await others();
  }
  return { ...plan, windows, profiles: printed };
}

export function namesOf(windows: Plan["windows"]): (itemId: number) => string {
  const names = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  return (itemId) => names.get(itemId) ?? "";
}
