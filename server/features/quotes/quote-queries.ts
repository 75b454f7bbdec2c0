import { and, eq, isNotNull, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, orders, payments, quotes, users } from "#server/db/schema.ts";
import { foundIds, readSearch } from "#server/db/search.ts";
import { itemsAsJson, paymentStatusOf, personColumns } from "#server/db/select-parts.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { afterInOrder, inOrder, mostRows, type PageKind, pageKind, pageValues, type Sort } from "#server/http/paging.ts";
import type { quotes as contract, QuoteListState } from "#shared/contract/quotes.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";

/** A customer's company's; all of them for staff. Suppliers have no quotes: the contract turns them away (rule Q1). */
export const quotesVisibleTo = (user: Viewer): SQL | undefined =>
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

type Filters = QueryOf<typeof contract.list>;
type QuoteSort = NonNullable<Filters["sort"]>;

const SORTS = {
  newest: { key: sql`${quotes.createdAt}`, type: "timestamptz", newestFirst: true },
  expiry: { key: sql`${quotes.validUntil}`, type: "timestamptz", newestFirst: false },
} as const satisfies Record<QuoteSort, Sort>;

const hasOrder = sql`exists (select from ${orders} where ${and(eq(orders.quoteId, quotes.id), isNull(orders.deletedAt))})`;
/** It may still be converted or paid, or could have been: its validity matters. */
const isUnsettled = and(not(hasOrder), isNull(quotes.paidAt), ne(quotes.status, "declined"));
const now = sql`${sql.placeholder("now")}::timestamptz`;
const sinceWhen = sql`coalesce(${quotes.sentAt}, ${quotes.createdAt})`;

/** Where a quote stands beside its status (rule Q15). */
export const STATES = {
  placed: and(isNotNull(quotes.placedAt), not(hasOrder)),
  expiring: and(isUnsettled, sql`${quotes.validUntil} >= ${now} and ${quotes.validUntil} <= ${now} + interval '168 hours'`),
  expired: and(isUnsettled, sql`${quotes.validUntil} < ${now}`),
  unanswered: and(eq(quotes.status, "sent"), sql`${sinceWhen} < ${now} - interval '168 hours'`),
} as const satisfies Record<QuoteListState, SQL | undefined>;

type Kind = PageKind & {
  readonly role: Role;
  readonly ofStatus: boolean;
  readonly state: QuoteListState | "any";
  readonly sort: QuoteSort;
  readonly searched: boolean;
};

const listed = prepared("quotes", (db, { role, ofStatus, state, sort, searched, ...page }: Kind) => {
  const viewer = viewerOf(role);
  const by = SORTS[sort];
  const found = foundIds({
    table: quotes,
    by,
    where: and(
      quotesVisibleTo(viewer),
      ofStatus ? eq(quotes.status, sql.placeholder("quoteStatus")) : undefined,
      state === "any" ? undefined : STATES[state],
      afterInOrder(page, by, quotes.id),
    ),
    among: role === "customer" ? eq(users.companyId, viewer.companyId) : undefined,
    searched,
    most: mostRows(page),
  });
  return selectRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${quotes.id}`)
    .orderBy(...inOrder(by, quotes.id));
});

export async function listQuotes(db: Db, user: SignedInUser, filters: Filters, { page, now }: { readonly page: Page; readonly now: Date }) {
  const { quoteStatus, state = "any", sort = "newest" } = filters;
  const search = readSearch(filters.search, "Q");
  const kind: Kind = {
    role: user.role,
    ofStatus: quoteStatus !== undefined,
    state,
    sort,
    searched: search !== undefined,
    ...pageKind(page),
  };
  const rows = await listed(db, kind, { companyId: user.companyId, quoteStatus, now: now.toISOString(), ...search, ...pageValues(page) });
  return sort === "expiry" ? rows.map((row) => ({ ...row, place: { at: row.validUntil, id: row.id } })) : rows;
}

export type QuoteRow = Awaited<ReturnType<typeof selectRows<Record<never, SQL>>>>[number];

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

/** What each change of a quote sets beside what it changes (rule Q13). */
export const nextVersion = (by: Pick<SignedInUser, "id">) => ({ version: sql`${quotes.version} + 1`, changedBy: by.id });

export type LockedQuote = Awaited<ReturnType<typeof lockQuote>>;
