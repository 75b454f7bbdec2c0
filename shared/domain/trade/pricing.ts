import { divideRounded, formatHundredths } from "#shared/domain/decimal.ts";
import { areaOf, type MilliM2, type TenthMm } from "#shared/domain/length.ts";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";

/** Value added tax (rule P5). */
export const TAX_PERCENT = 20;
/** The dearest price of a square metre, so that the largest quote stays exact in a double: 100 m² x £100,000 x 999. */
export const HIGHEST_PRICE_PER_M2 = pence(10_000_000);
export const MOST_WINDOWS = 200;

export interface ItemToPrice {
  readonly widthTenthMm: TenthMm;
  readonly heightTenthMm: TenthMm;
  readonly quantity: number;
  readonly pencePerM2: Pence;
}

export interface ItemPrice {
  readonly areaMilliM2: MilliM2;
  readonly totalPence: Pence;
}

export interface QuotePrice {
  readonly subtotalPence: Pence;
  readonly taxPence: Pence;
  readonly finalTotalPence: Pence;
}

/**
 * A price less or more a percentage in hundredths of a percent (−1000: 10 % less), rounded to the
 * penny, half away from zero (rule P4).
 */
export const changedBy = (price: Pence, percentHundredths: number): Pence =>
  pence(divideRounded(price * (WHOLE + percentHundredths), WHOLE));
/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;

/** What a customer pays of the list's price (rule P10). */
export const lessDiscount = (listPrice: Pence, discountHundredths: number): Pence => changedBy(listPrice, -discountHundredths);

/** How a price comes from the list's, as documents say it: `list £289.00 less 10 %`. */
export const lessDiscountWords = (listPrice: Pence, discountHundredths: number): string =>
  `list ${formatPence(listPrice)} less ${formatHundredths(discountHundredths)} %`;

/** One line: the rounded area x the price of a square metre x the quantity, to the penny (rule P3). */
export function priceItem({ widthTenthMm, heightTenthMm, quantity, pencePerM2 }: ItemToPrice): ItemPrice {
  const areaMilliM2 = areaOf(widthTenthMm, heightTenthMm);
  return { areaMilliM2, totalPence: pence(divideRounded(areaMilliM2 * pencePerM2 * quantity, 1000)) };
}

/** A quote's totals from its lines: tax from the subtotal to the penny; the rest is addition (rule P5). */
export function priceQuote(itemTotals: readonly Pence[]): QuotePrice {
  const subtotalPence = sumPence(itemTotals);
  const taxPence = pence(divideRounded(subtotalPence * TAX_PERCENT, 100));
  return { subtotalPence, taxPence, finalTotalPence: pence(subtotalPence + taxPence) };
}

/** What a referrer earns from the net of a company's first paid quote (rule P9). */
export const COMMISSION_PERCENT = 5;

/** Rounded to the penny, half away from zero. */
export const commissionOn = (subtotalPence: Pence): Pence => pence(divideRounded(subtotalPence * COMMISSION_PERCENT, 100));
