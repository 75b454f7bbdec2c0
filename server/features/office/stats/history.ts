import { and, ne, sql } from "drizzle-orm";
import { ORDERS } from "#server/lists/lists.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { countedStatus } from "#shared/contract/office/stats.ts";
import { pence } from "#shared/domain/money.ts";
import { type Day, endOfDay, londonDay, startOfDay } from "#shared/domain/period.ts";
import type { Bucket } from "#shared/domain/trade/stats-range.ts";

/**
 * The first and last London day with orders, without drafts and deleted ones (rule K2); null
 * without any.
 */
export async function daysOfTrade(db: Db): Promise<{ readonly first: Day; readonly last: Day } | null> {
  const [span] = await db
    .select({
      first: sql<Date | null>`min(${orders.createdAt})`.mapWith(orders.createdAt),
      last: sql<Date | null>`max(${orders.createdAt})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(and(ORDERS.live, ne(orders.status, "draft")));
  return span?.first && span.last ? { first: londonDay(span.first), last: londonDay(span.last) } : null;
}

const STATUSES = sql.raw(`(${countedStatus.options.map((status) => `'${status}'`).join()})`);
const instants = (dates: readonly Date[]) => sql`${`{${dates.map((date) => date.toISOString()).join()}}`}::timestamptz[]`;

/**
 * The number of orders of each bucket, and the sum of those not cancelled. Raw SQL, because drizzle
 * has no `unnest`: for each bucket and status it reads an index between two instants, which is
 * faster than computing each order's London day.
 */
export async function historyOf(db: Db, buckets: readonly Bucket[]) {
  const starts = instants(buckets.map(({ start }) => startOfDay(start)));
  const ends = instants(buckets.map(({ end }) => endOfDay(end)));
  const { rows } = await db.execute<{ total: number; amount: string }>(sql`
    select sums.total, sums.amount
    from unnest(${starts}, ${ends}) with ordinality bucket (first, last, place), lateral (
      select count(*)::int as total, coalesce(sum(${orders.totalPence}) filter (where ${orders.status} <> 'cancelled'), 0) as amount
      from ${orders}
      where ${orders.status} in ${STATUSES} and ${orders.createdAt} between bucket.first and bucket.last and ${ORDERS.live}
    ) sums
    order by bucket.place`);
  return buckets.map((bucket, index) => {
    const { total = 0, amount = "0" } = rows[index] ?? {};
    return { ...bucket, totalOrders: total, totalAmount: pence(Number(amount)) };
  });
}
