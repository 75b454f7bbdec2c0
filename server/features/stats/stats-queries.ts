import { and, eq, gte, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { builtOnce, inText } from "#server/db/prepared.ts";
import { orders, quotes, remakePhotos, remakeReplies, remakes, users } from "#server/db/schema.ts";
import { type Asked, readSearch } from "#server/db/search.ts";
import { together } from "#server/db/together.ts";
import { newestOrders, ordersVisibleTo } from "#server/features/orders/order-queries.ts";
import { type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { newestFirst } from "#server/http/paging.ts";
import { remakePhotoPath } from "#shared/contract/remake-row.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type DayRange, instantsOf } from "#shared/domain/stats-range.ts";
import { selectKeptFigures } from "./kept-figures.ts";

const RECENT_ORDERS = 50;
/** A search shows the matches, as many as the largest page of any list. */
const MOST_MATCHES = 200;
/** Rule S3. */
const RECENT_REMAKES = 5;

/** The orders that every figure is over: those the person may see, made in the range, and never those taken back for correction (rule K2). */
function countedOrders(viewer: Viewer, bounded: boolean): SQL | undefined {
  const range = bounded && and(gte(orders.createdAt, sql.placeholder("first")), lte(orders.createdAt, sql.placeholder("last")));
  return and(ordersVisibleTo(viewer), ne(orders.status, "draft"), range || undefined);
}

/** One row for each status that occurs: every figure about orders is a sum of these. Counted from the orders themselves, which is quick for one company's. */
const figuresByStatus = (db: Db, viewer: Viewer, bounded: boolean) =>
  db
    .select({
      status: orders.status,
      count: sql<number>`count(*)::int`,
      unpaid: sql<number>`(count(*) filter (where ${quotes.paidAt} is null))::int`,
      amount: sql<Pence>`sum(${quotes.finalTotal})`.mapWith((total: string) => pence(Number(total))),
    })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(countedOrders(viewer, bounded))
    .groupBy(orders.status);

const recentOrders = (db: Db, viewer: Viewer, bounded: boolean, kind: Asked["kind"]) =>
  newestOrders(db, viewer, {
    where: countedOrders(viewer, bounded),
    kind,
    most: inText(kind === "everything" ? RECENT_ORDERS : MOST_MATCHES),
  });

/** Remakes of the counted orders. None is older than its order, which spares the newest-first index all that came before the range. */
const countedRemakes = (viewer: Viewer, bounded: boolean): SQL | undefined =>
  and(isNull(remakes.deletedAt), bounded ? gte(remakes.createdAt, sql.placeholder("first")) : undefined, countedOrders(viewer, bounded));

const remakeFigures = (db: Db, viewer: Viewer, bounded: boolean) =>
  db
    .select({
      total: sql<number>`count(*)::int`,
      pending: sql<number>`(count(*) filter (where ${remakes.status} = 'pending'))::int`,
    })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .where(countedRemakes(viewer, bounded));

const recentRemakes = (db: Db, viewer: Viewer, bounded: boolean) =>
  db
    .select({
      id: remakes.id,
      orderId: remakes.orderId,
      status: remakes.status,
      reason: remakes.reason,
      createdAt: remakes.createdAt,
      user: { id: users.id, companyName: users.companyName, contactName: users.contactName },
      places: sql<
        number[]
      >`array(select ${remakePhotos.place}::int from ${remakePhotos} where ${remakePhotos.remakeId} = ${remakes.id} order by 1)`,
      repliesCount: sql<number>`(select count(*)::int from ${remakeReplies} where ${remakeReplies.remakeId} = ${remakes.id})`,
    })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(countedRemakes(viewer, bounded))
    .orderBy(...newestFirst(remakes.createdAt, remakes.id))
    .limit(inText(RECENT_REMAKES));

/** The figures counted from the orders themselves, by status, and their remakes'. */
const countedSelects = (db: Db, viewer: Viewer, bounded: boolean) => ({
  figures: figuresByStatus(db, viewer, bounded),
  remakeFigures: remakeFigures(db, viewer, bounded),
});

/** For the test that holds the kept figures against them. */
export const countedFigures = builtOnce((db, role: Role, bounded: boolean) => together(db, countedSelects(db, viewerOf(role), bounded)));

/** What goes into the statements for a range. */
export const countedIn = (range: DayRange) => ({ start: range.start, end: range.end, ...instantsOf(range) });

/** Staff and suppliers see the same orders, deleted ones and drafts apart, which nobody's figures count: theirs are kept. */
const sharedDashboard = builtOnce((db, role: Role, bounded: boolean, kind: Asked["kind"]) =>
  together(db, {
    figures: selectKeptFigures(db, bounded),
    remakes: recentRemakes(db, viewerOf(role), bounded),
    orders: recentOrders(db, viewerOf(role), bounded, kind),
  }),
);

const customersDashboard = builtOnce((db, bounded: boolean, kind: Asked["kind"]) => {
  const viewer = viewerOf("customer");
  return together(db, {
    ...countedSelects(db, viewer, bounded),
    remakes: recentRemakes(db, viewer, bounded),
    orders: recentOrders(db, viewer, bounded, kind),
  });
});

/** Everything that the dashboard shows, as it was at one moment. */
export async function readDashboard(db: Db, user: SignedInUser, range: DayRange, search: string | undefined) {
  const { kind, values: typed } = readSearch(search, "ORD");
  const bounded = range.start !== null && range.end !== null;
  const values = { userId: user.id, ...countedIn(range), ...typed };
  if (user.role === "customer") {
    const { figures, remakeFigures, ...shown } = await customersDashboard(db, [bounded, kind], values);
    const [counted = { total: 0, pending: 0 }] = remakeFigures;
    return { byStatus: figures, remakes: { ...counted, recent: shown.remakes.map(asShown) }, orders: shown.orders };
  }
  const { figures, ...shown } = await sharedDashboard(db, [user.role, bounded, kind], values);
  const remakes = { total: sum(figures.map((of) => of.remakes)), pending: sum(figures.map((of) => of.pendingRemakes)) };
  return { byStatus: figures, remakes: { ...remakes, recent: shown.remakes.map(asShown) }, orders: shown.orders };
}

type RemakeShown = Awaited<ReturnType<typeof recentRemakes>>[number];

const asShown = ({ user: customer, places, ...remake }: RemakeShown) => ({
  ...remake,
  photos: places.map((place) => remakePhotoPath(remake.id, place)),
  order: { id: remake.orderId, user: customer },
});

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
