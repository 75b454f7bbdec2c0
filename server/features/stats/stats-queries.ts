import { and, eq, gte, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { orders, quotes, remakePhotos, remakeReplies, remakes, users } from "#server/db/schema.ts";
import { newestOrders, ordersVisibleTo } from "#server/features/orders/order-queries.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { newestFirst } from "#server/http/paging.ts";
import { remakePhotoPath } from "#shared/contract/remake-row.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { type DayRange, instantsOf } from "#shared/domain/stats-range.ts";

const RECENT_ORDERS = 50;
/** A search shows the matches, as many as the largest page of any list. */
const MOST_MATCHES = 200;
/** §9. */
const RECENT_REMAKES = 5;

/** The orders that every figure is over: those the person may see, made in the range, and never those taken back for correction (decisions §10). */
function countedOrders(user: SignedInUser, range: DayRange): SQL | undefined {
  const { first, last } = instantsOf(range);
  return and(ordersVisibleTo(user), ne(orders.status, "draft"), first && gte(orders.createdAt, first), last && lte(orders.createdAt, last));
}

/** One row for each status that occurs: every figure about orders is a sum of these. Counted from the orders themselves, which is quick for one company's. */
export const figuresByStatus = (db: Db, user: SignedInUser, range: DayRange) =>
  db
    .select({
      status: orders.status,
      count: sql<number>`count(*)::int`,
      unpaid: sql<number>`(count(*) filter (where ${quotes.paidAt} is null))::int`,
      amount: sql<Pence>`sum(${quotes.finalTotal})`.mapWith((total: string) => pence(Number(total))),
    })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(countedOrders(user, range))
    .groupBy(orders.status);

export const recentOrders = (db: Db, user: SignedInUser, range: DayRange, search: string | undefined) =>
  newestOrders(db, user, { where: countedOrders(user, range), search, most: search?.trim() ? MOST_MATCHES : RECENT_ORDERS });

/** Remakes of the counted orders. None is older than its order, which spares the newest-first index all that came before the range. */
function countedRemakes(user: SignedInUser, range: DayRange): SQL | undefined {
  const { first } = instantsOf(range);
  return and(isNull(remakes.deletedAt), first && gte(remakes.createdAt, first), countedOrders(user, range));
}

export async function remakeFigures(db: Db, user: SignedInUser, range: DayRange) {
  const [figures] = await db
    .select({
      total: sql<number>`count(*)::int`,
      pending: sql<number>`(count(*) filter (where ${remakes.status} = 'pending'))::int`,
    })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .where(countedRemakes(user, range));
  return figures ?? { total: 0, pending: 0 };
}

export async function recentRemakes(db: Db, user: SignedInUser, range: DayRange) {
  const rows = await db
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
    .where(countedRemakes(user, range))
    .orderBy(...newestFirst(remakes.createdAt, remakes.id))
    .limit(RECENT_REMAKES);
  return rows.map(({ user: customer, places, ...remake }) => ({
    ...remake,
    photos: places.map((place) => remakePhotoPath(remake.id, place)),
    order: { id: remake.orderId, user: customer },
  }));
}
