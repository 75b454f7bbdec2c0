import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { CUT_PART_LABEL, type CutPart, endsInWords } from "./cut-list.ts";

/** A bar plan as people read it: on the page, on paper and as CSV (rule W40). */

export interface BarPiece {
  readonly orderId: number;
  readonly itemId: number;
  readonly part: CutPart;
  readonly lengthMm: number;
  /** The bevel of a bay or corner post (rule M36); absent for other parts. */
  readonly bevelDeg?: number | null | undefined;
}
export interface Bar {
  readonly pieces: readonly BarPiece[];
  readonly offcutMm: number;
}
/** A note on every plan about the lengths in it (rule M15). */
export const CUT_LENGTHS = "Every length is the length to cut: the clearances of each order's workshop are deducted.";

/** Equal pieces of one window. */
type Counted<Piece extends BarPiece = BarPiece> = Piece & { readonly count: number };

/** Compares fields without building a key, because a plan has up to 100,000 pieces. */
const isAlike = (one: BarPiece, other: BarPiece): boolean =>
  one === other ||
  (one.itemId === other.itemId &&
    one.part === other.part &&
    one.lengthMm === other.lengthMm &&
    one.orderId === other.orderId &&
    one.bevelDeg === other.bevelDeg);

/** Groups equal pieces with their count. */
export function groupEqualPieces<Piece extends BarPiece>(pieces: readonly Piece[]): Counted<Piece>[] {
  const kinds = new Map<string, Piece & { count: number }>();
  let last: (Piece & { count: number }) | undefined;
  for (const piece of pieces) {
    if (!last || !isAlike(last, piece)) {
      const { orderId, itemId, part, lengthMm, bevelDeg } = piece;
      const key = `${orderId},${itemId},${part},${lengthMm},${bevelDeg}`;
      last = kinds.get(key) ?? { ...piece, count: 0 };
      kinds.set(key, last);
    }
    last.count += 1;
  }
  return [...kinds.values()];
}

export interface AlikeBars extends Bar {
  /** The number of the run's first bar in its profile. */
  readonly first: number;
  readonly times: number;
}

/** Groups consecutive bars that have equal pieces of the same windows. */
export function alikeBars(bars: readonly Bar[]): AlikeBars[] {
  const found: { first: number; times: number; bar: Bar }[] = [];
  const areAlike = (one: Bar, other: Bar) =>
    one.pieces.length === other.pieces.length && one.pieces.every((piece, index) => isAlike(piece, other.pieces[index] as BarPiece));
  bars.forEach((bar, index) => {
    const last = found.at(-1);
    if (last && areAlike(last.bar, bar)) last.times += 1;
    else found.push({ first: index + 1, times: 1, bar });
  });
  return found.map(({ first, times, bar }) => ({ ...bar, first, times }));
}

/** Describes a profile's plan and how it compares with the proven lower bound. */
export function barsInWords({
  bars,
  lowerBound,
  optimal,
  stockMm,
  wastePercent,
}: {
  bars: readonly Bar[];
  lowerBound: number;
  optimal: boolean;
  stockMm: number;
  wastePercent: number;
}): string {
  if (bars.length === 0) return "No bars";
  const proof = optimal ? "no plan has fewer" : `the best found in 5 s; no plan has fewer than ${lowerBound.toLocaleString("en-GB")}`;
  return `${countOf(bars.length, "bar")} of ${inMillimetres(stockMm * 10)} mm, ${proof}; ${wastePercent.toFixed(1)} % waste`;
}

/** The colour of bars; timber that is painted later has one name for every colour. */
export const colourOfBars = (color: string | null): string => color ?? "to be painted";

/** The part's name within a sentence: `top rail`, `T-post`. */
export const partInWords = (part: CutPart): string => (part === "t-post" ? CUT_PART_LABEL[part] : CUT_PART_LABEL[part].toLowerCase());

/** `2 × 1,350 bay post, bevel both room faces 18.5° for 143°`: equal pieces on a bar. */
export function countedPieceInWords({ count, lengthMm, part, bevelDeg }: Omit<Counted, "orderId" | "itemId">): string {
  const bevel = endsInWords({ part, ends: "square", bevelDeg });
  return `${count} × ${inMillimetres(lengthMm * 10)} ${partInWords(part)}${bevel ? `, ${bevel}` : ""}`;
}
