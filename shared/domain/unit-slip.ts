import type { TenthMm } from "./length.ts";

type Sides = { readonly width: TenthMm; readonly height: TenthMm };

/**
 * How far a window may be from the others of its quote. Of one side, seven times is more than the openings of a house
 * differ (350 mm beside a stair to 2,400 mm of doors), and still catches a slip on a window that is itself larger or
 * smaller than the rest. Where both sides are off the same way, a unit is the likelier cause, and five times is enough.
 */
const ONE_SIDE = 7;
const BOTH_SIDES = 5;

interface Slip {
  /** In words, before "the other windows' …". */
  readonly times: string;
  readonly usual: TenthMm;
  /** The same figures in the unit that was probably meant. */
  readonly meant: TenthMm;
}

const TIMES: Readonly<Record<number, string>> = { 1: "ten times", 2: "a hundred times", 3: "a thousand times" };
const PARTS: Readonly<Record<number, string>> = { 1: "a tenth of", 2: "a hundredth of", 3: "a thousandth of" };

/**
 * A side that is ten, a hundred or a thousand times its siblings' median, or as small a part of it; null if it is like
 * them.
 */
export function slipOf(side: keyof Sides, item: Sides, siblings: readonly Sides[]): Slip | null {
  const usual = usualOf(
    siblings.map((sibling) => sibling[side]),
    item[side],
  );
  if (usual === null) return null;
  const other = side === "width" ? "height" : "width";
  const usualOther =
    usualOf(
      siblings.map((sibling) => sibling[other]),
      item[other],
    ) ?? item[other];
  const own = away(item[side], usual);
  const others = away(item[other], usualOther);
  const both = own.larger === others.larger && Math.min(own.times, others.times) >= BOTH_SIDES;
  if (!both && own.times < ONE_SIDE) return null;
  const powers = Math.max(1, Math.round(Math.log10(own.times)));
  const words = own.larger ? TIMES : PARTS;
  return {
    times: words[powers] ?? (own.larger ? "many times" : "a small part of"),
    usual,
    meant: Math.max(1, Math.round(own.larger ? item[side] / 10 ** powers : item[side] * 10 ** powers)) as TenthMm,
  };
}

const away = (length: number, usual: number) => ({
  larger: length > usual,
  times: Math.max(length, usual) / Math.min(length, usual),
});

/**
 * The middle one, always a real measure of the quote. Of two middle ones the nearer: where the other two windows of a
 * quote of three disagree, it is one of them that is odd, and not the one that is like the other.
 */
function usualOf(lengths: readonly TenthMm[], near: TenthMm): TenthMm | null {
  const sorted = [...lengths].sort((a, b) => a - b);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (lower === undefined || upper === undefined) return null;
  return away(near, lower).times <= away(near, upper).times ? lower : upper;
}
