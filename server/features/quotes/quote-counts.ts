import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { listedJobs, quoteFigures } from "#server/db/schema.ts";
import type { SignedInUser } from "#server/http/call.ts";
import type { QuoteStatus } from "#shared/domain/status.ts";
import { STATES } from "./quote-queries.ts";

const ONE_ROW = sql`(values (1)) one`;
const countOf = (which: SQL | undefined) => sql<number>`(select count(*)::int from ${listedJobs} where ${which})`;

/** A company's are counted, each by an index that begins with the company. */
const ofCompany = prepared("quote counts of a company", (db) => {
  const theirs = (which: SQL) => countOf(and(eq(listedJobs.companyId, sql.placeholder("companyId")), which));
  const ofStatus = (status: QuoteStatus) => theirs(eq(listedJobs.quoteStatus, status));
  return db
    .select({
      draft: ofStatus("draft"),
      placed: theirs(STATES.placed),
      sent: ofStatus("sent"),
      accepted: ofStatus("accepted"),
      expiring: theirs(STATES.expiring),
      expired: theirs(STATES.expired),
    })
    .from(ONE_ROW);
});

/** Staff see them all: they are kept for each status. What expired is all that is unsettled but what is still valid, which is little. */
const ofAll = prepared("quote counts", (db) => {
  const sumOf = (column: typeof quoteFigures.quotes | typeof quoteFigures.unsettled, which = sql`true`) =>
    sql<number>`(select coalesce(sum(${column}), 0)::int from ${quoteFigures} where ${which})`;
  const ofStatus = (status: QuoteStatus) => sumOf(quoteFigures.quotes, eq(quoteFigures.status, status));
  const stillValid = countOf(sql`${listedJobs.isUnsettled} and ${listedJobs.validUntil} >= ${sql.placeholder("now")}::timestamptz`);
  return db
    .select({
      draft: ofStatus("draft"),
      placed: countOf(STATES.placed),
      sent: ofStatus("sent"),
      accepted: ofStatus("accepted"),
      expiring: countOf(STATES.expiring),
      expired: sql<number>`${sumOf(quoteFigures.unsettled)} - ${stillValid}`,
    })
    .from(ONE_ROW);
});

const NONE = { draft: 0, placed: 0, sent: 0, accepted: 0, expiring: 0, expired: 0 };

/** How many quotes there are of each view (rule Q15), of those that the person may see. */
export async function countQuotes(db: Db, { role, companyId }: SignedInUser, now: Date) {
  const [counts = NONE] = await (role === "customer" ? ofCompany : ofAll)(db, {}, { companyId, now: now.toISOString() });
  return counts;
}
