import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { exactOrClose, FIRST_ROW, type Sought } from "#server/lists/exact-or-close.ts";
import { companyChosen, firstRows, isFound, isOneOf, isOpening, orderOfPage, QUOTES, rowsInOrder } from "#server/lists/lists.ts";
import { addMaking, addMakings, makingCostFor } from "#server/lists/making.ts";
import type { Search } from "#server/lists/search.ts";
import {
  invoiceOfQuote,
  itemsWithPhotos,
  jsonRows,
  owedOn,
  paymentPendingOf,
  paymentStatusOf,
  personColumns,
  refundedOfQuote,
  sumOfPence,
  type Viewer,
  viewerOf,
} from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, forbidden, noSuch } from "#server/platform/http/errors.ts";
import { afterPage, inOrder, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { paymentAttempts } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { retailLinks, retailQuestions } from "#server/schema/retail.ts";
import type { quotes as contract, RetailState } from "#shared/contract/quotes.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { DEFAULT_PAGE } from "#shared/http/wire.ts";
import { leadTimeOf } from "./lead-time.ts";

/**
 * Matches the quotes of a customer's company, or all for staff. The contract refuses suppliers
 * before this (rule Q1).
 */
export const quotesVisibleTo = (user: Viewer): SQL | undefined =>
  and(QUOTES.live, user.role === "customer" ? eq(quotes.companyId, user.companyId) : undefined);

/**
 * Checks the owner of a quote in any status.
 * @throws 404 for a quote of another company
 */
export async function requireOwnQuote(db: Db, user: SignedInUser, id: number): Promise<void> {
  const [quote] = await db.select({ companyId: quotes.companyId }).from(quotes).where(eq(quotes.id, id));
  if (!quote || (user.role === "customer" && quote.companyId !== user.companyId)) throw noSuch("quote", id);
}

const LINK_ENDS = sql`num_nonnulls(${retailLinks.acceptedAt}, ${retailLinks.declinedAt}, ${retailLinks.revokedAt}, ${retailLinks.supersededAt})`;
const toPeriod = ({ since, until }: Readonly<Record<"since" | "until", string>>) => ({ since: new Date(since), until: new Date(until) });

const rowColumns = {
  id: quotes.id,
  jobName: quotes.jobName,
  poNumber: quotes.poNumber,
  customerName: quotes.customerName,
  customerPhone: quotes.customerPhone,
  customerEmail: quotes.customerEmail,
  siteAddress: quotes.siteAddress,
  status: quotes.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  paidAt: quotes.paidAt,
  invoiceNumber: invoiceOfQuote,
  createdAt: quotes.createdAt,
  validUntil: quotes.validUntil,
  subtotalPence: quotes.subtotalPence,
  taxPence: quotes.taxPence,
  finalTotalPence: quotes.finalTotalPence,
  owedPence: owedOn(quotes),
  itemCount: quotes.itemCount,
  paymentPending: paymentPendingOf,
  version: quotes.version,
  placedAt: quotes.placedAt,
  withdrawnAt: quotes.withdrawnAt,
  shippingAddress: quotes.shippingAddress,
  requiredBy: quotes.requiredBy,
  user: personColumns,
  orderId: orders.id,
  orderStatus: orders.status,
  acceptedBy: sql<{ readonly name: string; readonly total: Pence } | null>`(select json_build_object('name', ${retailLinks.acceptedName},
    'total', ${retailLinks.acceptedTotalPence}) from ${retailLinks} where ${retailLinks.quoteId} = ${quotes.id}
    and ${retailLinks.acceptedAt} is not null and ${retailLinks.acceptedName} is not null)`,
  withCustomer: sql`(select json_build_object('since', ${retailLinks.createdAt},
    'until', ${retailLinks.expiresAt}) from ${retailLinks} where ${retailLinks.quoteId} = ${quotes.id}
    and ${LINK_ENDS} = 0 order by ${retailLinks.id} desc limit 1)`.mapWith(toPeriod) as SQL<ReturnType<typeof toPeriod> | null>,
  estimatedArrival: orders.estimatedArrival,
  unansweredQuestions: sql<number>`(select count(*)::int from ${retailQuestions}
    where ${retailQuestions.quoteId} = ${quotes.id} and ${retailQuestions.answeredAt} is null)`,
};

const selectRows = <More extends Record<string, SQL | PgColumn> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .leftJoin(orders, eq(orders.id, quotes.orderId));

const costFor = ({ role }: { readonly role: Role }) => makingCostFor({ role }, quotes.id);
const withMargin = <Row extends { readonly subtotalPence: Pence; readonly makingCostPence: Pence | null }>(row: Row) =>
  addMaking(row, row.subtotalPence);

type Filters = QueryOf<typeof contract.list>;

const openingRows = prepared("newest quotes", (db, { role }: { role: Role }) =>
  selectRows(db, costFor({ role }))
    .where(quotesVisibleTo(viewerOf(role)))
    .orderBy(...inOrder(QUOTES.sorts.newest))
    .limit(firstRows(DEFAULT_PAGE + 1)),
);
const rowsByIds = prepared("quote rows", (db, { role }: { role: Role }) => selectRows(db, costFor({ role })).where(isOneOf(quotes.id)));

/** The parameters of a list besides its filters. */
type Asked = Pick<Sought, "page" | "now" | "match">;

export async function listQuotes(db: Db, user: SignedInUser, filters: Filters, { page, now, match }: Asked) {
  if (isOpening(page, filters)) return (await openingRows(db, { role: user.role }, { companyId: user.companyId })).map(withMargin);
  const found = await exactOrClose({ db, user, typed: filters.search, page, now, match }, (search, at) =>
    findQuotes(db, user, filters, { search, page: at, now }),
  );
  const rows = found.map(withMargin);
  return filters.sort === "expiry" ? rows.map((row) => ({ ...row, inList: { at: row.validUntil, id: row.id } })) : rows;
}

interface Found extends Pick<Asked, "page" | "now"> {
  readonly search: Search | undefined;
}

const hasLink = (which: SQL): SQL => sql`exists (select from ${retailLinks} where ${retailLinks.quoteId} = ${quotes.id} and ${which})`;
/**
 * Matches quotes by the state of the fitter's own quotation: accepted if any was accepted, else
 * open, else declined (rule T10).
 */
export function isRetail(state: RetailState, now: Date): SQL | undefined {
  const accepted = hasLink(sql`${retailLinks.acceptedAt} is not null`);
  const open = and(
    sql`${quotes.status} <> 'declined'`,
    hasLink(sql`${LINK_ENDS} = 0 and ${retailLinks.expiresAt} >= ${now.toISOString()}::timestamptz`),
  );
  // A placed quote waits for the office or the workshop, no longer for the fitter (rule S33).
  if (state === "accepted") return and(accepted, sql`${quotes.placedAt} is null`, sql`${quotes.orderId} is null`);
  if (state === "sent") return and(sql`not ${accepted}`, open);
  return and(sql`not ${accepted}`, sql`not (${open})`, hasLink(sql`${retailLinks.declinedAt} is not null`));
}

/** The condition of all filters except the search. */
function isChosen(user: SignedInUser, filters: QueryOf<typeof contract.sums>, now: Date): SQL | undefined {
  const { status, state, ordered, retail } = filters;
  if (retail !== undefined && user.role !== "customer") throw badRequest("Only a fitter's own company sees what became of its quotations");
  if (retail !== undefined && user.impersonator) throw forbidden();
  const companyId = companyChosen(user, filters);
  return and(
    status && eq(quotes.status, status),
    ordered === true ? QUOTES.ordered : undefined,
    ordered === false ? QUOTES.notOrdered : undefined,
    // This condition is for the index of quotes to order: PostgreSQL does not derive the index's
    // condition from the two filters.
    ordered === false && status === "accepted" ? QUOTES.acceptedNotOrdered : undefined,
    state && QUOTES.views[state](now),
    retail && isRetail(retail, now),
    companyId === undefined ? undefined : eq(quotes.companyId, companyId),
  );
}

/** The number of quotes in the list and their total in pence, VAT included. */
export async function sumQuotes(db: Db, user: SignedInUser, filters: QueryOf<typeof contract.sums>, now: Date) {
  const where = and(quotesVisibleTo(user), isChosen(user, filters, now));
  const [sums] = await exactOrClose({ db, user, typed: filters.search, page: FIRST_ROW, now }, async (search) => {
    const isMatch = await db
      .select({ count: sql<number>`count(*)::int`, total: sumOfPence(sql`sum(${quotes.finalTotalPence})`) })
      .from(quotes)
      .where(and(where, search && isFound(search, QUOTES.found)));
    return isMatch.filter(({ count }) => count > 0);
  });
  return sums ?? { count: 0, total: pence(0) };
}

/** A page of the quotes that a person may see, optionally of those that a search finds. */
export async function findQuotes(db: Db, user: SignedInUser, filters: Filters, { search, page, now }: Found) {
  const { status, state, ordered, sort = "newest" } = filters;
  const sorting = QUOTES.sorts[sort];
  const isOfFew =
    user.role === "customer" ||
    state !== undefined ||
    ordered === false ||
    (status ?? "accepted") !== "accepted" ||
    companyChosen(user, filters) !== undefined;
  const ids = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(quotesVisibleTo(user), isChosen(user, filters, now), search && isFound(search, QUOTES.found), afterPage(sorting, page)))
    .orderBy(...orderOfPage(sorting, { search, isOfFew }))
    .limit(rowsToFetch(page));
  return rowsInOrder(ids, (values) => rowsByIds(db, { role: user.role }, values));
}

export type QuoteRow = ReturnType<typeof withMargin<Awaited<ReturnType<typeof selectRows<ReturnType<typeof costFor>>>>[number]>>;

/** The newest twenty failed or abandoned card payments, for the office (rule Y17). */
const attemptsOf = jsonRows<{ readonly at: string; readonly outcome: "failed" | "abandoned"; readonly reason: string | null }>(
  { at: paymentAttempts.at, outcome: paymentAttempts.outcome, reason: paymentAttempts.reason },
  {
    from: sql`(select * from ${paymentAttempts} where ${paymentAttempts.quoteId} = ${quotes.id} order by ${paymentAttempts.at} desc, ${paymentAttempts.id} desc limit 20) payment_attempts`,
    orderBy: sql`${paymentAttempts.at} desc, ${paymentAttempts.id} desc`,
  },
);

const read = prepared("quote", (db, { role }: { role: Role }) =>
  selectRows(db, {
    ...costFor({ role }),
    note: quotes.note,
    refunded: refundedOfQuote,
    items: itemsWithPhotos(quotes.id, viewerOf(role)),
    leadTime: leadTimeOf(quotes.id),
    attempts: attemptsOf,
  }).where(and(eq(quotes.id, sql.placeholder("id")), quotesVisibleTo(viewerOf(role)))),
);

/**
 * A quote with its windows, as its page shows it.
 * @throws 404
 */
export async function readQuote(db: Db, user: SignedInUser, id: number) {
  const [quote] = await read(db, { role: user.role }, { id, companyId: user.companyId });
  if (!quote) throw noSuch("quote", id);
  return {
    ...withMargin(quote),
    items: addMakings(quote.items),
    attempts: quote.attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) })),
  };
}

export async function existingQuote(db: Db, user: SignedInUser, id: number): Promise<QuoteRow> {
  const [row] = await selectRows(db, costFor(user)).where(and(eq(quotes.id, id), quotesVisibleTo(user)));
  if (!row) throw noSuch("quote", id);
  return withMargin(row);
}

/**
 * Locks a quote that the person may see, which serialises conversions, payments, status changes and
 * deletions.
 */
export async function lockQuote(db: Db, user: SignedInUser, id: number) {
  const [quote] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), quotesVisibleTo(user)))
    .for("update");
  if (!quote) throw noSuch("quote", id);
  return quote;
}

/** The columns that every change of a quote sets in addition (rule Q29). */
export const nextVersion = (by: Pick<SignedInUser, "id">) => ({ version: sql`${quotes.version} + 1`, changedBy: by.id });

export type LockedQuote = Awaited<ReturnType<typeof lockQuote>>;
