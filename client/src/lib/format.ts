import { formatPounds } from "#shared/domain/money.ts";

/**
 * How dates, money and measures are written, everywhere. Days and times are London's, for every reader in every place.
 */

const LONDON = "Europe/London";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const londonParts = new Intl.DateTimeFormat("en-GB", {
  timeZone: LONDON,
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

type Moment = string | number | Date;

function partsOf(moment: Moment): Map<string, string> | null {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  return new Map(londonParts.formatToParts(date).map((part) => [part.type, part.value]));
}

/** `20 Nov 2026`. The months are our own: Intl writes "Sept" with four letters. */
export function formatDate(moment: Moment): string {
  const parts = partsOf(moment);
  if (!parts) return "";
  return `${Number(parts.get("day"))} ${MONTHS[Number(parts.get("month")) - 1] ?? ""} ${parts.get("year")}`;
}

/** `20 Nov 2026, 14:05`, for the few places where the time matters. */
export function formatDateTime(moment: Moment): string {
  const parts = partsOf(moment);
  return parts ? `${formatDate(moment)}, ${parts.get("hour")}:${parts.get("minute")}` : "";
}

/** `£1,234.50`, from a number of pounds. */
export const formatMoney = formatPounds;

const millimetres = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/** `1,200 mm`, from metres. */
export function formatMillimetres(metres: number): string {
  // Rounded to the tenth first: 1.2345 m is 1,234.5 mm, but 1234.4999999999998 as a float.
  return `${millimetres.format(Math.round(metres * 10_000) / 10)} mm`;
}

const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** `1.080 m²`. */
export function formatArea(squareMetresValue: number): string {
  return `${squareMetres.format(squareMetresValue)} m²`;
}

const counts = new Intl.NumberFormat("en-GB");

/** `1,204`. */
export function formatCount(count: number): string {
  return counts.format(count);
}
