import { and, type Column, eq, isNotNull, isNull, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, listedJobs, orders, quoteItems, quotes, users } from "#server/db/schema.ts";
import { asFound, foundIds, GOING_ON } from "#server/db/search.ts";
import { MARKS } from "#server/db/search-marks.ts";
import { readSearch } from "#server/db/search-typed.ts";
import { invoiceOfQuote, jsonObject, paymentStatusOf, personColumns } from "#server/db/select-parts.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { badRequest } from "#server/http/errors.ts";
import { afterInOrder, mostRows, type PageKind, pageKind, pageValues, placeOfDay, type Sort } from "#server/http/paging.ts";
import type { orders as contract } from "#shared/contract/orders.ts";
import { trackingUrlOf } from "#shared/domain/carriers.ts";
import { dueOf, OPEN_ORDER_STATUSES } from "#shared/domain/due.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { ORDER_STATUSES, type OrderStatus, PAYMENT_STATUSES, type PaymentStatus } from "#shared/domain/status.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";

/** Whose an order is: of the table of orders, or of the table of lists. Its supplier is 0 where nobody was named. */
interface Belongs {
  readonly companyId: Column;
  readonly supplierId: Column | SQL;
  readonly status: Column;
}

/** What a supplier's company makes, and what nobody was given (rule O11). */
export const isMadeBy = (supplierId: Column | SQL, { companyId }: Pick<Viewer, "companyId">): SQL =>
  sql`${supplierId} in (0, ${companyId})`;

/**
 * Whose orders a person may know about (rule O1): customers their company's, suppliers what they may make, of which a draft is not their
 * business yet (rule O2). Nothing else says so: lists, remakes, photos, documents, figures and mails all ask here.
 */
function isSeenBy(viewer: Viewer, { companyId, supplierId, status }: Belongs): SQL | undefined {
  if (viewer.role === "customer") return sql`${companyId} = ${viewer.companyId}`;
  if (viewer.role === "supplier") return and(ne(status, "draft"), isMadeBy(supplierId, viewer));
  return undefined;
}

const { companyId, status } = orders;
/** The same of the table of orders, where no one sees a deleted one. */
export const ordersVisibleTo = (viewer: Viewer): SQL | undefined =>
  and(isNull(orders.deletedAt), isSeenBy(viewer, { companyId, supplierId: sql`coalesce(${orders.supplierId}, 0)`, status }));

const maker = alias(companies, "maker");
/** The company that makes the order; null where nobody was named. */
const supplier = sql<Supplier | null>`(select ${jsonObject<Supplier>({ id: maker.id, companyName: maker.name })}
  from ${companies} ${maker} where ${eq(maker.id, orders.supplierId)})`;
interface Supplier {
  readonly id: number;
  readonly companyName: string;
}

const rowColumns = {
  id: orders.id,
  quoteId: orders.quoteId,
  jobName: quotes.jobName,
  poNumber: quotes.poNumber,
  user: personColumns,
  orderStatus: orders.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  paidAt: quotes.paidAt,
  invoiceNumber: invoiceOfQuote,
  createdAt: orders.createdAt,
  shippingDate: orders.shippingDate,
  estimatedArrival: orders.estimatedArrival,
  requiredBy: orders.requiredBy,
  shippingAddress: orders.shippingAddress,
  trackingNumber: orders.trackingNumber,
  carrier: orders.carrier,
  windows: quotes.itemCount,
  shutters: sql<number>`(select coalesce(sum(${quoteItems.quantity}), 0)::int from ${quoteItems} where ${eq(quoteItems.quoteId, quotes.id)})`,
  remakeId: orders.remakeId,
  supplier,
  finalTotal: quotes.finalTotal,
  quote: { subtotal: quotes.subtotal, tax: quotes.tax, finalTotal: quotes.finalTotal },
};

/** Orders as the lists show them, still without a `where`. `more`: what only an order's own page shows. */
export const selectOrderRows = <More extends Record<string, SQL | PgColumn> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(companies, eq(companies.id, orders.companyId));

/** What is worked out from a selected row and the day. */
export const dated = <Row extends Parameters<typeof dueOf>[0] & Parameters<typeof trackingUrlOf>[0]>(row: Row, now: Date) => ({
  ...row,
  ...dueOf(row, londonDay(now)),
  trackingUrl: trackingUrlOf(row),
});

interface Wanted {
  /** Besides whose they are; of the table of lists. */
  readonly where?: SQL | undefined;
  readonly alsoIf?: ((id: SQLWrapper) => SQL) | undefined;
  readonly parts?: readonly SQL[] | undefined;
  readonly marked?: readonly (SQL | undefined)[];
  readonly tops?: ((most: SQL) => SQL) | undefined;
  readonly few?: SQL | undefined;
  readonly worded?: SQL | undefined;
  readonly sort?: OrderSort;
  readonly searched: boolean;
  readonly most: SQL;
}

type Filters = QueryOf<typeof contract.list>;
type OrderSort = NonNullable<Filters["sort"]>;

/** What is due on no day comes last. */
export const SORTS = {
  newest: { key: sql`${listedJobs.orderedAt}`, type: "timestamptz", newestFirst: true },
  due: { key: sql`${listedJobs.dueOn}`, type: "date", newestFirst: false },
} as const satisfies Record<OrderSort, Sort>;

/** The same of the table of lists, which has no deleted ones. */
export const listedFor = (viewer: Viewer): SQL | undefined =>
  and(
    isNotNull(listedJobs.orderId),
    isSeenBy(viewer, { companyId: listedJobs.companyId, supplierId: listedJobs.supplierId, status: listedJobs.orderStatus }),
  );

/** The ids of the first orders of those that a person may see, or of them those that a search finds, as a subquery called found. */
export function foundOrders(viewer: Viewer, { where, alsoIf, parts, marked, tops, few, worded, searched, most, sort = "newest" }: Wanted) {
  const by = SORTS[sort];
  return foundIds({
    of: "orders",
    id: listedJobs.orderId,
    by,
    where: and(listedFor(viewer), where),
    alsoIf,
    blocks: sort === "newest" ? "orderedAt" : "dueOn",
    isOfCompany: viewer.role === "customer",
    few: few && and(listedFor(viewer), few),
    parts: few ? parts : ofEachMaker(viewer, parts ?? ofEachStatus()),
    personal: parts ?? (sort === "newest" ? "newest" : ofEachStatus()),
    marked,
    tops,
    worded,
    searched,
    most,
  });
}

/** The same with their rows; to be prepared. */
export const firstOrders = (db: Db, viewer: Viewer, wanted: Wanted) =>
  selectOrderRows(db)
    .innerJoin(foundOrders(viewer, wanted), sql`found.id = ${orders.id}`)
    .orderBy(...asFound(SORTS[wanted.sort ?? "newest"]));

/** An index of the lists begins with the status: of several, each gives its rows in order. */
export const ofEachStatus = (among?: SQL, statuses: readonly OrderStatus[] = ORDER_STATUSES): SQL[] =>
  statuses.map((status) => {
    const one = sql.raw(`'${status}'`);
    return sql`${listedJobs.orderStatus} = ${one} ${among ? sql`and ${one} = any(${among})` : sql``}`;
  });

/** The same of both that a supplier sees: what is its own, and what is nobody's. */
const ofEachMaker = (viewer: Viewer, parts: readonly SQL[]): readonly SQL[] =>
  viewer.role === "supplier"
    ? parts.flatMap((part) => [sql`0`, viewer.companyId].map((one) => sql`${listedJobs.supplierId} = ${one} and ${part}`))
    : parts;

const TODAY = sql`${sql.placeholder("today")}::date`;
/** Whether a row of the lists is late; and whether not, in words by which PostgreSQL knows that it is almost all of them: it would read and sort a company's whole. */
export const isLateIn = ({ lateAfter }: { readonly lateAfter: Column }): SQL => sql`${lateAfter} < ${TODAY}`;
const isNotLateIn = ({ lateAfter }: { readonly lateAfter: Column }): SQL => sql`(${lateAfter} is null or ${lateAfter} >= ${TODAY})`;
const isLate = isLateIn(listedJobs);
/** What is not late is due today or later: by the due day an index is walked from there on. */
export const isNotLateByDue = (of: { readonly dueOn: Column; readonly lateAfter: Column }): SQL =>
  sql`${of.dueOn} >= ${TODAY} and ${isNotLateIn(of)}`;
/** A company's orders are few, and the day would have PostgreSQL read and sort them all. */
const isNotLateFor = (role: Role, sort: OrderSort): SQL =>
  sort === "due" && role !== "customer" ? isNotLateByDue(listedJobs) : isNotLateIn(listedJobs);
/** What is late by the due day, in parts: all that was due before today, and after it what was needed before. */
export const lateByDue = (parts: readonly SQL[]): SQL[] =>
  parts.flatMap((part) => [
    sql`${part} and ${listedJobs.dueOn} < ${TODAY}`,
    sql`${part} and ${listedJobs.dueOn} >= ${TODAY} and ${listedJobs.lateAfter} < ${listedJobs.dueOn} and ${isLate}`,
  ]);

type Kind = PageKind & {
  readonly role: Role;
  readonly ofStatus: boolean;
  /** That what the view holds is not over. */
  readonly isGoingOn: boolean;
  readonly paymentStatus: PaymentStatus | "any";
  readonly late: "true" | "false" | "any";
  readonly sort: OrderSort;
  readonly searched: boolean;
};

const statuses = sql`${sql.placeholder("statuses")}::text[]`;

const listed = prepared("orders", (db, { role, ofStatus, isGoingOn, paymentStatus, late, sort, searched, ...page }: Kind) => {
  const isOne = ofStatus ? sql`${listedJobs.orderStatus}::text = any(${statuses})` : undefined;
  return firstOrders(db, viewerOf(role), {
    where: and(
      { paid: sql`${listedJobs.isPaid}`, unpaid: sql`not ${listedJobs.isPaid}`, any: undefined }[paymentStatus],
      { true: isOne, false: isNotLateFor(role, sort), any: undefined }[late],
      afterInOrder(page, SORTS[sort], listedJobs.orderId),
    ),
    ...(late === "true"
      ? sort === "due"
        ? { parts: lateByDue(ofEachStatus(ofStatus ? statuses : undefined, OPEN_ORDER_STATUSES)) }
        : // Little of what is newest is late: all that is late is less.
          { few: isLate }
      : (ofStatus || paymentStatus === "unpaid") && { parts: ofEachStatus(ofStatus ? statuses : undefined) }),
    // Of almost all a mark would be weighed for nothing.
    marked: [ofStatus && isGoingOn ? MARKS.orderStatuses(statuses) : undefined, paymentStatus === "unpaid" ? MARKS.unpaid : undefined],
    worded: isGoingOn || late === "true" ? GOING_ON : undefined,
    searched,
    most: mostRows(page),
    sort,
  });
});

export async function listOrders(db: Db, user: SignedInUser, filters: Filters, { page, now }: { readonly page: Page; readonly now: Date }) {
  const search = readSearch(filters.search, "ORD");
  const paymentStatus = readPaymentStatus(user, filters.paymentStatus);
  const kind = {
    role: user.role,
    ofStatus: filters.status !== undefined,
    isGoingOn: paymentStatus === "unpaid" || filters.status?.includes("completed") === false,
    paymentStatus,
    late: filters.late === undefined ? "any" : (`${filters.late}` as const),
    sort: filters.sort ?? "newest",
    searched: search !== undefined,
    ...pageKind(page),
  } as const;
  const values = { companyId: user.companyId, statuses: filters.status && `{${filters.status.join()}}`, today: londonDay(now) };
  const rows = await listed(db, kind, { ...values, ...search, ...pageValues(page) });
  const shown = rows.map((row) => dated(row, now));
  return kind.sort === "due" ? shown.map((row) => ({ ...row, inList: { at: placeOfDay(row.dueOn), id: row.id } })) : shown;
}

/** Suppliers know nothing of payments, so whatever they ask for is nothing (rule C3). @throws 400 */
function readPaymentStatus(user: SignedInUser, asked: unknown): PaymentStatus | "any" {
  if (user.role === "supplier" || asked === undefined) return "any";
  const known = PAYMENT_STATUSES.find((status) => status === asked);
  if (!known) throw badRequest(`Payment status must be one of ${PAYMENT_STATUSES.join(", ")}`);
  return known;
}
