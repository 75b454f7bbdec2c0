import { sql } from "drizzle-orm";
import { REMAKES } from "#server/lists/lists.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import type { RemakeStatus } from "#shared/domain/trade/status.ts";
import { remakesListedTo } from "./remake-queries.ts";

const countOf = (statuses: readonly RemakeStatus[]) =>
  sql<number>`(count(*) filter (where ${remakes.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join())})))::int`;
const NONE = { pending: 0, open: 0, done: 0 };

/**
 * Counts the remakes of each view (rule R9) that the person may see. A remake is deleted with its
 * order.
 */
export async function countRemakes(db: Db, user: SignedInUser) {
  const [counts = NONE] = await db
    .select({ pending: countOf(REMAKES.views.pending), open: countOf(REMAKES.views.open), done: countOf(REMAKES.views.done) })
    .from(remakes)
    .where(remakesListedTo(user));
  return counts;
}
