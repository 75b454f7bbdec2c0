import { and, between, eq, or, sql } from "drizzle-orm";
import { packedWork, WORK_LEFT } from "#server/features/orders/work-left.ts";
import { ORDERS } from "#server/lists/lists.ts";
import { areaOf, jsonObject, sumOf } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { LAST_OF_DAYS } from "#server/platform/http/paging/paging.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { workshopSettings } from "#server/schema/workshop.ts";
import { LOAD_WEEKS } from "#shared/contract/workshop.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { addDays, type Day, londonDay, mondayOf } from "#shared/domain/period.ts";

/** The Monday of the due week; null for orders without a due day. */
const monday = sql<Day | null>`nullif(${orders.dueOn}, ${LAST_OF_DAYS}::date) - (${orders.dueOn} - date '0001-01-01') % 7`;

/** The sums of one week's orders: the shutters that are not packed yet, and the late orders. */
const sumsAt = (now: Date) => ({
  windows: sumOf(WORK_LEFT.windows).as("windows"),
  shutters: sumOf(WORK_LEFT.shutters).as("shutters"),
  areaMilliM2: areaOf(WORK_LEFT.areaMilliM2).as("area"),
  late: sql<number>`(count(*) filter (where ${ORDERS.late(londonDay(now), "supplier")}))::int`.as("late"),
});

/**
 * The work left in each week and of each supplier, with weeks from Monday; orders without a due day
 * come last.
 */
export function readLoad(db: Db, now: Date) {
  const weeks = db
    .select({ monday: monday.as("monday"), makerId: orders.makerId, ...sumsAt(now) })
    .from(orders)
    .innerJoinLateral(packedWork, sql`true`)
    .where(and(ORDERS.live, ORDERS.toMake))
    .groupBy(sql`1`, orders.makerId)
    .as("weeks");
  return db
    .select({
      week: sql<Day | null>`${weeks.monday}::text`,
      supplier: sql<{ id: number; companyName: string } | null>`case when ${companies.id} is not null
        then ${jsonObject({ id: companies.id, companyName: companies.name })} end`,
      windows: weeks.windows,
      shutters: weeks.shutters,
      areaMilliM2: weeks.areaMilliM2,
      capacityM2: workshopSettings.weeklyM2,
      over: sql<boolean>`coalesce(${weeks.monday} is not null and ${weeks.areaMilliM2} > 1000 * ${workshopSettings.weeklyM2}, false)`,
      late: weeks.late,
    })
    .from(weeks)
    .leftJoin(companies, eq(companies.id, weeks.makerId))
    .leftJoin(workshopSettings, eq(workshopSettings.companyId, weeks.makerId))
    .orderBy(weeks.monday, sql`${companies.name} nulls last`, companies.id);
}

const NO_WORK = { windows: 0, shutters: 0, areaMilliM2: 0 as MilliM2, late: 0 };

/**
 * A supplier's own work left in this week and the following ones, a row for each week, also without
 * work. Late orders whose due day is in none of them belong to this week, because they must be made
 * now (rule W91).
 */
export async function readOwnLoad(db: Db, { companyId, companyName }: SignedInUser, now: Date) {
  const today = londonDay(now);
  const first = mondayOf(today);
  const mondays = Array.from({ length: LOAD_WEEKS }, (_, week) => addDays(first, 7 * week));
  const isShown = between(orders.dueOn, first, addDays(first, 7 * LOAD_WEEKS - 1));
  const rows = await db
    .select({ week: sql<Day>`(case when ${isShown} then ${monday} else ${first}::date end)::text`, ...sumsAt(now) })
    .from(orders)
    .innerJoinLateral(packedWork, sql`true`)
    .where(and(ORDERS.live, ORDERS.toMake, ORDERS.madeBy(companyId), or(isShown, ORDERS.late(today, "supplier"))))
    .groupBy(sql`1`);
  const [settings] = await db
    .select({ capacityM2: workshopSettings.weeklyM2 })
    .from(workshopSettings)
    .where(eq(workshopSettings.companyId, companyId));
  const { capacityM2 } = settings ?? { capacityM2: null };
  const supplier = { id: companyId, companyName };
  return mondays.map((week) => {
    const sums = rows.find((row) => row.week === week) ?? NO_WORK;
    const over = capacityM2 !== null && sums.areaMilliM2 > 1000 * capacityM2;
    return { ...sums, week, supplier, capacityM2, over };
  });
}
