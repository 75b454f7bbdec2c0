import { addDays, type Day, endOfDay, londonDay, startOfDay } from "./period.ts";

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

/** The person's choice; only `custom` has days. */
export interface ChosenPeriod {
  readonly period: StatsPeriod;
  readonly startDate?: Day | undefined;
  readonly endDate?: Day | undefined;
}

/** The first and the last day, both counted; null where nothing limits that side. */
export interface DayRange {
  readonly start: Day | null;
  readonly end: Day | null;
}

/** How many days each of these counts, today among them (rule K2). */
const DAYS = { daily: 1, weekly: 7, monthly: 30 } as const;

/** The London days that a choice means at a moment. */
export function statsRange({ period, startDate, endDate }: ChosenPeriod, now: Date): DayRange {
  if (period === "all_time") return { start: null, end: null };
  if (period === "custom") return { start: startDate ?? null, end: endDate ?? null };
  const today = londonDay(now);
  return { start: addDays(today, 1 - DAYS[period]), end: today };
}

/**
 * A range as its first and its last instant: what is stored is whole milliseconds, so nothing falls between two days.
 */
export const instantsOf = ({ start, end }: DayRange): { readonly first?: Date; readonly last?: Date } => ({
  ...(start !== null && { first: startOfDay(start) }),
  ...(end !== null && { last: endOfDay(end) }),
});
