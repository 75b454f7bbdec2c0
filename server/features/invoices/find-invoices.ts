import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, invoices, listedJobs, quotes, users } from "#server/db/schema.ts";
import { foundIds, readSearch } from "#server/db/search.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import type { Role } from "#shared/domain/roles.ts";

const found = prepared("found invoices", (db, { role }: { role: Role }) => {
  const viewer = viewerOf(role);
  const theirs = foundIds({
    of: "quotes",
    from: sql`${invoices} join ${listedJobs} on ${eq(listedJobs.quoteId, invoices.quoteId)}`,
    id: invoices.number,
    by: { key: sql`${invoices.number}`, type: "timestamptz", newestFirst: true },
    where: role === "customer" ? eq(listedJobs.companyId, viewer.companyId) : undefined,
    among: role === "customer" ? eq(users.companyId, viewer.companyId) : undefined,
    searched: true,
    most: sql`${sql.placeholder("most")}`,
  });
  return db
    .select({
      number: invoices.number,
      quoteId: invoices.quoteId,
      orderId: invoices.orderId,
      jobName: quotes.jobName,
      poNumber: quotes.poNumber,
      user: { companyName: companies.name },
    })
    .from(invoices)
    .innerJoin(quotes, eq(quotes.id, invoices.quoteId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .innerJoin(theirs, sql`found.id = ${invoices.number}`)
    .orderBy(desc(invoices.number));
});

/** The newest invoices, as a search finds them: by number, or by what finds their quote. */
export const findInvoices = (db: Db, { role, companyId }: SignedInUser, typed: string, most: number) =>
  found(db, { role }, { companyId, most, ...readSearch(typed, "INV") });
