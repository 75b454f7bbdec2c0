import { type Pence, poundsToPence } from "#shared/domain/money.ts";
import { type ItemPrice, priceItem, priceQuote, type QuotePrice } from "#shared/domain/pricing.ts";
import { WINDOW_FIELDS } from "#shared/domain/window-fields.ts";
import { lengthTyped } from "../windows/measure-text.ts";
import type { Product, WindowValues } from "../windows/window-form.ts";

export type Products = ReadonlyMap<number, Product>;

export interface QuotePreview extends QuotePrice {
  /** One for each window, null while it has no price yet. */
  readonly lines: readonly (ItemPrice | null)[];
}

/** A window's price as soon as type, measures and quantity are there: the colour does not change it. */
function priceLine({ shutterTypeId, unit, width, height, quantity }: WindowValues, products: Products): ItemPrice | null {
  const price = shutterTypeId === null ? undefined : products.get(shutterTypeId)?.basePricePerM2;
  const sides = [lengthTyped(width, unit), lengthTyped(height, unit)] as const;
  const counted = Number.isInteger(quantity) && quantity >= 1 && quantity <= WINDOW_FIELDS.quantity.most;
  if (price === undefined || sides[0] === null || sides[1] === null || !counted) return null;
  return priceItem({ width: sides[0], height: sides[1], quantity, pricePerM2: poundsToPence(price) });
}

/** What the person sees as they type: the same integers by the same function as the server's. */
export function priceOf(windows: readonly WindowValues[], products: Products): QuotePreview {
  const lines = windows.map((window) => priceLine(window, products));
  return { lines, ...priceQuote(lines.flatMap((line): Pence[] => (line ? [line.total] : []))) };
}
