import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, NOT_PLACED, orderStatusChanges, orders, quotes, remakes, users } from "#server/db/schema.ts";
import { type Doer, doerColumns, itemsAsJson, itemsOfQuote, jsonObject, jsonRows, type QuoteItem } from "#server/db/select-parts.ts";
import { requireSupplier } from "#server/features/companies/people.ts";
import type { Context, Handlers } from "#server/house.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import { badRequest, conflict, noSuch } from "#server/http/errors.ts";
import type { orders as contract } from "#shared/contract/orders.ts";
import { cutList } from "#shared/domain/cut-list.ts";
import { londonDay, orderDatesFault } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { OrderStatus } from "#shared/domain/status.ts";
import { toDraw } from "#shared/domain/window-layout.ts";
import { changeOrderStatus } from "./change-order-status.ts";
import { countOrders } from "./order-counts.ts";
import { dated, listOrders, ordersVisibleTo, selectOrderRows } from "./order-rows.ts";
import { lastMarks, progress, withSteps } from "./progress.ts";

/** Orders as the lists show them, as they were named. @throws 404 where the person may not see one of them */
export async function existingOrders(db: Db, user: SignedInUser, ids: readonly number[]) {
  const found = await selectOrderRows(db).where(and(inArray(orders.id, [...ids]), ordersVisibleTo(user)));
  const byId = new Map(found.map((order) => [order.id, order]));
  return ids.map((id) => {
    const order = byId.get(id);
    if (!order) throw noSuch("order", id);
    return order;
  });
}

/** One of them. @throws 404 */
export async function existingOrder(db: Db, user: SignedInUser, id: number) {
  const [order] = await existingOrders(db, user, [id]);
  if (!order) throw noSuch("order", id);
  return order;
}

/**
 * An order that the caller has just locked, and so may see, as it is now. Not asked again whether they may: a supplier who takes an order
 * back to draft loses sight of it, and the reply is the row as they left it.
 */
export async function orderAfterChange({ db, now }: Pick<Context, "db" | "now">, id: number) {
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
  selectOrderRows(db, { items: itemsAsJson(orders.quoteId), history, progress, lastMarks }).where(
    and(eq(orders.id, sql.placeholder("id")), ordersVisibleTo(viewerOf(role))),
  ),
);

/** An order as its page shows it. @throws 404 */
export async function readOrder({ db, user, now }: Pick<Context, "db" | "user" | "now">, id: number) {
  const [found] = await read(db, { role: user.role }, { id, companyId: user.companyId });
  if (!found) throw noSuch("order", id);
  const { items, history: changes, lastMarks: last, ...order } = found;
  return {
    ...dated(order, now),
    quote: { ...order.quote, items },
    history: withSteps(changes, { ...order, lastMarks: last }),
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

/** What is cut for one window, as many times as it is made. */
const cutParts = (item: QuoteItem) =>
  cutList(toDraw(item), item.quantity).map((cut) => ({
    window: item.name,
    itemId: item.id,
    material: item.shutterType,
    color: item.colorSelection,
    ...cut,
  }));

export const orderHandlers: Handlers<typeof contract> = {
  list: ({ db, user, query, page, now }) => listOrders(db, user, query, { page, now }),

  counts: ({ db, user, now }) => countOrders(db, user, now),

  read: ({ db, user, params, now }) => readOrder({ db, user, now }, params.id),

  cutList: async ({ db, user, params }) => {
    const { id, quoteId } = await existingOrder(db, user, params.id);
    return { orderId: id, parts: (await itemsOfQuote(db, quoteId)).flatMap(cutParts) };
  },

  changeStatus: async ({ db, user, params, body, now, record }) => {
    const order = await lockOrder(db, user, params.id);
    if (body.from !== undefined && body.from !== order.status) {
      throw conflict(`Somebody else changed this order meanwhile: it is now ${order.status}`);
    }
    record({ before: { status: order.status }, after: { status: body.status } });
    if (order.status !== body.status) await changeOrderStatus({ db, user, now }, order, body.status);
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
    const { carrier = order.carrier } = body;
    await db.update(orders).set({ trackingNumber, carrier }).where(eq(orders.id, order.id));
    record({ before: { trackingNumber: order.trackingNumber, carrier: order.carrier }, after: { trackingNumber, carrier } });
    return orderAfterChange({ db, now }, order.id);
  },

  changeSupplier: async ({ db, user, params, body: { supplierId }, now, record }) => {
    const order = await lockOrder(db, user, params.id);
    await requireSupplier(db, supplierId);
    await db.update(orders).set({ supplierId }).where(eq(orders.id, order.id));
    record({ before: { supplierId: order.supplierId }, after: { supplierId } });
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
