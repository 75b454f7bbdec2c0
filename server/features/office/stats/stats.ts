import { and, eq, gte, lte, ne, not, type SQL, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { addDueFacts, firstOrderRows, newestOrders, ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { newestRemakeRows, newestRemakes, ofDraft, remakesListedTo, toRemakeRow } from "#server/features/remakes/remake-queries.ts";
import { firstRows, ORDERS } from "#server/lists/lists.ts";
import { readSearch, type Search } from "#server/lists/search.ts";
import { owedFor, sumOfPence, type Viewer, viewerOf } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { type stats as contract, countedStatus } from "#shared/contract/office/stats.ts";
import { pence, sumPence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type DayRange, historyBuckets, instantsOf, statsRange } from "#shared/domain/trade/stats-range.ts";
import { daysOfTrade, historyOf } from "./history.ts";

export const statsHandlers: Handlers<typeof contract> = {
  read: async ({ db, user, query, now }) => {
    const range = statsRange(query, now);
    const today = londonDay(now);
    const { byStatus, owed, remakes, orders } = await readDashboard(db, user, range, await readSearch(db, user, query.search, now));
    const countOf = (status: string) => byStatus.find((figures) => figures.status === status)?.count ?? 0;
    const notCancelled = byStatus.filter(({ status }) => status !== "cancelled");
    return {
      totalOrders: sum(byStatus.map(({ count }) => count)),
      pendingOrders: countOf("pending"),
      unpaidOrders: sum(notCancelled.map(({ unpaid }) => unpaid)),
      totalAmount: sumPence(notCancelled.map(({ amount }) => amount)),
      unpaidAmount: owed,
      ordersByStatus: Object.fromEntries(countedStatus.options.map((status) => [status, countOf(status)])) as OrdersByStatus,
      remakes,
      recentOrders: orders.map((order) => addDueFacts(order, today, user.role)),
      dateRange: range,
    };
  },
  history: async ({ db, query, now }) => {
    const range = statsRange(query, now);
    const traded = await daysOfTrade(db);
    if (!traded) return { unit: "day", points: [] };
    const { first, last } = traded;
    // The history leaves out days before the first order and after today, however long the
    // requested range is.
    const today = latest(last, londonDay(now));
    const { unit, buckets } = historyBuckets(latest(first, range.start ?? first), earliest(today, range.end ?? today));
    return { unit, points: await historyOf(db, buckets) };
  },
};

const latest = (one: Day, other: Day): Day => (one > other ? one : other);
const earliest = (one: Day, other: Day): Day => (one < other ? one : other);

type OrdersByStatus = Record<(typeof countedStatus.options)[number], number>;

const RECENT_ORDERS = 50;
/** A search shows as many matches as the largest page of any list. */
const MOST_MATCHES = 200;
/** The dashboard shows five remakes (rule S3). */
const RECENT_REMAKES = 5;

const isBounded = ({ start, end }: DayRange): boolean => start !== null || end !== null;

/**
 * The orders behind every figure, besides their visibility: made in the range and no draft (rule
 * K2).
 */
const isCounted = (range: DayRange): SQL | undefined => {
  const { first, last } = instantsOf(range);
  return and(ne(orders.status, "draft"), first && gte(orders.createdAt, first), last && lte(orders.createdAt, last));
};

/** One row for each status that occurs: every figure about orders is a sum of these rows. */
const ordersByStatus = (db: Db, viewer: Viewer, range: DayRange) =>
  db
    .select({
      status: orders.status,
      count: sql<number>`count(*)::int`,
      unpaid: sql<number>`(count(*) filter (where ${ORDERS.ofPayment.unpaid}))::int`,
      amount: sumOfPence(sql`sum(${orders.totalPence})`),
    })
    .from(orders)
    .where(and(ordersVisibleTo(viewer), isCounted(range)))
    .groupBy(orders.status);

/** The amount still owed on the counted orders that are unpaid and not cancelled. */
const owedOfOrders = (db: Db, viewer: Viewer, range: DayRange) =>
  db
    .select({ owed: sumOfPence(sql`sum(${owedFor(orders.quoteId, orders.totalPence)})`) })
    .from(orders)
    .where(and(ordersVisibleTo(viewer), isCounted(range), ORDERS.ofPayment.unpaid, ne(orders.status, "cancelled")));

const remakeFigures = (db: Db, viewer: Viewer, range: DayRange) =>
  db
    .select({
      total: sql<number>`count(*)::int`,
      pending: sql<number>`(count(*) filter (where ${remakes.status} = 'pending'))::int`,
    })
    .from(remakes)
    .where(and(remakesListedTo(viewer), isOfCountedOrder(viewer, range)));

/**
 * Remakes of the counted orders. No remake is older than its order, so an index skips the remakes
 * from before the range.
 */
function isOfCountedOrder({ role }: Viewer, range: DayRange): SQL | undefined {
  // A supplier's remakes never belong to drafts, so a supplier's figure of all time needs no
  // condition.
  if (!isBounded(range)) return role === "supplier" ? undefined : not(ofDraft);
  const { first } = instantsOf(range);
  // A subquery for each remake, because a join would read all orders.
  return and(
    first && gte(remakes.createdAt, first),
    sql`(select ${isCounted(range)} from ${orders} where ${eq(orders.id, remakes.orderId)})`,
  );
}

const recentRemakes = (db: Db, user: SignedInUser, range: DayRange) => {
  const { first } = instantsOf(range);
  return newestRemakes(db, user, {
    where: first && gte(remakes.createdAt, first),
    ofOrder: isCounted(range),
    page: { limit: RECENT_REMAKES - 1, after: null },
  });
};

async function recentOrders(db: Db, user: SignedInUser, range: DayRange, search: Search | undefined) {
  return firstOrderRows(db, user, {
    where: isCounted(range),
    search,
    page: { limit: (search ? MOST_MATCHES : RECENT_ORDERS) - 1, after: null },
  });
}

const ALL_TIME: DayRange = { start: null, end: null };
type ForRole = { readonly role: Role };
/**
 * The figures on the first screen of staff and customers. Each statement has one good plan for any
 * company, so it is prepared.
 */
const opening = {
  owed: prepared("owed of orders", (db, { role }: ForRole) => owedOfOrders(db, viewerOf(role), ALL_TIME)),
  sums: prepared("sums of orders", (db, { role }: ForRole) => ordersByStatus(db, viewerOf(role), ALL_TIME)),
  remakes: prepared("sums of remakes", (db, { role }: ForRole) => remakeFigures(db, viewerOf(role), ALL_TIME)),
  recentRemakes: prepared("recent remakes", (db, { role }: ForRole) =>
    newestRemakeRows(db, role, isCounted(ALL_TIME)).limit(firstRows(RECENT_REMAKES)),
  ),
  recentOrders: prepared("recent orders", (db, { role }: ForRole) =>
    newestOrders(db, role, isCounted(ALL_TIME)).limit(firstRows(RECENT_ORDERS)),
  ),
};

/** Only these roles see the amount owed (rule K2), so it is not queried for others. */
function owedTo(db: Db, { role, companyId }: SignedInUser, range: DayRange | "opening") {
  if (role !== "customer" && role !== "super_admin") return [];
  return range === "opening" ? opening.owed(db, { role }, { companyId }) : owedOfOrders(db, { role, companyId }, range);
}

export async function readDashboard(db: Db, user: SignedInUser, range: DayRange, search: Search | undefined) {
  const isOpening = user.role !== "supplier" && !isBounded(range);
  const [{ role }, values] = [user, { companyId: user.companyId }];
  const [byStatus, [{ owed } = { owed: pence(0) }], [counted = { total: 0, pending: 0 }], recent, matches] = await Promise.all([
    isOpening ? opening.sums(db, { role }, values) : ordersByStatus(db, user, range),
    owedTo(db, user, isOpening ? "opening" : range),
    isOpening ? opening.remakes(db, { role }, values) : remakeFigures(db, user, range),
    isOpening ? opening.recentRemakes(db, { role }, values) : recentRemakes(db, user, range),
    isOpening && search === undefined ? opening.recentOrders(db, { role }, values) : recentOrders(db, user, range, search),
  ]);
  return { byStatus, owed, remakes: { ...counted, recent: recent.map(toRemakeRow) }, orders: matches };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
