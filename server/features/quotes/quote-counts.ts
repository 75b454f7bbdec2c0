import { and, type SQL, sql } from "drizzle-orm";
import { QUOTES } from "#server/lists/lists.ts";
import { jsonObject, sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { RetailState } from "#shared/contract/quotes.ts";
import { pence } from "#shared/domain/money.ts";
import { isRetail, quotesVisibleTo } from "./quote-queries.ts";

const ONE_ROW = sql`(values (1)) one`;
const NONE = {
  draft: 0,
  placed: 0,
  placedAmount: pence(0),
  sent: 0,
  sentAmount: pence(0),
  accepted: 0,
  acceptedNotOrdered: 0,
  toOrder: 0,
  toOrderPaid: 0,
  toOrderPaidAmount: pence(0),
  expiring: 0,
  expiringAmount: pence(0),
  expired: 0,
  retail: null,
};

type RetailCounts = Readonly<Record<RetailState, number>>;

/**
 * The number of quotes in each view (rule Q31), among those that the person may see: each view has
 * an index.
 */
export async function countQuotes(db: Db, user: SignedInUser, now: Date) {
  const countOf = (which: SQL | undefined) => sql<number>`(select count(*)::int from ${quotes} where ${and(quotesVisibleTo(user), which)})`;
  const amountOf = (which: SQL | undefined) =>
    sumOfPence(sql`(select sum(${quotes.finalTotalPence}) from ${quotes} where ${and(quotesVisibleTo(user), which)})`);
  const retailCounts = jsonObject<RetailCounts | null>({
    sent: countOf(isRetail("sent", now)),
    accepted: countOf(isRetail("accepted", now)),
    declined: countOf(isRetail("declined", now)),
  });
  const [counts = NONE] = await db
    .select({
      draft: countOf(QUOTES.draft),
      placed: countOf(QUOTES.views.placed()),
      placedAmount: amountOf(QUOTES.views.placed()),
      sent: countOf(QUOTES.sent),
      sentAmount: amountOf(QUOTES.sent),
      accepted: countOf(QUOTES.accepted),
      acceptedNotOrdered: countOf(QUOTES.acceptedNotOrdered),
      toOrder: countOf(QUOTES.views.to_order(now)),
      toOrderPaid: countOf(QUOTES.toOrderPaid),
      toOrderPaidAmount: amountOf(QUOTES.toOrderPaid),
      expiring: countOf(QUOTES.views.expiring(now)),
      expiringAmount: amountOf(QUOTES.views.expiring(now)),
      expired: countOf(QUOTES.views.expired(now)),
      retail: user.role === "customer" ? retailCounts : sql<RetailCounts | null>`null`,
    })
    .from(ONE_ROW);
  return { ...counts, retail: counts.retail ?? undefined };
}
