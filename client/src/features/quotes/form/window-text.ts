import { formatMillimetres } from "#client/lib/format.ts";
import { lengthToMetres } from "#shared/domain/length.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { parseLength } from "./measure-text.ts";
import type { WindowValues } from "./quote-values.ts";

/** Formats a price; a dash while there is none. */
export const priceText = (total: Pence | undefined): string => (total === undefined ? "–" : formatPence(total));

/** The size in millimetres, so that a wrong unit is visible at once. */
export function sizeText({ width, height, unit, quantity }: WindowValues): string {
  const sides = [width, height].map((side) => parseLength(side, unit));
  if (sides.every((side) => side === null)) return "Not measured yet";
  const [across, down] = sides.map((side) => (side === null ? "–" : formatMillimetres(lengthToMetres(side)).replace(" mm", "")));
  return `${across} × ${down} mm${quantity > 1 ? `, ${quantity} of them` : ""}`;
}
