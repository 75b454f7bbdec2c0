import { formatPounds } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";

/** Formats dates, money and measures. Days and times are London's, wherever the reader is. */

// Intl would write "Sept" with four letters.
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

type Moment = string | number | Date;

function inLondon(moment: Moment) {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return { date: "", time: "" };
  const { day, month, year, hour, minute } = Object.fromEntries(london.formatToParts(date).map(({ type, value }) => [type, value]));
  return { date: `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`, time: `, ${hour}:${minute}` };
}

/** Formats `20 Nov 2026`. An invalid date returns "". */
export const formatDate = (moment: Moment): string => inLondon(moment).date;

/** Formats `20 Nov 2026, 14:05`. */
export function formatDateTime(moment: Moment): string {
  const { date, time } = inLondon(moment);
  return date + time;
}

/**
 * Formats a day in a list: `20 Nov` in the current year, otherwise `20 Nov 2025`; with `time` `20
 * Nov, 14:05`.
 */
export function formatListed(moment: Moment, { now = new Date(), time = false }: { now?: Date; time?: boolean | undefined } = {}): string {
  const parts = inLondon(moment);
  const year = inLondon(now).date.slice(-5);
  return (parts.date.endsWith(year) ? parts.date.slice(0, -year.length) : parts.date) + (time ? parts.time : "");
}

/** Formats a number of pounds as `£1,234.50`. */
const weekday = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short" });

/** `Thu 3 Dec`; a day of another year has its year. */
export const formatWeekday = (day: Day): string => `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formatListed(day)}`;

export const formatMoney = formatPounds;

const millimetres = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/**
 * Formats metres as `1,200 mm`. It rounds to tenths first, because 1.2345 m in millimetres is
 * 1234.4999999999998 as a float.
 */
export const formatMillimetres = (metres: number): string => `${millimetres.format(Math.round(metres * 10_000) / 10)} mm`;

const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** Formats `1.080 m²`. */
export const formatArea = (area: number): string => `${squareMetres.format(area)} m²`;

const counts = new Intl.NumberFormat("en-GB");

/** Formats `1,204`. */
export const formatCount = (count: number): string => counts.format(count);

/** Joins the lines of an address with commas. */
export const inOneLine = (address: string): string =>
  address
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ");
