import { and, eq, gte, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { remakeWindows } from "#server/schema/remake-parts.ts";
import { divideRounded } from "#shared/domain/decimal.ts";
import { type Day, londonDay, startOfDay } from "#shared/domain/period.ts";

/** The day one year earlier; 28 February for 29 February. */
function yearBefore(day: Day): Day {
  const [year = "", month, date] = day.split("-");
  return [Number(year) - 1, month, month === "02" && date === "29" ? "28" : date].join("-");
}

const RATE_UNITS = 10_000;

/**
 * Counts a company's windows of the last twelve months and those of them that were remade (rule
 * A18). Windows are rows of quotes. Drafts, cancelled orders and a remake's own order do not count.
 * A window counts as remade once, if a remake of it was requested and not denied. `rate` has four
 * decimals, and is 0 without windows.
 */
export async function remakesOf(db: Db, companyId: number, now: Date) {
  const isCounted = and(
    eq(orders.companyId, companyId),
    isNull(orders.deletedAt),
    isNull(orders.remakeId),
    notInArray(orders.status, ["draft", "cancelled"]),
    gte(orders.createdAt, startOfDay(yearBefore(londonDay(now)))),
  );
  const namedItems = sql`select ${remakeWindows.quoteItemId} from ${remakeWindows} where ${eq(remakeWindows.remakeId, remakes.id)}`;
  const remade = db
    .select({ count: sql`count(distinct ${quoteItems.id})` })
    .from(orders)
    .innerJoin(remakes, and(eq(remakes.orderId, orders.id), isNull(remakes.deletedAt), ne(remakes.status, "denied")))
    // A remake without named windows is about all of them, until its order names them.
    .innerJoin(
      quoteItems,
      and(eq(quoteItems.quoteId, orders.quoteId), or(sql`${quoteItems.id} in (${namedItems})`, sql`not exists (${namedItems})`)),
    )
    .where(isCounted);
  const [counted] = await db
    .select({ windows: sql<number>`coalesce(sum(${orders.windows}), 0)::int`, remade: sql<number>`(${remade})::int` })
    .from(orders)
    .where(isCounted);
  const { windows, remade: again } = counted ?? { windows: 0, remade: 0 };
  return { windows, remade: again, rate: windows === 0 ? 0 : divideRounded(again * RATE_UNITS, windows) / RATE_UNITS };
}
