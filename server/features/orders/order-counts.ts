import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { listedJobs, orderFigures } from "#server/db/schema.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import { DONE_ORDER_STATUSES, OPEN_ORDER_STATUSES } from "#shared/domain/due.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type OrderStatus, UNPAYABLE_ORDER_STATUSES } from "#shared/domain/status.ts";
import { isMadeBy, listedFor } from "./order-rows.ts";

const ONE_ROW = sql`(values (1)) one`;
const countOf = (which: SQL | undefined) => sql<number>`(select count(*)::int from ${listedJobs} where ${which})`;
const isLate = sql`${listedJobs.lateAfter} < ${sql.placeholder("today")}::date`;

const isTheirs = eq(listedJobs.companyId, sql.placeholder("companyId"));
/** A company's are counted, each by an index that begins with the company. */
const ofCompany = prepared("order counts of a company", (db) => {
  const countStatuses = (statuses: readonly OrderStatus[]) => countOf(and(isTheirs, inArray(listedJobs.orderStatus, statuses)));
  const unpaid = and(isTheirs, sql`not ${listedJobs.isPaid} and ${listedJobs.orderId} is not null`);
  return db
    .select({
      open: countStatuses(OPEN_ORDER_STATUSES),
      late: countOf(and(isTheirs, isLate)),
      unpaid: countOf(and(unpaid, notInArray(listedJobs.orderStatus, [...UNPAYABLE_ORDER_STATUSES]))),
      done: countStatuses(DONE_ORDER_STATUSES),
    })
    .from(ONE_ROW);
});

/** Staff's and suppliers' are many: they are kept for each status and supplier (docs/decisions/071-kept-figures.md), and what is late is little. */
const ofMany = prepared("order counts", (db, { role }: { role: Role }) => {
  const viewer = viewerOf(role);
  const isTheirs = role === "supplier" ? isMadeBy(orderFigures.supplierId, viewer) : undefined;
  const sumOf = (column: typeof orderFigures.orders | typeof orderFigures.unpaid, which: SQL | undefined) =>
    sql<number>`(select coalesce(sum(${column}), 0)::int from ${orderFigures} where ${and(eq(orderFigures.day, "-infinity"), isTheirs, which)})`;
  return db
    .select({
      open: sumOf(orderFigures.orders, inArray(orderFigures.status, OPEN_ORDER_STATUSES)),
      late: countOf(and(listedFor(viewer), isLate)),
      unpaid: sumOf(orderFigures.unpaid, notInArray(orderFigures.status, [...UNPAYABLE_ORDER_STATUSES])),
      done: sumOf(orderFigures.orders, inArray(orderFigures.status, DONE_ORDER_STATUSES)),
    })
    .from(ONE_ROW);
});

const NONE = { open: 0, late: 0, unpaid: 0, done: 0 };

/** How many orders there are of each view (rule O10), of those that the person may see. */
export async function countOrders(db: Db, { role, companyId }: SignedInUser, now: Date) {
  const values = { companyId, today: londonDay(now) };
  const [counts = NONE] = await (role === "customer" ? ofCompany(db, {}, values) : ofMany(db, { role }, values));
  return counts;
}
