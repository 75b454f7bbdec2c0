import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { claimOrder } from "#server/features/orders/order-maker.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import { keepMeasures } from "#server/features/workshop/bench/measures.ts";
import { markAsCut } from "#server/features/workshop/bench/pieces.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Change } from "#server/platform/http/call.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { barPlanBars, barPlanOrders, barPlans, offcuts, recutParts, sawnParts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { workshopSettings } from "#server/schema/workshop.ts";
import type { saw as contract } from "#shared/contract/saw.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { type PlanPiece, rowsToSaw, sawnKey } from "./groups.ts";
import {
  areBars,
  atBar,
  type BarWork,
  isRecutOfBars,
  type Locked,
  lockBars,
  numbersOf,
  planIdOf,
  restOf,
  restOfBars,
  type Saw,
  type Shutter,
} from "./locked-bars.ts";
import { OFFCUT_USED, offcutOf } from "./offcuts.ts";
import { cutAmong, readCurrentWindows } from "./plan-state.ts";
import { barColumns, barOf, sawnBy } from "./plans.ts";
import { refuseUnseen, undoBars } from "./undo-bars.ts";

const PIECE_SAWN = "This piece is sawn already";

/**
 * The replies for sawn bars in their order. They describe the moment of sawing, whenever they are
 * requested.
 */
async function readSawnBars({ db, user }: Saw, bars: readonly Locked[]) {
  const rows = await db
    .select({ ...barColumns, by: sawnBy(user) })
    .from(barPlanBars)
    .innerJoin(barPlans, eq(barPlans.id, barPlanBars.planId))
    .where(areBars(bars))
    .orderBy(barPlanBars.bar);
  const left = await db
    .select()
    .from(offcuts)
    .where(and(eq(offcuts.fromPlanId, planIdOf(bars)), inArray(offcuts.fromBar, numbersOf(bars))));
  return rows.map((row) => {
    const offcut = left.find(({ fromBar }) => fromBar === row.bar);
    const leftOut = (row.pieces as readonly PlanPiece[]).filter(({ orderId }) => row.leftOut.includes(orderId));
    return { ...barOf(row), leftOut, cut: [...row.cut], offcut: offcut && row.sawnAt ? offcutOf(offcut) : null };
  });
}

/**
 * Marks the bars' offcuts as used.
 * @throws 409 if another plan has sawn one, or somebody has removed it
 */
async function spendOffcuts(db: Db, bars: readonly Locked[], now: Date): Promise<void> {
  const from = bars.flatMap(({ offcutId }) => offcutId ?? []);
  if (from.length === 0) return;
  const used = await db
    .update(offcuts)
    .set({ goneAt: now })
    .where(and(inArray(offcuts.id, from), isNull(offcuts.goneAt)))
    .returning({ id: offcuts.id });
  const refused = bars.find(({ offcutId }) => offcutId !== null && !used.some(({ id }) => id === offcutId));
  if (refused) throw conflict(atBar(bars, refused, OFFCUT_USED));
}

/**
 * Stores the sawn parts.
 * @throws 409 if another plan has sawn one of them
 */
async function storeSawnParts(db: Db, work: readonly BarWork[]): Promise<void> {
  const rows = work.flatMap(({ locked: { planId, bar }, pieces }) => pieces.map((piece) => ({ ...partOf(piece), planId, bar })));
  if (rows.length === 0) return;
  const { rows: stored } = await db.execute<{ bar: number; count: number }>(sql`with stored as (
      insert into ${sawnParts} (order_id, item_id, piece, panel, part, nth, plan_id, bar)
      select "orderId", "itemId", piece, panel, part, nth, "planId", bar from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        asked("orderId" int, "itemId" int, piece int, panel int, part text, nth int, "planId" int, bar int)
      on conflict do nothing returning bar)
    select bar, count(*)::int count from stored group by bar`);
  const refused = work.find(({ locked, pieces }) => pieces.length > (stored.find(({ bar }) => bar === locked.bar)?.count ?? 0));
  if (refused)
    throw conflict(
      atBar(
        work.map(({ locked }) => locked),
        refused.locked,
        PIECE_SAWN,
      ),
    );
}
const partOf = ({ orderId, itemId, piece, panel, part, nth }: PlanPiece) => ({ orderId, itemId, piece, panel: panel ?? 0, part, nth });

/**
 * The parts that are sawn from each bar, without parts of changed orders and of shutters that were
 * cut by hand at the bench.
 * @throws 409 if nothing remains of a bar, or if another plan has sawn a part of these shutters
 */
async function selectPartsToSaw(
  db: Db,
  bars: readonly Locked[],
  { changed, isWhole }: Pick<ReturnType<typeof cutAmong>, "isWhole"> & { readonly changed: readonly number[] },
): Promise<BarWork[]> {
  const work = bars.map((locked) => ({
    locked,
    pieces: (locked.pieces as readonly PlanPiece[]).filter(({ orderId }) => !changed.includes(orderId)),
  }));
  const items = [...new Set(work.flatMap(({ pieces }) => pieces.filter(isWhole).map(({ itemId }) => itemId)))];
  if (items.length === 0) return work;
  const sawn = await db.select().from(sawnParts).where(inArray(sawnParts.itemId, items));
  const known = new Set(sawn.map((part) => `${part.orderId} ${part.itemId} ${sawnKey(part)}`));
  return work.map(({ locked, pieces }) => {
    const left = pieces.filter((piece) => !isWhole(piece));
    const isSawn = pieces.some((piece) => isWhole(piece) && known.has(`${piece.orderId} ${piece.itemId} ${sawnKey(piece)}`));
    if (isSawn || (left.length === 0 && pieces.length > 0)) throw conflict(atBar(bars, locked, PIECE_SAWN));
    return { locked, pieces: left };
  });
}

/** Stores the rests of the bars as offcuts, if the workshop's settings keep their lengths. */
async function storeOffcuts(db: Db, work: readonly BarWork[], now: Date): Promise<void> {
  const rows = work.flatMap((each) => {
    const { planId, bar, companyId, plan } = each.locked;
    const rest = restOf(each);
    if (rest < plan.keepMm * 10) return [];
    const { profile: section, heightMm, material, color } = plan;
    const heightTenthMm = heightMm === null ? null : Math.round(heightMm * 10);
    return { companyId, section, heightTenthMm, material, color, lengthTenthMm: rest, createdAt: now, fromPlanId: planId, fromBar: bar };
  });
  if (rows.length === 0) return;
  // A bar that was sawn, undone and sawn again has the row of its first offcut.
  await db
    .insert(offcuts)
    .values(rows)
    .onConflictDoUpdate({
      target: [offcuts.fromPlanId, offcuts.fromBar],
      set: { lengthTenthMm: sql`excluded.length_tenth_mm`, createdAt: now, goneAt: null },
    });
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
 * Ticks bars of one plan off, all or none.
 * @returns the number of shutters that they completed; null if all were already sawn.
 * @throws 404, 409
 */
export async function sawBars(saw: Saw, locked: readonly Locked[]): Promise<number | null> {
  const bars = locked.filter(({ sawnAt }) => !sawnAt);
  if (bars.length === 0) return null;
  const { db, user, now, pressedAt } = saw;
  const pieces = bars.flatMap((bar) => bar.pieces as readonly PlanPiece[]);
  const ids = [...new Set(pieces.map(({ orderId }) => orderId))].sort((one, other) => one - other);
  const isOfBar = and(eq(barPlanOrders.planId, planIdOf(bars)), inArray(barPlanOrders.orderId, ids));
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
  const work = await selectPartsToSaw(db, bars, { changed, ...cutAmong(windows) });
  const sawnHere = work.flatMap((each) => each.pieces);
  await spendOffcuts(db, bars, now);
  await storeSawnParts(db, work);
  const cutOrders = new Set(sawnHere.map(({ orderId }) => orderId));
  for (const order of unchanged.filter(({ id }) => cutOrders.has(id))) {
    await keepMeasures({ db, user, now }, order.id);
    await claimOrder({ db, user, now }, order);
  }
  await db.update(recutParts).set({ doneAt: pressedAt }).where(isRecutOfBars(bars));
  const cut = await markWhole(saw, { orders: unchanged, windows, pieces: sawnHere });
  await storeOffcuts(db, work, now);
  const completed = cut.map((shutter) => ({ shutter, by: work.findLast((each) => each.pieces.some(isOfShutter(shutter)))?.locked.bar }));
  const cutBy = bars.map(({ bar }) => ({ bar, cut: completed.filter(({ by }) => by === bar).map(({ shutter }) => shutter) }));
  const set = { sawnAt: pressedAt, sawnBy: user.id, sawnReceivedAt: pressedAt < now ? now : null, leftOut: changed };
  const cutOfBar = sql`(select asked.cut from jsonb_to_recordset(${JSON.stringify(cutBy)}::jsonb) asked(bar int, cut jsonb)
    where asked.bar = ${barPlanBars.bar})`;
  await db
    .update(barPlanBars)
    .set({ ...set, cut: cutOfBar, leftTenthMm: restOfBars(work) })
    .where(areBars(bars));
  return cut.length;
}
const isOfShutter =
  ({ orderId, itemId, piece }: Shutter) =>
  (part: PlanPiece): boolean =>
    part.orderId === orderId && part.itemId === itemId && part.piece === piece;

interface Press {
  /** False: an undo. */
  readonly sawn?: boolean | undefined;
  /** The bars, each with the time of the mark that the device knows. */
  readonly bars: readonly { readonly bar: number; readonly seen?: string | undefined }[];
}

/** Ticks bars off or undoes that, all or none, and replies what each bar is after it. */
async function pressBars(saw: Saw, id: number, { sawn, bars, record }: Press & { readonly record: (change: Change | null) => void }) {
  const locked = await lockBars(saw, { id, bars: bars.map(({ bar }) => bar) });
  const of = { plan: id, ...(bars.length === 1 ? { bar: bars[0]?.bar } : { bars: bars.map(({ bar }) => bar) }) };
  if (sawn === false) {
    for (const bar of locked) {
      const seen = bars.find((each) => each.bar === bar.bar)?.seen;
      if (seen !== undefined) await refuseUnseen(saw, bar, new Date(seen));
    }
    const uncut = await undoBars(saw, locked);
    record(uncut === null ? null : { targetId: id, before: { ...of, cut: uncut }, after: {} });
  } else {
    const cut = await sawBars(saw, locked);
    record(cut === null ? null : { targetId: id, after: { ...of, cut } });
  }
  const replies = await readSawnBars(saw, locked);
  return replies.map((reply) => {
    const before = locked.find(({ bar }) => bar === reply.bar);
    const isOthers = sawn !== false && before?.sawnAt && before.sawnBy !== saw.user.id;
    return isOthers ? { ...reply, already: true } : reply;
  });
}

/** The calls that tick bars off, or undo that (rules W47, W89 and W114). */
export const sawnHandlers: Handlers<Pick<typeof contract, "sawn" | "sawnBars">> = {
  sawn: async ({ db, post, user, params, body, now, pressedAt, record }) => {
    const press = { sawn: body?.sawn, bars: [{ bar: params.bar, seen: body?.seen }] };
    const [reply] = await pressBars({ db, post, user, now, pressedAt }, params.id, { ...press, record });
    if (!reply) throw notFound("Bar");
    return reply;
  },
  sawnBars: async ({ db, post, user, params, body, now, pressedAt, record }) =>
    pressBars({ db, post, user, now, pressedAt }, params.id, { ...body, record }),
};
