import { formatDate } from "#client/lib/format.ts";
import type { HistoryUnit } from "#shared/domain/history-buckets.ts";
import { startOfDay } from "#shared/domain/period.ts";
import type { HistoryPoint } from "./sales-history.tsx";

export const UNIT_WORDS = {
  day: "By day",
  week: "By week",
  month: "By month",
  quarter: "By quarter",
  year: "By year",
} as const satisfies Record<HistoryUnit, string>;

export const dayWords = (day: string): string => formatDate(startOfDay(day));

/** The days of a point: `16 Nov 2026 to 21 Nov 2026, so far`. */
export function pointWords({ start, end }: HistoryPoint, today: string): string {
  const days = start === end ? dayWords(start) : `${dayWords(start)} to ${dayWords(end)}`;
  return end === today ? `${days}, so far` : days;
}
