import { and, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { ORDERS } from "#server/db/lists.ts";
import { orders } from "#server/db/schema.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { londonDay } from "#shared/domain/period.ts";
import { DONE_ORDER_STATUSES, OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import { UNPAYABLE_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { ordersVisibleTo } from "./order-rows.ts";

const ONE_ROW = sql`(values (1)) one`;
const NONE = { open: 0, late: 0, unpaid: 0, done: 0 };

/** How many orders there are of each view (rule O10), of those that the person may see: an index holds those of each. */
export async function countOrders(db: Db, user: SignedInUser, now: Date) {
  const countOf = (which: SQL | undefined) => sql<number>`(select count(*)::int from ${orders} where ${and(ordersVisibleTo(user), which)})`;
  const [counts = NONE] = await db
    .select({
      open: countOf(inArray(orders.status, [...OPEN_ORDER_STATUSES])),
      late: countOf(ORDERS.late(londonDay(now))),
      unpaid: countOf(and(ORDERS.views.unpaid, notInArray(orders.status, [...UNPAYABLE_ORDER_STATUSES]))),
      done: countOf(inArray(orders.status, [...DONE_ORDER_STATUSES])),
    })
    .from(ONE_ROW);
  return counts;
}
