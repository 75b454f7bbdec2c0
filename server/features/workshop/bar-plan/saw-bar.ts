import { and, eq, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { claimOrder } from "#server/features/orders/order-maker.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import { keepMeasures, releaseMeasures } from "#server/features/workshop/bench/measures.ts";
import { markAsCut } from "#server/features/workshop/bench/pieces.ts";
import { recordUndone } from "#server/features/workshop/bench/undone.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { barPlanBars, barPlanOrders, barPlans, offcuts, recutParts, sawnParts } from "#server/schema/bar-plans.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { orderPieces, workshopSettings } from "#server/schema/workshop.ts";
import type { saw as contract } from "#shared/contract/saw.ts";
import { londonClock } from "#shared/domain/period.ts";
import { isInWorkshop, orderNumber } from "#shared/domain/trade/status.ts";
import { FIRST_RECUT } from "#shared/domain/window/saw/recuts.ts";
import { type PlanPiece, rowsToSaw, sawnKey } from "./groups.ts";
import { OFFCUT_USED, offcutOf } from "./offcuts.ts";
import { cutAmong, readCurrentWindows } from "./plan-state.ts";
import { barColumns, barOf, plansVisibleTo, profileIn, sawnBy } from "./plans.ts";

const PIECE_SAWN = "This piece is sawn already";

type Saw = Pick<Context, "db" | "user" | "now" | "pressedAt">;
interface Shutter {
  readonly orderId: number;
  readonly itemId: number;
  readonly piece: number;
}

/**
 * Loads and locks a bar of a plan, so that two tablets which tick it off run one after the other.
 * @throws 404
 */
export async function lockBar({ db, user }: Saw, { id, bar }: { readonly id: number; readonly bar: number }) {
  const [plan] = await db
    .select({ companyId: barPlans.companyId, profiles: barPlans.profiles })
    .from(barPlans)
    .where(and(eq(barPlans.id, id), plansVisibleTo(user)));
  if (!plan) throw notFound("Bar plan");
  const isIt = and(eq(barPlanBars.planId, id), eq(barPlanBars.bar, bar));
  const [row] = await db.select(barColumns).from(barPlanBars).where(isIt).for("update");
  if (!row) throw notFound("Bar");
  return { ...row, companyId: plan.companyId, plan: profileIn(plan.profiles, row.profile), isIt };
}
type Locked = Awaited<ReturnType<typeof lockBar>>;

/** The reply for a sawn bar. It always describes the moment of sawing, whenever it is requested. */
async function readSawnBar({ db, user }: Saw, { planId, bar, isIt }: Locked) {
  const [row] = await db
    .select({ ...barColumns, by: sawnBy(user) })
    .from(barPlanBars)
    .innerJoin(barPlans, eq(barPlans.id, barPlanBars.planId))
    .where(isIt);
  if (!row) throw notFound("Bar");
  const [offcut] = await db
    .select()
    .from(offcuts)
    .where(and(eq(offcuts.fromPlanId, planId), eq(offcuts.fromBar, bar)));
  const pieces = row.pieces as readonly PlanPiece[];
  const leftOut = pieces.filter(({ orderId }) => row.leftOut.includes(orderId));
  return { ...barOf(row), leftOut, cut: [...row.cut], offcut: offcut && row.sawnAt ? offcutOf(offcut) : null };
}

/**
 * Marks an offcut as used.
 * @throws 409 if another plan has sawn it, or somebody has removed it
 */
async function spendOffcut(db: Db, offcutId: number, now: Date): Promise<void> {
  const used = await db
    .update(offcuts)
    .set({ goneAt: now })
    .where(and(eq(offcuts.id, offcutId), isNull(offcuts.goneAt)))
    .returning({ id: offcuts.id });
  if (used.length === 0) throw conflict(OFFCUT_USED);
}

/**
 * Stores the sawn parts.
 * @throws 409 if another plan has sawn one of them
 */
async function storeSawnParts(
  db: Db,
  pieces: readonly PlanPiece[],
  from: { readonly planId: number; readonly bar: number },
): Promise<void> {
  if (pieces.length === 0) return;
  const rows = pieces.map((piece) => ({ ...partOf(piece), ...from }));
  const stored = await db.insert(sawnParts).values(rows).onConflictDoNothing().returning({ nth: sawnParts.nth });
  if (stored.length < rows.length) throw conflict(PIECE_SAWN);
}
const partOf = ({ orderId, itemId, piece, panel, part, nth }: PlanPiece) => ({ orderId, itemId, piece, panel: panel ?? 0, part, nth });

/**
 * The parts that are sawn from this bar, without parts of shutters that were cut by hand at the
 * bench.
 * @throws 409 if nothing remains, or if another plan has sawn a part of these shutters
 */
async function selectPartsToSaw(
  db: Db,
  pieces: readonly PlanPiece[],
  { isWhole }: ReturnType<typeof cutAmong>,
): Promise<readonly PlanPiece[]> {
  const whole = pieces.filter(isWhole);
  if (whole.length === 0) return pieces;
  if (whole.length === pieces.length) throw conflict(PIECE_SAWN);
  const items = [...new Set(whole.map(({ itemId }) => itemId))];
  const sawn = await db.select().from(sawnParts).where(inArray(sawnParts.itemId, items));
  const known = new Set(sawn.map((part) => `${part.orderId} ${part.itemId} ${sawnKey(part)}`));
  if (whole.some((piece) => known.has(`${piece.orderId} ${piece.itemId} ${sawnKey(piece)}`))) throw conflict(PIECE_SAWN);
  return pieces.filter((piece) => !isWhole(piece));
}

/** Stores the rest of the bar as an offcut, if the workshop's settings keep that length. */
async function storeOffcut(db: Db, { planId, bar, leftTenthMm, companyId, plan }: Locked, now: Date): Promise<void> {
  if (leftTenthMm < plan.keepMm * 10) return;
  const { profile: section, heightMm, material, color } = plan;
  const heightTenthMm = heightMm === null ? null : Math.round(heightMm * 10);
  const offcut = { companyId, section, heightTenthMm, material, color, lengthTenthMm: leftTenthMm, createdAt: now };
  // A bar that was sawn, undone and sawn again has the row of its first offcut.
  await db
    .insert(offcuts)
    .values({ ...offcut, fromPlanId: planId, fromBar: bar })
    .onConflictDoUpdate({ target: [offcuts.fromPlanId, offcuts.fromBar], set: { ...offcut, goneAt: null } });
}

type Order = Awaited<ReturnType<typeof lockOrder>>;

interface SawnBar {
  readonly orders: readonly Order[];
  /** The windows of the orders, from before the pieces were stored as sawn. */
  readonly windows: Awaited<ReturnType<typeof readCurrentWindows>>["windows"];
  readonly pieces: readonly PlanPiece[];
}

/** Marks shutters as cut once all their parts are sawn. */
async function markWhole(saw: Saw, { orders: sawnOrders, windows, pieces }: SawnBar): Promise<Shutter[]> {
  const marked: Shutter[] = [];
  const made = sawnOrders.filter(({ status }) => isInWorkshop(status));
  for (const window of windows) {
    const { orderId, itemId } = window;
    const order = made.find(({ id }) => id === orderId);
    const own = new Set(pieces.filter((piece) => piece.itemId === itemId).map(({ piece }) => piece));
    if (!order || own.size === 0) continue;
    const parts = rowsToSaw(window).reduce((sum, { each }) => sum + each, 0);
    const sawn = await saw.db
      .select({ piece: sawnParts.piece, parts: sql<number>`count(*)::int` })
      .from(sawnParts)
      .where(and(eq(sawnParts.orderId, orderId), eq(sawnParts.itemId, itemId), inArray(sawnParts.piece, [...own])))
      .groupBy(sawnParts.piece);
    const whole = sawn.filter((row) => row.parts >= parts && window.uncut?.includes(row.piece)).map(({ piece }) => piece);
    if (whole.length === 0) continue;
    await markAsCut(saw, order, { itemId, pieces: whole });
    // The first mark of a pending order has moved it.
    made.splice(made.indexOf(order), 1, { ...order, status: "processing" });
    marked.push(...whole.map((piece) => ({ orderId, itemId, piece })));
  }
  return marked;
}

/**
 * Ticks a bar off.
 * @returns the number of shutters that it completed; null if the bar was already sawn.
 * @throws 404, 409
 */
export async function sawBar(saw: Saw, locked: Locked): Promise<number | null> {
  if (locked.sawnAt) return null;
  const { db, user, now, pressedAt } = saw;
  const pieces = locked.pieces as readonly PlanPiece[];
  const ids = [...new Set(pieces.map(({ orderId }) => orderId))].sort((one, other) => one - other);
  const isOfBar = and(eq(barPlanOrders.planId, locked.planId), inArray(barPlanOrders.orderId, ids));
  const planned = await db.select().from(barPlanOrders).where(isOfBar).orderBy(barPlanOrders.orderId);
  const visible = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), ordersVisibleTo(user)))
    .orderBy(orders.id);
  // The lock waits for concurrent changes of the orders, so the windows are read after it.
  const lockedOrders: Order[] = [];
  for (const { id } of visible) lockedOrders.push(await lockOrder({ db, user, now }, id));
  // The table by which the windows are read must be the one that the orders keep.
  const makers = user.role === "supplier" ? [user.companyId] : lockedOrders.flatMap(({ supplierId }) => supplierId ?? []);
  await db
    .select({ id: workshopSettings.companyId })
    .from(workshopSettings)
    .where(inArray(workshopSettings.companyId, makers))
    .for("share");
  const { changed, windows } = await readCurrentWindows(db, user, planned);
  const unchanged = lockedOrders.filter(({ id }) => !changed.includes(id));
  const sawnHere = await selectPartsToSaw(
    db,
    pieces.filter(({ orderId }) => !changed.includes(orderId)),
    cutAmong(windows),
  );
  if (locked.offcutId !== null) await spendOffcut(db, locked.offcutId, now);
  await storeSawnParts(db, sawnHere, { planId: locked.planId, bar: locked.bar });
  const cutOrders = new Set(sawnHere.map(({ orderId }) => orderId));
  for (const order of unchanged.filter(({ id }) => cutOrders.has(id))) {
    await keepMeasures({ db, user, now }, order.id);
    await claimOrder({ db, user, now }, order);
  }
  await db.update(recutParts).set({ doneAt: pressedAt }).where(isRecutOfBar(locked));
  const cut = await markWhole(saw, { orders: unchanged, windows, pieces: sawnHere });
  await storeOffcut(db, locked, now);
  await db.update(barPlanBars).set({ sawnAt: pressedAt, sawnBy: user.id, leftOut: changed, cut }).where(locked.isIt);
  return cut.length;
}

/** Matches the recut parts that were sawn from this bar. */
const isRecutOfBar = ({ planId, bar }: Pick<Locked, "planId" | "bar">) =>
  sql`(${recutParts.orderId}, ${recutParts.itemId}, ${recutParts.piece}, ${recutParts.panel}, ${recutParts.part}, ${recutParts.nth}) in (
    select ${sawnParts.orderId}, ${sawnParts.itemId}, ${sawnParts.piece}, ${sawnParts.panel}, ${sawnParts.part}, ${sawnParts.nth}
    from ${sawnParts} where ${and(eq(sawnParts.planId, planId), eq(sawnParts.bar, bar), gte(sawnParts.nth, FIRST_RECUT))})`;

const partsOfBar = (locked: Locked) => and(eq(sawnParts.planId, locked.planId), eq(sawnParts.bar, locked.bar));

/**
 * Undoes a sawn bar: its parts are uncut, its offcut leaves the stock and the offcut that it used
 * returns. Shutters that bars had completed lose their mark (rule W89).
 * @returns the number of shutters that lost their mark; null if the bar was not sawn.
 * @throws 404, 409
 */
async function undoBar(saw: Saw, locked: Locked): Promise<number | null> {
  if (!locked.sawnAt) return null;
  const { db, user, now, pressedAt } = saw;
  const parts = await db.select().from(sawnParts).where(partsOfBar(locked));
  const ids = [...new Set(parts.map(({ orderId }) => orderId))].sort((one, other) => one - other);
  await refuseForeign(saw, ids);
  for (const id of ids) {
    const order = await lockOrder({ db, user, now }, id);
    if (!isInWorkshop(order.status)) throw conflict(`This bar has parts of ${orderNumber(id)}, which is ${order.status}`);
  }
  const marked = await shuttersMarkedByBars(db, locked);
  const begun = marked.find(({ furthest }) => furthest !== null);
  if (begun) throw conflict(`${begun.itemId}.${begun.piece} is already ${begun.furthest}`);
  const packed = await packedWithRecut(db, locked);
  if (packed) throw conflict(`${packed.itemId}.${packed.piece} is already packed`);
  await takeBackOffcut(db, locked, now);
  await db.update(recutParts).set({ doneAt: null }).where(isRecutOfBar(locked));
  if (locked.offcutId !== null) await db.update(offcuts).set({ goneAt: null }).where(eq(offcuts.id, locked.offcutId));
  for (const shutter of marked) await forgetCompleted(db, shutter);
  await db.delete(sawnParts).where(partsOfBar(locked));
  for (const { orderId, itemId, piece } of marked)
    await db
      .update(orderPieces)
      .set({ cutAt: null, cutBy: null })
      .where(and(eq(orderPieces.orderId, orderId), eq(orderPieces.itemId, itemId), eq(orderPieces.piece, piece)));
  for (const id of ids) {
    await recordUndone({ db, user, now: pressedAt }, id, { step: "cut", pieces: marked.filter(({ orderId }) => orderId === id) });
    await releaseMeasures(db, id);
  }
  await db.update(barPlanBars).set({ sawnAt: null, sawnBy: null, leftOut: [], cut: [] }).where(locked.isIt);
  return marked.length;
}

/**
 * Refuses an undo of another person's mark that the device does not know (rule W89).
 * @throws 409
 */
async function refuseUnseen({ db, user }: Saw, { sawnAt, sawnBy: by }: Locked, seen: Date): Promise<void> {
  if (!sawnAt || by === null || by === user.id || sawnAt <= seen) return;
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

/** A packed shutter with a recut part of this bar: the part cannot be uncut any more. */
async function packedWithRecut(db: Db, locked: Locked): Promise<Shutter | undefined> {
  const [packed] = await db
    .select({ orderId: orderPieces.orderId, itemId: orderPieces.itemId, piece: orderPieces.piece })
    .from(sawnParts)
    .innerJoin(
      orderPieces,
      and(eq(orderPieces.orderId, sawnParts.orderId), eq(orderPieces.itemId, sawnParts.itemId), eq(orderPieces.piece, sawnParts.piece)),
    )
    .where(and(partsOfBar(locked), gte(sawnParts.nth, FIRST_RECUT), isNotNull(orderPieces.packedAt)))
    .limit(1);
  return packed;
}

/**
 * The shutters with a part of this bar whose mark came from bars, not from a hand at the bench, and
 * the furthest step after cutting of each.
 */
async function shuttersMarkedByBars(db: Db, locked: Locked) {
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
        partsOfBar(locked),
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
 * Takes the offcut that this bar left out of the stock.
 * @throws 409 if it was used or removed since
 */
async function takeBackOffcut(db: Db, locked: Locked, now: Date): Promise<void> {
  const isIt = and(eq(offcuts.fromPlanId, locked.planId), eq(offcuts.fromBar, locked.bar));
  const [left] = await db.select({ id: offcuts.id, goneAt: offcuts.goneAt }).from(offcuts).where(isIt).for("update");
  if (!left) return;
  if (left.goneAt !== null) throw conflict(OFFCUT_HAS_BEEN_USED);
  await db.update(offcuts).set({ goneAt: now }).where(eq(offcuts.id, left.id));
}
const OFFCUT_HAS_BEEN_USED = "This offcut has been used";

/** The call that ticks a bar off, or undoes that (rules W47, W89). */
export const sawnHandlers: Handlers<Pick<typeof contract, "sawn">> = {
  sawn: async ({ db, user, params, body, now, pressedAt, record }) => {
    const saw = { db, user, now, pressedAt };
    const locked = await lockBar(saw, params);
    if (body?.sawn === false) {
      if (body.seen !== undefined) await refuseUnseen(saw, locked, new Date(body.seen));
      const uncut = await undoBar(saw, locked);
      record(uncut === null ? null : { targetId: params.id, before: { plan: params.id, bar: params.bar, cut: uncut }, after: {} });
    } else {
      const cut = await sawBar(saw, locked);
      record(cut === null ? null : { targetId: params.id, after: { plan: params.id, bar: params.bar, cut } });
    }
    return readSawnBar(saw, locked);
  },
};
