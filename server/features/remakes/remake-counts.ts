import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { listedJobs, orderFigures, remakes } from "#server/db/schema.ts";
import { fewJobs } from "#server/db/search.ts";
import { jsonObject } from "#server/db/select-parts.ts";
import { isMadeBy, listedFor } from "#server/features/orders/order-rows.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import type { Role } from "#shared/domain/roles.ts";

const ONE_ROW = sql`(values (1)) one`;
const countOf = (which: string) => sql<number>`(count(*) filter (where ${remakes.status} in (${sql.raw(which)})))::int`;
const COUNTS = { all: sql<number>`count(*)::int`, pending: countOf("'pending'"), open: countOf("'approved', 'in_progress'") };
const counts = (which: SQL) => sql<Counts>`(select ${jsonObject<Counts>(COUNTS)}
  from ${remakes} join ${fewJobs(which)} on ${eq(listedJobs.orderId, remakes.orderId)} where ${isNull(remakes.deletedAt)} and ${listedJobs.isRemade})`;
interface Counts {
  readonly all: number;
  readonly pending: number;
  readonly open: number;
}

const ofCompany = prepared("remake counts of a company", (db) =>
  db.select({ theirs: counts(sql`${eq(listedJobs.companyId, sql.placeholder("companyId"))} and ${listedJobs.isRemade}`) }).from(ONE_ROW),
);

/** All but those of drafts are kept for each supplier (docs/decisions/071-kept-figures.md), what is open is little, and so are drafts. */
const ofMany = prepared("remake counts", (db, { role }: { role: Role }) => {
  const viewer = viewerOf(role);
  const isMaker = role === "supplier";
  const which = and(eq(orderFigures.day, "-infinity"), isMaker ? isMadeBy(orderFigures.supplierId, viewer) : undefined);
  const kept = (column: typeof orderFigures.remakes | typeof orderFigures.pendingRemakes) =>
    sql<number>`(select coalesce(sum(${column}), 0)::int from ${orderFigures} where ${which})`;
  const isOpen = sql`${isNull(remakes.deletedAt)} and ${remakes.status} in ('approved', 'in_progress')`;
  const among = isMaker ? sql`join ${listedJobs} on ${eq(listedJobs.orderId, remakes.orderId)} and ${listedFor(viewer)}` : sql``;
  const open = sql<number>`(select count(*)::int from ${remakes} ${among} where ${isOpen})`;
  return db
    .select({
      all: kept(orderFigures.remakes),
      pending: kept(orderFigures.pendingRemakes),
      open,
      ofDrafts: counts(sql`${listedJobs.orderStatus} = 'draft'`),
    })
    .from(ONE_ROW);
});

/** How many remakes there are of each view (rule R9), of those that the person may see. */
export async function countRemakes(db: Db, { role, companyId }: SignedInUser) {
  const done = ({ all, pending, open }: Counts) => ({ pending, open, done: all - pending - open });
  const none = { all: 0, pending: 0, open: 0 };
  if (role === "customer") return done((await ofCompany(db, {}, { companyId }))[0]?.theirs ?? none);
  const [{ all, pending, open, ofDrafts } = { ...none, ofDrafts: none }] = await ofMany(db, { role }, { companyId });
  // A draft's are not the suppliers' business.
  if (role === "supplier") return done({ all, pending, open });
  return done({ all: all + ofDrafts.all, pending: pending + ofDrafts.pending, open });
}
