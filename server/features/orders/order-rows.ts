import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { countWaitingForSeller } from "#server/features/invoices/issue-invoice.ts";
import { exactOrClose, FIRST_ROW, type Sought } from "#server/lists/exact-or-close.ts";
import {
  changeIsRequested,
  companyChosen,
  firstRows,
  isFound,
  isOneOf,
  isOpening,
  ORDERS,
  type OrderViewRow,
  orderOfPage,
  rowsInOrder,
} from "#server/lists/lists.ts";
import { addMaking, makingCostFor } from "#server/lists/making.ts";
import type { Search } from "#server/lists/search.ts";
import {
  invoiceOfQuote,
  isMadeBy,
  jsonObject,
  owedFor,
  owedOn,
  paidOnQuote,
  paymentStatusOf,
  personColumns,
  sumOfPence,
  type Viewer,
  viewerOf,
} from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, forbidden, noSuch } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { afterPage, inOrder, placeOfDay, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { orderMessages, orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { orders as contract, OrderView } from "#shared/contract/orders.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { isStaff, type Role } from "#shared/domain/roles.ts";
import { trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import { dueOf } from "#shared/domain/trade/due.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "#shared/domain/trade/status.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { DEFAULT_PAGE } from "#shared/http/wire.ts";
import { shippedCount } from "./parcels.ts";

/**
 * Matches the orders that a person may see (rule O1): customers their company's, suppliers those
 * that they may make except drafts (rule O2), staff all; nobody sees a deleted order. Lists,
 * remakes, photos, documents, figures and mails all use this condition.
 */
export function ordersVisibleTo(viewer: Viewer): SQL | undefined {
  if (viewer.role === "customer") return and(ORDERS.live, eq(orders.companyId, viewer.companyId));
  if (viewer.role === "supplier") return and(ORDERS.live, ne(orders.status, "draft"), isMadeBy(orders.makerId, viewer));
  return ORDERS.live;
}

/** Matches the drafts that the office changes while this supplier makes them (rule W109). */
export const isOnHoldFor = ({ role, companyId }: Viewer): SQL | undefined =>
  role === "supplier" ? and(ORDERS.live, eq(orders.status, "draft"), eq(orders.makerId, companyId)) : undefined;

/**
 * Checks the owner of an order in any status.
 * @throws 404 for an order of another company, or one that was assigned to another supplier since
 */
export async function requireOwnOrder(db: Db, user: SignedInUser, id: number): Promise<void> {
  const isOwn =
    user.role === "customer" ? eq(orders.companyId, user.companyId) : user.role === "supplier" ? isMadeBy(orders.makerId, user) : undefined;
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isOwn));
  if (!order) throw noSuch("order", id);
}

const maker = alias(companies, "maker");
/** The company that makes the order; null without one. */
const supplier = sql<Supplier | null>`(select ${jsonObject<Supplier>({ id: maker.id, companyName: maker.name })}
  from ${companies} ${maker} where ${eq(maker.id, orders.supplierId)})`;
interface Supplier {
  readonly id: number;
  readonly companyName: string;
}

const rowColumns = {
  id: orders.id,
  quoteId: orders.quoteId,
  jobName: orders.jobName,
  poNumber: orders.poNumber,
  customerName: orders.customerName,
  customerPhone: quotes.customerPhone,
  customerEmail: quotes.customerEmail,
  siteAddress: orders.siteAddress,
  user: personColumns,
  status: orders.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  paidAt: quotes.paidAt,
  invoiceNumber: invoiceOfQuote,
  createdAt: orders.createdAt,
  shippingDate: orders.shippingDate,
  estimatedArrival: orders.estimatedArrival,
  deliverySlot: orders.deliverySlot,
  deliveryNote: orders.deliveryNote,
  requiredBy: orders.requiredBy,
  shippingAddress: orders.shippingAddress,
  trackingNumber: orders.trackingNumber,
  carrier: orders.carrier,
  windows: orders.windows,
  shutters: orders.shutters,
  shipped: shippedCount,
  // Rows for people who may read more override these two (`columnsFor`).
  makingCostPence: sql<Pence | null>`null`,
  messages: sql<number>`(select count(*)::int from ${orderMessages} m where m.order_id = ${orders.id} and m.to = 'customer')`,
  changeRequested: changeIsRequested,
  remakeId: orders.remakeId,
  supplier,
  finalTotalPence: quotes.finalTotalPence,
  owedPence: owedOn(quotes),
  toPayBackPence: sql<Pence | null>`case when ${ORDERS.toPayBack} then ${paidOnQuote(orders.quoteId)} end`.mapWith(orders.totalPence),
  quote: { subtotalPence: quotes.subtotalPence, taxPence: quotes.taxPence, finalTotalPence: quotes.finalTotalPence },
};

/**
 * The condition for the messages that a person may read: a customer reads none to the office (rule
 * W105).
 */
export const messagesVisibleTo = ({ role }: Pick<Viewer, "role">): SQL | undefined =>
  role === "customer" ? eq(orderMessages.to, "customer") : undefined;

/**
 * The columns that depend on the reader: the number of messages that the reader sees, and the cost.
 */
export const columnsFor = ({ role }: Pick<Viewer, "role">) => ({
  messages:
    role === "customer" ? rowColumns.messages : sql<number>`(select count(*)::int from ${orderMessages} m where m.order_id = ${orders.id})`,
  ...makingCostFor({ role }, orders.quoteId),
});

/**
 * Selects orders as the lists show them, without a `where`. `more` adds the columns of an order's
 * own page.
 */
export const selectOrderRows = <More extends Record<string, SQL | PgColumn> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(companies, eq(companies.id, orders.companyId));

/**
 * Adds the due day, the carrier's page and the margin. The caller computes the London day once for
 * all rows, because that takes longer than the rest.
 */
export const addDueFacts = <Row extends ToComplete>(row: Row, today: Day, role: Role) => ({
  ...addMaking(row, row.quote.subtotalPence),
  ...dueOf(row, today, role),
  trackingUrl: trackingUrlOf(row),
});
type ToComplete = Parameters<typeof dueOf>[0] &
  Parameters<typeof trackingUrlOf>[0] & { readonly makingCostPence: Pence | null; readonly quote: { readonly subtotalPence: Pence } };

type Filters = QueryOf<typeof contract.list>;
/** The filters of the list, and the age of the amount owed. */
type ReminderFilters = Filters & Pick<QueryOf<typeof contract.reminders>, "age">;
type OrderSort = NonNullable<Filters["sort"]>;

interface Wanted {
  /** A condition in addition to the visibility. */
  readonly where?: SQL | undefined;
  /** True if the condition leaves few of all rows. */
  readonly isOfFew?: boolean;
  readonly search?: Search | undefined;
  readonly sort?: OrderSort;
  readonly page: Page;
}

/**
 * The ids of a page of the orders that a person may see, searched or not. PostgreSQL plans it with
 * its values at each call.
 */
export function firstOrders(db: Db, user: SignedInUser, { where, isOfFew = false, search, sort = "newest", page }: Wanted) {
  const sorting = ORDERS.sorts[sort];
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ordersVisibleTo(user), where, search && isFound(search, ORDERS.found), afterPage(sorting, page)))
    .orderBy(...orderOfPage(sorting, { search, isOfFew: isOfFew || user.role === "customer" }))
    .limit(rowsToFetch(page));
}

const rowsByIds = prepared("order rows", (db, { role }: { role: Role }) =>
  selectOrderRows(db, columnsFor({ role })).where(isOneOf(orders.id)),
);

/**
 * The newest orders for staff or a customer, without a `limit`: one plan is good for any company.
 * For a supplier the plan depends on the number of its orders.
 */
export const newestOrders = (db: Db, role: Role, where?: SQL) =>
  selectOrderRows(db, columnsFor({ role }))
    .where(and(ordersVisibleTo(viewerOf(role)), where))
    .orderBy(...inOrder(ORDERS.sorts.newest));
const openingRows = prepared("newest orders", (db, { role }: { role: Role }) => newestOrders(db, role).limit(firstRows(DEFAULT_PAGE + 1)));

/** The rows of such a page. */
export async function firstOrderRows(db: Db, user: SignedInUser, wanted: Wanted) {
  const ids = await firstOrders(db, user, wanted);
  return rowsInOrder(ids, (values) => rowsByIds(db, { role: user.role }, values));
}

/**
 * The condition of all filters except the search. Filters by a company are for staff; for others
 * they have no effect.
 */
function isChosen(user: SignedInUser, filters: Omit<ReminderFilters, "sort">, today: Day): SQL | undefined {
  const view: OrderViewRow | undefined = filters.view && ORDERS.views[filters.view];
  if (view?.staffOnly && !isStaff(user.role)) throw forbidden(view.staffOnly);
  const { status, late, invoiced, orderedFrom, orderedTo, shippingFrom, shippingTo, arrivalFrom, arrivalTo } = filters;
  const companyId = companyChosen(user, filters);
  const { supplierId } = isStaff(user.role) ? filters : {};
  const paymentStatus = readPaymentStatus(user, filters.paymentStatus);
  return and(
    status && inArray(orders.status, [...status]),
    paymentStatus === "any" ? undefined : paymentStatus === "unpaid" ? ORDERS.due : ORDERS.ofPayment.paid,
    view?.where(today),
    filters.age && ORDERS.owedOfAge(filters.age, today),
    invoiced === undefined || user.role === "supplier" ? undefined : invoiced ? ORDERS.invoiced : ORDERS.notInvoiced,
    late === undefined ? undefined : late ? ORDERS.late(today, user.role) : ORDERS.inTime(today, user.role),
    companyId === undefined ? undefined : ORDERS.ofCompany(companyId),
    supplierId === undefined ? undefined : ORDERS.madeBy(supplierId),
    ORDERS.days.ordered(orderedFrom, orderedTo, today),
    ORDERS.days.shipping(shippingFrom, shippingTo, today),
    ORDERS.days.arrival(arrivalFrom, arrivalTo, today),
  );
}

/** The sum of the list's orders, and the amount still owed on them. */
export async function sumOrders(db: Db, user: SignedInUser, filters: QueryOf<typeof contract.sums>, now: Date) {
  const where = and(ordersVisibleTo(user), isChosen(user, filters, londonDay(now)));
  const [sums] = await exactOrClose({ db, user, typed: filters.search, page: FIRST_ROW, now }, async (search) => {
    const isMatch = and(where, search && isFound(search, ORDERS.found));
    // A separate query, so that the total of all orders is summed in an index alone.
    const unpaid = sql`(select sum(${owedFor(orders.quoteId, orders.totalPence)}) from ${orders} where ${and(isMatch, ORDERS.payable)})`;
    const rows = await db
      .select({
        count: sql<number>`count(*)::int`,
        total: sumOfPence(sql`sum(${orders.totalPence})`),
        unpaid: sumOfPence(unpaid),
      })
      .from(orders)
      .where(isMatch);
    return rows.filter(({ count }) => count > 0);
  });
  return sums ?? { count: 0, total: pence(0), unpaid: pence(0) };
}

/** The parameters of a list besides its filters. */
type Asked = Pick<Sought, "page" | "now" | "match">;

export async function listOrders(db: Db, user: SignedInUser, filters: ReminderFilters, { page, now, match }: Asked) {
  const today = londonDay(now);
  if (user.role !== "supplier" && isOpening(page, filters))
    return (await openingRows(db, { role: user.role }, { companyId: user.companyId })).map((row) => addDueFacts(row, today, user.role));
  const { status, late, view } = filters;
  // The order that is due longest is late by the most days.
  const sort = filters.sort ?? (late === true ? "due" : "newest");
  const paymentStatus = readPaymentStatus(user, filters.paymentStatus);
  const where = isChosen(user, filters, today);
  const isOfFew =
    (view !== undefined && ORDERS.views[view].isOfFew) ||
    late === true ||
    paymentStatus === "unpaid" ||
    status?.includes("completed") === false ||
    companyChosen(user, filters) !== undefined;
  const rows = await exactOrClose({ db, user, typed: filters.search, page, now, match }, (search, at) =>
    firstOrderRows(db, user, { where, isOfFew, search, sort, page: at }),
  );
  const shown = rows.map((row) => addDueFacts(row, today, user.role));
  return sort === "due" ? shown.map((row) => ({ ...row, inList: { at: placeOfDay(row.dueOn), id: row.id } })) : shown;
}

/**
 * Suppliers see no payments, so their filter has no effect (rule C3).
 * @throws 400
 */
function readPaymentStatus(user: SignedInUser, asked: unknown): PaymentStatus | "any" {
  if (user.role === "supplier" || asked === undefined) return "any";
  const known = PAYMENT_STATUSES.find((status) => status === asked);
  if (!known) throw badRequest(`Payment status must be one of ${PAYMENT_STATUSES.join(", ")}`);
  return known;
}

/**
 * Matches orders with an owed invoice that is due. An order without an invoice is due if its
 * company has no payment days.
 */
const isDueNow = (today: Day): SQL => sql`exists (select from ${quotes} join ${companies} on ${eq(companies.id, quotes.companyId)}
  where ${eq(quotes.id, orders.quoteId)} and case when ${quotes.invoiceNumber} is null then ${companies.paymentDays} = 0
    else exists (select from ${invoiceBalances} where ${eq(invoiceBalances.quoteId, quotes.id)} and ${invoiceBalances.owedPence} > 0
      and ${invoiceBalances.dueOn} <= ${today}) end)`;

type ViewCount = (typeof ORDERS.views)[OrderView]["count"];

/**
 * The number of orders in each view (rule O18), among those that the person may see: each view has
 * an index.
 */
export async function countOrders(db: Db, user: SignedInUser, now: Date) {
  const today = londonDay(now);
  const countOf = (which: SQL | undefined) => sql<number>`(select count(*)::int from ${orders} where ${and(ordersVisibleTo(user), which)})`;
  // Each order's ledger is read once, for the number and for the amounts.
  const toPayBack = sql`(select count(*) filter (where pence > 0)::int as orders, sum(pence) as pence from
    (select ${paidOnQuote(orders.quoteId)} as pence from ${orders} where ${and(ordersVisibleTo(user), ORDERS.cancelledPaid)} offset 0) each_left) left_over`;
  const unpaid = sql`(select count(*) filter (where pence > 0 or total_pence = 0)::int as orders, sum(pence) as pence, sum(pence) filter (where is_due_now) as due_now_pence from
    (select ${orders.totalPence}, ${owedFor(orders.quoteId, orders.totalPence)} as pence, ${isDueNow(today)} as is_due_now
      from ${orders} where ${and(ordersVisibleTo(user), ORDERS.payable)} offset 0) each_owed) owed`;
  const readsMoney = user.role !== "supplier";
  const views: readonly OrderViewRow[] = Object.values(ORDERS.views);
  const mayOpen = views.filter(({ staffOnly }) => !staffOnly || isStaff(user.role));
  const [counts] = await db
    .select({
      open: countOf(ORDERS.open),
      late: countOf(ORDERS.late(today, user.role)),
      lateAmount: sumOfPence(
        sql`(select sum(${orders.totalPence}) from ${orders} where ${and(ordersVisibleTo(user), ORDERS.late(today, user.role))})`,
      ),
      unpaid: sql<number>`owed.orders`,
      unpaidAmount: sumOfPence(sql`owed.pence`),
      unpaidDueNowAmount: sumOfPence(sql`owed.due_now_pence`),
      done: countOf(ORDERS.done),
      ...(Object.fromEntries(mayOpen.map(({ count, where }) => [count, countOf(where(today))])) as Record<ViewCount, SQL<number>>),
      ...(isStaff(user.role) && { toPayBack: sql<number>`left_over.orders` }),
      toPayBackAmount: sumOfPence(sql`left_over.pence`),
    })
    .from(
      sql`${readsMoney ? unpaid : sql`(values (0, 0, 0)) owed(orders, pence, due_now_pence)`}, ${isStaff(user.role) ? toPayBack : sql`(values (0, 0)) left_over(orders, pence)`}`,
    );
  if (!counts) throw new Error("One row is always there");
  return { ...counts, invoicesWaiting: isStaff(user.role) ? await countWaitingForSeller(db) : 0 };
}
