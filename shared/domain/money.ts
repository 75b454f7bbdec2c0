import { toUnits } from "./decimal.ts";

/** Money inside the portal: a whole number of pence sterling (rule P1). */
export type Pence = number & { readonly __unit: "pence" };

export const pence = (value: number): Pence => value as Pence;

/** Pounds as they travel (a number with at most two decimals) to pence. */
export const poundsToPence = (pounds: number): Pence => pence(toUnits(pounds, 2));

/** Pence to pounds as they travel. */
export const penceToPounds = (amount: Pence): number => amount / 100;

export const sumPence = (amounts: readonly Pence[]): Pence => pence(amounts.reduce<number>((sum, amount) => sum + amount, 0));

// Stryker disable next-line StringLiteral: such a module can't load, and Stryker counts a file that
// can't load as passed.
const sterling = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** `£1,234.50`, from pounds. */
export const formatPounds = (pounds: number): string => sterling.format(pounds);

/** `£1,234.50`, from pence. */
export const formatPence = (amount: Pence): string => sterling.format(penceToPounds(amount));

/**
 * `£1,234.50`, `US$1,234.50`: hundreds of a currency's smallest unit, which are pounds of sterling.
 * A yen has none smaller, so its hundreds are `JP¥123,450`.
 * @param currency its ISO code; one that is none stands before the number
 */
export function formatIn(currency: string, amount: number): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${amount}`.trim();
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(Math.round(amount * 100) / 10 ** decimals);
}

/** The sign before a referral's commission. The specification shows dollars here though other money is in pounds (rule P9). */
export const COMMISSION_SIGN = "$";
