import { getTableColumns, inArray } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { products } from "#server/db/schema.ts";

export type Product = typeof products.$inferSelect;

/**
 * The shutter types that a quote names, by id, held until the quote is stored: a price that changes at the same moment comes
 * before or after the quote, never in the middle of it.
 */
export const selectForQuote = (db: Db, ids: readonly number[]) =>
  db
    .select(getTableColumns(products))
    .from(products)
    .where(inArray(products.id, [...ids]))
    .for("share");

export const productsForQuote = async (db: Db, ids: readonly number[]) => productsById(await selectForQuote(db, ids));

export const productsById = (rows: readonly Product[]): ReadonlyMap<number, Product> => new Map(rows.map((row) => [row.id, row]));
