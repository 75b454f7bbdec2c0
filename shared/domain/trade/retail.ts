import { type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { TAX_PERCENT } from "./pricing.ts";

/*
 * A fitter's prices for his own customer (rules T3 to T5): whole pence, each figure rounded once,
 * half away from zero.
 */

/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;
export const MOST_MARKUP_HUNDREDTHS = 40_000;
export const MOST_FITTING = pence(1_000_000);
export const MOST_EXTRAS = 20;
export const LEAST_EXTRA = pence(-1_000_000);
export const MOST_EXTRA = pence(10_000_000);
/** The highest price that overrides a window's or the fitting's price. */
export const MOST_TYPED_PRICE = pence(10_000_000);
export const MOST_VALID_DAYS = 90;
export const MOST_LEAD_TIME_WEEKS = 52;
export const FITTING_PER = ["window", "job"] as const;
export type FittingPer = (typeof FITTING_PER)[number];

export const BELOW_ZERO = "The total cannot be below zero";

/**
 * Divides two whole numbers and rounds half away from zero, exactly beyond the integers of a
 * double.
 */
function divideRoundedBig(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator;
  const quotient = (2n * size + denominator) / (2n * denominator);
  return Number(numerator < 0n ? -quotient : quotient);
}

export interface RetailTerms {
  readonly vatRegistered: boolean;
  readonly markupHundredths: number;
  readonly depositHundredths: number;
  readonly fittingPricePence: Pence;
  readonly fittingPer: FittingPer;
}

/**
 * Returns a window's retail price with its quantity. A fitter who is not VAT-registered pays our
 * VAT and can't reclaim it, so his price includes it before the markup.
 * @param net the window's price in the trade quote, without VAT
 */
export const retailPrice = (
  net: Pence,
  { vatRegistered, markupHundredths }: Pick<RetailTerms, "vatRegistered" | "markupHundredths">,
): Pence =>
  pence(
    vatRegistered
      ? divideRoundedBig(BigInt(net) * BigInt(WHOLE + markupHundredths), BigInt(WHOLE))
      : divideRoundedBig(BigInt(net) * BigInt(100 + TAX_PERCENT) * BigInt(WHOLE + markupHundredths), 100n * BigInt(WHOLE)),
  );

export interface RetailExtra {
  readonly text: string;
  readonly pence: Pence;
  /** An optional extra counts only when the homeowner ticks it. */
  readonly optional: boolean;
}

interface RetailWindow {
  /** The price in the trade quote, with its quantity and without VAT. */
  readonly net: Pence;
  readonly quantity: number;
  /** The price that overrides the computed one; null: no override. */
  readonly typed: Pence | null;
}

/**
 * Returns the price of fitting, a line of its own: per piece of each window, or once for the job.
 */
export const fittingOf = (windows: readonly Pick<RetailWindow, "quantity">[], { fittingPricePence, fittingPer }: RetailTerms): Pence =>
  pence(fittingPer === "job" ? fittingPricePence : fittingPricePence * windows.reduce((sum, { quantity }) => sum + quantity, 0));

/** Adds up the lines. `chosen` holds the indexes of the ticked optional extras, from 0. */
export const subtotalOf = (parts: readonly Pence[], extras: readonly RetailExtra[], chosen: ReadonlySet<number>): Pence =>
  sumPence([...parts, ...extras.filter(({ optional }, place) => !optional || chosen.has(place)).map((extra) => extra.pence)]);

/** Returns the figures below the lines of the homeowner's page. */
export function totalsOf(
  subtotalPence: Pence,
  { vatRegistered, depositHundredths }: Pick<RetailTerms, "vatRegistered" | "depositHundredths">,
) {
  const vatPence = pence(vatRegistered ? divideRoundedBig(BigInt(subtotalPence) * BigInt(TAX_PERCENT), 100n) : 0);
  const totalPence = pence(subtotalPence + vatPence);
  const depositPence = pence(divideRoundedBig(BigInt(totalPence) * BigInt(depositHundredths), BigInt(WHOLE)));
  return { subtotalPence, vatPence, totalPence, depositPence };
}

/** Adds VAT to an amount if the fitter charges VAT, rounded to the penny. */
export const addVat = (net: Pence, { vatRegistered }: Pick<RetailTerms, "vatRegistered">): Pence =>
  pence(vatRegistered ? net + divideRoundedBig(BigInt(net) * BigInt(TAX_PERCENT), 100n) : net);

/**
 * Returns the prices with VAT that a homeowner reads for the fixed lines (rule T15). Together with
 * the ticked extras, each `addVat`, they add up to the total: the largest fixed line absorbs the
 * remainder of rounding, so a ticked extra costs its offered price.
 * @param fixed net amounts of the lines that always count; at least one
 * @param chosen net amounts of the ticked extras
 */
export function pricesWithVat(
  fixed: readonly Pence[],
  chosen: readonly Pence[],
  terms: Pick<RetailTerms, "vatRegistered" | "depositHundredths">,
) {
  const totals = totalsOf(sumPence([...fixed, ...chosen]), terms);
  const prices = fixed.map((net) => addVat(net, terms));
  const remainder = totals.totalPence - sumPence([...prices, ...chosen.map((net) => addVat(net, terms))]);
  const absorbing = fixed.indexOf(pence(Math.max(...fixed)));
  return {
    ...totals,
    prices: prices.map((price, place) => (place === absorbing ? pence(price + remainder) : price)),
    /** The index of the fixed line that absorbs the remainder. */
    absorbing,
  };
}

/** The fitter's cost of the windows: without VAT if he reclaims it. */
export const costOf = (trade: { readonly subtotalPence: Pence; readonly finalTotalPence: Pence }, vatRegistered: boolean): Pence =>
  vatRegistered ? trade.subtotalPence : trade.finalTotalPence;

/**
 * Returns the margin; `marginTenths` is its share of the subtotal in tenths of a percent, null for
 * a subtotal of 0.
 */
export function marginOf(subtotalPence: Pence, costPence: Pence) {
  const marginPence = pence(subtotalPence - costPence);
  const marginTenths = subtotalPence === 0 ? null : divideRoundedBig(BigInt(marginPence) * 1000n, BigInt(subtotalPence));
  return { marginPence, marginTenths };
}

export interface RetailToPrice extends RetailTerms {
  readonly windows: readonly RetailWindow[];
  readonly fittingTyped: Pence | null;
  readonly extras: readonly RetailExtra[];
  readonly trade: { readonly subtotalPence: Pence; readonly finalTotalPence: Pence };
}

/** Computes all figures of a quotation as it is sent, with no optional extra ticked. */
export function priceRetail({ windows, fittingTyped, extras, trade, ...terms }: RetailToPrice) {
  const prices = windows.map(({ net, typed }) => typed ?? retailPrice(net, terms));
  const fittingPence = fittingTyped ?? fittingOf(windows, terms);
  const totals = totalsOf(subtotalOf([...prices, fittingPence], extras, new Set()), terms);
  const costPence = costOf(trade, terms.vatRegistered);
  return { prices, fittingPence, ...totals, costPence, ...marginOf(totals.subtotalPence, costPence) };
}

/** True if a homeowner could tick a total below zero, or the subtotal is already below zero. */
export const canFallBelowZero = (subtotalPence: Pence, extras: readonly RetailExtra[]): boolean =>
  extras.reduce((sum, extra) => (extra.optional && extra.pence < 0 ? sum + extra.pence : sum), Number(subtotalPence)) < 0;

/** The least contrast of text on white (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;

/** Checks the contrast of a colour, `#rrggbb`, on white. */
export function isReadableOnWhite(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= LEAST_CONTRAST;
}

/** The sentence that a homeowner accepts with his name. */
export const acceptanceSentence = (total: string): string => `I accept this quotation of ${total} and its terms.`;

export const LINK_STATES = ["open", "accepted", "declined", "superseded", "revoked", "expired"] as const;
export type LinkState = (typeof LINK_STATES)[number];
