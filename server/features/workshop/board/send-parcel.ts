import { and, eq, inArray, sql } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { changeOrderStatus, changeTracking, scheduleMail } from "#server/features/orders/change-order-status.ts";
import { knownCorrection, refuseChangedWindows } from "#server/features/orders/changed-windows.ts";
import { mailCorrectedParcel, notifyOfParcel, withdrawParcel } from "#server/features/orders/mail-parcels.ts";
import { claimOrder, recordInHand } from "#server/features/orders/order-maker.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import {
  correctParcel,
  countRemaining,
  existingParcel,
  lastParcelId,
  refuseShipped,
  removeParcel,
  type ShippedPiece,
  storeParcel,
  storeParcelMarks,
} from "#server/features/orders/parcels.ts";
import { STEP_COLUMNS } from "#server/features/orders/progress.ts";
import { refuseRecuts } from "#server/features/orders/recuts.ts";
import { keepMeasures } from "#server/features/workshop/bench/measures.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { CHOOSE_WINDOW, type workshop as contract } from "#shared/contract/workshop.ts";
import { latestDay, londonDay, orderDatesFault } from "#shared/domain/period.ts";
import { isInWorkshop, wasShipped } from "#shared/domain/trade/status.ts";
import { PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import { shipOrder } from "./ship.ts";

type Order = Awaited<ReturnType<typeof lockOrder>>;

/**
 * @throws 400 for a shutter that the order does not have; 409 for one that was shipped or changed
 */
async function requireUnshipped(db: Db, order: Order, pieces: readonly ShippedPiece[], known: number): Promise<void> {
  const { id, name, quantity } = quoteItems;
  const windows = await db.select({ id, name, quantity }).from(quoteItems).where(eq(quoteItems.quoteId, order.quoteId));
  for (const { itemId, piece } of pieces) {
    const window = windows.find((each) => each.id === itemId);
    if (!window) throw badRequest(CHOOSE_WINDOW);
    if (piece > window.quantity)
      throw badRequest(`Window "${window.name}" has ${window.quantity === 1 ? "one shutter" : `${window.quantity} shutters`}`);
  }
  await refuseShipped(db, order.id, pieces);
  const leaving = windows.filter((window) => pieces.some(({ itemId }) => itemId === window.id));
  await refuseChangedWindows(db, order.id, { known, windows: leaving });
}

/** The first step that each of these shutters lacks, without the packed shutters. */
async function findMissingMarks(db: Db, { id }: Order, pieces: readonly ShippedPiece[]) {
  const itemIds = [...new Set(pieces.map(({ itemId }) => itemId))];
  const rows = await db
    .select()
    .from(orderPieces)
    .where(and(eq(orderPieces.orderId, id), inArray(orderPieces.itemId, itemIds)));
  return pieces.flatMap(({ itemId, piece }) => {
    const row = rows.find((each) => each.itemId === itemId && each.piece === piece);
    const markedFrom = PIECE_STEPS.find((step) => !row?.[`${step}At`]);
    return markedFrom ? [{ itemId, piece, markedFrom }] : [];
  });
}

/** Marks shutters that leave as packed. Earlier marks stay. */
async function markAsPacked({ db, user, now }: Pick<Context, "db" | "user" | "now">, order: Order, pieces: readonly ShippedPiece[]) {
  const marks = Object.fromEntries(
    PIECE_STEPS.flatMap((step) => [
      [`${step}At`, now],
      [`${step}By`, user.id],
    ]),
  );
  const known = PIECE_STEPS.flatMap((step) =>
    (["at", "by"] as const).map((part) => {
      const column = STEP_COLUMNS[step][part];
      return [`${step}${part === "at" ? "At" : "By"}`, sql`coalesce(${column}, ${sql.raw(`excluded.${column.name}`)})`];
    }),
  );
  await db
    .insert(orderPieces)
    .values(pieces.map(({ itemId, piece }) => ({ orderId: order.id, itemId, piece, ...marks })))
    .onConflictDoUpdate({ target: [orderPieces.orderId, orderPieces.itemId, orderPieces.piece], set: Object.fromEntries(known) });
  await recordInHand(db, user, order.id);
}

export const parcelHandlers: Handlers<Pick<typeof contract, "createParcel" | "changeParcel" | "deleteParcel">> = {
  createParcel: async ({ db, post, user, params, body: { pieces, ...shipment }, now, pressedAt, record }) => {
    const known = await knownCorrection(db, params.id, pressedAt);
    const found = await lockOrder({ db, user, now }, params.id);
    if (!isInWorkshop(found.status)) throw conflict(`This order is ${found.status}`);
    await requireUnshipped(db, found, pieces, known);
    await refuseRecuts(db, found.id, pieces);
    // A parcel marks its shutters as cut, so the order keeps its measures and its maker.
    await keepMeasures({ db, user, now }, found.id);
    const order = (await claimOrder({ db, user, now }, found)) ? { ...found, supplierId: user.companyId } : found;
    const isRest = pieces.length === (await countRemaining(db, order));
    const marks = await findMissingMarks(db, order, pieces);
    await markAsPacked({ db, user, now }, order, pieces);
    const parcelId = isRest
      ? await shipRest({ db, post, user, now, pressedAt }, order, shipment)
      : await shipPart({ db, post, user, now, pressedAt }, order, { pieces, ...shipment });
    await storeParcelMarks(db, parcelId, marks);
    const { emailedAt: _, ...parcel } = await existingParcel(db, order.id, parcelId);
    const { n, shippingDate, carrier, trackingNumber } = parcel;
    record({ targetType: "orders", after: { parcel: n, pieces: pieces.length, shippingDate, carrier, trackingNumber } });
    return parcel;
  },

  changeParcel: async ({ db, post, user, params, body, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    const parcel = await existingParcel(db, order.id, params.parcelId);
    if (!isInWorkshop(order.status) && !wasShipped(order.status)) throw conflict(`This order is ${order.status}`);
    const { n, carrier, trackingNumber } = parcel;
    const tracking = { carrier: body.carrier, trackingNumber: body.trackingNumber || null };
    // The tracking of the last parcel of a shipped order is the order's own.
    if (wasShipped(order.status) && parcel.id === (await lastParcelId(db, order.id))) await changeTracking({ db, now }, order, tracking);
    else if (carrier !== tracking.carrier || trackingNumber !== tracking.trackingNumber) {
      await correctParcel(db, order.id, parcel.id, tracking);
      await mailCorrectedParcel({ db, post }, order, { ...parcel, ...tracking });
    }
    record({ targetType: "orders", before: { parcel: n, carrier, trackingNumber }, after: { parcel: n, ...tracking } });
    const { emailedAt: _, ...corrected } = await existingParcel(db, order.id, parcel.id);
    return corrected;
  },

  deleteParcel: async ({ db, post, user, params, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    const parcel = await existingParcel(db, order.id, params.parcelId);
    // The last parcel has invoiced the order.
    if (wasShipped(order.status)) throw conflict("This order is shipped: set it back to processing to take its last parcel back");
    if (londonDay(parcel.createdAt) !== londonDay(now)) throw conflict("A parcel can be deleted only on the day on which it was made");
    await removeParcel({ db, user, now }, order.id, parcel.id);
    await withdrawParcel({ db, post }, order, parcel);
    record({ targetType: "orders", before: { parcel: parcel.n, pieces: parcel.shutters }, after: { deleted: true } });
    return null;
  },
};

type Working = Pick<Context, "db" | "post" | "user" | "now" | "pressedAt">;
type Shipment = Omit<Parameters<typeof shipOrder>[2], "confirmed">;

/** Ships an order with its last shutters, and returns the parcel that has them. */
async function shipRest(context: Working, order: Order, shipment: Shipment): Promise<number> {
  await shipOrder(context, order.id, { ...shipment, confirmed: true });
  return lastParcelId(context.db, order.id);
}

/** Ships some of an order's shutters. Its own day, carrier and number are those of the rest. */
async function shipPart(
  { db, post, user, now, pressedAt }: Working,
  order: Order,
  { pieces, ...shipment }: Shipment & { readonly pieces: readonly ShippedPiece[] },
): Promise<number> {
  const [today, made] = [londonDay(pressedAt), londonDay(order.createdAt)];
  const { shippingDate = latestDay(today, made), carrier = null } = shipment;
  const fault = orderDatesFault({ today, made, shippingDate, estimatedArrival: null });
  if (fault) throw badRequest(fault);
  const trackingNumber = shipment.trackingNumber || null;
  const id = await storeParcel({ db, user, now }, order, { pieces, shipment: { shippingDate, carrier, trackingNumber } });
  if (id === null) throw new Error("A parcel has a shutter");
  if (order.status === "pending") await changeOrderStatus({ db, post, user, now, pressedAt }, order, "processing");
  const { n } = await existingParcel(db, order.id, id);
  await notifyOfParcel({ db, post }, order, { n, shutters: pieces.length });
  await scheduleMail(db, order.id, now);
  return id;
}
