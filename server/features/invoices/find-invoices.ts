import { and, count, eq, type SQL, sql, sum } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isShort } from "#server/db/invoice-days.ts";
import { afterPage, INVOICES, isFound, isOneOf, orderOfPage, type Page, rowsInOrder } from "#server/db/lists.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, invoices, quotes } from "#server/db/schema.ts";
import type { Search } from "#server/db/search.ts";
import { sumOfPence } from "#server/db/select-parts.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { rowsToFetch } from "#server/http/paging.ts";
import { pence } from "#shared/domain/money.ts";

/** Which invoices: of these days of the tax point. */
interface Chosen {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
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
  and(user.role === "customer" ? INVOICES.ofCompany(user.companyId) : undefined, INVOICES.days(from, to));

/** Its quote, which is joined for a search alone, finds it. */
const isSought = (search: Search): SQL | undefined => and(INVOICES.live, isFound(search, INVOICES.found));

/** The newest of the chosen invoices: the newest is the last that was issued. */
export async function findInvoices(db: Db, user: SignedInUser, chosen: Chosen, search: Search | undefined, page: Page) {
  const isOfFew = user.role === "customer" || isShort(chosen.from, chosen.to);
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
