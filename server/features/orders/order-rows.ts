import { and, eq, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, orders, quoteItems, quotes, users } from "#server/db/schema.ts";
import { foundIds, readSearch } from "#server/db/search.ts";
import { paymentStatusOf, personColumns } from "#server/db/select-parts.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { badRequest } from "#server/http/errors.ts";
import {
  afterInOrder,
  inOrder,
  LAST_OF_DAYS,
  mostRows,
  type PageKind,
  pageKind,
  pageValues,
  placeOfDay,
  type Sort,
} from "#server/http/paging.ts";
import type { orders as contract } from "#shared/contract/orders.ts";
import { dueOf, OPEN_ORDER_STATUSES } from "#shared/domain/due.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "#shared/domain/status.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";

/** Whose orders a person may know about (rule O1). No one sees a deleted one; a draft is not the suppliers' business yet (rule O2). */
export function ordersVisibleTo(user: Viewer): SQL | undefined {
  const live = isNull(orders.deletedAt);
  if (user.role === "customer") return and(live, eq(orders.companyId, user.companyId));
  if (user.role === "supplier") return and(live, ne(orders.status, "draft"));
  return live;
}

const rowColumns = {
  id: orders.id,
  quoteId: orders.quoteId,
  jobName: quotes.jobName,
  poNumber: quotes.poNumber,
  user: personColumns,
  orderStatus: orders.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  createdAt: orders.createdAt,
  shippingDate: orders.shippingDate,
  estimatedArrival: orders.estimatedArrival,
  requiredBy: orders.requiredBy,
  shippingAddress: orders.shippingAddress,
  trackingNumber: orders.trackingNumber,
  windows: quotes.itemCount,
  shutters: sql<number>`(select sum(${quoteItems.quantity})::int from ${quoteItems} where ${eq(quoteItems.quoteId, quotes.id)})`,
  remakeId: orders.remakeId,
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
export const dated = <Row extends Parameters<typeof dueOf>[0]>(row: Row, now: Date) => ({ ...row, ...dueOf(row, londonDay(now)) });

interface Wanted {
  readonly where: SQL | undefined;
  readonly searched: boolean;
  readonly most: SQL;
  readonly sort?: OrderSort;
}

type OrderSort = NonNullable<Filters["sort"]>;

/** The first orders of those that a person may see, or of them those that a search finds; to be prepared. */
export function firstOrders(db: Db, viewer: Viewer, { where, searched, most, sort = "newest" }: Wanted) {
  const shown = and(ordersVisibleTo(viewer), where);
  const among = viewer.role === "customer" ? eq(users.companyId, viewer.companyId) : undefined;
  const by = SORTS[sort];
  const found = foundIds({ table: orders, by, where: shown, among, searched, most });
  return selectOrderRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${orders.id}`)
    .orderBy(...inOrder(by, orders.id));
}

const isOpen = sql`${orders.status} in (${sql.raw(OPEN_ORDER_STATUSES.map((status) => `'${status}'`).join())})`;
const planned = sql`case when ${orders.status} = 'shipped' then ${orders.estimatedArrival} else ${orders.shippingDate} end`;
/** The two days of `dueOf` (shared/domain/due.ts) for the database: when an order is due, and after which day it is late. */
const dueOn = sql`case when ${isOpen} then coalesce(${planned}, ${orders.requiredBy}) end`;
const lateAfter = sql`case when ${isOpen} then least(${planned}, ${orders.requiredBy}) end`;
export const isLate = sql`coalesce(${lateAfter} < ${sql.placeholder("today")}::date, false)`;

/** What is due on no day comes last. */
const SORTS = {
  newest: { key: sql`${orders.createdAt}`, type: "timestamptz", newestFirst: true },
  due: { key: sql`coalesce(${dueOn}, ${sql.raw(`'${LAST_OF_DAYS}'`)})`, type: "date", newestFirst: false },
} as const satisfies Record<OrderSort, Sort>;

const isPaid = sql`exists (select from ${quotes} where ${eq(quotes.id, orders.quoteId)} and ${quotes.paidAt} is not null)`;

type Kind = PageKind & {
  readonly role: Role;
  readonly ofStatus: boolean;
  readonly paymentStatus: PaymentStatus | "any";
  readonly late: "true" | "false" | "any";
  readonly sort: OrderSort;
  readonly searched: boolean;
};

const listed = prepared("orders", (db, { role, ofStatus, paymentStatus, late, sort, searched, ...page }: Kind) =>
  firstOrders(db, viewerOf(role), {
    where: and(
      ofStatus ? sql`${orders.status} = any(${sql.placeholder("statuses")}::order_status[])` : undefined,
      { paid: isPaid, unpaid: not(isPaid), any: undefined }[paymentStatus],
      { true: isLate, false: not(isLate), any: undefined }[late],
      afterInOrder(page, SORTS[sort], orders.id),
    ),
    searched,
    most: mostRows(page),
    sort,
  }),
);

type Filters = QueryOf<typeof contract.list>;

export async function listOrders(db: Db, user: SignedInUser, filters: Filters, { page, now }: { readonly page: Page; readonly now: Date }) {
  const search = readSearch(filters.search, "ORD");
  const kind = {
    role: user.role,
    ofStatus: filters.status !== undefined,
    paymentStatus: readPaymentStatus(user, filters.paymentStatus),
    late: filters.late === undefined ? "any" : (`${filters.late}` as const),
    sort: filters.sort ?? "newest",
    searched: search !== undefined,
    ...pageKind(page),
  } as const;
  const statuses = filters.status && `{${filters.status.join()}}`;
  const rows = await listed(db, kind, { companyId: user.companyId, statuses, today: londonDay(now), ...search, ...pageValues(page) });
  const shown = rows.map((row) => dated(row, now));
  return kind.sort === "due" ? shown.map((row) => ({ ...row, place: { at: placeOfDay(row.dueOn), id: row.id } })) : shown;
}

/** Suppliers know nothing of payments, so whatever they ask for is nothing (rule C3). @throws 400 */
function readPaymentStatus(user: SignedInUser, asked: unknown): PaymentStatus | "any" {
  if (user.role === "supplier" || asked === undefined) return "any";
  const known = PAYMENT_STATUSES.find((status) => status === asked);
  if (!known) throw badRequest(`Payment status must be one of ${PAYMENT_STATUSES.join(", ")}`);
  return known;
}
