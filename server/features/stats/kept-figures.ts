import { and, between, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orderFigures } from "#server/db/schema.ts";
import { isMadeBy } from "#server/features/orders/order-rows.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { Bucket, DayRange } from "#shared/domain/stats-range.ts";

/** The day under which the figures of all time are kept. */
const ALL_TIME = "-infinity";

const ofDays = prepared("kept figures", (db, { role, bounded }: { role: Role; bounded: boolean }) =>
  db
    .select({
      status: orderFigures.status,
      count: sql<number>`sum(${orderFigures.orders})::int`,
      unpaid: sql<number>`sum(${orderFigures.unpaid})::int`,
      amount: sql<Pence>`sum(${orderFigures.amount})`.mapWith((total: string) => pence(Number(total))),
      remakes: sql<number>`sum(${orderFigures.remakes})::int`,
      pendingRemakes: sql<number>`sum(${orderFigures.pendingRemakes})::int`,
    })
    .from(orderFigures)
    .where(
      and(
        bounded ? between(orderFigures.day, sql.placeholder("start"), sql.placeholder("end")) : eq(orderFigures.day, ALL_TIME),
        role === "supplier" ? isMadeBy(orderFigures.supplierId, viewerOf(role)) : undefined,
      ),
    )
    .groupBy(orderFigures.status),
);

/**
 * The figures of everybody's orders by status, or of those that a supplier sees, from the sums that triggers keep: a handful of rows for
 * each day, however many orders there are (docs/decisions/071-kept-figures.md).
 */
export const keptFigures = (db: Db, { role, companyId }: Pick<SignedInUser, "role" | "companyId">, { start, end }: DayRange) =>
  ofDays(db, { role, bounded: start !== null && end !== null }, { companyId, start, end });

/** Every change adds rows. Folded, there is one for each day and status again. */
export const figureTasks = (db: Db) => ({
  tasks: {
    "fold-figures": async () => {
      await db.execute(sql`select fold_order_figures()`);
      await db.execute(sql`select fold_quote_figures()`);
    },
  },
  crontab: "* * * * * fold-figures ?max=1&jobKey=fold-figures\n",
});

/** A day, its orders, and the pence of those not cancelled. */
type DayFigures = readonly [day: Day, orders: number, amount: number];

interface HistoryFigures {
  /** The first and the last day that orders were made on, in the range or not; null before the first. */
  readonly first: Day | null;
  readonly last: Day | null;
  /** The days of the range that have figures, the oldest first. */
  readonly days: readonly DayFigures[];
}

/** What the kept sums say of each day, in one statement: a row for a day, however many orders there are. */
export async function historyFigures(db: Db, { start, end }: DayRange): Promise<HistoryFigures> {
  const traded = sql`from ${orderFigures} where ${orderFigures.day} > '-infinity'`;
  const { rows } = await db.execute<{ first: Day | null; last: Day | null; days: DayFigures[] }>(sql`
    select
      (select min(${orderFigures.day}) ${traded})::text as first,
      (select max(${orderFigures.day}) ${traded})::text as last,
      array(
        select json_build_array(${orderFigures.day}, sum(${orderFigures.orders}),
          coalesce(sum(${orderFigures.amount}) filter (where ${orderFigures.status} <> 'cancelled'), 0))
        from ${orderFigures}
        where ${orderFigures.day} between ${start ?? "0001-01-01"} and ${end ?? "9999-12-31"}
        group by ${orderFigures.day} order by ${orderFigures.day}
      ) as days`);
  return rows[0] ?? { first: null, last: null, days: [] };
}

/** The days' figures added up for each bucket in turn; a day beyond them all is left out. */
export function addUp(days: readonly DayFigures[], buckets: readonly Bucket[]) {
  const sums = buckets.map(({ start, end }) => ({ start, end, totalOrders: 0, pence: 0 }));
  let at = 0;
  for (const [day, orders, amount] of days) {
    while (at < sums.length && (sums[at]?.end ?? day) < day) at++;
    const sum = sums[at];
    if (!sum || day < sum.start) continue;
    sum.totalOrders += orders;
    sum.pence += amount;
  }
  return sums.map(({ pence: whole, ...bucket }): typeof bucket & { totalAmount: Pence } => ({ ...bucket, totalAmount: pence(whole) }));
}
