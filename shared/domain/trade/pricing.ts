import { divideRounded } from "#shared/domain/decimal.ts";
import { areaOf, type MilliM2, type TenthMm } from "#shared/domain/length.ts";
import { type Pence, pence, sumPence } from "#shared/domain/money.ts";

/** Value added tax (rule P5). */
export const TAX_PERCENT = 20;
/** The dearest price of a square metre, so that the largest quote stays exact in a double: 100 m² x £100,000 x 999. */
export const HIGHEST_PRICE_PER_M2 = pence(10_000_000);
export const MOST_WINDOWS = 200;

export interface ItemToPrice {
  readonly width: TenthMm;
  readonly height: TenthMm;
  readonly quantity: number;
  readonly pricePerM2: Pence;
}

export interface ItemPrice {
  readonly area: MilliM2;
  readonly total: Pence;
}

export interface QuotePrice {
  readonly subtotal: Pence;
  readonly tax: Pence;
  readonly finalTotal: Pence;
}

/** One line: the rounded area x the price of a square metre x the quantity, to the penny (rule P3). */
export function priceItem({ width, height, quantity, pricePerM2 }: ItemToPrice): ItemPrice {
  const area = areaOf(width, height);
  return { area, total: pence(divideRounded(area * pricePerM2 * quantity, 1000)) };
}

/** A quote's totals from its lines: tax from the subtotal to the penny; the rest is addition (rule P5). */
export function priceQuote(itemTotals: readonly Pence[]): QuotePrice {
  const subtotal = sumPence(itemTotals);
  const tax = pence(divideRounded(subtotal * TAX_PERCENT, 100));
  return { subtotal, tax, finalTotal: pence(subtotal + tax) };
}

/** What a referrer earns from the net of a company's first paid quote (rule P9). */
export const COMMISSION_PERCENT = 5;

/** Rounded to the penny, half away from zero. */
export const commissionOn = (subtotal: Pence): Pence => pence(divideRounded(subtotal * COMMISSION_PERCENT, 100));
