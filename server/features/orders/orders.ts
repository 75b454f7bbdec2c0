import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, NOT_PLACED, orderStatusChanges, orders, quotes, remakes, users } from "#server/db/schema.ts";
import { type Doer, doerColumns, itemsAsJson, jsonObject, jsonRows } from "#server/db/select-parts.ts";
import type { Context, Handlers } from "#server/house.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import { badRequest, conflict, noSuch } from "#server/http/errors.ts";
import type { orders as contract } from "#shared/contract/orders.ts";
import { londonDay, orderDatesFault } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { OrderStatus } from "#shared/domain/status.ts";
import { changeOrderStatus } from "./change-order-status.ts";
import { countOrders } from "./order-counts.ts";
import { dated, listOrders, ordersVisibleTo, selectOrderRows } from "./order-rows.ts";

/** An order as the lists show it, where the person may see it. @throws 404 */
export async function existingOrder(db: Db, user: SignedInUser, id: number) {
  const [order] = await selectOrderRows(db).where(and(eq(orders.id, id), ordersVisibleTo(user)));
  if (!order) throw noSuch("order", id);
  return order;
}

/**
 * An order that the caller has just locked, and so may see, as it is now. Not asked again whether they may: a supplier who takes an order
 * back to draft loses sight of it, and the reply is the row as they left it.
 */
async function orderAfterChange({ db, now }: Pick<Context, "db" | "now">, id: number) {
  const [row] = await selectOrderRows(db).where(eq(orders.id, id));
  if (!row) throw noSuch("order", id);
  return dated(row, now);
}

const history = jsonRows<HistoryRow>(
  {
    from: orderStatusChanges.from,
    to: orderStatusChanges.to,
    at: orderStatusChanges.at,
    by: jsonObject(doerColumns),
  },
  {
    from: sql`${orderStatusChanges} join ${users} on ${eq(users.id, orderStatusChanges.byUserId)} join ${companies} on ${eq(companies.id, users.companyId)}
      where ${eq(orderStatusChanges.orderId, orders.id)}`,
    orderBy: orderStatusChanges.id,
  },
);
interface HistoryRow {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: string;
  readonly by: Doer;
}

const read = prepared("order", (db, { role }: { role: Role }) =>
  selectOrderRows(db, { items: itemsAsJson(orders.quoteId), history }).where(
    and(eq(orders.id, sql.placeholder("id")), ordersVisibleTo(viewerOf(role))),
  ),
);

/** An order as its page shows it. @throws 404 */
export async function readOrder({ db, user, now }: Pick<Context, "db" | "user" | "now">, id: number) {
  const [found] = await read(db, { role: user.role }, { id, companyId: user.companyId });
  if (!found) throw noSuch("order", id);
  const { items, history: changes, ...order } = found;
  return {
    ...dated(order, now),
    quote: { ...order.quote, items },
    history: changes.map((change) => ({ ...change, at: new Date(change.at) })),
  };
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

export const orderHandlers: Handlers<typeof contract> = {
  list: ({ db, user, query, page, now }) => listOrders(db, user, query, { page, now }),

  counts: ({ db, user, now }) => countOrders(db, user, now),

  read: ({ db, user, params, now }) => readOrder({ db, user, now }, params.id),

  changeStatus: async ({ db, post, user, params, body, now, record }) => {
    const order = await lockOrder(db, user, params.id);
    if (body.from !== undefined && body.from !== order.status) {
      throw conflict(`Somebody else changed this order meanwhile: it is now ${order.status}`);
    }
    record({ before: { status: order.status }, after: { status: body.status } });
    if (order.status !== body.status) await changeOrderStatus({ db, post, user, now }, order, body.status);
    return orderAfterChange({ db, now }, order.id);
  },

  changeDates: async ({ db, user, params, body, now, record }) => {
    const order = await lockOrder(db, user, params.id);
    const { shippingDate = order.shippingDate, estimatedArrival = order.estimatedArrival } = body;
    const fault = orderDatesFault({ made: londonDay(order.createdAt), shippingDate, estimatedArrival });
    if (fault) throw badRequest(fault);
    await db.update(orders).set({ shippingDate, estimatedArrival }).where(eq(orders.id, order.id));
    record({
      before: { shippingDate: order.shippingDate, estimatedArrival: order.estimatedArrival },
      after: { shippingDate, estimatedArrival },
    });
    return orderAfterChange({ db, now }, order.id);
  },

  changeTracking: async ({ db, user, params, body, now, record }) => {
    const order = await lockOrder(db, user, params.id);
    const trackingNumber = body.trackingNumber || null;
    await db.update(orders).set({ trackingNumber }).where(eq(orders.id, order.id));
    record({ before: { trackingNumber: order.trackingNumber }, after: { trackingNumber } });
    return orderAfterChange({ db, now }, order.id);
  },

  delete: async ({ db, user, params, now, record }) => {
    // Remakes before their order, as a change of a remake takes them: the other way round two could wait for each other.
    await db.select({ id: remakes.id }).from(remakes).where(eq(remakes.orderId, params.id)).for("update");
    const order = await lockOrder(db, user, params.id);
    // Before the order changes: who pays holds the quote and then the order's figures.
    const [quote] = await db.select({ paidAt: quotes.paidAt }).from(quotes).where(eq(quotes.id, order.quoteId)).for("update");
    if (quote?.paidAt && order.status !== "cancelled") throw conflict("This order is paid: cancel it before you delete it");
    await db.update(orders).set({ deletedAt: now }).where(eq(orders.id, order.id));
    // The quote may be placed anew.
    await db.update(quotes).set(NOT_PLACED).where(eq(quotes.id, order.quoteId));
    await db
      .update(remakes)
      .set({ deletedAt: now })
      .where(and(eq(remakes.orderId, order.id), sql`${remakes.deletedAt} is null`));
    record({ before: { status: order.status, quoteId: order.quoteId }, after: { deleted: true } });
    return null;
  },
};
