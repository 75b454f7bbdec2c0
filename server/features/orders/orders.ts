import { and, eq, sql } from "drizzle-orm";
import { orders, quotes, remakes } from "#server/db/schema.ts";
import type { Handlers } from "#server/house.ts";
import { badRequest, conflict } from "#server/http/errors.ts";
import type { orders as contract } from "#shared/contract/orders.ts";
import { londonDay, orderDatesFault } from "#shared/domain/period.ts";
import { changeOrderStatus } from "./change-order-status.ts";
import { listOrders, lockOrder, orderAfterChange, readOrder } from "./order-queries.ts";

export const orderHandlers: Handlers<typeof contract> = {
  list: ({ db, user, query, page }) => listOrders(db, user, query, page),

  read: ({ db, user, params }) => readOrder(db, user, params.id),

  changeStatus: async ({ db, post, user, params, body, now, record }) => {
    const order = await lockOrder(db, user, params.id);
    if (body.from !== undefined && body.from !== order.status) {
      throw conflict(`Somebody else changed this order meanwhile: it is now ${order.status}`);
    }
    record({ before: { status: order.status }, after: { status: body.status } });
    if (order.status !== body.status) await changeOrderStatus({ db, post, user, now }, order, body.status);
    return orderAfterChange(db, order.id);
  },

  changeDates: async ({ db, user, params, body, record }) => {
    const order = await lockOrder(db, user, params.id);
    const { shippingDate = order.shippingDate, estimatedArrival = order.estimatedArrival } = body;
    const fault = orderDatesFault({ made: londonDay(order.createdAt), shippingDate, estimatedArrival });
    if (fault) throw badRequest(fault);
    await db.update(orders).set({ shippingDate, estimatedArrival }).where(eq(orders.id, order.id));
    record({
      before: { shippingDate: order.shippingDate, estimatedArrival: order.estimatedArrival },
      after: { shippingDate, estimatedArrival },
    });
    return orderAfterChange(db, order.id);
  },

  changeTracking: async ({ db, user, params, body, record }) => {
    const order = await lockOrder(db, user, params.id);
    const trackingNumber = body.trackingNumber || null;
    await db.update(orders).set({ trackingNumber }).where(eq(orders.id, order.id));
    record({ before: { trackingNumber: order.trackingNumber }, after: { trackingNumber } });
    return orderAfterChange(db, order.id);
  },

  delete: async ({ db, user, params, now, record }) => {
    // Remakes before their order, as a change of a remake takes them: the other way round two could wait for each other.
    await db.select({ id: remakes.id }).from(remakes).where(eq(remakes.orderId, params.id)).for("update");
    const order = await lockOrder(db, user, params.id);
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
};
