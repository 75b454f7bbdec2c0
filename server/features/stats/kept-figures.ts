import { between, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orderFigures } from "#server/db/schema.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { DayRange } from "#shared/domain/stats-range.ts";

/** The day under which the figures of all time are kept. */
const ALL_TIME = "-infinity";

const ofDays = prepared("kept figures", (db, { bounded }: { bounded: boolean }) =>
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
    .where(bounded ? between(orderFigures.day, sql.placeholder("start"), sql.placeholder("end")) : eq(orderFigures.day, ALL_TIME))
    .groupBy(orderFigures.status),
);

/**
 * The figures of everybody's orders by status, from the sums that triggers keep: a handful of rows for each day, however many orders
 * there are (docs/decisions/071-kept-figures.md).
 */
export const keptFigures = (db: Db, { start, end }: DayRange) => ofDays(db, { bounded: start !== null && end !== null }, { start, end });

/** Every change adds rows; folded, there is one for each day and status again. */
export async function foldFigures(db: Db): Promise<void> {
  await db.execute(sql`select fold_order_figures()`);
}

/** Counts everything anew: after a restore that fired no triggers, or fired them a second time. */
export async function rebuildFigures(db: Db): Promise<void> {
  await db.execute(sql`select rebuild_order_figures()`);
}

export const figureTasks = (db: Db) => ({
  tasks: { "fold-figures": () => foldFigures(db) },
  crontab: "* * * * * fold-figures ?max=1&jobKey=fold-figures\n",
});
