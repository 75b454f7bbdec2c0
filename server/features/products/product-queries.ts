import { getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { builtOnce } from "#server/db/prepared.ts";
import { products } from "#server/db/schema.ts";

export type Product = typeof products.$inferSelect;

/**
 * The shutter types that a quote names by their ids (`shutterTypes`), held until the quote is stored: a price that changes at the same moment comes
 * before or after the quote, never in the middle of it.
 */
export const selectForQuote = (db: Db) =>
  db
    .select(getTableColumns(products))
    .from(products)
    .where(sql`${products.id} = any(${sql.placeholder("shutterTypes")}::integer[])`)
    .for("share");

const forQuote = builtOnce(selectForQuote);

export const productsForQuote = async (db: Db, shutterTypes: readonly number[]) => productsById(await forQuote(db, [], { shutterTypes }));

export const productsById = (rows: readonly Product[]): ReadonlyMap<number, Product> => new Map(rows.map((row) => [row.id, row]));
