import { setImmediate as others } from "node:timers/promises";
import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { requireSupplier } from "#server/features/companies/people.ts";
import {
  asMadeBy,
  barsFor,
  leadDaysSaid,
  makersOwn,
  makersOwnSaid,
  presentTableFor,
  type WorkshopTable,
  workshopFor,
} from "#server/features/companies/workshop-settings.ts";
import { addMakings, makingCostFor } from "#server/lists/making.ts";
import {
  type Doer,
  doerFor,
  itemsOfQuote,
  itemsToMake,
  jsonObject,
  jsonRows,
  type MadeItem,
  madeItemsWithPhotos,
  paidOnQuote,
  type QuoteItem,
  type Viewer,
  viewerOf,
} from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict, noSuch } from "#server/platform/http/errors.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { changeRequests, corrections, orderStatusChanges, orders, remakes, type VoidedWork } from "#server/schema/orders-and-remakes.ts";
import { NOT_ORDERED, NOT_PLACED, quotes } from "#server/schema/quotes.ts";
import { parcels, type WORKSHOP_EVENTS, workshopEvents } from "#server/schema/workshop.ts";
import { type orders as contract, MOST_REMINDED_AT_ONCE } from "#shared/contract/orders.ts";
import { SLOT_NEEDS_DAY } from "#shared/domain/delivery.ts";
import type { Difference } from "#shared/domain/differences.ts";
import type { Pence } from "#shared/domain/money.ts";
import { londonDay, orderDatesFault } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { startByOf } from "#shared/domain/trade/lead-time.ts";
import { isInWorkshop, isProductionStatus, type OrderStatus, wasShipped } from "#shared/domain/trade/status.ts";
import { layOutWindow, toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import type { BarLength } from "#shared/domain/window/saw/bars.ts";
import { changedMeasures } from "#shared/domain/window/saw/changed-measures.ts";
import { type Cut, listCuts } from "#shared/domain/window/saw/cut-list.ts";
import { listHardware, weigh } from "#shared/domain/window/saw/hardware.ts";
import { trackOf } from "#shared/domain/window/saw/panel-facts.ts";
import type { PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { listMake } from "#shared/domain/window/saw/window-make.ts";
import { windowQuestions } from "#shared/domain/window/text/window-questions.ts";
import { changeDates, changeOrderStatus, changeTracking } from "./change-order-status.ts";
import { knownCorrection, refuseChangedOrder } from "./changed-windows.ts";
import { assignOrder, begunWhere, claimOrder, hasMarks, noLongerTheirs, notTheirs, setsAny } from "./order-maker.ts";
import { messagesOf, sendMessage } from "./order-messages.ts";
import {
  addDueFacts,
  columnsFor,
  countOrders,
  isOnHoldFor,
  listOrders,
  ordersVisibleTo,
  selectOrderRows,
  sumOrders,
} from "./order-rows.ts";
import { parcelLines, parcelsFor, parcelsInReply, requirePacked, shippedBefore } from "./parcels.ts";
import { lastMarksFor, progress, withSteps } from "./progress.ts";
import { openRecuts, type RecutRow, recutFacts, recutLines, recutRows, recutsFor } from "./recuts.ts";
import { refuseOutdatedDates } from "./refuse-outdated-dates.ts";
import { remindOfPayment, unpaidOf } from "./remind-of-payment.ts";

/**
 * Orders as the lists show them, in the order of `ids`.
 * @throws 404 if the person may not see one of them
 */
export async function existingOrders(db: Db, user: SignedInUser, ids: readonly number[]) {
  const found = await selectOrderRows(db, columnsFor(user)).where(and(inArray(orders.id, [...ids]), ordersVisibleTo(user)));
  const byId = new Map(found.map((order) => [order.id, order]));
  return ids.map((id) => {
    const order = byId.get(id);
    if (!order) throw noSuch("order", id);
    return order;
  });
}

/**
 * One order as the lists show it.
 * @throws 404
 */
export async function existingOrder(db: Db, user: SignedInUser, id: number) {
  const [order] = await existingOrders(db, user, [id]);
  if (!order) throw noSuch("order", id);
  return order;
}

/**
 * A locked order after a change. A supplier who returns an order to draft may not see it any more,
 * and still receives the row.
 */
export async function orderAfterChange({ db, user, now }: Pick<Context, "db" | "user" | "now">, id: number) {
  const [row] = await selectOrderRows(db, makingCostFor(user, orders.quoteId)).where(eq(orders.id, id));
  if (!row) throw noSuch("order", id);
  return addDueFacts(row, londonDay(now), user.role);
}

const historyFor = (viewer: Viewer) =>
  jsonRows<HistoryRow>(
    {
      from: orderStatusChanges.from,
      to: orderStatusChanges.to,
      at: orderStatusChanges.at,
      by: jsonObject(doerFor(viewer)),
    },
    {
      from: sql`${orderStatusChanges} join ${users} on ${eq(users.id, orderStatusChanges.byUserId)} join ${companies} on ${eq(companies.id, users.companyId)}
      where ${eq(orderStatusChanges.orderId, orders.id)}`,
      orderBy: orderStatusChanges.id,
    },
  );
/** The newest lines that a history has: one press may undo a thousand shutters. */
const MOST_EVENTS = 200;
/** The workshop's lines of an order's history; customers do not read them. */
const eventsFor = (viewer: Viewer) =>
  viewer.role === "customer"
    ? sql<EventRow[]>`'[]'::json`
    : jsonRows<EventRow>(
        {
          event: workshopEvents.kind,
          step: workshopEvents.step,
          piece: sql<string | null>`${workshopEvents.itemId} || '.' || ${workshopEvents.piece}`,
          recutId: workshopEvents.recutId,
          at: workshopEvents.createdAt,
          by: jsonObject(doerFor(viewer)),
        },
        {
          from: sql`(select * from ${workshopEvents} where ${eq(workshopEvents.orderId, orders.id)}
              order by id desc limit ${sql.raw(String(MOST_EVENTS))}) ${workshopEvents} join ${users} on ${eq(users.id, workshopEvents.byUserId)} join ${companies} on ${eq(companies.id, users.companyId)}
          where ${eq(workshopEvents.orderId, orders.id)}`,
          orderBy: workshopEvents.id,
        },
      );
interface EventRow {
  readonly event: (typeof WORKSHOP_EVENTS)[number];
  readonly step: PieceStep | null;
  readonly piece: string | null;
  readonly recutId: number | null;
  readonly at: string;
  readonly by: Doer;
}
/** The lines of these events. A line about a recut has its parts, as long as the order lists it. */
const eventLines = (rows: readonly EventRow[], recuts: readonly RecutRow[]) =>
  rows.flatMap(({ step, piece, recutId, ...line }) => {
    if (recutId === null) return { ...line, ...(step && { step }), ...(piece && { piece }) };
    const recut = recuts.find(({ id }) => id === recutId);
    return recut ? { ...line, ...recutFacts(recut) } : [];
  });

/** The newest corrections that a history has. */
const MOST_CORRECTIONS = 20;
const correctionsFor = (viewer: Viewer) =>
  jsonRows<CorrectionRow>(
    {
      differences: corrections.differences,
      reason: corrections.reason,
      beforePence: corrections.totalBeforePence,
      afterPence: corrections.totalAfterPence,
      voided: corrections.voidedWork,
      at: corrections.createdAt,
      by: jsonObject(doerFor(viewer)),
    },
    {
      from: sql`(select * from ${corrections} where ${eq(corrections.orderId, orders.id)}
          order by id desc limit ${sql.raw(String(MOST_CORRECTIONS))}) ${corrections} join ${users} on ${eq(users.id, corrections.byUserId)} join ${companies} on ${eq(companies.id, users.companyId)}`,
      orderBy: corrections.id,
    },
  );
interface CorrectionRow {
  readonly differences: Difference[];
  readonly reason: string;
  readonly beforePence: Pence;
  readonly afterPence: Pence;
  readonly voided: VoidedWork[];
  readonly at: string;
  readonly by: Doer;
}
/** Documents and screens of suppliers receive neither totals nor the office's reason (rule C3). */
const correctionLine = ({ beforePence, afterPence, ...line }: CorrectionRow) => ({
  event: "corrected" as const,
  ...line,
  total: { beforePence, afterPence },
});

interface HistoryRow {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: string;
  readonly by: Doer;
}

const read = prepared("order", (db, { role }: { role: Role }) => {
  const viewer = viewerOf(role);
  const parts = {
    items: madeItemsWithPhotos(orders.quoteId, viewer),
    note: quotes.note,
    version: quotes.version,
    closedRequests: db.$count(changeRequests, and(eq(changeRequests.orderId, orders.id), ne(changeRequests.status, "open"))),
    history: historyFor(viewer),
    events: eventsFor(viewer),
    progress,
    lastMarks: lastMarksFor(viewer),
    parcels: parcelsFor(viewer),
    recuts: recutsFor(viewer),
    corrected: correctionsFor(viewer),
    shippedBefore,
    leadDays: leadDaysSaid,
    made: makersOwnSaid(viewer),
    refundable: paidOnQuote(orders.quoteId),
    ...columnsFor(viewer),
  };
  const isRead = or(ordersVisibleTo(viewer), isOnHoldFor(viewer));
  return selectOrderRows(db, parts).where(and(eq(orders.id, sql.placeholder("id")), isRead));
});

/**
 * An order as its page shows it.
 * @throws 404
 */
export async function readOrder({ db, user, now }: Pick<Context, "db" | "user" | "now">, id: number) {
  const [found] = await read(db, { role: user.role }, { id, companyId: user.companyId });
  if (!found) throw await noLongerTheirs({ db, user, now }, id);
  const { items, history: changes, events, lastMarks: last, parcels, recuts, leadDays, made, version, corrected, ...order } = found;
  const dueOrder = addDueFacts(order, londonDay(now), user.role);
  return {
    ...dueOrder,
    quote: { ...order.quote, version, items: addMakings(items) },
    ...makersOwn(made),
    make: order.remakeId === null ? [] : items.map(({ id, make }) => ({ itemId: id, ...listMake(make) })),
    startBy: startByOf({ ...dueOrder, leadDays }),
    onHold: order.status === "draft",
    parcels: parcelsInReply(parcels),
    recuts: openRecuts(recuts),
    history: withSteps(
      [...changes, ...eventLines(events, recuts), ...parcelLines(parcels, order), ...recutLines(recuts), ...corrected.map(correctionLine)],
      {
        ...order,
        lastMarks: last,
      },
    ),
  };
}

/**
 * Locks an order that the person may see, so that two changes run one after the other. The quote is
 * locked first, as a payment does, to avoid a deadlock; the remakes last. "No key": an invoice may
 * refer to the order meanwhile.
 * @throws 404; 409 to a workshop whose press came just after another workshop took the order (rule
 * W73)
 */
export async function lockOrder({ db, user, now }: Pick<Context, "db" | "user" | "now">, id: number) {
  const isTheirs = and(eq(orders.id, id), ordersVisibleTo(user));
  const quoteId = db.select({ id: orders.quoteId }).from(orders).where(isTheirs);
  await db.select({ id: quotes.id }).from(quotes).where(inArray(quotes.id, quoteId)).for("no key update");
  const [order] = await db.select().from(orders).where(isTheirs).for("no key update");
  if (!order) throw await notTheirs({ db, user, now }, id);
  return order;
}

const WINDOWS_AT_A_TIME = 10;

/**
 * The parts to cut for these windows, and the questions about them, each once. The loop yields to
 * other requests after some windows, because two hundred take a tenth of a second.
 */
export async function cutListOf(items: readonly QuoteItem[], workshop: WorkshopTable, bars: readonly BarLength[] = []) {
  const parts: ReturnType<typeof cutParts> = [];
  const asks = new Set<string>();
  const questions = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (index % WINDOWS_AT_A_TIME === 0) await others();
    const made = { ...toDraw(item), ...asMadeBy(workshop) };
    const cuts = listCuts(made, item.quantity);
    parts.push(...cutParts(item, cuts.parts));
    for (const sentence of cuts.asks) asks.add(sentence);
    for (const sentence of windowQuestions(made, bars, cuts)) questions.add(sentence);
  }
  return { parts, asks: [...asks], questions: [...questions] };
}

/** The parts of one window, for its whole quantity. */
const cutParts = (item: QuoteItem, cuts: readonly Cut[]) => {
  const of = { window: item.name, itemId: item.id, material: item.shutterType, color: item.colorSelection };
  return cuts.map((cut) => ({ ...of, ...cut, recut: false, piece: null }));
};

/** The hardware of a window for its whole quantity, and the weights of its panels. */
function fittingsOf(item: MadeItem) {
  const window = toDraw(item);
  const tracks = layOutWindow(window).panels.map(trackOf);
  return {
    items: listHardware(window, item.quantity).map((fitting) => ({
      itemId: item.id,
      ...fitting,
      heightsMm: fitting.heightsMm && [...fitting.heightsMm],
    })),
    weights: weigh(window).panels.map((kg, at) => ({ itemId: item.id, panel: at + 1, kg, track: tracks[at] ?? null })),
  };
}

export const orderHandlers: Handlers<typeof contract> = {
  list: ({ db, user, query, page, now, match }) => listOrders(db, user, query, { page, now, match }),

  counts: ({ db, user, now }) => countOrders(db, user, now),

  sums: ({ db, user, query, now }) => sumOrders(db, user, query, now),

  reminders: async ({ db, user, query, now }) => {
    const found = await listOrders(db, user, query, { page: { limit: MOST_REMINDED_AT_ONCE - 1, after: null }, now });
    return unpaidOf(
      { db },
      found.map(({ id }) => id),
    );
  },

  read: ({ db, user, params, now }) => readOrder({ db, user, now }, params.id),

  messages: ({ db, user, params }) => messagesOf(db, user, params.id),

  sendMessage: async ({ db, post, user, params, body, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    const sent = await sendMessage({ db, post, user, now, order, ...body, to: body.to });
    record({ after: { messageId: sent.id, to: sent.to } });
    return sent;
  },

  remind: async ({ db, post, user, body, now, record }) => {
    await existingOrders(db, user, body.orderIds);
    const reminded = await remindOfPayment({ db, post, now }, body.orderIds);
    record({ after: { orderIds: reminded.orderIds } });
    return reminded;
  },

  cutList: async ({ db, user, params }) => {
    const order = await existingOrder(db, user, params.id);
    const workshop = (await workshopFor(db, user, [order]))(order);
    const items = await itemsOfQuote(db, order.quoteId);
    const bars = (await barsFor(db, user, [order]))(order).map(({ profile, stockMm, trimMm }) => ({ profile, stockMm, trimMm }));
    const { parts: all, asks, questions } = await cutListOf(items, workshop, bars);
    const parts = [...all, ...(await recutRows(db, order.id, items, workshop))];
    const { clearances, table, tableDate, keptAt } = workshop;
    const changes = keptAt === null ? [] : changedMeasures(workshop, await presentTableFor(db, user, order));
    return { orderId: order.id, clearances, table, tableDate, keptAt, changes, bars, parts, asks, questions };
  },

  hardware: async ({ db, user, params }) => {
    const order = await existingOrder(db, user, params.id);
    const made = asMadeBy((await workshopFor(db, user, [order]))(order));
    const windows = (await itemsToMake(db, [order.quoteId]))(order.quoteId);
    const items: ReturnType<typeof fittingsOf>["items"] = [];
    const weights: ReturnType<typeof fittingsOf>["weights"] = [];
    for (const [index, item] of windows.entries()) {
      if (index % WINDOWS_AT_A_TIME === 0) await others();
      const found = fittingsOf({ ...item, ...made });
      items.push(...found.items);
      weights.push(...found.weights);
    }
    return { orderId: order.id, items, weights };
  },

  changeStatus: async ({ db, post, user, params, body, now, pressedAt, record }) => {
    const known = await knownCorrection(db, params.id, pressedAt);
    const order = await lockOrder({ db, user, now }, params.id);
    if (body.from !== undefined && body.from !== order.status) {
      throw conflict(`Somebody else has changed this order in the meantime: it is now ${order.status}`);
    }
    const isChanged = order.status !== body.status;
    // A call without `confirmed` ships as it did before orders had parcels, and so does an order of
    // a workshop that marks nothing (rule W86).
    const ships = isInWorkshop(order.status) && wasShipped(body.status);
    if (ships) await refuseChangedOrder(db, order.id, known);
    const asks = body.confirmed === false && ships;
    if (asks && (await hasMarks(db, order.id))) await requirePacked(db, order);
    const taken = isChanged && isProductionStatus(body.status) && (await claimOrder({ db, user, now }, order));
    record({ before: { status: order.status }, after: { status: body.status, ...(taken && { supplierId: user.companyId }) } });
    if (isChanged) await changeOrderStatus({ db, post, user, now, pressedAt }, order, body.status);
    return orderAfterChange({ db, user, now }, order.id);
  },

  changeDates: async ({ db, user, params, body, now, pressedAt, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    if (order.status === "cancelled") throw conflict("This order was cancelled and has no dates to set");
    await refuseOutdatedDates({ db, user, now }, order, body);
    const { shippingDate = order.shippingDate, estimatedArrival = order.estimatedArrival } = body;
    const fault = orderDatesFault({ today: londonDay(pressedAt), made: londonDay(order.createdAt), shippingDate, estimatedArrival });
    if (fault) throw badRequest(fault);
    const deliverySlot = body.deliverySlot === undefined && estimatedArrival !== null ? order.deliverySlot : (body.deliverySlot ?? null);
    if (deliverySlot !== null && estimatedArrival === null) throw badRequest(SLOT_NEEDS_DAY);
    const deliveryNote = body.deliveryNote === undefined ? order.deliveryNote : body.deliveryNote || null;
    const after = { shippingDate, estimatedArrival, deliverySlot, deliveryNote };
    const taken = setsAny(order, after) && (await claimOrder({ db, user, now }, order));
    await changeDates({ db, now }, order, after);
    record({
      before: Object.fromEntries(Object.keys(after).map((name) => [name, order[name as keyof typeof after]])),
      after: { ...after, ...(taken && { supplierId: user.companyId }) },
    });
    return orderAfterChange({ db, user, now }, order.id);
  },

  changeTracking: async ({ db, user, params, body, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    const trackingNumber = body.trackingNumber || null;
    const { carrier = order.carrier } = body;
    const isWork = order.status !== "cancelled" && setsAny(order, { trackingNumber });
    const taken = isWork && (await claimOrder({ db, user, now }, order));
    await changeTracking({ db, now }, order, { carrier, trackingNumber });
    record({
      before: { trackingNumber: order.trackingNumber, carrier: order.carrier },
      after: { trackingNumber, carrier, ...(taken && { supplierId: user.companyId }) },
    });
    return orderAfterChange({ db, user, now }, order.id);
  },

  changeSupplier: async ({ db, user, params, body: { supplierId, confirmed }, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    await requireSupplier(db, supplierId);
    if (supplierId !== order.supplierId) {
      const begun = confirmed ? null : await begunWhere(db, order);
      if (begun) throw conflict(begun);
      await assignOrder({ db, now }, order, supplierId);
    }
    record({ before: { supplierId: order.supplierId }, after: { supplierId } });
    return orderAfterChange({ db, user, now }, order.id);
  },

  delete: async ({ db, user, params, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    // The remakes are locked before the order changes, because a change of a remake locks the
    // remake before the order's figures.
    await db.select({ id: remakes.id }).from(remakes).where(eq(remakes.orderId, params.id)).for("update");
    if (isInWorkshop(order.status) && (await db.$count(parcels, eq(parcels.orderId, order.id))) > 0)
      throw conflict("Parts of this order are shipped: it cannot be deleted");
    if (order.isPaid && order.status !== "cancelled") throw conflict("This order is paid: cancel it before you delete it");
    await db.update(orders).set({ deletedAt: now }).where(eq(orders.id, order.id));
    // The quote may be placed again.
    await db
      .update(quotes)
      .set({ ...NOT_PLACED, ...NOT_ORDERED })
      .where(eq(quotes.id, order.quoteId));
    await db
      .update(remakes)
      .set({ deletedAt: now })
      .where(and(eq(remakes.orderId, order.id), sql`${remakes.deletedAt} is null`));
    record({ before: { status: order.status, quoteId: order.quoteId }, after: { deleted: true } });
    return null;
  },
};
