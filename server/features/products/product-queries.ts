import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { products } from "#server/db/schema.ts";

export type Product = typeof products.$inferSelect;

/**
 * The shutter types that a quote names by their ids, held until the quote is stored: a price that changes at the same moment comes
 * before or after the quote, never in the middle of it.
 */
export async function productsForQuote(db: Db, shutterTypes: readonly number[]): Promise<ReadonlyMap<number, Product>> {
  const rows = await db
    .select()
    .from(products)
    .where(sql`${products.id} = any(${sql.param(shutterTypes)}::integer[])`)
    .for("share")
    .prepare("shutter types of a quote")
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
