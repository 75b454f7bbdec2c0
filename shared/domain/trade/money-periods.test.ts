import { expect, test } from "vitest";
import { type MoneyPeriod, moneyDays } from "./money-periods.ts";

test.each<[string, Exclude<MoneyPeriod, "custom">, string, string]>([
  ["2026-11-24", "today", "2026-11-24", "2026-11-24"],
  ["2026-11-24", "this_month", "2026-11-01", "2026-11-30"],
  ["2026-11-24", "last_month", "2026-10-01", "2026-10-31"],
  ["2026-11-24", "this_quarter", "2026-10-01", "2026-12-31"],
  ["2026-11-24", "last_quarter", "2026-07-01", "2026-09-30"],
  ["2026-11-24", "this_year", "2026-01-01", "2026-12-31"],
  ["2027-01-01", "last_month", "2026-12-01", "2026-12-31"],
  ["2027-02-15", "last_quarter", "2026-10-01", "2026-12-31"],
  ["2028-02-29", "this_month", "2028-02-01", "2028-02-29"],
  ["2028-03-31", "last_month", "2028-02-01", "2028-02-29"],
])("the day %s is in a period %s from %s to %s", (today, period, from, to) => {
  expect(moneyDays(period, today)).toEqual({ from, to });
});
