import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orderStatusChanges, orders, quotes, users } from "#server/db/schema.ts";
import { newestIds, readSearch } from "#server/db/search.ts";
import { itemsAsJson, jsonObject, jsonRows, paymentStatusOf } from "#server/db/select-parts.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { afterPlace, mostRows, newestFirst, type PageKind, pageKind, pageValues } from "#server/http/paging.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { OrderStatus } from "#shared/domain/status.ts";

/** Whose orders a person may know about (rule O1). No one sees a deleted one; a draft is not the suppliers' business yet (rule O2). */
export function ordersVisibleTo(user: Viewer): SQL | undefined {
  const live = isNull(orders.deletedAt);
  if (user.role === "customer") return and(live, eq(orders.userId, user.id));
  if (user.role === "supplier") return and(live, ne(orders.status, "draft"));
  return live;
}

const rowColumns = {
  id: orders.id,
  quoteId: orders.quoteId,
  user: { id: users.id, companyName: users.companyName, contactName: users.contactName },
  orderStatus: orders.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  createdAt: orders.createdAt,
  shippingDate: orders.shippingDate,
  estimatedArrival: orders.estimatedArrival,
  shippingAddress: orders.shippingAddress,
  trackingNumber: orders.trackingNumber,
  remakeId: orders.remakeId,
  finalTotal: quotes.finalTotal,
  quote: { subtotal: quotes.subtotal, tax: quotes.tax, finalTotal: quotes.finalTotal },
};

/** Orders as the lists show them, still without a `where`. `more`: what only an order's own page shows. */
const selectOrderRows = <More extends Record<string, SQL | PgColumn> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .innerJoin(users, eq(users.id, orders.userId));

interface Wanted {
  readonly where: SQL | undefined;
  readonly searched: boolean;
  readonly most: SQL;
}

/** The newest orders of those that a person may see, or of them those that a search finds; to be prepared. */
export function newestOrders(db: Db, viewer: Viewer, { where, searched, most }: Wanted) {
  const shown = and(ordersVisibleTo(viewer), where);
  const among = viewer.role === "customer" ? eq(users.id, viewer.id) : undefined;
  const found = newestIds({ table: orders, where: shown, among, searched, most });
  return selectOrderRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${orders.id}`)
    .orderBy(...newestFirst(orders.createdAt, orders.id));
}

const listed = prepared("orders", (db, { role, searched, ...page }: PageKind & { role: Role; searched: boolean }) =>
  newestOrders(db, viewerOf(role), { where: afterPlace(page, orders.createdAt, orders.id), searched, most: mostRows(page) }),
);

export function listOrders(db: Db, user: SignedInUser, filters: { search?: string | undefined }, page: Page) {
  const search = readSearch(filters.search, "ORD");
  const kind = { role: user.role, searched: search !== undefined, ...pageKind(page) };
  return listed(db, kind, { userId: user.id, ...search, ...pageValues(page) });
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number];

/** An order as the lists show it, where the person may see it. */
async function findOrder(db: Db, user: SignedInUser, id: number): Promise<OrderRow | undefined> {
  const [row] = await selectOrderRows(db).where(and(eq(orders.id, id), ordersVisibleTo(user)));
  return row;
}

/** The same. @throws 404 */
export async function existingOrder(db: Db, user: SignedInUser, id: number): Promise<OrderRow> {
  const order = await findOrder(db, user, id);
  if (!order) throw noSuch("order", id);
  return order;
}

/**
 * An order that the caller has just locked, and so may see, as it is now. Not asked again whether they may: a supplier who takes an order
 * back to draft loses sight of it, and the reply is the row as they left it.
 */
export async function orderAfterChange(db: Db, id: number): Promise<OrderRow> {
  const [row] = await selectOrderRows(db).where(eq(orders.id, id));
  if (!row) throw noSuch("order", id);
  return row;
}

const history = jsonRows<HistoryRow>(
  {
    from: orderStatusChanges.from,
    to: orderStatusChanges.to,
    at: orderStatusChanges.at,
    by: jsonObject({ companyName: users.companyName, contactName: users.contactName, role: users.role }),
  },
  {
    from: sql`${orderStatusChanges} join ${users} on ${eq(users.id, orderStatusChanges.byUserId)}
      where ${eq(orderStatusChanges.orderId, orders.id)}`,
    orderBy: orderStatusChanges.id,
  },
);
interface HistoryRow {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: string;
  readonly by: Pick<typeof users.$inferSelect, "companyName" | "contactName" | "role">;
}

const read = prepared("order", (db, { role }: { role: Role }) =>
  selectOrderRows(db, { items: itemsAsJson(orders.quoteId), history }).where(
    and(eq(orders.id, sql.placeholder("id")), ordersVisibleTo(viewerOf(role))),
  ),
);

/** An order as its page shows it. @throws 404 */
export async function readOrder(db: Db, user: SignedInUser, id: number) {
  const [found] = await read(db, { role: user.role }, { id, userId: user.id });
  if (!found) throw noSuch("order", id);
  const { items, history: changes, ...order } = found;
  return { ...order, quote: { ...order.quote, items }, history: changes.map((change) => ({ ...change, at: new Date(change.at) })) };
}

/**
 * Locks an order that the person may see, so that two changes at once come one after the other. "No key": a payment that holds its quote
 * may still refer to the order, whose status, once changed, waits for the quote (migration 0006); with a full lock each waits for the other.
 * @throws 404
 */
export async function lockOrder(db: Db, user: SignedInUser, id: number) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), ordersVisibleTo(user)))
    .for("no key update");
  if (!order) throw noSuch("order", id);
  return order;
}
