import { and, asc, eq, getTableColumns, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { paymentStatusOf } from "#server/db/payment-status.ts";
import { orderStatusChanges, orders, quoteItems, quotes, users } from "#server/db/schema.ts";
import { newestMatches } from "#server/db/search.ts";
import type { Page, SignedInUser } from "#server/http/call.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";

/** Whose orders a person may know about (decisions §4). Deleted ones are nobody's; a draft is not the suppliers' business yet (§7). */
export function ordersVisibleTo(user: SignedInUser): SQL | undefined {
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

/** `12`, `#12` and `ORD-12` name an order; anything may be part of a company's or a contact's name (decisions §7). */
const orderNumber = (typed: string): number | undefined => {
  const digits = /^(?:#|ord-)?(\d{1,9})$/i.exec(typed)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

interface Wanted {
  readonly where: SQL | undefined;
  readonly search: string | undefined;
  readonly most: number;
}

/** The newest orders of those that the person may see, or of them those that a search finds. */
export function newestOrders(db: Db, user: SignedInUser, { where, search, most }: Wanted) {
  const typed = search?.trim();
  const shown = and(ordersVisibleTo(user), where);
  const order = newestFirst(orders.createdAt, orders.id);
  if (!typed) {
    return selectOrderRows(db)
      .where(shown)
      .orderBy(...order)
      .limit(most);
  }
  const among = user.role === "customer" ? eq(users.id, user.id) : undefined;
  const found = newestMatches({ table: orders, where: shown, among, number: orderNumber(typed), typed, most });
  return selectOrderRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${orders.id}`)
    .orderBy(...order)
    .limit(most);
}

export const listOrders = (db: Db, user: SignedInUser, search: string | undefined, page: Page) =>
  newestOrders(db, user, { where: afterCursor(page, orders.createdAt, orders.id), search, most: rowsToFetch(page) });

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number];

export async function findOrder(db: Db, user: SignedInUser, id: number): Promise<OrderRow | undefined> {
  const [row] = await selectOrderRows(db).where(and(eq(orders.id, id), ordersVisibleTo(user)));
  return row;
}

const { quoteId: _, place: __, ...columns } = getTableColumns(quoteItems);
/** A window as orders and quotes show it. */
export const itemColumns = columns;

export const itemsOfQuote = (db: Db, quoteId: number) =>
  db.select(itemColumns).from(quoteItems).where(eq(quoteItems.quoteId, quoteId)).orderBy(asc(quoteItems.place));

const changers = alias(users, "changers");

export const historyOfOrder = (db: Db, orderId: number) =>
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

/**
 * Locks an order that the person may see, so that two changes at once come one after the other. "No key": a payment that holds its quote
 * may still refer to the order, whose status, once changed, waits for the quote (migration 0006); with a full lock each waits for the other.
 */
export async function lockOrder(db: Db, user: SignedInUser, id: number) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), ordersVisibleTo(user)))
    .for("no key update");
  return order;
}
