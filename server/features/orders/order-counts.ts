import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orders, quotes } from "#server/db/schema.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import { DONE_ORDER_STATUSES, OPEN_ORDER_STATUSES } from "#shared/domain/due.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type OrderStatus, UNPAYABLE_ORDER_STATUSES } from "#shared/domain/status.ts";
import { isLate, ordersVisibleTo } from "./order-rows.ts";

const among = (statuses: readonly OrderStatus[]): SQL => sql`${orders.status} in (${sql.raw(statuses.map((each) => `'${each}'`).join())})`;
const countOf = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;

const counted = prepared("order counts", (db, { role }: { role: Role }) =>
  db
    .select({
      open: countOf(among(OPEN_ORDER_STATUSES)),
      late: countOf(isLate),
      unpaid: countOf(sql`${isNull(quotes.paidAt)} and not ${among(UNPAYABLE_ORDER_STATUSES)}`),
      done: countOf(among(DONE_ORDER_STATUSES)),
    })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(and(ordersVisibleTo(viewerOf(role)))),
);

const NONE = { open: 0, late: 0, unpaid: 0, done: 0 };

/** How many orders there are of each view (rule O10), of those that the person may see. */
export async function countOrders(db: Db, user: SignedInUser, now: Date) {
  const [counts = NONE] = await counted(db, { role: user.role }, { companyId: user.companyId, today: londonDay(now) });
  return counts;
}
