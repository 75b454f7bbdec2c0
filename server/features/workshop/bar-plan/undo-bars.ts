import { and, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import { releaseMeasures } from "#server/features/orders/progress.ts";
import { recordUndone } from "#server/features/orders/undone.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { barPlanBars, offcuts, recutParts, sawnParts } from "#server/schema/bar-plans.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { londonClock } from "#shared/domain/period.ts";
import { isInWorkshop, orderNumber } from "#shared/domain/trade/status.ts";
import { FIRST_RECUT } from "#shared/domain/window/saw/recuts.ts";
import type { PlanPiece } from "./groups.ts";
import {
  areBars,
  atBar,
  isRecutOfBars,
  type Locked,
  numbersOf,
  partsOfBars,
  planIdOf,
  restOfBars,
  type Saw,
  type Shutter,
} from "./locked-bars.ts";

/**
 * Undoes sawn bars of one plan, all or none: their parts are uncut, their offcuts leave the stock
 * and the offcuts that they used return. Shutters that bars had completed lose their mark (rule
 * W89).
 * @returns the number of shutters that lost their mark; null if no bar was sawn.
 * @throws 404, 409
 */
export async function undoBars(saw: Saw, locked: readonly Locked[]): Promise<number | null> {
  const bars = locked.filter(({ sawnAt }) => sawnAt);
  if (bars.length === 0) return null;
  const { db, user, now, pressedAt } = saw;
  const parts = await db.selectDistinct({ orderId: sawnParts.orderId }).from(sawnParts).where(partsOfBars(bars));
  const ids = parts.map(({ orderId }) => orderId).sort((one, other) => one - other);
  await refuseForeign(saw, ids);
  for (const id of ids) {
    const order = await lockOrder({ db, user, now }, id);
    if (!isInWorkshop(order.status)) throw conflict(`This bar has parts of ${orderNumber(id)}, which is ${order.status}`);
  }
  const marked = await shuttersMarkedByBars(db, bars);
  const begun = marked.find(({ furthest }) => furthest !== null);
  if (begun) throw conflict(`${begun.itemId}.${begun.piece} is already ${begun.furthest}`);
  const packed = await packedWithRecut(db, bars);
  if (packed) throw conflict(`${packed.itemId}.${packed.piece} is already packed`);
  await takeBackOffcuts(db, bars, now);
  await db.update(recutParts).set({ doneAt: null }).where(isRecutOfBars(bars));
  const used = bars.flatMap(({ offcutId }) => offcutId ?? []);
  if (used.length > 0) await db.update(offcuts).set({ goneAt: null }).where(inArray(offcuts.id, used));
  for (const shutter of marked) await forgetCompleted(db, shutter);
  await db.delete(sawnParts).where(partsOfBars(bars));
  for (const { orderId, itemId, piece } of marked)
    await db
      .update(orderPieces)
      .set({ cutAt: null, cutBy: null, cutReceivedAt: null })
      .where(and(eq(orderPieces.orderId, orderId), eq(orderPieces.itemId, itemId), eq(orderPieces.piece, piece)));
  for (const id of ids) {
    const removedMarks = marked
      .filter(({ orderId }) => orderId === id)
      .map(({ itemId, piece }) => ({ itemId, piece, step: "cut" as const }));
    await recordUndone({ db, user, now: pressedAt }, id, removedMarks);
    await releaseMeasures(db, id);
  }
  const planned = bars.map((bar) => ({ locked: bar, pieces: bar.pieces as readonly PlanPiece[] }));
  await db
    .update(barPlanBars)
    .set({ sawnAt: null, sawnBy: null, sawnReceivedAt: null, leftOut: [], cut: [], leftTenthMm: restOfBars(planned) })
    .where(areBars(bars));
  return marked.length;
}

/**
 * Refuses an undo of another person's mark that the device does not know, by its arrival (rule W89).
 * @throws 409
 */
export async function refuseUnseen({ db, user }: Saw, { sawnAt, sawnBy: by, sawnReceivedAt }: Locked, seen: Date): Promise<void> {
  if (!sawnAt || by === null || by === user.id || (sawnReceivedAt ?? sawnAt) <= seen) return;
  const [doer] = await db.select({ contactName: users.contactName }).from(users).where(eq(users.id, by));
  throw conflict(`${doer?.contactName} sawed it at ${londonClock(sawnAt)}`);
}

/**
 * A bar stays sawn if the person may not see an order on it any more.
 * @throws 409 that names the order
 */
async function refuseForeign({ db, user }: Saw, ids: readonly number[]): Promise<void> {
  const visible = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), ordersVisibleTo(user)));
  const foreign = ids.find((id) => !visible.some((order) => order.id === id));
  if (foreign !== undefined) throw conflict(`This bar has parts of ${orderNumber(foreign)}, which is not made here any more`);
}

/** A packed shutter with a recut part of these bars: the part cannot be uncut any more. */
async function packedWithRecut(db: Db, bars: readonly Locked[]): Promise<Shutter | undefined> {
  const [packed] = await db
    .select({ orderId: orderPieces.orderId, itemId: orderPieces.itemId, piece: orderPieces.piece })
    .from(sawnParts)
    .innerJoin(
      orderPieces,
      and(eq(orderPieces.orderId, sawnParts.orderId), eq(orderPieces.itemId, sawnParts.itemId), eq(orderPieces.piece, sawnParts.piece)),
    )
    .where(and(partsOfBars(bars), gte(sawnParts.nth, FIRST_RECUT), isNotNull(orderPieces.packedAt)))
    .limit(1);
  return packed;
}

/**
 * The shutters with a part of these bars whose mark came from bars, not from a hand at the bench,
 * and the furthest step after cutting of each.
 */
async function shuttersMarkedByBars(db: Db, bars: readonly Locked[]) {
  const furthest = sql<string | null>`case when ${orderPieces.packedAt} is not null then 'packed'
    when ${orderPieces.finishedAt} is not null then 'finished' when ${orderPieces.assembledAt} is not null then 'assembled' end`;
  return db
    .selectDistinct({ orderId: orderPieces.orderId, itemId: orderPieces.itemId, piece: orderPieces.piece, furthest })
    .from(sawnParts)
    .innerJoin(
      orderPieces,
      and(eq(orderPieces.orderId, sawnParts.orderId), eq(orderPieces.itemId, sawnParts.itemId), eq(orderPieces.piece, sawnParts.piece)),
    )
    .where(
      and(
        partsOfBars(bars),
        lt(sawnParts.nth, FIRST_RECUT),
        isNotNull(orderPieces.cutAt),
        sql`exists (select from ${sawnParts} part join ${barPlanBars} on ${barPlanBars.planId} = part.plan_id and ${barPlanBars.bar} = part.bar
          where part.order_id = ${orderPieces.orderId} and part.item_id = ${orderPieces.itemId} and part.piece = ${orderPieces.piece}
            and ${barPlanBars.cut} @> jsonb_build_array(jsonb_build_object(
              'orderId', ${orderPieces.orderId}, 'itemId', ${orderPieces.itemId}, 'piece', ${orderPieces.piece})))`,
      ),
    )
    .orderBy(orderPieces.orderId, orderPieces.itemId, orderPieces.piece);
}

/** Forgets, at every bar with a part of a shutter, that the bar completed it. */
async function forgetCompleted(db: Db, { orderId, itemId, piece }: Shutter): Promise<void> {
  const shutter = JSON.stringify({ orderId, itemId, piece });
  const others = sql`(select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(${barPlanBars.cut}) each where each <> ${shutter}::jsonb)`;
  await db
    .update(barPlanBars)
    .set({ cut: others })
    .where(
      sql`(${barPlanBars.planId}, ${barPlanBars.bar}) in (select ${sawnParts.planId}, ${sawnParts.bar} from ${sawnParts}
        where ${eq(sawnParts.orderId, orderId)} and ${eq(sawnParts.itemId, itemId)} and ${eq(sawnParts.piece, piece)})`,
    );
}

/**
 * Takes the offcuts that these bars left out of the stock.
 * @throws 409 if one was used or removed since
 */
async function takeBackOffcuts(db: Db, bars: readonly Locked[], now: Date): Promise<void> {
  const areLeft = and(eq(offcuts.fromPlanId, planIdOf(bars)), inArray(offcuts.fromBar, numbersOf(bars)));
  const left = await db
    .select({ bar: offcuts.fromBar, goneAt: offcuts.goneAt })
    .from(offcuts)
    .where(areLeft)
    .orderBy(offcuts.id)
    .for("update");
  const gone = bars.find(({ bar }) => left.some((offcut) => offcut.bar === bar && offcut.goneAt !== null));
  if (gone) throw conflict(atBar(bars, gone, OFFCUT_HAS_BEEN_USED));
  if (left.length > 0) await db.update(offcuts).set({ goneAt: now }).where(areLeft);
}
const OFFCUT_HAS_BEEN_USED = "This offcut has been used";
