import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { MilliM2 } from "#shared/domain/length.ts";
import { LONGEST, MOST_CHOICES } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { DENSITY, FINISHES, USUAL_FINISH } from "#shared/domain/timber.ts";
import { LEAD_WEEKS } from "#shared/domain/trade/lead-time.ts";
import { HIGHEST_PRICE_PER_M2, MINIMUM_AREA } from "#shared/domain/trade/pricing.ts";
import type { Surcharge } from "#shared/domain/trade/surcharges.ts";
import { at, atMost, createdAt, deductionIsMade, id, isWithin, texts, trimmed, widestPanelIsMade } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";

export const products = pgTable(
  "products",
  {
    id,
    name: text("name").notNull(),
    description: text("description"),
    /**
     * The price that was saved last, and its day. A planned price whose first day is later applies
     * instead (server/features/products/prices.ts).
     */
    basePricePerM2: integer("base_price_per_m2_pence").notNull().$type<Pence>(),
    priceSince: date("price_since", { mode: "string" }).notNull().default("2000-01-01"),
    standardLouverSizes: integer("standard_louver_sizes").array().notNull(),
    colorOptions: text("color_options").array().notNull(),
    /** Null: the default width. */
    widestPanelMm: smallint("widest_panel_mm"),
    /** The supplier company that makes the type; null: any. */
    supplierId: integer("supplier_id").references(() => companies.id),
    /** The total deduction from a recess; null: the default. */
    deductionMm: smallint("deduction_mm"),
    /** The weeks from order to shipment; null: not entered. */
    leadWeeks: smallint("lead_weeks"),
    /** The density of the timber; null: the default. */
    densityKgM3: smallint("density_kg_m3"),
    finish: text("finish", { enum: FINISHES }).notNull().default(USUAL_FINISH),
    /** The least charged area; null: each window is charged by its own area. */
    minimumAreaMilliM2: integer("minimum_area_milli_m2").$type<MilliM2>(),
    /** The surcharges for values of a window's choices (rule P13). */
    surcharges: jsonb("surcharges").notNull().default([]).$type<Surcharge[]>(),
    /**
     * The cost of making a square metre that was saved last, and its day; null: not entered. Only
     * the super admin reads costs (rule P17). A planned cost whose first day is later applies
     * instead.
     */
    costPerM2: integer("cost_per_m2_pence").$type<Pence>(),
    costSince: date("cost_since", { mode: "string" }).notNull().default("2000-01-01"),
    /** The costs of values of a window's choices, besides the cost of its area. */
    costSurcharges: jsonb("cost_surcharges").notNull().default([]).$type<Surcharge[]>(),
    /** The material, as a homeowner reads it; null: the type's name. */
    material: text("material"),
    createdAt,
    archivedAt: at("archived_at"),
  },
  (t) => [
    texts(
      "products",
      trimmed(t.name, LONGEST.productName),
      atMost(t.description, LONGEST.description),
      trimmed(t.material, LONGEST.material),
      sql`cardinality(${t.colorOptions}) <= ${sql.raw(String(MOST_CHOICES))}`,
      sql`char_length(array_to_string(${t.colorOptions}, '')) <= ${sql.raw(String(MOST_CHOICES * LONGEST.color))}`,
      sql`cardinality(${t.standardLouverSizes}) <= ${sql.raw(String(MOST_CHOICES))}`,
    ),
    uniqueIndex("products_name").on(sql`lower(${t.name})`),
    index("products_newest").on(t.createdAt.desc(), t.id.desc()),
    check("products_price_positive", sql`${t.basePricePerM2} > 0`),
    check("products_widest_panel", widestPanelIsMade(t.widestPanelMm)),
    check("products_deduction", deductionIsMade(t.deductionMm)),
    check("products_lead_weeks", isWithin(t.leadWeeks, LEAD_WEEKS)),
    check("products_density", isWithin(t.densityKgM3, DENSITY)),
    check("products_finish", sql`${t.finish} in (${sql.raw(FINISHES.map((each) => `'${each}'`).join(", "))})`),
    check("products_minimum_area", sql`${t.minimumAreaMilliM2} between ${sql.raw(`${MINIMUM_AREA.least} and ${MINIMUM_AREA.most}`)}`),
    // The function `are_surcharges` judges each surcharge.
    check("products_surcharges", sql`are_surcharges(${t.surcharges})`),
    check("products_cost", sql`${t.costPerM2} between 1 and ${sql.raw(String(HIGHEST_PRICE_PER_M2))}`),
    check("products_cost_surcharges", sql`are_surcharges(${t.costSurcharges})`),
  ],
);

/**
 * Every present and former name of a type: a person who may not set prices may not use it again
 * (rule P7). A deferred foreign key of the baseline refuses a type whose name is missing here;
 * drizzle cannot describe one.
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

/** Prices that were planned together for a later day (rule P12). */
export const pricePlans = pgTable(
  "price_plans",
  {
    id,
    firstDay: date("first_day", { mode: "string" }).notNull(),
    createdAt,
    createdBy: integer("created_by")
      .notNull()
      .references(() => users.id),
  },
  (t) => [unique("price_plans_on_their_day").on(t.id, t.firstDay)],
);

/** Every price of a type: saved prices, and planned prices with their first day. */
export const priceChanges = pgTable(
  "price_changes",
  {
    id,
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    /**
     * The previous price. Null: the first price, or a planned price, which follows any price before
     * it.
     */
    from: integer("from_pence").$type<Pence>(),
    to: integer("to_pence").notNull().$type<Pence>(),
    /** The time of saving; for a planned price, the first moment of its day. */
    at: at("at").notNull().defaultNow(),
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
    /** For a planned price: its plan and its first day. */
    planId: integer("plan_id"),
    firstDay: date("first_day", { mode: "string" }),
  },
  (t) => [
    index("price_changes_of_product").on(t.productId, t.at.desc(), t.id.desc()),
    check("price_changes_ahead", sql`(${t.planId} is null) = (${t.firstDay} is null) and (${t.firstDay} is null or ${t.from} is null)`),
    check("price_changes_positive", sql`${t.to} > 0`),
    foreignKey({
      name: "price_changes_of_plan",
      columns: [t.planId, t.firstDay],
      foreignColumns: [pricePlans.id, pricePlans.firstDay],
    }).onDelete("cascade"),
    // A type has one price for a first day. The index also finds the present price and the next.
    uniqueIndex("price_changes_ahead_of_product").on(t.productId, t.firstDay).where(sql`${t.firstDay} is not null`),
    index("price_changes_of_plan").on(t.planId).where(sql`${t.planId} is not null`),
  ],
);

/** Costs per square metre from a later day on, planned with prices (rule P17). */
export const costChanges = pgTable(
  "cost_changes",
  {
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    planId: integer("plan_id").notNull(),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    to: integer("to_pence").notNull().$type<Pence>(),
  },
  (t) => [
    // A type has one cost for a first day.
    primaryKey({ columns: [t.productId, t.firstDay] }),
    index("cost_changes_of_plan").on(t.planId),
    check("cost_changes_amount", sql`${t.to} between 1 and ${sql.raw(String(HIGHEST_PRICE_PER_M2))}`),
    foreignKey({
      name: "cost_changes_on_their_day",
      columns: [t.planId, t.firstDay],
      foreignColumns: [pricePlans.id, pricePlans.firstDay],
    }).onDelete("cascade"),
  ],
);
