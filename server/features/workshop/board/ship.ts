import type { Context, Handlers } from "#server/context.ts";
import { changeDates, changeOrderStatus, changeTracking } from "#server/features/orders/change-order-status.ts";
import { knownCorrection, refuseChangedOrder } from "#server/features/orders/changed-windows.ts";
import { claimOrder, setsAny } from "#server/features/orders/order-maker.ts";
import { lockOrder, orderAfterChange } from "#server/features/orders/orders.ts";
import { requirePacked } from "#server/features/orders/parcels.ts";
import { inSavepoint } from "#server/platform/db/connect.ts";
import { badRequest, conflict, Refusal } from "#server/platform/http/errors.ts";
import type { workshop as contract } from "#shared/contract/workshop.ts";
import { latestDay, londonDay, orderDatesFault } from "#shared/domain/period.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";

type Shipment = BodyOf<typeof contract.ship>;

/**
 * Ships the remaining pieces of an order in one step (rule W6): first the day, carrier and number,
 * then the status, so that one email has all of them. A shipped order accepts corrections, and a
 * corrected number is emailed. An arrival before the shipping day is cleared.
 */
export async function shipOrder(
  { db, post, user, now, pressedAt }: Pick<Context, "db" | "post" | "user" | "now" | "pressedAt">,
  id: number,
  { confirmed = false, ...shipment }: Shipment,
) {
  const known = await knownCorrection(db, id, pressedAt);
  const order = await lockOrder({ db, user, now }, id);
  const leaves = isInWorkshop(order.status);
  if (!leaves && order.status !== "shipped") throw conflict(`This order is ${order.status}`);
  const [today, made] = [londonDay(pressedAt), londonDay(order.createdAt)];
  // A device whose clock is days behind could otherwise ship an order before its creation.
  const { shippingDate = leaves ? latestDay(today, made) : order.shippingDate, carrier = order.carrier } = shipment;
  const trackingNumber = shipment.trackingNumber === undefined ? order.trackingNumber : shipment.trackingNumber || null;
  const isOvertaken = order.estimatedArrival !== null && shippingDate !== null && order.estimatedArrival < shippingDate;
  const estimatedArrival = isOvertaken ? null : order.estimatedArrival;
  const fault = orderDatesFault({ today, made, shippingDate, estimatedArrival });
  if (fault) throw badRequest(fault);
  if (leaves) await refuseChangedOrder(db, order.id, known);
  if (leaves && !confirmed) await requirePacked(db, order);
  const after = { shippingDate, estimatedArrival, carrier, trackingNumber };
  if (leaves || setsAny(order, { shippingDate, trackingNumber })) await claimOrder({ db, user, now }, order);
  await changeDates({ db, now }, order, { shippingDate, estimatedArrival });
  await changeTracking({ db, now }, order, { carrier, trackingNumber });
  if (leaves) {
    await changeOrderStatus({ db, post, user, now, pressedAt }, order, "shipped", {
      shippingDate: shippingDate ?? today,
      carrier,
      trackingNumber,
    });
  }
  const before = { status: order.status, shippingDate: order.shippingDate, estimatedArrival: order.estimatedArrival };
  return { before: { ...before, carrier: order.carrier, trackingNumber: order.trackingNumber }, after: { status: "shipped", ...after } };
}

export const shipHandlers: Handlers<Pick<typeof contract, "ship" | "shipAll">> = {
  ship: async ({ db, post, user, params, body, now, pressedAt, record }) => {
    const { before, after } = await shipOrder({ db, post, user, now, pressedAt }, params.id, body);
    record({ targetType: "orders", before, after });
    return orderAfterChange({ db, user, now }, params.id);
  },

  shipAll: async ({ db, post, user, body, now, pressedAt, record }) => {
    const replies = new Map<number, { readonly id: number; readonly ok: boolean; readonly error: string | null }>();
    // Orders are locked by ascending number, so that two simultaneous calls cannot deadlock.
    for (const { id, ...shipment } of body.orders.toSorted((one, other) => one.id - other.id)) {
      try {
        const confirmed = shipment.confirmed ?? body.confirmed;
        await inSavepoint(db, () => shipOrder({ db, post, user, now, pressedAt }, id, { ...shipment, confirmed }));
        replies.set(id, { id, ok: true, error: null });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        replies.set(id, { id, ok: false, error: error.message });
      }
    }
    const results = body.orders.flatMap(({ id }) => replies.get(id) ?? []);
    record({ targetType: "orders", after: { orders: results } });
    return results;
  },
};
