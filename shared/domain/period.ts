/**
 * A day as `YYYY-MM-DD`. The days of the business are Europe/London days with summer time (rule
 * K1).
 */
export type Day = string;

const londonParts = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London", year: "numeric", month: "2-digit", day: "2-digit" });
const HOUR = 3_600_000;

/** The validity of a quote in days (rule Q6). */
const QUOTE_VALID_DAYS = 30;

export const londonDay = (instant: Date): Day => londonParts.format(instant);

/** Accepts real calendar days of the years 1000 to 9999. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
/** Returns the number of days from one day to another; negative if the second is earlier. */
export const daysFrom = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The Monday of a day's week; a week ends on Sunday. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** Midnight in London at the start of a day: 23:00 UTC of the previous day during summer time. */
export function startOfDay(day: Day): Date {
  const utcMidnight = new Date(`${day}T00:00:00Z`);
  const hourBefore = new Date(utcMidnight.getTime() - HOUR);
  return londonDay(hourBefore) === day ? hourBefore : utcMidnight;
}

/** The last millisecond of a London day. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(addDays(day, 1)).getTime() - 1);

/** A quote's `validUntil`: the end of the 30th day after its creation, in London (rule Q6). */
export const validUntilFor = (created: Date): Date => endOfDay(addDays(londonDay(created), QUOTE_VALID_DAYS));

const longDay = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", day: "numeric", month: "short", year: "numeric" });

/** `20 Nov 2026`, in London. */
export const formatDay = (instant: Date): string => longDay.format(instant).replace("Sept", "Sep");

/** `20 Nov` for a day of this year, else `20 Nov 2025`. */
export const formatListedDay = (day: Day, today: Day): string => formatDay(new Date(day)).replace(` ${today.slice(0, 4)}`, "");

const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** The hour of the day in London, from 0 to 23. */
export const londonHour = (instant: Date): number => Number(clock.format(instant).slice(0, 2));

/** `14:05`, in London. */
export const londonClock = (instant: Date): string => clock.format(instant);

/** `20 Nov 2026, 14:05`, in London. */
export const formatInstant = (instant: Date): string => `${formatDay(instant)}, ${clock.format(instant)}`;

/** Labels of the dates that the maker sets on an order. */
export const ORDER_DATE_LABEL = { shippingDate: "Shipping date", estimatedArrival: "Estimated arrival" } as const;

export type OrderDate = keyof typeof ORDER_DATE_LABEL;

export const notADate = (field: OrderDate): string => `${ORDER_DATE_LABEL[field]} must be a date`;

/** Real future dates are near: a later year is a typing error. */
const YEARS_AHEAD = 2;
export const WITHIN_TWO_YEARS = "Dates must be within the next two years";

/** Returns the same date of the previous year; 29 February becomes 1 March. */
export function yearBefore(day: Day): Day {
  const [year = "", ...rest] = day.split("-");
  const before = [Number(year) - 1, ...rest].join("-");
  return isDay(before) ? before : `${Number(year) - 1}-03-01`;
}

/** Compares with the same date in two years. */
export function isTooFar(day: Day, today: Day): boolean {
  const [year = "", ...rest] = today.split("-");
  return day > [Number(year) + YEARS_AHEAD, ...rest].join("-");
}

interface DatedOrder {
  readonly today: Day;
  /** The London day on which the order was made. */
  readonly made: Day;
  readonly shippingDate: Day | null;
  readonly estimatedArrival: Day | null;
}

export const ARRIVES_FIRST = "Estimated arrival cannot be before the shipping date";

/**
 * Returns why an order's dates are invalid, or null: neither may be before the order or more than
 * two years ahead, and the arrival may not be before the shipping. Days compare as text.
 */
export function orderDatesFault({ today, made, shippingDate, estimatedArrival }: DatedOrder): string | null {
  if ([shippingDate, estimatedArrival].some((day) => day !== null && isTooFar(day, today))) return WITHIN_TWO_YEARS;
  if (shippingDate !== null && shippingDate < made) return "Shipping date cannot be before the day the order was made";
  if (estimatedArrival !== null && estimatedArrival < made) return "Estimated arrival cannot be before the day the order was made";
  const early = shippingDate !== null && estimatedArrival !== null && estimatedArrival < shippingDate;
  return early ? ARRIVES_FIRST : null;
}

/** The later of two days. */
export const latestDay = (one: Day, other: Day): Day => (one > other ? one : other);
