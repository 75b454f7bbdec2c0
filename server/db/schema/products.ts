import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST, MOST_CHOICES } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { companies, users } from "./accounts.ts";
import { at, atMost, createdAt, deductionIsMade, id, texts, trimmed, widestPanelIsMade } from "./columns.ts";

export const products = pgTable(
  "products",
  {
    id,
    name: text("name").notNull(),
    description: text("description"),
    basePricePerM2: integer("base_price_per_m2_pence").notNull().$type<Pence>(),
    standardLouverSizes: integer("standard_louver_sizes").array().notNull(),
    colorOptions: text("color_options").array().notNull(),
    /** Null: the usual one. */
    widestPanelMm: smallint("widest_panel_mm"),
    /** The company that makes it, of kind supplier; null: any. */
    supplierId: integer("supplier_id").references(() => companies.id),
    /** What is taken off a recess in all; null: the usual. */
    deductionMm: smallint("deduction_mm"),
    createdAt,
    archivedAt: at("archived_at"),
  },
  (t) => [
    texts(
      "products",
      trimmed(t.name, LONGEST.productName),
      atMost(t.description, LONGEST.description),
      sql`cardinality(${t.colorOptions}) <= ${sql.raw(String(MOST_CHOICES))}`,
      sql`char_length(array_to_string(${t.colorOptions}, '')) <= ${sql.raw(String(MOST_CHOICES * LONGEST.color))}`,
      sql`cardinality(${t.standardLouverSizes}) <= ${sql.raw(String(MOST_CHOICES))}`,
    ),
    uniqueIndex("products_name").on(sql`lower(${t.name})`),
    index("products_newest").on(t.createdAt.desc(), t.id.desc()),
    check("products_price_positive", sql`${t.basePricePerM2} > 0`),
    check("products_widest_panel", widestPanelIsMade(t.widestPanelMm)),
    check("products_deduction", deductionIsMade(t.deductionMm)),
  ],
);

/**
 * Every name that a type bears or bore: who may not set prices may not use it again (rule P7). A
 * foreign key of the types' names, asked at the commit, refuses a name that is missing here
 * (migration names-are-kept-by-calls; drizzle knows no deferred ones).
 */
export const productNames = pgTable(
  "product_names",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    name: text("name").notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.name] }), index("product_names_by_name").on(sql`lower(${t.name})`)],
);

export const priceChanges = pgTable(
  "price_changes",
  {
    id,
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    from: integer("from_pence").$type<Pence>(),
    to: integer("to_pence").notNull().$type<Pence>(),
    at: at("at").notNull().defaultNow(),
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
  },
  (t) => [index("price_changes_of_product").on(t.productId, t.at.desc(), t.id.desc())],
);
