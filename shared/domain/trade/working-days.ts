import { addDays, type Day, daysFrom } from "#shared/domain/period.ts";

/**
 * England's bank holidays. The days to 2028 are published (https://www.gov.uk/bank-holidays,
 * England and Wales); later days follow from the Banking and Financial Dealings Act 1971 and its
 * usual substitute days. A later year needs a line here, or its holidays count as working days.
 */
export const BANK_HOLIDAYS = {
  2025: ["01-01", "04-18", "04-21", "05-05", "05-26", "08-25", "12-25", "12-26"],
  2026: ["01-01", "04-03", "04-06", "05-04", "05-25", "08-31", "12-25", "12-28"],
  2027: ["01-01", "03-26", "03-29", "05-03", "05-31", "08-30", "12-27", "12-28"],
  2028: ["01-03", "04-14", "04-17", "05-01", "05-29", "08-28", "12-25", "12-26"],
  2029: ["01-01", "03-30", "04-02", "05-07", "05-28", "08-27", "12-25", "12-26"],
  2030: ["01-01", "04-19", "04-22", "05-06", "05-27", "08-26", "12-25", "12-26"],
} as const satisfies Readonly<Record<number, readonly string[]>>;

/** A Monday from which days are counted, so that a day's text is parsed and formatted only once. */
const MONDAY: Day = "2024-01-01";
const holidays: ReadonlySet<number> = new Set(
  Object.entries(BANK_HOLIDAYS).flatMap(([year, days]) => days.map((day) => daysFrom(MONDAY, `${year}-${day}`))),
);
/** A day from Monday to Friday that is not a bank holiday. */
const isWorkingDay = (day: number): boolean => ((day % 7) + 7) % 7 < 5 && !holidays.has(day);

/** Returns the n-th working day strictly after a day (n > 0), or before it (n < 0). */
export function workingDaysFrom(day: Day, n: number): Day {
  const step = Math.sign(n);
  let at = daysFrom(MONDAY, day);
  for (let left = Math.abs(n); left > 0; ) {
    at += step;
    if (isWorkingDay(at)) left -= 1;
  }
  return addDays(MONDAY, at);
}

/** The day itself if it is a working day, otherwise the next one. */
export const firstWorkingDay = (day: Day): Day => workingDaysFrom(addDays(day, -1), 1);
