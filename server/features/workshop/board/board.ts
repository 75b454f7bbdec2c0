import { and, count, countDistinct, eq, exists, inArray, isNull, not, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { listSuppliers } from "#server/features/companies/people.ts";
import { isToBegin, leadDaysSaid } from "#server/features/companies/workshop-settings.ts";
import { storeReviews, workshopSetupOf } from "#server/features/companies/workshop-setup.ts";
import { madeArea } from "#server/features/orders/create-order.ts";
import { addDueFacts, firstOrders, ordersVisibleTo, selectOrderRows } from "#server/features/orders/order-rows.ts";
import { shippedBefore } from "#server/features/orders/parcels.ts";
import { progress } from "#server/features/orders/progress.ts";
import { openRecutCount } from "#server/features/orders/recuts.ts";
import { offcutHandlers } from "#server/features/workshop/bar-plan/offcuts.ts";
import { planHandlers, readPreview } from "#server/features/workshop/bar-plan/plans.ts";
import { sawnHandlers } from "#server/features/workshop/bar-plan/saw-bar.ts";
import { makeHandlers } from "#server/features/workshop/bench/change-make.ts";
import { changeRecutHandlers } from "#server/features/workshop/bench/change-recut.ts";
import { countNow, MOST_COUNTED } from "#server/features/workshop/bench/louvres.ts";
import { measureHandlers } from "#server/features/workshop/bench/measures.ts";
import { pieceHandlers } from "#server/features/workshop/bench/pieces.ts";
import { recutHandlers } from "#server/features/workshop/bench/recuts.ts";
import { isFound, isOneOf, ORDERS, rowsInOrder } from "#server/lists/lists.ts";
import { readSearch } from "#server/lists/search.ts";
import { areaOf, jsonRows, sumOf } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { placeOfDay } from "#server/platform/http/paging/paging.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import type { workshopSetup } from "#shared/contract/office/workshop-setup.ts";
import type { workshop as contract } from "#shared/contract/workshop.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { startByOf } from "#shared/domain/trade/lead-time.ts";
import { placeOf } from "#shared/domain/trade/place.ts";
import { CUT_PARTS } from "#shared/domain/window/saw/cut-list.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { asksOnBoard } from "./board-asks.ts";
import { readLoad, readOwnLoad } from "./load.ts";
import { partsOnBoard } from "./parts-on-board.ts";
import { parcelHandlers } from "./send-parcel.ts";
import { shipHandlers } from "./ship.ts";

interface ShutterKind {
  readonly shutterType: string;
  readonly louverSize: number;
  readonly colorSelection: string;
  readonly shutters: number;
}
const items = jsonRows<ShutterKind>(
  {
    shutterType: quoteItems.shutterType,
    louverSize: quoteItems.louverSize,
    colorSelection: quoteItems.colorSelection,
    shutters: quoteItems.quantity,
  },
  { from: sql`${quoteItems} where ${eq(quoteItems.quoteId, orders.quoteId)}`, orderBy: quoteItems.place },
);

/** Sums the shutters of each kind, in the order of their first windows. */
function addUp(windows: readonly ShutterKind[]): ShutterKind[] {
  const kinds = new Map<string, ShutterKind>();
  for (const window of windows) {
    const key = JSON.stringify([window.shutterType, window.louverSize, window.colorSelection]);
    const known = kinds.get(key);
    kinds.set(key, known ? { ...known, shutters: known.shutters + window.shutters } : window);
  }
  return [...kinds.values()];
}

type Query = QueryOf<typeof contract.totals>;

/**
 * True for a window whose frame is made. Every window has a frame, on however many sides; a remake
 * of panels or parts makes the frame only if it names a side (rule W103).
 */
const isFramed = sql<boolean>`case when ${quoteItems.make} is null then true
  when ${quoteItems.make}->'parts' = '[]' then ${quoteItems.make}->'panels' = '[]'
  else ${quoteItems.make}->'parts' ?| '{${sql.raw(CUT_PARTS.filter((part) => part.startsWith("frame-")).join())}}' end`;

/**
 * The condition for windows of the chosen types, colours and louvres; undefined without a choice.
 */
const isChosen = ({ shutterType, colorSelection, louverSize }: Query): SQL | undefined =>
  and(
    shutterType && inArray(quoteItems.shutterType, [...shutterType]),
    colorSelection && inArray(quoteItems.colorSelection, [...colorSelection]),
    louverSize && inArray(quoteItems.louverSize, louverSize.map(Number)),
  );

/**
 * For a statement about an order: true if it replaces parts of an order that is late or delivered
 * (rule W92). An order without a remake reads no other table.
 */
const replacesLate = (today: Day | Placeholder): SQL<boolean> => sql<boolean>`case when ${orders.remakeId} is null then false
  else exists (select from ${remakes} join ${orders} first on first.id = ${remakes.orderId}
    where ${eq(remakes.id, orders.remakeId)} and first.deleted_at is null
      and (first.status in ('delivered', 'completed')
        or first.status in ('pending', 'processing', 'shipped') and first.late_after < ${today}::date)) end`;

/** The condition of a view: open orders, or the supplier's own, for staff every supplier's. */
const isInView = ({ role, companyId }: SignedInUser, { view }: Query): SQL | undefined =>
  view && (view === "open" ? ORDERS.madeBy(0) : role === "supplier" ? ORDERS.madeBy(companyId) : not(ORDERS.madeBy(0)));

/** The condition for orders, apart from the view and the choice of windows. */
async function toMake(db: Db, user: SignedInUser, { supplierId, late, urgent, search: typed }: Query, now: Date): Promise<SQL | undefined> {
  const search = await readSearch(db, user, typed, now);
  const today = londonDay(now);
  // The group "Late" has remakes of late orders too, and the filter agrees with it.
  const isLate = or(ORDERS.late(today, user.role), replacesLate(today));
  const isInTime = and(ORDERS.inTime(today, user.role), not(replacesLate(today)));
  const toBegin = urgent === undefined ? undefined : await isToBegin(db, today);
  return and(
    ORDERS.toMake,
    supplierId && inArray(orders.makerId, supplierId.map(Number)),
    late === undefined ? undefined : late ? isLate : isInTime,
    toBegin && (urgent ? or(isLate, toBegin) : and(isInTime, not(toBegin))),
    search && isFound(search, ORDERS.found),
  );
}

async function listBoard(db: Db, user: SignedInUser, query: Query, { page, now }: { readonly page: Page; readonly now: Date }) {
  const chosen = isChosen(query);
  const holdsChosen =
    chosen &&
    exists(
      db
        .select()
        .from(quoteItems)
        .where(and(eq(quoteItems.quoteId, orders.quoteId), chosen)),
    );
  const where = and(await toMake(db, user, query, now), isInView(user, query), holdsChosen);
  const ids = await firstOrders(db, user, { where, sort: "due", page });
  return rowsInOrder(ids, (values) => rowsByIds(db, {}, { ...values, today: londonDay(now) }));
}

const rowsByIds = prepared("workshop rows", (db) =>
  selectOrderRows(db, {
    items,
    progress,
    shippedBefore,
    leadDays: leadDaysSaid,
    openRecuts: openRecutCount,
    replacesLate: replacesLate(sql.placeholder("today")),
  }).where(isOneOf(orders.id)),
);

async function addUpBoard(db: Db, user: SignedInUser, query: Query, now: Date) {
  const inAnyView = and(ordersVisibleTo(user), await toMake(db, user, query, now), isChosen(query));
  const sums = await db
    .select({
      isOpen: sql<boolean>`${ORDERS.madeBy(0)}`,
      orders: countDistinct(orders.id),
      late: sql<number>`(count(distinct ${orders.id}) filter (where ${ORDERS.late(londonDay(now), user.role)}))::int`,
      windows: count(),
      shutters: sumOf(quoteItems.quantity),
      frames: sumOf(sql`case when ${isFramed} then ${quoteItems.quantity} end`),
      areaMilliM2: areaOf(madeArea),
      louvres: sumOf(sql`${quoteItems.louvres} * ${quoteItems.quantity}`),
      isUncounted: sql<boolean>`coalesce(bool_or(${quoteItems.louvres} is null), false)`,
    })
    .from(orders)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, orders.quoteId))
    .where(inAnyView)
    .groupBy(sql`1`);
  const ordersOf = (isOpen: boolean) => sums.find((row) => row.isOpen === isOpen)?.orders ?? 0;
  const views = { mine: ordersOf(false), open: ordersOf(true) };
  const chosen = sums.filter(({ isOpen }) => query.view === undefined || isOpen === (query.view === "open"));
  const total = (name: (typeof SUMS)[number]): number => chosen.reduce((sum, row) => sum + row[name], 0);
  const [windows, shutters, late, louvres] = [total("windows"), total("shutters"), total("late"), total("louvres")];
  const frames = total("frames");
  const whole = { orders: total("orders"), late, windows, shutters, louvres, frames, areaMilliM2: total("areaMilliM2") as MilliM2, views };
  if (!chosen.some(({ isUncounted }) => isUncounted)) return whole;
  // The number of windows that one request counts is limited.
  const uncounted = await db
    .select({ id: quoteItems.id })
    .from(orders)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, orders.quoteId))
    .where(and(inAnyView, isInView(user, query), isNull(quoteItems.louvres)))
    .limit(MOST_COUNTED + 1);
  const ids = uncounted.map(({ id }) => id);
  return { ...whole, louvres: whole.louvres + (await countNow(db, ids)) };
}

const SUMS = ["orders", "late", "windows", "shutters", "frames", "louvres", "areaMilliM2"] as const;

export const workshopHandlers: Handlers<typeof contract & typeof workshopSetup> = {
  list: async ({ db, user, query, page, now }) => {
    const rows = await listBoard(db, user, query, { page, now });
    const today = londonDay(now);
    const asks = await asksOnBoard(db, user, rows);
    const parts = await partsOnBoard(db, rows);
    return rows.map(({ items: windows, leadDays, ...order }) => {
      const row = addDueFacts(order, today, user.role);
      return {
        ...row,
        startBy: startByOf({ ...row, leadDays }),
        place: placeOf(row.shippingAddress),
        made: addUp(windows),
        ask: asks.get(order.id) ?? null,
        parts: parts.get(order.id) ?? null,
        inList: { at: placeOfDay(row.dueOn), id: row.id },
      };
    });
  },

  barPlan: async ({ db, user, query, left }) => {
    const { windows, ...preview } = await readPreview({ db, user, left: left() }, query.orders);
    return { ...preview, windows: windows.map(({ remakeId, ...window }) => ({ ...window, ...(remakeId !== null && { remakeId }) })) };
  },
  totals: ({ db, user, query, now }) => addUpBoard(db, user, query, now),

  load: ({ db, user, now }) => (user.role === "supplier" ? readOwnLoad(db, user, now) : readLoad(db, now)),

  suppliers: ({ db, page }) => listSuppliers(db, page),

  setup: ({ db, user }) => workshopSetupOf(db, user.companyId),

  reviewSetup: async ({ db, user, body, now, record }) => {
    await storeReviews(db, user, [body.step], now);
    record({ after: body });
    return workshopSetupOf(db, user.companyId);
  },

  ...pieceHandlers,
  ...measureHandlers,
  ...makeHandlers,
  ...recutHandlers,
  ...changeRecutHandlers,
  ...shipHandlers,
  ...parcelHandlers,
  ...planHandlers,
  ...sawnHandlers,
  ...offcutHandlers,
};
