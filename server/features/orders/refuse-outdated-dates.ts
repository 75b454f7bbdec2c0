import { and, eq, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { doerFor } from "#server/lists/select-parts.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { newestFirst } from "#server/platform/http/paging/paging.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { auditEntries as entries } from "#server/schema/records.ts";
import { type Day, formatListedDay, londonClock, londonDay, ORDER_DATE_LABEL, type OrderDate } from "#shared/domain/period.ts";

type Dates = { readonly [field in OrderDate]?: Day | null | undefined };
type DatedOrder = { readonly id: number } & { readonly [field in OrderDate]: Day | null };

const FIELDS = Object.keys(ORDER_DATE_LABEL) as OrderDate[];
const OFFICE = "The office";

/**
 * Refuses a date that would replace a date which another person has set since the caller read the
 * order, because a device may send its changes hours later (rule W124).
 * @param from the dates that the caller read
 * @throws 409
 */
export async function refuseOutdatedDates(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  order: DatedOrder,
  { from, ...to }: Dates & { readonly from?: Dates | undefined },
): Promise<void> {
  const outdated = FIELDS.filter(
    (each) => from?.[each] !== undefined && to[each] !== undefined && order[each] !== from[each] && order[each] !== to[each],
  );
  for (const field of outdated) {
    const day = order[field];
    const change = await findDateChange({ db, user }, order.id, { field, day });
    if (change?.isOwn) continue;
    const date = ORDER_DATE_LABEL[field].toLowerCase();
    const toDay = day === null ? "" : ` to ${formatListedDay(day, londonDay(now))}`;
    const words = `${day === null ? "cleared" : "set"} the ${date}${toDay}`;
    if (change) throw conflict(`${change.by} ${words} ${timeInWords(change.at, now)}`);
    throw conflict(`The ${date} was ${day === null ? "cleared" : "set"}${toDay} in the meantime`);
  }
}

/** `at 06:40`, `on 24 Nov at 06:40` */
function timeInWords(at: Date, now: Date): string {
  const [day, today] = [londonDay(at), londonDay(now)];
  return `${day === today ? "" : `on ${formatListedDay(day, today)} `}at ${londonClock(at)}`;
}

/**
 * The newest change that gave the order this date, from the audit trail, with the name that the
 * reader may know.
 */
async function findDateChange(
  { db, user }: Pick<Context, "db" | "user">,
  orderId: number,
  { field, day }: { readonly field: OrderDate; readonly day: Day | null },
) {
  const isOfOrder = and(eq(entries.targetType, "orders"), eq(entries.targetId, orderId));
  // A parcel's entry names its own day of shipping, and no day before.
  const isChanged = sql`${entries.before} ? ${field} and ${entries.after} ? ${field} and ${entries.after}->>${field} is distinct from ${entries.before}->>${field}`;
  const [row] = await db
    .select({
      at: entries.at,
      by: sql<string>`case when ${entries.onBehalfOfId} is null then ${doerFor(user).contactName} else ${OFFICE} end`,
      isOwn: sql<boolean>`${entries.onBehalfOfId} is null and ${entries.actorId} = ${user.id}`,
    })
    .from(entries)
    .innerJoin(users, eq(users.id, entries.actorId))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(isOfOrder, isChanged, sql`${entries.after}->>${field} is not distinct from ${day}`))
    .orderBy(...newestFirst(entries.at, entries.id))
    .limit(1);
  return row;
}
