import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { quotes } from "#server/db/schema.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import type { Role } from "#shared/domain/roles.ts";
import { quotesVisibleTo, STATES } from "./quote-queries.ts";

const countOf = (which: SQL | undefined) => sql<number>`(count(*) filter (where ${which}))::int`;

const counted = prepared("quote counts", (db, { role }: { role: Role }) =>
  db
    .select({
      draft: countOf(eq(quotes.status, "draft")),
      placed: countOf(STATES.placed),
      sent: countOf(eq(quotes.status, "sent")),
      accepted: countOf(eq(quotes.status, "accepted")),
      expiring: countOf(STATES.expiring),
      expired: countOf(STATES.expired),
    })
    .from(quotes)
    .where(quotesVisibleTo(viewerOf(role))),
);

const NONE = { draft: 0, placed: 0, sent: 0, accepted: 0, expiring: 0, expired: 0 };

/** How many quotes there are of each view (rule Q15), of those that the person may see. */
export async function countQuotes(db: Db, user: SignedInUser, now: Date) {
  const [counts = NONE] = await counted(db, { role: user.role }, { companyId: user.companyId, now: now.toISOString() });
  return counts;
}
