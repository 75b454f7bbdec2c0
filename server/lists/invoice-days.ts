import { and, gte, lte, type SQL, sql } from "drizzle-orm";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import type { Day } from "#shared/domain/period.ts";

/**
 * The first or last number within some days or months, looked up one by one, so that the list of an
 * old quarter reads no invoices issued since. Raw SQL, because drizzle has no series of days.
 */
const numberOf = (which: "min" | "max", column: SQL | typeof invoices.taxPoint, times: SQL): SQL => sql`(
  select ${sql.raw(which)}(number) from ${times} times (time) cross join lateral (
    select ${invoices.number} as number from ${invoices} where ${column} = times.time
    order by ${column} ${sql.raw(which === "min" ? "asc, number asc" : "desc, number desc")} limit 1) each)`;
const daysOf = (from: SQL, to: SQL) => sql`(select generate_series(${from}, ${to}, interval '1 day')::date)`;
const monthOf = (day: SQL | typeof invoices.taxPoint) => sql`date_trunc('month', ${day}::timestamp)`;
/**
 * The last number of all days up to one: looked up by month before its month, and by day within it.
 */
const lastNumberUpTo = (from: SQL, to: SQL): SQL => sql`greatest(
  ${numberOf("max", monthOf(invoices.taxPoint), sql`(select generate_series(${monthOf(from)}, ${monthOf(to)} - interval '1 month', interval '1 month'))`)},
  ${numberOf("max", invoices.taxPoint, daysOf(sql`${monthOf(to)}`, to))})`;
const EVER = {
  from: sql`(select min(${invoices.taxPoint}) from ${invoices})`,
  to: sql`(select max(${invoices.taxPoint}) from ${invoices})`,
};
/** A longer period has enough invoices for the scan to end soon without a bound. */
const SHORT_DAYS = 100;
export const isShort = (from: Day | undefined, to: Day | undefined): boolean => countDays(from, to) < SHORT_DAYS;

const countDays = (from: Day | undefined, to: Day | undefined): number =>
  from === undefined ? Number.POSITIVE_INFINITY : (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / 86_400_000;

/** Limits the numbers to those of the invoices of these days. */
function isBetweenNumbers(from: Day | undefined, to: Day | undefined): SQL | undefined {
  const firstDay = from === undefined ? EVER.from : sql`greatest(${from}::date, ${EVER.from})`;
  const lastDay = to === undefined ? EVER.to : sql`least(${to}::date, ${EVER.to})`;
  return and(
    isShort(from, to) ? sql`${invoices.number} >= ${numberOf("min", invoices.taxPoint, daysOf(firstDay, lastDay))}` : undefined,
    to === undefined ? undefined : sql`${invoices.number} <= ${lastNumberUpTo(firstDay, lastDay)}`,
  );
}

/** Matches the invoices whose tax point is between these days, both included. */
export const taxPointBetween = (from: Day | undefined, to: Day | undefined): SQL | undefined =>
  and(
    isBetweenNumbers(from, to),
    from === undefined ? undefined : gte(invoices.taxPoint, from),
    to === undefined ? undefined : lte(invoices.taxPoint, to),
  );
