import { toUnits } from "./decimal.ts";

/** An amount on the server: whole pence sterling (rule P1). */
export type Pence = number & { readonly __unit: "pence" };

export const pence = (value: number): Pence => value as Pence;

/** Converts pounds on the wire (a number with at most two decimals) to pence. */
export const poundsToPence = (pounds: number): Pence => pence(toUnits(pounds, 2));

/** Converts pence to pounds for the wire. */
export const penceToPounds = (amount: Pence): number => amount / 100;

/**
 * True if a person read another amount in pounds than the actual one. Less than a penny is the same
 * amount, because the sender calculates with floating point. A missing amount counts as the same.
 */
export const isOtherAmount = (readPounds: number | null | undefined, actual: Pence): boolean =>
  readPounds !== undefined && readPounds !== null && Math.abs(readPounds * 100 - actual) > 0.999;

export const sumPence = (amounts: readonly Pence[]): Pence => pence(amounts.reduce<number>((sum, amount) => sum + amount, 0));

const sterling = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Formats pounds: `£1,234.50`. */
export const formatPounds = (pounds: number): string => sterling.format(pounds);

/** Formats pence: `£1,234.50`. */
export const formatPence = (amount: Pence): string => sterling.format(penceToPounds(amount));

/**
 * Formats an amount that is the number of a currency's smallest units divided by 100: `£1,234.50`,
 * `US$1,234.50`. The yen has no smaller unit, so 1,234.50 stands for `JP¥123,450`.
 * @param currency an ISO code; an invalid code is printed before the number
 */
export function formatIn(currency: string, amount: number): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${amount}`.trim();
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(Math.round(amount * 100) / 10 ** decimals);
}

/**
 * The sign before a referral's commission. The specification shows dollars here, although all other
 * amounts are in pounds (rule P9).
 */
export const COMMISSION_SIGN = "$";
