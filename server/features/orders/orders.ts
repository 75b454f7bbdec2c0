import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { orders, quotes, remakes } from "#server/db/schema.ts";
import type { Handlers, SignedInUser } from "#server/http/call.ts";
import { badRequest, conflict, noSuch } from "#server/http/errors.ts";
import type { Post } from "#server/jobs/post.ts";
import type { orders as contract } from "#shared/contract/orders.ts";
import { orderDatesFault } from "#shared/domain/order-dates.ts";
import { londonDay } from "#shared/domain/period.ts";
import { changeOrderStatus } from "./change-order-status.ts";
import { findOrder, listOrders, lockOrder, type OrderRow, readOrder } from "./order-queries.ts";

export const orderHandlers = (post: Post): Handlers<typeof contract> => ({
  list: ({ db, user, query, page }) => listOrders(db, user, query.search, page),

  read: ({ db, user, params }) => readOrder(db, user, params.id),

  changeStatus: async ({ db, user, params, body, now, record }) => {
    const order = await lockOrder(db, user, params.id);
    if (!order) throw noSuch("order", params.id);
    if (body.from !== undefined && body.from !== order.status) {
      throw conflict(`Somebody else changed this order meanwhile: it is now ${order.status}`);
    }
    record({ before: { status: order.status }, after: { status: body.status } });
    if (order.status !== body.status) await changeOrderStatus(db, post, order, body.status, user, now);
    return rowAfterChange(db, user, order.id);
  },

  changeDates: async ({ db, user, params, body, record }) => {
    const order = await lockOrder(db, user, params.id);
    if (!order) throw noSuch("order", params.id);
    const { shippingDate = order.shippingDate, estimatedArrival = order.estimatedArrival } = body;
    const fault = orderDatesFault({ made: londonDay(order.createdAt), shippingDate, estimatedArrival });
    if (fault) throw badRequest(fault);
    await db.update(orders).set({ shippingDate, estimatedArrival }).where(eq(orders.id, order.id));
    record({
      before: { shippingDate: order.shippingDate, estimatedArrival: order.estimatedArrival },
      after: { shippingDate, estimatedArrival },
    });
    return existingOrder(db, user, order.id);
  },

  changeTracking: async ({ db, user, params, body, record }) => {
    const order = await lockOrder(db, user, params.id);
    if (!order) throw noSuch("order", params.id);
    const trackingNumber = body.trackingNumber || null;
    await db.update(orders).set({ trackingNumber }).where(eq(orders.id, order.id));
    record({ before: { trackingNumber: order.trackingNumber }, after: { trackingNumber } });
    return existingOrder(db, user, order.id);
  },

  delete: async ({ db, user, params, now, record }) => {
    // Remakes before their order, as whoever changes a remake takes them: the other way round two could wait for each other.
    await db.select({ id: remakes.id }).from(remakes).where(eq(remakes.orderId, params.id)).for("update");
    const order = await lockOrder(db, user, params.id);
    if (!order) throw noSuch("order", params.id);
    const [quote] = await db.select({ paidAt: quotes.paidAt }).from(quotes).where(eq(quotes.id, order.quoteId));
    if (quote?.paidAt && order.status !== "cancelled") throw conflict("This order is paid: cancel it before you delete it");
    await db.update(orders).set({ deletedAt: now }).where(eq(orders.id, order.id));
    await db
      .update(remakes)
      .set({ deletedAt: now })
      .where(and(eq(remakes.orderId, order.id), sql`${remakes.deletedAt} is null`));
    record({ before: { status: order.status, quoteId: order.quoteId }, after: { deleted: true } });
    return null;
  },
});

async function existingOrder(db: Db, user: SignedInUser, id: number): Promise<OrderRow> {
  const order = await findOrder(db, user, id);
  if (!order) throw noSuch("order", id);
  return order;
}

/** A supplier who takes an order back to draft has just lost sight of it; the reply is the row as they left it, not a 404. */
async function rowAfterChange(db: Db, user: SignedInUser, id: number): Promise<OrderRow> {
  const row = await findOrder(db, { ...user, role: user.role === "supplier" ? "admin" : user.role }, id);
  if (!row) throw noSuch("order", id);
  return row;
}
