import { divideRounded, formatHundredths } from "#shared/domain/decimal.ts";
import { areaOf, type MilliM2, type TenthMm } from "#shared/domain/length.ts";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { type ChargedSurcharge, type Choices, type Surcharge, surchargesOn } from "./surcharges.ts";

/** Value added tax (rule P5). */
export const TAX_PERCENT = 20;
/** The dearest price of a square metre, so that the largest quote stays exact in a double: 100 m² x £100,000 x 999. */
export const HIGHEST_PRICE_PER_M2 = pence(10_000_000);
export const MOST_WINDOWS = 200;

/** The least area that may be charged at least, and the greatest: 0.1 and 5 m² (rule P13). */
export const MINIMUM_AREA = { least: 100 as MilliM2, most: 5000 as MilliM2 } as const;

/** A window with its choices. */
export interface ItemToPrice extends Choices {
  readonly widthTenthMm: TenthMm;
  readonly heightTenthMm: TenthMm;
  readonly quantity: number;
  /** How many posts one of it has; asked only where a surcharge is for each. */
  readonly posts: () => number;
}

/** What its type costs. */
export interface Tariff {
  /** After the customer's discount. */
  readonly pencePerM2: Pence;
  /** A smaller window is charged as this area; null: as its own. */
  readonly minimumAreaMilliM2: MilliM2 | null;
  /** No discount is on them. */
  readonly surcharges: readonly Surcharge[];
}

export interface ItemPrice {
  readonly areaMilliM2: MilliM2;
  /** Of one: its own, or the least that is charged. */
  readonly chargedAreaMilliM2: MilliM2;
  readonly surcharges: ChargedSurcharge[];
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

/**
 * One line: the charged area x the price of a square metre x the quantity, to the penny, and what
 * its choices cost besides (rules P3 and P13).
 */
export function priceItem(item: ItemToPrice, { pencePerM2, minimumAreaMilliM2, surcharges: ofType }: Tariff): ItemPrice {
  const areaMilliM2 = areaOf(item.widthTenthMm, item.heightTenthMm);
  const chargedAreaMilliM2 = Math.max(areaMilliM2, minimumAreaMilliM2 ?? 0) as MilliM2;
  const surcharges = surchargesOn(item, ofType);
  const areaPence = pence(divideRounded(chargedAreaMilliM2 * pencePerM2 * item.quantity, 1000));
  return {
    areaMilliM2,
    chargedAreaMilliM2,
    surcharges,
    totalPence: sumPence([areaPence, ...surcharges.map(({ amountPence }) => amountPence)]),
  };
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
