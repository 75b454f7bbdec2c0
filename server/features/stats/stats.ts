import { and, between, eq, gte, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { listedJobs, remakes } from "#server/db/schema.ts";
import { readSearch } from "#server/db/search-typed.ts";
import { dated, firstOrders, listedFor } from "#server/features/orders/order-rows.ts";
import { newestRemakes, toRemakeRow } from "#server/features/remakes/remake-queries.ts";
import type { Handlers } from "#server/house.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import { type stats as contract, countedStatus } from "#shared/contract/stats.ts";
import { type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type DayRange, historyBuckets, instantsOf, statsRange } from "#shared/domain/stats-range.ts";
import type { OrderStatus } from "#shared/domain/status.ts";
import { addUp, historyFigures, keptFigures } from "./kept-figures.ts";

export const statsHandlers: Handlers<typeof contract> = {
  read: async ({ db, user, query, now }) => {
    const range = statsRange(query, now);
    const { byStatus, remakes, orders } = await readDashboard(db, user, range, query.search);
    const countOf = (status: string) => byStatus.find((figures) => figures.status === status)?.count ?? 0;
    const notCancelled = byStatus.filter(({ status }) => status !== "cancelled");
    return {
      totalOrders: sum(byStatus.map(({ count }) => count)),
      pendingOrders: countOf("pending"),
      unpaidOrders: sum(notCancelled.map(({ unpaid }) => unpaid)),
      totalAmount: sumPence(notCancelled.map(({ amount }) => amount)),
      ordersByStatus: Object.fromEntries(countedStatus.options.map((status) => [status, countOf(status)])) as OrdersByStatus,
      remakes,
      recentOrders: orders.map((order) => dated(order, now)),
      dateRange: range,
    };
  },
  history: async ({ db, query, now }) => {
    const range = statsRange(query, now);
    const { first, last, days } = await historyFigures(db, range);
    if (first === null || last === null) return { unit: "day", points: [] };
    // Before the first order there is nothing to show, nor after today: the rest of a range that was typed far too long is left away.
    const today = latest(last, londonDay(now));
    const { unit, buckets } = historyBuckets(latest(first, range.start ?? first), earliest(today, range.end ?? today));
    return { unit, points: addUp(days, buckets) };
  },
};

const latest = (one: Day, other: Day): Day => (one > other ? one : other);
const earliest = (one: Day, other: Day): Day => (one < other ? one : other);

type OrdersByStatus = Record<(typeof countedStatus.options)[number], number>;

const RECENT_ORDERS = 50;
/** A search shows the matches, as many as the largest page of any list. */
const MOST_MATCHES = 200;
/** Rule S3. */
const RECENT_REMAKES = 5;

/** All of time is another statement than a range: PostgreSQL plans a range for few rows. */
type Kind = { readonly role: Role; readonly bounded: boolean };

/** What every figure is over, besides whose they are: made in the range, and never those taken back for correction (rule K2). */
const listedInRange = ({ bounded }: Kind): SQL | undefined =>
  and(
    ne(listedJobs.orderStatus, "draft"),
    bounded ? between(listedJobs.orderedAt, sql.placeholder("first"), sql.placeholder("last")) : undefined,
  );
const countedOrders = (kind: Kind): SQL | undefined => and(listedFor(viewerOf(kind.role)), listedInRange(kind));

/** Remakes of the counted orders. None is older than its order, which spares the newest-first index all that came before the range. */
const countedRemakes = (kind: Kind): SQL | undefined =>
  and(
    isNull(remakes.deletedAt),
    listedJobs.isRemade,
    kind.bounded ? gte(remakes.createdAt, sql.placeholder("first")) : undefined,
    countedOrders(kind),
  );

const isBounded = ({ start, end }: DayRange): boolean => start !== null || end !== null;
/** What goes into the selects for a range. */
const valuesOf = (range: DayRange) => {
  const { first, last } = instantsOf(range);
  return { first: first?.toISOString() ?? "-infinity", last: last?.toISOString() ?? "infinity" };
};

/** One row for each status that occurs: every figure about orders is a sum of these. */
const ordersByStatus = prepared("orders by status", (db, kind: Kind) =>
  db
    .select({
      status: sql<OrderStatus>`${listedJobs.orderStatus}`,
      count: sql<number>`count(*)::int`,
      unpaid: sql<number>`(count(*) filter (where not ${listedJobs.isPaid}))::int`,
      amount: sql<Pence>`sum(${listedJobs.total})`.mapWith((total: string) => pence(Number(total))),
    })
    .from(listedJobs)
    .where(countedOrders(kind))
    .groupBy(listedJobs.orderStatus),
);

const remakeFigures = prepared("remake figures", (db, kind: Kind) =>
  db
    .select({
      total: sql<number>`count(*)::int`,
      pending: sql<number>`(count(*) filter (where ${remakes.status} = 'pending'))::int`,
    })
    .from(remakes)
    .innerJoin(listedJobs, eq(listedJobs.orderId, remakes.orderId))
    .where(countedRemakes(kind)),
);

const recentRemakes = prepared("recent remakes", (db, kind: Kind) =>
  newestRemakes(db, viewerOf(kind.role), {
    where: and(kind.bounded ? gte(remakes.createdAt, sql.placeholder("first")) : undefined, listedInRange(kind)),
    most: sql.raw(String(RECENT_REMAKES)),
  }),
);

const recentOrders = prepared("recent orders", (db, { searched, ...kind }: Kind & { searched: boolean }) =>
  firstOrders(db, viewerOf(kind.role), {
    where: listedInRange(kind),
    searched,
    most: sql.raw(String(searched ? MOST_MATCHES : RECENT_ORDERS)),
  }),
);

/** Everything that the dashboard shows. */
export async function readDashboard(db: Db, user: SignedInUser, range: DayRange, typed: string | undefined) {
  const search = readSearch(typed, "ORD");
  const kind = { role: user.role, bounded: isBounded(range) };
  const values = { companyId: user.companyId, ...valuesOf(range), ...search };
  const [figures, recent, found] = await Promise.all([
    user.role === "customer" ? countFigures(db, user, range) : sharedFigures(db, user, range),
    recentRemakes(db, kind, values),
    recentOrders(db, { ...kind, searched: search !== undefined }, values),
  ]);
  return { byStatus: figures.byStatus, remakes: { ...figures.remakes, recent: recent.map(toRemakeRow) }, orders: found };
}

/** Counted, which is quick for one company's: the index that begins with it holds all that is asked. */
export async function countFigures(db: Db, { companyId, role }: Pick<SignedInUser, "companyId" | "role">, range: DayRange) {
  const kind = { role, bounded: isBounded(range) };
  const values = { companyId, ...valuesOf(range) };
  const [byStatus, [ofRemakes = { total: 0, pending: 0 }]] = await Promise.all([
    ordersByStatus(db, kind, values),
    remakeFigures(db, kind, values),
  ]);
  return { byStatus, remakes: ofRemakes };
}

/** Staff see all orders and a supplier many, deleted ones and drafts apart, which no figure counts: theirs are kept. */
async function sharedFigures(db: Db, user: SignedInUser, range: DayRange) {
  const byStatus = await keptFigures(db, user, range);
  return {
    byStatus,
    remakes: { total: sum(byStatus.map((of) => of.remakes)), pending: sum(byStatus.map((of) => of.pendingRemakes)) },
  };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
