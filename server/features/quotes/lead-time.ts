import { and, eq, gt, inArray, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { madeArea, typesMaker } from "#server/features/orders/create-order.ts";
import { packedWork, WORK_LEFT } from "#server/features/orders/work-left.ts";
import { ORDERS } from "#server/lists/lists.ts";
import { jsonObject, jsonRows } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { LAST_OF_DAYS } from "#server/platform/http/paging/paging.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { workshopSettings } from "#server/schema/workshop.ts";
import { type MilliM2, m2ToMilliM2 } from "#shared/domain/length.ts";
import { addDays, type Day, londonDay, mondayOf } from "#shared/domain/period.ts";
import { type LeadTime, readyDay, type WorkshopLoad } from "#shared/domain/trade/lead-time.ts";

/**
 * An SQL expression: the longest current lead time of a quote's types (rule Q24); null if no type
 * has one.
 */
export const leadTimeOf = (quoteId: SQLWrapper): SQL<LeadTime | null> => sql`(
  select ${jsonObject<LeadTime>({ weeks: products.leadWeeks, shutterType: products.name })} from ${quoteItems}
  join ${products} on ${eq(products.id, quoteItems.shutterTypeId)}
  where ${quoteItems.quoteId} = ${quoteId} and ${products.leadWeeks} > 0
  order by ${products.leadWeeks} desc, ${quoteItems.place} limit 1)`;

/** The longest lead time of one quote, by a statement of its own. */
export async function readLeadTime(db: Db, quoteId: number): Promise<LeadTime | null> {
  const { rows } = await db.execute<{ time: LeadTime | null }>(sql`select ${leadTimeOf(sql`${quoteId}::int`)} as time`);
  return rows[0]?.time ?? null;
}

/** Weeks after which due work does not affect the ready day. */
const MOST_WEEKS = 52;
/** The week of the due day, from this week; late work and work without a due day is in this week. */
const weekFrom = (monday: Day) => sql<number>`case when ${orders.dueOn} = ${LAST_OF_DAYS}::date
  then 0 else greatest((${orders.dueOn} - ${monday}::date) / 7, 0) end`;
const isDueInTime = (monday: Day) => or(eq(orders.dueOn, LAST_OF_DAYS), lt(orders.dueOn, addDays(monday, 7 * MOST_WEEKS)));

/** The facts of windows that determine their ready day: SQL expressions. */
interface WindowsToMake {
  readonly leadTime: SQL<LeadTime | null>;
  readonly area: SQL<MilliM2>;
  /** The only supplier of the windows' types; null: there are several, or none. */
  readonly maker: SQL<number | null>;
}

/** The ready day of a quote that is ordered today, with the lead time and whether there is a capacity. */
export const readReadyDay = (db: Db, quoteId: number, now: Date) =>
  readReadyDayOf(
    db,
    {
      leadTime: leadTimeOf(sql`${quoteId}::int`),
      area: sql`(select coalesce(sum(${madeArea}), 0)::int from ${quoteItems} where ${quoteItems.quoteId} = ${quoteId})`,
      maker: typesMaker(quoteId),
    },
    now,
  );

/** The ready day of windows that are not stored yet, by their types and area in square metres. */
export function readReadyDayOfTypes(db: Db, types: readonly number[], squareMetres: number, now: Date) {
  const isOne = inArray(products.id, [...types]);
  const leadTime = sql<LeadTime | null>`(select ${jsonObject<LeadTime>({ weeks: products.leadWeeks, shutterType: products.name })}
    from ${products} where ${and(isOne, gt(products.leadWeeks, 0))} order by ${products.leadWeeks} desc, ${products.id} limit 1)`;
  const maker = sql<number | null>`(select min(${products.supplierId}) from ${products} where ${isOne}
    having count(distinct ${products.supplierId}) = 1)`;
  return readReadyDayOf(db, { leadTime, area: sql`${m2ToMilliM2(squareMetres)}::int`, maker }, now);
}

/** One statement adds up the maker's work left by week (rule Q37). */
async function readReadyDayOf(db: Db, { leadTime: time, area, maker }: WindowsToMake, now: Date) {
  const today = londonDay(now);
  const monday = mondayOf(today);
  const load = sql`(select ${weekFrom(monday)} as week, sum(${WORK_LEFT.areaMilliM2})::bigint as area from ${orders} cross join lateral ${packedWork}
    where ${and(ORDERS.live, ORDERS.toMake, eq(orders.makerId, workshopSettings.companyId), isDueInTime(monday))} group by 1) load`;
  const workshop = jsonObject<WorkshopLoad>({
    capacityM2: workshopSettings.weeklyM2,
    leadDays: workshopSettings.leadDays,
    weeks: jsonRows({ week: sql`load.week`, areaMilliM2: sql`load.area` }, { from: load, orderBy: sql`load.week` }),
  });
  const { rows } = await db.execute<{ time: LeadTime | null; area: MilliM2; workshop: WorkshopLoad | null }>(sql`
    select ${time} as time, ${area} as area, (select ${workshop} from ${workshopSettings}
      where ${workshopSettings.companyId} = ${maker} and ${workshopSettings.weeklyM2} is not null) as workshop`);
  const [row] = rows;
  if (!row) throw new Error("One row is always there");
  const { time: leadTime, area: areaMilliM2, workshop: loaded } = row;
  return { leadTime, readyOn: readyDay({ areaMilliM2, leadTime, workshop: loaded }, today), byCapacity: loaded !== null };
}
