import { addDays, type Day } from "#shared/domain/period.ts";

/** Periods of the owner's figures: whole calendar months, quarters and years (rule K9). */
export const MONEY_PERIODS = ["today", "this_month", "last_month", "this_quarter", "last_quarter", "this_year", "custom"] as const;
export type MoneyPeriod = (typeof MONEY_PERIODS)[number];
export const MONEY_PERIOD_LABEL = {
  today: "Today",
  this_month: "This month",
  last_month: "Last month",
  this_quarter: "This quarter",
  last_quarter: "Last quarter",
  this_year: "This year",
  custom: "Days",
} as const satisfies Record<MoneyPeriod, string>;

/** The first and the last day, inclusive. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

const firstOfMonth = (year: number, month: number): Day => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

/** Returns the days of `count` calendar months. Month 0 is January, and -1 the December before. */
export const monthsFrom = (year: number, month: number, count: number): Days => ({
  from: firstOfMonth(year, month),
  to: addDays(firstOfMonth(year, month + count), -1),
});

/** Returns the days of a period on a London day. */
export function moneyDays(period: Exclude<MoneyPeriod, "custom">, today: Day): Days {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const quarter = month - 1 - ((month - 1) % 3);
  switch (period) {
    case "today":
      return { from: today, to: today };
    case "this_month":
      return monthsFrom(year, month - 1, 1);
    case "last_month":
      return monthsFrom(year, month - 2, 1);
    case "this_quarter":
      return monthsFrom(year, quarter, 3);
    case "last_quarter":
      return monthsFrom(year, quarter - 3, 3);
    case "this_year":
      return monthsFrom(year, 0, 12);
  }
}

/** The groups by which the owner reads margins (rule K18). */
export const MARGIN_BY = ["month", "client", "type", "supplier"] as const;
export type MarginBy = (typeof MARGIN_BY)[number];

const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
/** Formats the month `2026-11`: `November 2026`. */
export const formatMonth = (key: string): string => month.format(new Date(`${key}-01`));
