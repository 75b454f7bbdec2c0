import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, orders, payments, quotes, users } from "#server/db/schema.ts";
import { newestIds, readSearch } from "#server/db/search.ts";
import { itemsAsJson, paymentStatusOf, personColumns } from "#server/db/select-parts.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { afterPlace, mostRows, newestFirst, type PageKind, pageKind, pageValues } from "#server/http/paging.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { QuoteStatus } from "#shared/domain/status.ts";

/** A customer's company's; all of them for staff. Suppliers have no quotes: the contract turns them away (rule Q1). */
const quotesVisibleTo = (user: Viewer): SQL | undefined =>
  and(isNull(quotes.deletedAt), user.role === "customer" ? eq(quotes.companyId, user.companyId) : undefined);

const rowColumns = {
  id: quotes.id,
  jobName: quotes.jobName,
  poNumber: quotes.poNumber,
  quoteStatus: quotes.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  createdAt: quotes.createdAt,
  validUntil: quotes.validUntil,
  subtotal: quotes.subtotal,
  tax: quotes.tax,
  finalTotal: quotes.finalTotal,
  itemCount: quotes.itemCount,
  version: quotes.version,
  placedAt: quotes.placedAt,
  shippingAddress: quotes.shippingAddress,
  requiredBy: quotes.requiredBy,
  user: personColumns,
  orderId: orders.id,
  orderStatus: orders.status,
};

const selectRows = <More extends Record<string, SQL | PgColumn> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .leftJoin(orders, and(eq(orders.quoteId, quotes.id), isNull(orders.deletedAt)));

interface Filters {
  readonly quoteStatus?: QuoteStatus | undefined;
  readonly search?: string | undefined;
}

type Kind = PageKind & { readonly role: Role; readonly ofStatus: boolean; readonly searched: boolean };

const listed = prepared("quotes", (db, { role, ofStatus, searched, ...page }: Kind) => {
  const viewer = viewerOf(role);
  const status = ofStatus ? eq(quotes.status, sql.placeholder("quoteStatus")) : undefined;
  const found = newestIds({
    table: quotes,
    where: and(quotesVisibleTo(viewer), status, afterPlace(page, quotes.createdAt, quotes.id)),
    among: role === "customer" ? eq(users.companyId, viewer.companyId) : undefined,
    searched,
    most: mostRows(page),
  });
  return selectRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${quotes.id}`)
    .orderBy(...newestFirst(quotes.createdAt, quotes.id));
});

export function listQuotes(db: Db, user: SignedInUser, { quoteStatus, ...filters }: Filters, page: Page) {
  const search = readSearch(filters.search, "Q");
  const kind = { role: user.role, ofStatus: quoteStatus !== undefined, searched: search !== undefined, ...pageKind(page) };
  return listed(db, kind, { companyId: user.companyId, quoteStatus, ...search, ...pageValues(page) });
}

export type QuoteRow = Awaited<ReturnType<typeof listQuotes>>[number];

/** What Stripe says was given back of the payments that settled a quote. */
const refunded =
  sql`(select coalesce(sum(${payments.refunded}), 0) from ${payments} where ${payments.quoteId} = ${quotes.id} and ${payments.settles})`.mapWith(
    payments.refunded,
  );

const read = prepared("quote", (db, { role }: { role: Role }) =>
  selectRows(db, { note: quotes.note, refunded, items: itemsAsJson(quotes.id) }).where(
    and(eq(quotes.id, sql.placeholder("id")), quotesVisibleTo(viewerOf(role))),
  ),
);

/** A quote with its windows, as its page shows it. @throws 404 */
export async function readQuote(db: Db, user: SignedInUser, id: number) {
  const [quote] = await read(db, { role: user.role }, { id, companyId: user.companyId });
  if (!quote) throw noSuch("quote", id);
  return quote;
}

export async function existingQuote(db: Db, user: SignedInUser, id: number): Promise<QuoteRow> {
  const [row] = await selectRows(db).where(and(eq(quotes.id, id), quotesVisibleTo(user)));
  if (!row) throw noSuch("quote", id);
  return row;
}

/** Locks a quote that the person may see: those who convert, pay, move or delete it come one after the other. */
export async function lockQuote(db: Db, user: SignedInUser, id: number) {
  const [quote] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), quotesVisibleTo(user)))
    .for("update");
  if (!quote) throw noSuch("quote", id);
  return quote;
}

export type LockedQuote = Awaited<ReturnType<typeof lockQuote>>;
