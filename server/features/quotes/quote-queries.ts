import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, listedJobs, orders, payments, quotes, users } from "#server/db/schema.ts";
import { asFound, foundIds, GOING_ON } from "#server/db/search.ts";
import { MARKS } from "#server/db/search-marks.ts";
import { readSearch } from "#server/db/search-typed.ts";
import { invoiceOfQuote, itemsAsJson, paymentStatusOf, personColumns } from "#server/db/select-parts.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { afterInOrder, mostRows, type PageKind, pageKind, pageValues, type Sort } from "#server/http/paging.ts";
import type { quotes as contract, QuoteListState } from "#shared/contract/quotes.ts";
import type { Role } from "#shared/domain/roles.ts";
import { QUOTE_STATUSES, type QuoteStatus } from "#shared/domain/status.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";

/** A customer's company's; all of them for staff. Suppliers have no quotes: the contract turns them away (rule Q1). */
const quotesVisibleTo = (user: Viewer): SQL | undefined =>
  and(isNull(quotes.deletedAt), user.role === "customer" ? eq(quotes.companyId, user.companyId) : undefined);

const rowColumns = {
  id: quotes.id,
  jobName: quotes.jobName,
  poNumber: quotes.poNumber,
  quoteStatus: quotes.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  paidAt: quotes.paidAt,
  invoiceNumber: invoiceOfQuote,
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
  newest: { key: sql`${listedJobs.quotedAt}`, type: "timestamptz", newestFirst: true },
  expiry: { key: sql`${listedJobs.validUntil}`, type: "timestamptz", newestFirst: false },
} as const satisfies Record<QuoteSort, Sort>;

const now = sql`${sql.placeholder("now")}::timestamptz`;
/** Of the clock, whichever days it is set on. */
const SEVEN_DAYS = sql.raw("interval '168 hours'");

/** Where a quote stands beside its status (rule Q15). */
export const STATES = {
  placed: sql`${listedJobs.isPlaced}`,
  expiring: sql`${listedJobs.isUnsettled} and ${listedJobs.validUntil} >= ${now} and ${listedJobs.validUntil} <= ${now} + ${SEVEN_DAYS}`,
  expired: sql`${listedJobs.isUnsettled} and ${listedJobs.validUntil} < ${now}`,
  unanswered: sql`${listedJobs.quoteStatus} = 'sent' and ${listedJobs.unansweredSince} < ${now} - ${SEVEN_DAYS}`,
} as const satisfies Record<QuoteListState, SQL>;
const MARK_OF: Readonly<Record<QuoteListState, SQL>> = {
  placed: MARKS.placed,
  expiring: MARKS.unsettled,
  expired: MARKS.unsettled,
  unanswered: MARKS.quoteStatus(sql.raw("'sent'")),
};

const isOfStatus = (status: QuoteStatus): SQL => sql`${listedJobs.quoteStatus} = ${sql.raw(`'${status}'`)}`;

type Kind = PageKind & {
  readonly role: Role;
  readonly ofStatus: boolean;
  /** That what the view holds is not over. */
  readonly isGoingOn: boolean;
  readonly state: QuoteListState | "any";
  readonly sort: QuoteSort;
  readonly searched: boolean;
};

const listed = prepared("quotes", (db, { role, ofStatus, isGoingOn, state, sort, searched, ...page }: Kind) => {
  const viewer = viewerOf(role);
  const by = SORTS[sort];
  const ofTheirs = sort === "expiry" && !ofStatus && state === "any" ? QUOTE_STATUSES.map(isOfStatus) : undefined;
  const ofCompany = role === "customer" ? eq(listedJobs.companyId, viewer.companyId) : undefined;
  const found = foundIds({
    of: "quotes",
    id: listedJobs.quoteId,
    by,
    // Those of a week, somewhere among the newest.
    few: state === "expiring" && sort === "newest" ? and(ofCompany, STATES.expiring) : undefined,
    blocks: sort === "newest" ? "quotedAt" : "validUntil",
    isOfCompany: role === "customer",
    where: and(
      ofCompany,
      ofStatus ? eq(listedJobs.quoteStatus, sql.placeholder("quoteStatus")) : undefined,
      state === "any" ? undefined : STATES[state],
      afterInOrder(page, by, listedJobs.quoteId),
    ),
    // A company's index by expiry begins with the status: of them all, each gives its rows in order.
    parts: role === "customer" ? ofTheirs : undefined,
    personal: sort === "newest" && !ofStatus && state === "any" ? "newest" : ofTheirs,
    // Of almost all a mark would be weighed for nothing.
    marked: [
      ofStatus && isGoingOn ? MARKS.quoteStatus(sql.placeholder("quoteStatus")) : undefined,
      state === "any" ? undefined : MARK_OF[state],
    ],
    worded: isGoingOn ? GOING_ON : undefined,
    searched,
    most: mostRows(page),
  });
  return selectRows(db)
    .innerJoin(found, sql`found.id = ${quotes.id}`)
    .orderBy(...asFound(by));
});

export async function listQuotes(db: Db, user: SignedInUser, filters: Filters, { page, now }: { readonly page: Page; readonly now: Date }) {
  const { quoteStatus, state = "any", sort = "newest" } = filters;
  const search = readSearch(filters.search, "Q");
  const kind: Kind = {
    role: user.role,
    ofStatus: quoteStatus !== undefined,
    isGoingOn: state !== "any" || (quoteStatus ?? "accepted") !== "accepted",
    state,
    sort,
    searched: search !== undefined,
    ...pageKind(page),
  };
  const rows = await listed(db, kind, { companyId: user.companyId, quoteStatus, now: now.toISOString(), ...search, ...pageValues(page) });
  return sort === "expiry" ? rows.map((row) => ({ ...row, inList: { at: row.validUntil, id: row.id } })) : rows;
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
