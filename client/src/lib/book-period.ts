import { addDays, type Day } from "#shared/domain/period.ts";

/** The periods that bookkeepers use, and custom days. */
export const PERIODS = ["quarter", "last_quarter", "month", "last_month", "all", "days"] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABEL = {
  quarter: "This quarter",
  last_quarter: "Last quarter",
  month: "This month",
  last_month: "Last month",
  all: "All",
  days: "Days",
} as const satisfies Record<Period, string>;

interface Days {
  readonly from: Day | null;
  readonly to: Day | null;
}

const firstOfMonth = (year: number, month: number): Day => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

/** Returns the days of `months` months from a month, which is counted from 0. */
const from = (year: number, month: number, months: number): Days => ({
  from: firstOfMonth(year, month),
  to: addDays(firstOfMonth(year, month + months), -1),
});

/** Returns a period's first and last day, both inclusive. Quarters are those of the calendar. */
export function daysOf(period: Period, today: Day, own: Days): Days {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const quarter = month - 1 - ((month - 1) % 3);
  if (period === "quarter") return from(year, quarter, 3);
  if (period === "last_quarter") return from(year, quarter - 3, 3);
  if (period === "month") return from(year, month - 1, 1);
  if (period === "last_month") return from(year, month - 2, 1);
  return period === "days" ? own : { from: null, to: null };
}
