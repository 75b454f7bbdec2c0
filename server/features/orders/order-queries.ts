import { and, asc, eq, getTableColumns, isNull, ne, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { paymentStatusOf } from "#server/db/payment-status.ts";
import { builtOnce } from "#server/db/prepared.ts";
import { orderStatusChanges, orders, quoteItems, quotes, users } from "#server/db/schema.ts";
import { type Asked, newestMatches, readSearch } from "#server/db/search.ts";
import { together } from "#server/db/together.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { afterPlace, isUsual, mostRows, newestFirst, pageValues } from "#server/http/paging.ts";
import type { Role } from "#shared/domain/roles.ts";

/** Whose orders a person may know about (rule O1). Deleted ones are nobody's; a draft is not the suppliers' business yet (rule O2). */
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

/** Orders as the lists show them, still without a `where`. */
const selectOrderRows = (db: Db) =>
  db.select(rowColumns).from(orders).innerJoin(quotes, eq(quotes.id, orders.quoteId)).innerJoin(users, eq(users.id, orders.userId));

interface Wanted {
  readonly where: SQL | undefined;
  readonly kind: Asked["kind"];
  readonly most: Placeholder;
}

/** The newest orders of those that a person may see, or of them those that a search finds; what was typed are placeholders. */
export function newestOrders(db: Db, viewer: Viewer, { where, kind, most }: Wanted) {
  const shown = and(ordersVisibleTo(viewer), where);
  const order = newestFirst(orders.createdAt, orders.id);
  if (kind === "everything") {
    return selectOrderRows(db)
      .where(shown)
      .orderBy(...order)
      .limit(most);
  }
  const among = viewer.role === "customer" ? eq(users.id, viewer.id) : undefined;
  const found = newestMatches({ table: orders, where: shown, among, byNumber: kind === "words or number", most });
  return selectOrderRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${orders.id}`)
    .orderBy(...order)
    .limit(most);
}

const listed = builtOnce((db, role: Role, after: boolean, usual: boolean, kind: Asked["kind"]) =>
  newestOrders(db, viewerOf(role), {
    where: after ? afterPlace(orders.createdAt, orders.id) : undefined,
    kind,
    most: mostRows(usual),
  }),
);

export function listOrders(db: Db, user: SignedInUser, search: string | undefined, page: Page) {
  const { kind, values } = readSearch(search, "ORD");
  return listed(db, [user.role, page.after !== null, isUsual(page), kind], { userId: user.id, ...pageValues(page), ...values });
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number];

/** An order as the lists show it, where the person may see it. */
export async function findOrder(db: Db, user: SignedInUser, id: number): Promise<OrderRow | undefined> {
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

const { quoteId: _, place: __, ...columns } = getTableColumns(quoteItems);
/** A window as orders and quotes show it. */
export const itemColumns = columns;

export const itemsOfQuote = (db: Db, quoteId: number | SQLWrapper) =>
  db.select(itemColumns).from(quoteItems).where(eq(quoteItems.quoteId, quoteId)).orderBy(asc(quoteItems.place));

const changers = alias(users, "changers");

const historyOfOrder = (db: Db, orderId: Placeholder) =>
  db
    .select({
      from: orderStatusChanges.from,
      to: orderStatusChanges.to,
      at: orderStatusChanges.at,
      by: { companyName: changers.companyName, contactName: changers.contactName, role: changers.role },
    })
    .from(orderStatusChanges)
    .innerJoin(changers, eq(changers.id, orderStatusChanges.byUserId))
    .where(eq(orderStatusChanges.orderId, orderId))
    .orderBy(asc(orderStatusChanges.id));

/** An order, its windows and its history; the latter two are nobody's to see where the first was not found. */
const orderToRead = builtOnce((db, role: Role) => {
  const id = sql.placeholder("id");
  const quoteId = db.select({ quoteId: orders.quoteId }).from(orders).where(eq(orders.id, id));
  return together(db, {
    found: selectOrderRows(db).where(and(eq(orders.id, id), ordersVisibleTo(viewerOf(role)))),
    items: itemsOfQuote(db, quoteId),
    history: historyOfOrder(db, id),
  });
});

/** An order as its page shows it. @throws 404 */
export async function readOrder(db: Db, user: SignedInUser, id: number) {
  const {
    found: [order],
    items,
    history,
  } = await orderToRead(db, [user.role], { id, userId: user.id });
  if (!order) throw noSuch("order", id);
  return { ...order, quote: { ...order.quote, items }, history };
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
