import { addDays, type Day, endOfDay, londonDay, startOfDay } from "#shared/domain/period.ts";

/** The periods of the dashboard (rule S3). */
export const STATS_PERIODS = ["all_time", "daily", "weekly", "monthly", "custom"] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];
export const STATS_PERIOD_LABEL = {
  all_time: "All Time",
  daily: "Today",
  weekly: "Last 7 Days",
  monthly: "Last 30 Days",
  custom: "Custom Range",
} as const satisfies Record<StatsPeriod, string>;

/** A chosen period; only `custom` has days. */
export interface ChosenPeriod {
  readonly period: StatsPeriod;
  readonly startDate?: Day | undefined;
  readonly endDate?: Day | undefined;
}

/** The first and the last day, inclusive; null: no limit on that side. */
export interface DayRange {
  readonly start: Day | null;
  readonly end: Day | null;
}

/** The number of days in each period, including today (rule K2). */
const DAYS = { daily: 1, weekly: 7, monthly: 30 } as const;

/** Returns the London days of a chosen period at a moment. */
export function statsRange({ period, startDate, endDate }: ChosenPeriod, now: Date): DayRange {
  if (period === "all_time") return { start: null, end: null };
  if (period === "custom") return { start: startDate ?? null, end: endDate ?? null };
  const today = londonDay(now);
  return { start: addDays(today, 1 - DAYS[period]), end: today };
}

/**
 * Returns the first and the last instant of a range. Stored instants are whole milliseconds, so
 * none falls between two days.
 */
export const instantsOf = ({ start, end }: DayRange): { readonly first?: Date; readonly last?: Date } => ({
  ...(start !== null && { first: startOfDay(start) }),
  ...(end !== null && { last: endOfDay(end) }),
});

/** The units from fine to coarse. A week begins on Monday. */
export const HISTORY_UNITS = ["day", "week", "month", "quarter", "year"] as const;
export type HistoryUnit = (typeof HISTORY_UNITS)[number];

/** Neighbouring days that are drawn as one point, both ends inclusive. */
export interface Bucket {
  readonly start: Day;
  readonly end: Day;
}

/** More points could not be told apart on a phone. */
export const MOST_BUCKETS = 60;

/**
 * Divides a span of days, both ends inclusive, by the finest unit that gives at most
 * `MOST_BUCKETS`; years may be more. Every day is in one bucket. The first and the last bucket hold
 * only the span's days of their week or month.
 */
export function historyBuckets(start: Day, end: Day): { readonly unit: HistoryUnit; readonly buckets: readonly Bucket[] } {
  for (const unit of HISTORY_UNITS) {
    const buckets = split(start, end, unit, unit === "year" ? Number.POSITIVE_INFINITY : MOST_BUCKETS);
    if (buckets) return { unit, buckets };
  }
  throw new Error("Years have no limit");
}

function split(start: Day, end: Day, unit: HistoryUnit, most: number): Bucket[] | null {
  const buckets: Bucket[] = [];
  for (let from = start; from <= end; ) {
    if (buckets.length === most) return null;
    const last = lastDayOf(from, unit);
    buckets.push({ start: from, end: last < end ? last : end });
    from = addDays(last, 1);
  }
  return buckets;
}

function lastDayOf(day: Day, unit: HistoryUnit): Day {
  const date = new Date(`${day}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  // Day 0 of a month is the last day of the previous month.
  const endOfMonth = (afterwards: number) => new Date(Date.UTC(year, afterwards, 0)).toISOString().slice(0, 10);
  switch (unit) {
    case "day":
      return day;
    case "week":
      return addDays(day, (7 - date.getUTCDay()) % 7);
    case "month":
      return endOfMonth(month + 1);
    case "quarter":
      return endOfMonth(month - (month % 3) + 3);
    case "year":
      return endOfMonth(12);
  }
}
