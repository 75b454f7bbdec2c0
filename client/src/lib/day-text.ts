import { addDays, type Day, isDay } from "#shared/domain/period.ts";

/** Parses the ways in which a person may write a day, and converts the calendar's days. */

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/** The message for text that is not a day. */
export const UNREADABLE_DAY = "Write a day such as 23 Nov 2026";

/**
 * Parses a day: `23 Nov 2026`, `23 nov`, `Nov 23`, `23/11/26`, `23.11.2026`, `2311`, `231126` or
 * `2026-11-23`, day before month. Without a year it returns the nearest such day, at most half a
 * year from `today`. It returns null for other text.
 */
export function parseDay(text: string, today: Day): Day | null {
  const typed = text.trim().toLowerCase();
  if (isDay(typed)) return typed;
  const [day, month, year] = partsOf(typed);
  if (!day || !month) return null;
  return year === undefined ? nearest(day, month, today) : dayOf(year, month, day);
}

/** Splits the text into day, month and year. The month becomes a number. */
function partsOf(typed: string): readonly (string | undefined)[] {
  const digits = /^(\d\d)(\d\d)(\d{2}|\d{4})?$/.exec(typed);
  if (digits) return digits.slice(1);
  const numbers = /^(\d{1,2})[\s./-]+(\d{1,2})(?:[\s./-]+(\d{4}|\d{2}))?\.?$/.exec(typed);
  if (numbers) return numbers.slice(1);
  // A weekday at the beginning, a comma and "23rd" are ignored.
  const words = typed.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,.]+/, "").replace(/(\d)(st|nd|rd|th)\b/, "$1");
  const dayFirst = /^(\d{1,2})[\s./-]*([a-z]{3,9})[\s,./-]*(\d{4}|\d{2})?$/.exec(words);
  const monthFirst = /^([a-z]{3,9})[\s./-]*(\d{1,2})(?:[\s,./-]+(\d{4}|\d{2}))?$/.exec(words);
  if (dayFirst) return [dayFirst[1], monthNamed(dayFirst[2]), dayFirst[3]];
  if (monthFirst) return [monthFirst[2], monthNamed(monthFirst[1]), monthFirst[3]];
  return [];
}

/**
 * Returns the number of a month by at least three letters of its name: `nov`, `sept`, `november`.
 */
function monthNamed(word = ""): string | undefined {
  const index = MONTHS.findIndex((name) => name.startsWith(word));
  return index < 0 ? undefined : String(index + 1);
}

function dayOf(year: string, month: string, day: string): Day | null {
  const written = [year.length === 2 ? `20${year}` : year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return isDay(written) ? written : null;
}

const HALF_A_YEAR = 183;

function nearest(day: string, month: string, today: Day): Day | null {
  const year = Number(today.slice(0, 4));
  const near = [year - 1, year, year + 1].map((one) => dayOf(String(one), month, day));
  // The later one of two equally near days is returned.
  return near.findLast((one) => one !== null && one >= addDays(today, -HALF_A_YEAR) && one <= addDays(today, HALF_A_YEAR)) ?? null;
}

/*
 * The calendar library represents days as local midnights, the portal as texts. Only year, month
 * and day are converted, so that no time zone shifts a day.
 */
export const calendarDate = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
};

export const dayOnCalendar = (date: Date): Day =>
  [String(date.getFullYear()).padStart(4, "0"), String(date.getMonth() + 1).padStart(2, "0"), String(date.getDate()).padStart(2, "0")].join(
    "-",
  );
