import { inMillimetres } from "#shared/domain/length.ts";
import { CUT_PART_LABEL, type Cut, type CutPart } from "./cut-list.ts";
import { isTimber } from "./sections.ts";
import { type Stock, USUAL_STOCK } from "./workshop-stock.ts";

/** A bar plan as people read it: on the page, on paper and as CSV (rule W40). */

export interface BarPiece {
  readonly orderId: number;
  readonly itemId: number;
  readonly part: CutPart;
  readonly lengthMm: number;
  /** The bevel of a bay or corner post (rule M36); absent for other parts. */
  readonly bevelDeg?: number | null | undefined;
}
/** A note on every plan about the lengths in it (rule M15). */
export const CUT_LENGTHS = "Every length is the length to cut: the clearances of each order's workshop are deducted.";

/** Equal pieces of one window. */
type Counted<Piece extends BarPiece = BarPiece> = Piece & { readonly count: number };

/** Compares fields without building a key, because a plan has tens of thousands of pieces. */
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

/** The length of a profile's rests that are kept as offcuts, which its waste includes, in mm. */
export const sumKeptRests = ({ bars, keepMm }: Pick<Proof, "bars" | "keepMm">): number =>
  bars.reduce((sum, { offcutMm }) => sum + (offcutMm >= keepMm ? offcutMm : 0), 0);

/**
 * Describes how a profile's plan compares with the proven lower bound, and its waste: `no plan has
 * fewer; 30.7 % waste, 0.9 m of it kept`.
 */
export function proofInWords(profile: Proof): string {
  const { lowerBound, optimal, wastePercent } = profile;
  const proof = optimal ? "no plan has fewer" : `the best found in 5 s; no plan has fewer than ${lowerBound.toLocaleString("en-GB")}`;
  const kept = sumKeptRests(profile);
  return `${proof}; ${wastePercent.toFixed(1)} % waste${kept > 0 ? `, ${(kept / 1000).toFixed(1)} m of it kept` : ""}`;
}
interface Proof {
  readonly bars: readonly { readonly offcutMm: number }[];
  readonly keepMm: number;
  readonly lowerBound: number;
  readonly optimal: boolean;
  readonly wastePercent: number;
}

/** The colour of bars; timber that is painted later has one name for every colour. */
export const colourOfBars = (color: string | null): string => color ?? "to be painted";

/** The part's name within a sentence: `top rail`, `T-post`. */
export const partInWords = (part: CutPart): string => (part === "t-post" ? CUT_PART_LABEL[part] : CUT_PART_LABEL[part].toLowerCase());

/** The length of a profile's bars, and what is trimmed off each end. */
export type BarLength = Pick<Stock, "profile" | "stockMm" | "trimMm">;

/**
 * Asks about sides of the frame and posts that are longer than a trimmed bar: `Ask: Frame top 3,100
 * mm is longer than a bar of 3,000 mm: joint or longer bar`.
 * @param bars the workshop's own; other profiles have the usual length
 */
export function longerThanBars(cuts: readonly Cut[], bars: readonly BarLength[]): string[] {
  return cuts.flatMap(({ panel, part, profile, cutMm }) => {
    if (panel !== null || !isTimber(profile)) return [];
    const { stockMm, trimMm } = bars.find((bar) => bar.profile === profile) ?? USUAL_STOCK;
    if (cutMm <= stockMm - 2 * trimMm) return [];
    const trimmed = cutMm > stockMm ? "" : " less its trim";
    const name = CUT_PART_LABEL[part].replace(",", "");
    return [
      `Ask: ${name} ${inMillimetres(cutMm * 10)} mm is longer than a bar of ${inMillimetres(stockMm * 10)} mm${trimmed}: joint or longer bar`,
    ];
  });
}
