import { inMetres, inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { type BarPiece, partInWords } from "./bars.ts";
import { type CutEnds, endsInWords } from "./cut-list.ts";
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
}

/** The ends of a piece in the saw's file; a post's bevel is written in their place. */
export const endsOnFile = ({ ends, bevelDeg }: Pick<SawPiece, "ends" | "bevelDeg">): CutEnds | `bevel-${number}` =>
  bevelDeg ? `bevel-${bevelDeg}` : ends;

/** Pieces that differ only in the shutter to which they belong. */
type AlikePieces = SawPiece & { readonly count: number };

/** The pieces that are cut without moving the saw's stop. */
export interface Stop {
  readonly stopMm: number;
  readonly count: number;
  readonly pieces: readonly AlikePieces[];
}

const mm = (length: number): string => inMillimetres(length * 10);

const kindOf = ({ orderId, itemId, panel, part, lengthMm, ripMm, ends, bevelDeg }: SawPiece): string =>
  [orderId, itemId, panel, part, lengthMm, ripMm, ends, bevelDeg].join();

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

/** A cut with the position of its stop, which is null, like the bar, for a piece longer than a bar. */
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
  return [...kinds.values()].toSorted(([one], [other]) => (other?.lengthMm ?? 0) - (one?.lengthMm ?? 0)).flat();
}

/**
 * Yields every cut in the order of work, pieces without a bar last. It is a generator because there
 * may be 100,000.
 */
export function* cutsInOrder<Piece extends SawPiece>(
  bars: Iterable<{ readonly bar: number; readonly pieces: readonly Piece[] }>,
  tooLong: Iterable<Piece> = [],
): Generator<SawCut<Piece>> {
  for (const { bar, pieces } of bars) for (const piece of inStops(pieces)) yield { ...piece, bar, stopMm: piece.lengthMm };
  for (const piece of tooLong) yield { ...piece, bar: null, stopMm: null };
}

/** `3 × 840, stop 840` */
export const stopInWords = ({ count, stopMm }: Pick<Stop, "count" | "stopMm">): string => `${count} × ${mm(stopMm)}, stop ${mm(stopMm)}`;

/**
 * `ORD-12 Bay, panel A: top rail, rip to 93.5`; square ends are omitted.
 * @param window the window's name
 */
export function sawPieceInWords(piece: SawPiece, window: string): string {
  const { orderId, panel, part, ripMm } = piece;
  const whose = `${orderNumber(orderId)} ${window}${panel === null ? "" : `, panel ${panelLetter(panel)}`}`;
  const how = [partInWords(part), ripMm === null ? null : `rip to ${mm(ripMm)}`, endsInWords(piece)];
  return `${whose}: ${how.filter((words) => words !== null).join(", ")}`;
}

/**
 * Names the pieces beside the stops, longest first: `1 × 840 ORD-7 Bay, panel A: stile`.
 * @param windowOf returns a window's name
 */
export const piecesInWords = (pieces: readonly SawPiece[], windowOf: (itemId: number) => string): string[] =>
  stopsOf(pieces).flatMap(({ pieces: alike }) =>
    alike.map(({ count, ...piece }) => `${count} × ${mm(piece.lengthMm)} ${sawPieceInWords(piece, windowOf(piece.itemId))}`),
  );

/**
 * Divides a bar's pieces into those to saw and those that are already cut, at the bench or from
 * another plan's bar.
 */
export const splitByCut = <Piece extends { readonly cut: boolean }>(pieces: readonly Piece[]) => ({
  left: pieces.filter(({ cut }) => !cut),
  cut: pieces.filter(({ cut }) => cut),
});
/**
 * True if nothing is left to do at a bar: it is marked as sawn, or all its pieces are already cut.
 */
export const isDone = ({ sawn, pieces }: { readonly sawn: unknown; readonly pieces: readonly { readonly cut: boolean }[] }): boolean =>
  sawn !== null || (pieces.length > 0 && pieces.every(({ cut }) => cut));

export const SQUARE_ENDS = "Ends are square unless stated otherwise.";

interface SawBar<Piece extends SawPiece = SawPiece> {
  readonly offcutId: number | null;
  readonly lengthMm: number;
  readonly pieces: readonly Piece[];
}

/**
 * Groups consecutive bars that have equal pieces of the same windows. An offcut is never grouped,
 * because each one is a particular piece of timber.
 */
export function alikeRuns<Bar extends SawBar>(bars: readonly Bar[]): Bar[][] {
  const runs: { readonly kind: string; readonly bars: Bar[] }[] = [];
  for (const bar of bars) {
    const kind = bar.offcutId === null ? bar.pieces.map(kindOf).join(";") : `offcut ${bar.offcutId}`;
    const last = runs.at(-1);
    if (last?.kind === kind) last.bars.push(bar);
    else runs.push({ kind, bars: [bar] });
  }
  return runs.map((run) => run.bars);
}

/** Adds up the bars to buy and the offcuts to take from stock. */
export function supplyOf({ bars }: { readonly bars: readonly Pick<SawBar, "offcutId" | "lengthMm">[] }) {
  const add = (some: typeof bars) => ({ count: some.length, mm: some.reduce((sum, { lengthMm }) => sum + lengthMm, 0) });
  return { buy: add(bars.filter(({ offcutId }) => offcutId === null)), taken: add(bars.filter(({ offcutId }) => offcutId !== null)) };
}

type Planned = Parameters<typeof supplyOf>[0] & { readonly savedBars: number; readonly stockMm: number };

/** `4 bars of 3,000 mm, 12 m`; `4 bars, 12 m` if they have the usual length; `nothing to buy`. */
export function buyInWords(profile: Planned, usual: Pick<BarFigures, "stockMm"> | null): string {
  const { buy } = supplyOf(profile);
  if (buy.count === 0) return "nothing to buy";
  const long = profile.stockMm === usual?.stockMm ? "" : ` of ${mm(profile.stockMm)} mm`;
  return `${countOf(buy.count, "bar")}${long}, ${inMetres(buy.mm * 10)} m`;
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
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
/** Names a profile's figures that are not the usual ones: `kerf 4.2 mm`; null if all are usual. */
export const unusualInWords = (profile: BarFigures, usual: BarFigures | null): string | null =>
  NAMES.filter((name) => profile[name] !== usual?.[name])
    .map((name) => FIGURES[name](profile[name]))
    .join(", ") || null;

/** A note on paper that explains the trim. */
export const TRIM_FIRST = "Trim one end of a bar before its first cut. An offcut begins at the end that was sawn.";
