import { inMetres, inMillimetres } from "#shared/domain/length.ts";
import { type Day, formatDay } from "#shared/domain/period.ts";
import { countOf, upperFirst } from "#shared/domain/text.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { type BarPiece, partInWords } from "./bars.ts";
import { USUAL_TABLE } from "./clearances.ts";
import { type CutEnds, endsInWords } from "./cut-list.ts";
import { USUAL_SECTIONS } from "./sections.ts";
import type { StileSide } from "./window-make.ts";
import type { Stock } from "./workshop-stock.ts";

/**
 * A stored plan as it is sawn: on the page, on paper and as CSV (rule W48). Lengths are
 * millimetres.
 */

export interface SawPiece extends BarPiece {
  /** Counts panels from 1, from the left; null for the frame. */
  readonly panel: number | null;
  readonly ripMm: number | null;
  readonly ends: CutEnds;
  /** The side of a remake's one stile of each panel; absent for other parts. */
  readonly stile?: StileSide | undefined;
  /** The shutter of a part that is cut again: `487.1`. */
  readonly recutFor?: string | undefined;
}

/** The part's name within a sentence; a remake's one stile has its side: `left stile`. */
const sawnPartInWords = ({ part, stile }: Pick<SawPiece, "part" | "stile">): string =>
  stile ? `${stile} ${partInWords(part)}` : partInWords(part);

/** The ends of a piece in the saw's file; a post's bevel is written in their place. */
export const endsOnFile = ({ ends, bevelDeg }: Pick<SawPiece, "ends" | "bevelDeg">): CutEnds | `bevel-${number}` =>
  bevelDeg ? `bevel-${bevelDeg}` : ends;

/** Pieces that differ only in the shutter to which they belong. */
type AlikePieces = SawPiece & {
  readonly count: number;
  /** The bars of a run that have the pieces; absent where every bar of it has as many of them. */
  readonly bars?: readonly number[];
};

/** The pieces that are cut without moving the saw's stop. */
export interface Stop {
  readonly stopMm: number;
  readonly count: number;
  readonly pieces: readonly AlikePieces[];
}

const mm = (length: number): string => inMillimetres(length * 10);

const kindOf = ({ orderId, itemId, panel, part, lengthMm, ripMm, ends, bevelDeg, recutFor }: SawPiece): string =>
  [orderId, itemId, panel, part, lengthMm, ripMm, ends, bevelDeg, recutFor].join();

/** Returns the stop list of pieces: each length once, the longest first, with its pieces. */
export function stopsOf(pieces: readonly SawPiece[]): Stop[] {
  const stops = new Map<number, Map<string, SawPiece & { count: number }>>();
  for (const piece of pieces) {
    const kinds = stops.get(piece.lengthMm) ?? new Map<string, SawPiece & { count: number }>();
    stops.set(piece.lengthMm, kinds);
    const kind = kindOf(piece);
    const alike = kinds.get(kind);
    if (alike) alike.count += 1;
    else kinds.set(kind, { ...piece, count: 1 });
  }
  return [...stops]
    .sort(([one], [other]) => other - one)
    .map(([stopMm, kinds]) => {
      const alike = [...kinds.values()];
      return { stopMm, count: alike.reduce((sum, { count }) => sum + count, 0), pieces: alike };
    });
}

/**
 * Returns the stop list of bars that are sawn together: each length once for all of them. A piece
 * that not every bar has names its bars.
 */
export function stopsOfRun(run: readonly { readonly bar: number; readonly pieces: readonly SawPiece[] }[]): Stop[] {
  const timesOnBars = new Map<string, Map<number, number>>();
  for (const { bar, pieces } of run)
    for (const piece of pieces) {
      const kind = kindOf(piece);
      const times = timesOnBars.get(kind) ?? new Map<number, number>();
      timesOnBars.set(kind, times.set(bar, (times.get(bar) ?? 0) + 1));
    }
  return stopsOf(run.flatMap(({ pieces }) => pieces)).map((stop) => ({
    ...stop,
    pieces: stop.pieces.map((piece) => {
      const times = timesOnBars.get(kindOf(piece)) ?? new Map<number, number>();
      const isOnEach = times.size === run.length && new Set(times.values()).size === 1;
      return isOnEach ? piece : { ...piece, bars: [...times.keys()] };
    }),
  }));
}

/** `4 to 6, 9`: consecutive numbers are a range. */
export function numbersInRanges(numbers: readonly number[]): string {
  const ranges: { readonly first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && number === range.last + 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(", ");
}

/** `bar 4`, `bars 4 to 6, 9` */
export const barsInNumbers = (bars: readonly number[]): string => `${bars.length === 1 ? "bar" : "bars"} ${numbersInRanges(bars)}`;

/** A cut with the position of its stop. Stop and bar are null for a piece longer than a bar. */
export type SawCut<Piece extends SawPiece = SawPiece> = Piece & { readonly bar: number | null; readonly stopMm: number | null };

/** The pieces of a bar stop by stop, equal ones together. */
function inStops<Piece extends SawPiece>(pieces: readonly Piece[]): Piece[] {
  const kinds = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const kind = kindOf(piece);
    const alike = kinds.get(kind);
    if (alike) alike.push(piece);
    else kinds.set(kind, [piece]);
  }
  return [...kinds.values()].flat();
}

/**
 * Yields every cut in the order of work, stop by stop of the bars that are sawn together, pieces
 * without a bar last. It is a generator because there may be tens of thousands.
 * @param sections the bars of each section
 */
export function* cutsInOrder<Piece extends SawPiece>(
  sections: Iterable<readonly (SawBar<Piece> & { readonly bar: number })[]>,
  tooLong: Iterable<Piece> = [],
): Generator<SawCut<Piece>> {
  for (const bars of sections)
    for (const run of alikeRuns(bars))
      yield* run
        .flatMap(({ bar, pieces }) => inStops(pieces).map((piece) => ({ ...piece, bar, stopMm: piece.lengthMm })))
        .sort((one, other) => other.lengthMm - one.lengthMm);
  for (const piece of tooLong) yield { ...piece, bar: null, stopMm: null };
}

/** `3 × 840, stop 840` */
export const stopInWords = ({ count, stopMm }: Pick<Stop, "count" | "stopMm">): string => `${count} × ${mm(stopMm)}, stop ${mm(stopMm)}`;

/** `3 a bar`: how many of a stop each bar of a run has; empty for a single bar. */
export const aBarInWords = ({ count }: Pick<Stop, "count">, bars: number): string => (bars > 1 ? `${count / bars} a bar` : "");

interface PlannedWindow {
  readonly itemId: number;
  readonly window: string;
  readonly remakeId?: number | null | undefined;
}

/** Returns a function that names these windows: `Bay`, or `Bay (RMK-4)` for a remake's parts. */
export function namesOfWindows(windows: readonly PlannedWindow[]): (itemId: number) => string {
  const names = new Map(
    windows.map(({ itemId, window, remakeId }) => [itemId, remakeId ? `${window} (${remakeNumber(remakeId)})` : window]),
  );
  return (itemId) => names.get(itemId) ?? "";
}

/**
 * `ORD-12 Bay, panel A: top rail, rip to 93.5, recut for 487.1`; square ends are omitted.
 * @param window the window's name
 */
export function sawPieceInWords(piece: SawPiece, window: string): string {
  const { orderId, panel, ripMm, recutFor } = piece;
  const whose = `${orderNumber(orderId)} ${window}${panel === null ? "" : `, panel ${panelLetter(panel)}`}`;
  const how = [
    sawnPartInWords(piece),
    ripMm === null ? null : `rip to ${mm(ripMm)}`,
    endsInWords(piece),
    recutFor && `recut for ${recutFor}`,
  ];
  return `${whose}: ${how.filter(Boolean).join(", ")}`;
}

/**
 * Names the pieces beside the stops, longest first: `1 × 840 ORD-7 Bay, panel A: stile`.
 * @param windowOf returns a window's name
 */
export const piecesInWords = (pieces: readonly SawPiece[], windowOf: (itemId: number) => string): string[] =>
  stopsOf(pieces).flatMap(({ pieces: alike }) =>
    alike.map(({ count, ...piece }) => `${count} × ${mm(piece.lengthMm)} ${sawPieceInWords(piece, windowOf(piece.itemId))}`),
  );

/** The reasons why a planned order is not sawn here any more. */
export const NOT_MADE_REASONS = ["cancelled", "draft", "moved"] as const;
const NOT_MADE_WORDS = {
  cancelled: "was cancelled",
  draft: "is being changed by the office",
  moved: "is made by another workshop now",
} as const satisfies Record<(typeof NOT_MADE_REASONS)[number], string>;
export interface NotMade {
  readonly orderId: number;
  readonly reason: keyof typeof NOT_MADE_WORDS;
}

export interface PlanPiece extends SawPiece {
  readonly cut: boolean;
}
/**
 * Divides a bar's pieces into those to saw and those that are already cut, at the bench or from
 * another plan's bar. Pieces of orders that are not made here any more are in neither.
 */
export function splitByCut<Piece extends Pick<PlanPiece, "cut" | "orderId">>(pieces: readonly Piece[], notMade: readonly NotMade[] = []) {
  const gone = new Set(notMade.map(({ orderId }) => orderId));
  const made = gone.size === 0 ? pieces : pieces.filter(({ orderId }) => !gone.has(orderId));
  return { left: made.filter(({ cut }) => !cut), cut: made.filter(({ cut }) => cut) };
}
/**
 * True if nothing is left to do at a bar: it is marked as sawn, or none of its pieces is to be cut
 * from it any more.
 */
export const isDone = (
  { sawn, pieces }: { readonly sawn: unknown; readonly pieces: readonly Pick<PlanPiece, "cut" | "orderId">[] },
  notMade: readonly NotMade[] = [],
): boolean => sawn !== null || (pieces.length > 0 && splitByCut(pieces, notMade).left.length === 0);

/**
 * Names each order that is not made here any more, with its parts that are on bars not sawn yet:
 * `ORD-12 was cancelled: 2 × 840 stile, panel A (bars 3, 4).`
 */
export function notMadeInWords(
  notMade: readonly NotMade[],
  bars: readonly { readonly bar: number; readonly sawn: unknown; readonly pieces: readonly PlanPiece[] }[],
): string[] {
  return notMade.map(({ orderId, reason }) => {
    const waiting = bars.filter(({ sawn }) => sawn === null);
    const own = waiting.flatMap(({ bar, pieces }) =>
      pieces.filter((piece) => piece.orderId === orderId && !piece.cut).map((piece) => ({ piece, bar })),
    );
    const parts = stopsOf(own.map(({ piece }) => piece)).flatMap(({ pieces }) =>
      pieces.map(
        ({ count, panel, ...piece }) =>
          `${count} × ${mm(piece.lengthMm)} ${sawnPartInWords(piece)}${panel === null ? "" : `, panel ${panelLetter(panel)}`}`,
      ),
    );
    const onBars = [...new Set(own.map(({ bar }) => bar))];
    const which = parts.length === 0 ? "" : `: ${parts.join(" · ")} (${barsInNumbers(onBars)})`;
    return `${orderNumber(orderId)} ${NOT_MADE_WORDS[reason]}${which}.`;
  });
}

interface CannotMake {
  readonly orderId: number;
  readonly window: string;
  readonly asks: readonly string[];
}
/** `ORD-12 Bay: Panel B would be 96 mm wide; two stiles need 114 mm.` */
export const cannotMakeInWords = (windows: readonly CannotMake[]): string[] =>
  windows.map(({ orderId, window, asks }) => `${orderNumber(orderId)} ${window}: ${asks.join(". ")}.`);

/** The title above the sentences of a plan whose windows have panels that cannot be made. */
export const CANNOT_MAKE = "Panels that cannot be made: their parts are in no stop";

export const SQUARE_ENDS = "Ends are square unless stated otherwise.";

export interface SawBar<Piece extends SawPiece = SawPiece> {
  readonly offcutId: number | null;
  readonly lengthMm: number;
  readonly pieces: readonly Piece[];
}

/**
 * Groups consecutive bars with equal lengths to cut, which are sawn together. An offcut is never
 * grouped, because each one is a particular piece of timber.
 */
export function alikeRuns<Bar extends SawBar>(bars: readonly Bar[]): Bar[][] {
  const runs: { readonly kind: string; readonly bars: Bar[] }[] = [];
  for (const bar of bars) {
    const lengths = bar.pieces.map(({ lengthMm }) => lengthMm).sort((one, other) => other - one);
    const kind = bar.offcutId === null ? `${bar.lengthMm}: ${lengths.join()}` : `offcut ${bar.offcutId}`;
    const last = runs.at(-1);
    if (last?.kind === kind) last.bars.push(bar);
    else runs.push({ kind, bars: [bar] });
  }
  return runs.map((run) => run.bars);
}

/**
 * Adds up the bars to buy and the offcuts to take from stock. A part that is longer than a bar is
 * bought in its own length.
 */
export function supplyOf({ bars, tooLong = [] }: Supplied) {
  const sum = (lengths: readonly number[]) => lengths.reduce((all, length) => all + length, 0);
  const counts = new Map<number, number>();
  const racks = bars.filter(({ offcutId }) => offcutId === null).map(({ lengthMm }) => lengthMm);
  const lengths = [...racks, ...tooLong.map(({ lengthMm }) => lengthMm)];
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  const taken = bars.filter(({ offcutId }) => offcutId !== null).map(({ lengthMm }) => lengthMm);
  return {
    buy: [...counts].map(([lengthMm, count]) => ({ count, lengthMm })),
    buyMm: sum(lengths),
    taken: { count: taken.length, mm: sum(taken) },
  };
}

interface Supplied {
  readonly bars: readonly Pick<SawBar, "offcutId" | "lengthMm">[];
  /** The parts that are longer than a bar. */
  readonly tooLong?: readonly { readonly lengthMm: number }[];
}
type Planned = Supplied & { readonly savedBars: number; readonly stockMm: number };

/**
 * `4 bars of 3,000 mm, 12 m`; `4 bars, 12 m` if they have the usual length; `4 bars and 1 of 3,324
 * mm, 15.324 m`; `nothing to buy`.
 */
export function buyInWords(profile: Planned, usual: Pick<BarFigures, "stockMm"> | null): string {
  const { buy, buyMm } = supplyOf(profile);
  if (buy.length === 0) return "nothing to buy";
  const words = buy.map(({ count, lengthMm }, index) => {
    const long = index === 0 && lengthMm === usual?.stockMm ? "" : ` of ${mm(lengthMm)} mm`;
    return `${index === 0 ? countOf(count, "bar") : count.toLocaleString("en-GB")}${long}`;
  });
  const last = words.pop();
  return `${words.length > 0 ? `${words.join(", ")} and ` : ""}${last}, ${inMetres(buyMm * 10)} m`;
}

/** `2 offcuts from stock, 3.4 m, save 1 bar`; null without offcuts. */
export function takenInWords(profile: Planned): string | null {
  const { taken } = supplyOf(profile);
  if (taken.count === 0) return null;
  const save = taken.count === 1 ? "saves" : "save";
  return `${countOf(taken.count, "offcut")} from stock, ${inMetres(taken.mm * 10)} m, ${save} ${countOf(profile.savedBars, "bar")}`;
}

/**
 * `offcut 812 mm: keep it` if its profile's offcuts are stored from that length on, else `offcut
 * 212 mm`.
 */
export const leftInWords = ({ offcutMm }: { readonly offcutMm: number }, { keepMm }: Pick<BarFigures, "keepMm">): string =>
  `offcut ${mm(offcutMm)} mm${offcutMm >= keepMm ? ": keep it" : ""}`;

type BarFigures = Omit<Stock, "profile">;
const FIGURES = {
  stockMm: (of) => `bars of ${mm(of)} mm`,
  kerfMm: (of) => `kerf ${mm(of)} mm`,
  trimMm: (of) => `trim ${mm(of)} mm`,
  keepMm: (of) => `keep offcuts from ${mm(of)} mm on`,
} as const satisfies Record<keyof BarFigures, (of: number) => string>;
const NAMES = Object.keys(FIGURES) as (keyof BarFigures)[];

/**
 * Returns the commonest value of each figure, the first of equally common ones, so that a plan
 * prints it once. Null without profiles.
 */
export function usualFigures(profiles: readonly BarFigures[]): BarFigures | null {
  if (profiles.length === 0) return null;
  const commonest = (name: keyof BarFigures): number => {
    const often = new Map<number, number>();
    for (const { [name]: figure } of profiles) often.set(figure, (often.get(figure) ?? 0) + 1);
    return [...often].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
  };
  return { stockMm: commonest("stockMm"), kerfMm: commonest("kerfMm"), trimMm: commonest("trimMm"), keepMm: commonest("keepMm") };
}

/**
 * `Bars of 3,000 mm, kerf 3 mm, trim 10 mm, keep offcuts from 600 mm on`: printed once for the
 * whole plan.
 */
export const usualInWords = (usual: BarFigures): string => {
  const words = NAMES.map((name) => FIGURES[name](usual[name])).join(", ");
  return upperFirst(words);
};
/** Names a profile's figures that are not the usual ones: `kerf 4.2 mm`; null if all are usual. */
export const unusualInWords = (profile: BarFigures, usual: BarFigures | null): string | null =>
  NAMES.filter((name) => profile[name] !== usual?.[name])
    .map((name) => FIGURES[name](profile[name]))
    .join(", ") || null;

/** A note on paper that explains the trim. */
export const TRIM_FIRST = "Trim one end of a bar before its first cut. An offcut begins at the end that was sawn.";

interface TableOfOrders {
  readonly table: string;
  readonly tableDate: Day | null;
  /** True if the workshop has stored no section of its own. */
  readonly usualSections?: boolean | undefined;
  readonly orders: readonly number[];
}

/**
 * `Cut by the table of Northmoor Joinery Works of 24 Nov 2026, usual sections.`; with several
 * tables each one names its orders. Empty without orders.
 */
export function tablesInWords(tables: readonly TableOfOrders[]): string {
  const words = tables.map(({ table, tableDate, usualSections, orders }) => {
    const name = table === USUAL_TABLE ? table : `the table of ${table}`;
    const dated = tableDate === null ? "" : ` of ${formatDay(new Date(tableDate))}`;
    return `${tables.length > 1 ? `${orders.map(orderNumber).join(", ")} by ` : ""}${name}${dated}${usualSections ? `, ${USUAL_SECTIONS}` : ""}`;
  });
  return words.length === 0 ? "" : `Cut ${tables.length > 1 ? "" : "by "}${words.join("; ")}.`;
}
