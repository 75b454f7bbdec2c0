import { and, count, eq, gte, lte, type SQL, sql, sum } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { afterPage, INVOICES, isFound, isOneOf, orderOfPage, type Page, rowsInOrder } from "#server/db/lists.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, invoices, quotes } from "#server/db/schema.ts";
import type { Search } from "#server/db/search.ts";
import { sumOfPence } from "#server/db/select-parts.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { rowsToFetch } from "#server/http/paging.ts";
import { pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";

/** Which invoices: of these days of the tax point. */
interface Chosen {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The first or last number of each of the days or months, looked up one by one, so that a list of an old quarter begins and ends there: by
 * number alone PostgreSQL would walk through all that was issued since. Raw, because drizzle has no series of days.
 */
const numberOf = (which: "min" | "max", column: SQL | typeof invoices.taxPoint, times: SQL): SQL => sql`(
  select ${sql.raw(which)}(number) from ${times} times (time) cross join lateral (
    select ${invoices.number} as number from ${invoices} where ${column} = times.time
    order by ${column} ${sql.raw(which === "min" ? "asc, number asc" : "desc, number desc")} limit 1) each)`;
const daysOf = (from: SQL, to: SQL) => sql`(select generate_series(${from}, ${to}, interval '1 day')::date)`;
const monthOf = (day: SQL | typeof invoices.taxPoint) => sql`date_trunc('month', ${day}::timestamp)`;
/** Of all days up to one: of the months before its own, and of the days of that. */
const lastNumberUpTo = (from: SQL, to: SQL): SQL => sql`greatest(
  ${numberOf("max", monthOf(invoices.taxPoint), sql`(select generate_series(${monthOf(from)}, ${monthOf(to)} - interval '1 month', interval '1 month'))`)},
  ${numberOf("max", invoices.taxPoint, daysOf(sql`${monthOf(to)}`, to))})`;
const EVER = {
  from: sql`(select min(${invoices.taxPoint}) from ${invoices})`,
  to: sql`(select max(${invoices.taxPoint}) from ${invoices})`,
};
/** A longer time has enough of them, so that the walk need not know where it ends. */
const SHORT_DAYS = 100;

const daysBetween = (from: Day | undefined, to: Day | undefined): number =>
  from === undefined ? Number.POSITIVE_INFINITY : (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / 86_400_000;

/** Between which numbers the invoices of these days are. */
function within(from: Day | undefined, to: Day | undefined): SQL | undefined {
  const firstDay = from === undefined ? EVER.from : sql`greatest(${from}::date, ${EVER.from})`;
  const lastDay = to === undefined ? EVER.to : sql`least(${to}::date, ${EVER.to})`;
  return and(
    daysBetween(from, to) < SHORT_DAYS
      ? sql`${invoices.number} >= ${numberOf("min", invoices.taxPoint, daysOf(firstDay, lastDay))}`
      : undefined,
    to === undefined ? undefined : sql`${invoices.number} <= ${lastNumberUpTo(firstDay, lastDay)}`,
  );
}

const inSnapshot = <Value>(key: string) => sql<Value>`${invoices.snapshot} ->> ${sql.raw(`'${key}'`)}`;
const BY = INVOICES.sorts.newest;

const rowsByIds = prepared("invoice rows", (db) =>
  db
    .select({
      id: invoices.number,
      createdAt: invoices.issuedAt,
      orderId: invoices.orderId,
      quoteId: invoices.quoteId,
      company: { id: companies.id, name: companies.name },
      jobName: inSnapshot<string | null>("jobName"),
      poNumber: inSnapshot<string | null>("poNumber"),
      taxPoint: invoices.taxPoint,
      net: invoices.netPence,
      vat: invoices.vatPence,
      gross: invoices.grossPence,
    })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(isOneOf(invoices.number)),
);

/** Of a company for its people, any for staff, and of these days. */
const isOfDays = (user: SignedInUser, { from, to }: Chosen): SQL | undefined =>
  and(
    user.role === "customer" ? eq(invoices.companyId, user.companyId) : undefined,
    within(from, to),
    from === undefined ? undefined : gte(invoices.taxPoint, from),
    to === undefined ? undefined : lte(invoices.taxPoint, to),
  );

/** Its quote, which is joined for a search alone, finds it. */
const isSought = (search: Search): SQL | undefined => and(INVOICES.live, isFound(search, INVOICES.found));

/** The newest of the chosen invoices: the newest is the last that was issued. */
export async function findInvoices(db: Db, user: SignedInUser, chosen: Chosen, search: Search | undefined, page: Page) {
  const isOfFew = user.role === "customer" || daysBetween(chosen.from, chosen.to) < SHORT_DAYS;
  const every = db.select({ id: invoices.number }).from(invoices).$dynamic();
  const ids = await (search ? every.innerJoin(quotes, eq(quotes.id, invoices.quoteId)) : every)
    .where(and(isOfDays(user, chosen), search && isSought(search), afterPage(BY, page)))
    .orderBy(...orderOfPage(BY, { search, isOfFew }))
    .limit(rowsToFetch(page));
  return rowsInOrder(ids, (values) => rowsByIds(db, {}, values));
}

/** What the chosen invoices come to. */
export async function sumInvoices(db: Db, user: SignedInUser, chosen: Chosen, search: Search | undefined) {
  const every = db
    .select({
      count: count(),
      net: sumOfPence(sum(invoices.netPence)),
      vat: sumOfPence(sum(invoices.vatPence)),
      gross: sumOfPence(sum(invoices.grossPence)),
    })
    .from(invoices)
    .$dynamic();
  const [sums = NOTHING] = await (search ? every.innerJoin(quotes, eq(quotes.id, invoices.quoteId)) : every).where(
    and(isOfDays(user, chosen), search && isSought(search)),
  );
  return sums;
}
export const NOTHING = { count: 0, net: pence(0), vat: pence(0), gross: pence(0) };
