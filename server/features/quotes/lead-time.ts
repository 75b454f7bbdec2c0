import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { jsonObject } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import type { LeadTime } from "#shared/domain/trade/lead-time.ts";

/**
 * An SQL expression: the longest current lead time of a quote's types (rule Q24); null if no type
 * has one.
 */
export const leadTimeOf = (quoteId: SQLWrapper): SQL<LeadTime | null> => sql`(
  select ${jsonObject<LeadTime>({ weeks: products.leadWeeks, shutterType: products.name })} from ${quoteItems}
  join ${products} on ${eq(products.id, quoteItems.shutterTypeId)}
  where ${quoteItems.quoteId} = ${quoteId} and ${products.leadWeeks} > 0
  order by ${products.leadWeeks} desc, ${quoteItems.place} limit 1)`;

/** The longest lead time of one quote, by a statement of its own. */
export async function readLeadTime(db: Db, quoteId: number): Promise<LeadTime | null> {
  const { rows } = await db.execute<{ time: LeadTime | null }>(sql`select ${leadTimeOf(sql`${quoteId}::int`)} as time`);
  return rows[0]?.time ?? null;
}
