import type { Stock } from "./workshop-stock.ts";

interface RestOfBar {
  readonly offcutId: number | null;
  readonly lengthMm: number;
}
/**
 * The rest of a bar after the pieces that are left to cut, in millimetres. A part that is not cut
 * from the bar, and its kerf, stay on it (rule W115).
 */
export function restOfBar(
  { offcutId, lengthMm }: RestOfBar,
  left: readonly { readonly lengthMm: number }[],
  { kerfMm, trimMm }: Pick<Stock, "kerfMm" | "trimMm">,
): number {
  const tenths = (length: number) => Math.round(length * 10);
  const room = tenths(lengthMm) - (offcutId === null ? tenths(trimMm) : 0);
  return (
    Math.max(
      0,
      left.reduce((rest, piece) => rest - tenths(piece.lengthMm) - tenths(kerfMm), room),
    ) / 10
  );
}
