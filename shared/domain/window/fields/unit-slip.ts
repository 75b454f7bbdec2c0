import type { TenthMm } from "#shared/domain/length.ts";

type Sides = { readonly width: TenthMm; readonly height: TenthMm };

/**
 * How many times larger or smaller than the other windows of its quote a window may be. One side:
 * seven times. That is more than the openings of a house differ (350 mm beside a stair, 2,400 mm of
 * doors). It still catches a slip on a window that is itself unusual. Both sides off the same way:
 * five times, because a unit is then the likelier cause.
 */
const ONE_SIDE = 7;
const BOTH_SIDES = 5;

interface Slip {
  /** In words, before "the other windows' …". */
  readonly times: string;
  readonly usual: TenthMm;
  /** The same figures in the unit that was probably meant: one for both sides, where both are off. */
  readonly meant: TenthMm;
}

const TIMES: Readonly<Record<number, string>> = { 1: "ten times", 2: "a hundred times", 3: "a thousand times" };
const PARTS: Readonly<Record<number, string>> = { 1: "a tenth of", 2: "a hundredth of", 3: "a thousandth of" };

/**
 * The measures of other windows, each side's in ascending order: sorted once for all windows of a
 * quote, which are looked at again with each key.
 */
export type Siblings = { readonly [side in keyof Sides]: readonly TenthMm[] };
export const siblingsOf = (windows: readonly Sides[]): Siblings => ({
  width: windows.map(({ width }) => width).toSorted(ascending),
  height: windows.map(({ height }) => height).toSorted(ascending),
});
const ascending = (one: number, other: number) => one - other;
/** All but one of them. */
export const siblingsBut = ({ width, height }: Sides, all: Siblings): Siblings => ({
  width: all.width.toSpliced(all.width.indexOf(width), 1),
  height: all.height.toSpliced(all.height.indexOf(height), 1),
});

/**
 * A side ten, a hundred or a thousand times its siblings' median, or as small a part of it. Null if
 * it is like them.
 */
export function slipOf(side: keyof Sides, item: Sides, siblings: Siblings): Slip | null {
  const usual = usualOf(siblings[side], item[side]);
  if (usual === null) return null;
  const other = side === "width" ? "height" : "width";
  const usualOther = usualOf(siblings[other], item[other]) ?? item[other];
  const own = away(item[side], usual);
  const others = away(item[other], usualOther);
  const both = own.larger === others.larger && Math.min(own.times, others.times) >= BOTH_SIDES;
  if (!both && own.times < ONE_SIDE) return null;
  const powers = Math.max(1, Math.round(Math.log10(own.times)));
  const words = own.larger ? TIMES : PARTS;
  const byUnit = both ? Math.max(1, Math.round((Math.log10(own.times) + Math.log10(others.times)) / 2)) : powers;
  return {
    times: words[powers] ?? (own.larger ? "many times" : "a small part of"),
    usual,
    meant: Math.max(1, Math.round(own.larger ? item[side] / 10 ** byUnit : item[side] * 10 ** byUnit)) as TenthMm,
  };
}

const away = (length: number, usual: number) => ({
  larger: length > usual,
  times: Math.max(length, usual) / Math.min(length, usual),
});

/**
 * The median, always a real measure of the quote. Of two middle measures it takes the nearer: where
 * the other two windows of three disagree, the odd window is one of those two.
 */
function usualOf(sorted: readonly TenthMm[], near: TenthMm): TenthMm | null {
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (lower === undefined || upper === undefined) return null;
  return away(near, lower).times <= away(near, upper).times ? lower : upper;
}
