import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { companies, invoices, quotes, users } from "#server/db/schema.ts";
import { containsText } from "#server/db/search.ts";
import type { SignedInUser } from "#server/http/call.ts";

/** The newest invoices, as a search finds them: by number, or by what finds their quote. */
export function findInvoices(db: Db, user: SignedInUser, typed: string, most: number) {
  const digits = /^(?:INV-)?0*(\d{1,9})$/i.exec(typed)?.[1];
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
    .innerJoin(users, eq(users.id, quotes.userId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .where(
      and(
        user.role === "customer" ? eq(quotes.companyId, user.companyId) : undefined,
        or(
          digits ? eq(invoices.number, Number(digits)) : sql`false`,
          ...[quotes.jobName, quotes.poNumber, companies.name, users.contactName].map((column) => containsText(column, typed)),
        ),
      ),
    )
    .orderBy(desc(invoices.number))
    .limit(most);
}
