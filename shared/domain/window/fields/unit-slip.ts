import type { TenthMm } from "#shared/domain/length.ts";

type Sides = { readonly width: TenthMm; readonly height: TenthMm };

/**
 * How many times larger or smaller than its quote's other windows a window may be. One side: seven
 * times. Openings of one house differ less (350 mm beside a stair, 2,400 mm of doors), and the
 * limit still catches a slip on an unusual window. Both sides off in the same direction: five
 * times, because a wrong unit is then the likelier cause.
 */
const ONE_SIDE = 7;
const BOTH_SIDES = 5;

interface Slip {
  /** A text for the words before "the other windows' …". */
  readonly times: string;
  readonly usual: TenthMm;
  /**
   * The figures in the unit that was probably intended; both sides use one unit if both are off.
   */
  readonly meant: TenthMm;
}

const TIMES: Readonly<Record<number, string>> = { 1: "ten times", 2: "a hundred times", 3: "a thousand times" };
const PARTS: Readonly<Record<number, string>> = { 1: "a tenth of", 2: "a hundredth of", 3: "a thousandth of" };

/**
 * The other windows' measures, each side in ascending order. They are sorted once for all windows
 * of a quote, because each keystroke checks every window again.
 */
export type Siblings = { readonly [side in keyof Sides]: readonly TenthMm[] };
export const siblingsOf = (windows: readonly Sides[]): Siblings => ({
  width: windows.map(({ width }) => width).toSorted(ascending),
  height: windows.map(({ height }) => height).toSorted(ascending),
});
const ascending = (one: number, other: number) => one - other;
/** Removes one window's measures. */
export const siblingsWithout = ({ width, height }: Sides, all: Siblings): Siblings => ({
  width: all.width.toSpliced(all.width.indexOf(width), 1),
  height: all.height.toSpliced(all.height.indexOf(height), 1),
});

/**
 * Finds a side that is about ten, a hundred or a thousand times its siblings' median, or such a
 * small part of it. Null if the side is similar to them.
 */
export function slipOf(side: keyof Sides, item: Sides, siblings: Siblings): Slip | null {
  const usual = medianNear(siblings[side], item[side]);
  if (usual === null) return null;
  const other = side === "width" ? "height" : "width";
  const usualOther = medianNear(siblings[other], item[other]) ?? item[other];
  const own = ratioOf(item[side], usual);
  const others = ratioOf(item[other], usualOther);
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

const ratioOf = (length: number, usual: number) => ({
  larger: length > usual,
  times: Math.max(length, usual) / Math.min(length, usual),
});

/**
 * Returns the median, which is always a measure of the quote. Of two middle measures it returns the
 * one nearer to `near`: in a quote of three windows the other two may differ, and only one of them
 * may be usual.
 */
function medianNear(sorted: readonly TenthMm[], near: TenthMm): TenthMm | null {
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (lower === undefined || upper === undefined) return null;
  return ratioOf(near, lower).times <= ratioOf(near, upper).times ? lower : upper;
}
