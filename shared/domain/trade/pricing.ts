import { divideRounded, formatHundredths } from "#shared/domain/decimal.ts";
import { areaOf, type MilliM2, type TenthMm } from "#shared/domain/length.ts";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { type ChargedSurcharge, type Choices, type Surcharge, surchargesOn } from "./surcharges.ts";

/** Value added tax (rule P5). */
export const TAX_PERCENT = 20;
/**
 * The highest price per square metre; with it the largest quote is still exact in a double: 100 m²
 * x £100,000 x 999.
 */
export const HIGHEST_PRICE_PER_M2 = pence(10_000_000);
export const MOST_WINDOWS = 200;

/** The range of a shutter type's minimum area: 0.1 to 5 m² (rule P13). */
export const MINIMUM_AREA = { least: 100 as MilliM2, most: 5000 as MilliM2 } as const;

export interface ItemToPrice extends Choices {
  readonly widthTenthMm: TenthMm;
  readonly heightTenthMm: TenthMm;
  readonly quantity: number;
  /**
   * Counts the posts of one piece. The count costs a layout, so it is called only if a surcharge is
   * charged per post.
   */
  readonly posts: () => number;
}

/** The costs of making a shutter type, which only the super admin reads (rule P17). */
export interface MakingCosts {
  readonly pencePerM2: Pence;
  readonly surcharges: readonly Surcharge[];
}

/** The prices of a shutter type for one customer. */
export interface Tariff {
  /** The price after the customer's discount. */
  readonly pencePerM2: Pence;
  /** The least charged area; null: no minimum. */
  readonly minimumAreaMilliM2: MilliM2 | null;
  /** Surcharges are never discounted. */
  readonly surcharges: readonly Surcharge[];
  /** Null or omitted: the type has no cost, or the browser prices a preview. */
  readonly costs?: MakingCosts | null;
}

export interface ItemPrice {
  readonly areaMilliM2: MilliM2;
  /** The area of one piece, or the minimum area if that is larger. */
  readonly chargedAreaMilliM2: MilliM2;
  readonly surcharges: ChargedSurcharge[];
  readonly totalPence: Pence;
  /** The cost of making the window; null: the type has none. */
  readonly makingCostPence: Pence | null;
}

export interface QuotePrice {
  readonly subtotalPence: Pence;
  readonly taxPence: Pence;
  readonly finalTotalPence: Pence;
}

/**
 * Changes a price by a percentage in hundredths of a percent (−1000: 10 % less), rounded to the
 * penny, half away from zero (rule P4).
 */
export const applyPercent = (price: Pence, percentHundredths: number): Pence =>
  pence(divideRounded(price * (WHOLE + percentHundredths), WHOLE));
/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;

/** The price that a customer pays of the list price (rule P15). */
export const applyDiscount = (listPrice: Pence, discountHundredths: number): Pence => applyPercent(listPrice, -discountHundredths);

/** The terms of one shutter type for one customer: a fixed price, else a discount (rule P18). */
export interface TypeTerms {
  readonly discountHundredths: number;
  readonly fixedPence: Pence | null;
}

/** The price that a customer pays; null: no terms, the list price. */
export const priceOnTerms = (listPrice: Pence, terms: TypeTerms | null): Pence =>
  terms?.fixedPence ?? applyDiscount(listPrice, terms?.discountHundredths ?? 0);

interface ChargedPrice {
  readonly listPrice: Pence;
  /** The charged price, which differs from the list price. */
  readonly price: Pence;
  readonly discountHundredths: number;
}

/**
 * The origin of a charged price as documents print it: `list £289.00 less 10 %`, or without a
 * discount `list £289.00, your price £250.00`.
 */
export const listPriceInWords = ({ listPrice, price, discountHundredths }: ChargedPrice): string =>
  discountHundredths === 0
    ? `list ${formatPence(listPrice)}, your price ${formatPence(price)}`
    : `list ${formatPence(listPrice)} less ${formatHundredths(discountHundredths)} %`;

/**
 * Prices one line: the charged area x the price per square metre x the quantity, to the penny, plus
 * the surcharges of its choices (rules P3 and P13).
 */
export function priceItem(item: ItemToPrice, { pencePerM2, minimumAreaMilliM2, surcharges: ofType, costs = null }: Tariff): ItemPrice {
  const areaMilliM2 = areaOf(item.widthTenthMm, item.heightTenthMm);
  const chargedAreaMilliM2 = Math.max(areaMilliM2, minimumAreaMilliM2 ?? 0) as MilliM2;
  const surcharges = surchargesOn(item, ofType);
  const areaPence = amountOfArea(chargedAreaMilliM2, pencePerM2, item.quantity);
  return {
    areaMilliM2,
    chargedAreaMilliM2,
    surcharges,
    totalPence: sumPence([areaPence, ...surcharges.map(({ amountPence }) => amountPence)]),
    makingCostPence: costs && costOfMaking(item, costs),
  };
}

const amountOfArea = (area: MilliM2, pencePerM2: Pence, quantity: number): Pence =>
  pence(divideRounded(area * pencePerM2 * quantity, 1000));

/**
 * The cost of making one line: its own area, however small, x the cost per square metre x the
 * quantity, to the penny, plus the cost surcharges of its choices (rule P17).
 */
export function costOfMaking(item: ItemToPrice, { pencePerM2, surcharges }: MakingCosts): Pence {
  const ofArea = amountOfArea(areaOf(item.widthTenthMm, item.heightTenthMm), pencePerM2, item.quantity);
  return sumPence([ofArea, ...surchargesOn(item, surcharges).map(({ amountPence }) => amountPence)]);
}

/** A sale's cost and margin; the percentage is in hundredths of a percent of the net price. */
export interface Making {
  readonly makingCostPence: Pence | null;
  readonly makingMarginPence: Pence | null;
  readonly makingMarginHundredths: number | null;
}
const UNKNOWN_COST: Making = { makingCostPence: null, makingMarginPence: null, makingMarginHundredths: null };

/**
 * The margin between a net price and its cost, rounded half away from zero. Without a cost nothing
 * is known; a free window has no percentage.
 */
export function makingOf(soldPence: Pence, makingCostPence: Pence | null): Making {
  if (makingCostPence === null) return UNKNOWN_COST;
  const margin = soldPence - makingCostPence;
  const makingMarginHundredths = soldPence === 0 ? null : roundedRatio(margin, soldPence);
  return { makingCostPence, makingMarginPence: pence(margin), makingMarginHundredths };
}

/** The cost of several windows; null if one of them has none. */
export const sumOfCosts = (windows: readonly { readonly makingCostPence: Pence | null }[]): Pence | null => {
  const costs = windows.flatMap(({ makingCostPence }) => (makingCostPence === null ? [] : [makingCostPence]));
  return costs.length < windows.length ? null : sumPence(costs);
};

/**
 * Hundredths of a percent. The product may exceed a double's exact numbers, so it is a big integer.
 */
function roundedRatio(part: number, whole: number): number {
  const [twice, divisor] = [2n * BigInt(Math.abs(part)) * BigInt(WHOLE) + BigInt(whole), 2n * BigInt(whole)];
  const rounded = Number(twice / divisor);
  return part < 0 ? -rounded : rounded;
}

/**
 * Computes a quote's totals from its lines. Only the tax is rounded, to the penny; the rest is
 * addition (rule P5).
 */
export function priceQuote(itemTotals: readonly Pence[]): QuotePrice {
  const subtotalPence = sumPence(itemTotals);
  const taxPence = pence(divideRounded(subtotalPence * TAX_PERCENT, 100));
  return { subtotalPence, taxPence, finalTotalPence: pence(subtotalPence + taxPence) };
}

/** The referrer's share of the net of a company's first paid quote (rule P9). */
export const COMMISSION_PERCENT = 5;

/** Rounded to the penny, half away from zero. */
export const commissionOn = (subtotalPence: Pence): Pence => pence(divideRounded(subtotalPence * COMMISSION_PERCENT, 100));
