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
import { LEAD_WEEKS } from "#shared/domain/trade/lead-time.ts";
import { MINIMUM_AREA } from "#shared/domain/trade/pricing.ts";
import type { Surcharge } from "#shared/domain/trade/surcharges.ts";
import { DENSITY, FINISHES, USUAL_FINISH } from "#shared/domain/window/saw/timber.ts";
import { at, atMost, createdAt, deductionIsMade, id, isWithin, texts, trimmed, widestPanelIsMade } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";

export const products = pgTable(
  "products",
  {
    id,
    name: text("name").notNull(),
    description: text("description"),
    /**
     * The price that was saved last, and on which day. A price ahead whose first day came after that
     * holds in its place (server/features/products/prices.ts).
     */
    basePricePerM2: integer("base_price_per_m2_pence").notNull().$type<Pence>(),
    priceSince: date("price_since", { mode: "string" }).notNull().default("2000-01-01"),
    standardLouverSizes: integer("standard_louver_sizes").array().notNull(),
    colorOptions: text("color_options").array().notNull(),
    /** Null: the usual one. */
    widestPanelMm: smallint("widest_panel_mm"),
    /** The company that makes it, of kind supplier; null: any. */
    supplierId: integer("supplier_id").references(() => companies.id),
    /** What is taken off a recess in all; null: the usual. */
    deductionMm: smallint("deduction_mm"),
    /** How long it takes from the order, in weeks; null: nobody said. */
    leadWeeks: smallint("lead_weeks"),
    /** Of its timber; null: the usual. */
    densityKgM3: smallint("density_kg_m3"),
    finish: text("finish", { enum: FINISHES }).notNull().default(USUAL_FINISH),
    /** A smaller window is charged as this area; null: as its own. */
    minimumAreaMilliM2: integer("minimum_area_milli_m2").$type<MilliM2>(),
    /** What a window costs besides that has such a value of a choice (rule P13). */
    surcharges: jsonb("surcharges").notNull().default([]).$type<Surcharge[]>(),
    /** What it is made of, as a homeowner reads it; null: its name. */
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
    // A function knows what one is (migration surcharges).
    check("products_surcharges", sql`are_surcharges(${t.surcharges})`),
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

/** Prices that were set together for a day ahead (rule P12). */
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

/** Every price of a type: what was saved, and what holds from a day on. */
export const priceChanges = pgTable(
  "price_changes",
  {
    id,
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    /**
     * The price before. Null: it was the first, or it is one ahead, which follows whatever holds
     * then.
     */
    from: integer("from_pence").$type<Pence>(),
    to: integer("to_pence").notNull().$type<Pence>(),
    /** When it was saved; of one ahead the first moment of its day. */
    at: at("at").notNull().defaultNow(),
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
    /** Of one ahead: with which it was planned, and its first day. */
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
    // One price of a type from a day on; it also finds the one that holds and the next.
    uniqueIndex("price_changes_ahead_of_product").on(t.productId, t.firstDay).where(sql`${t.firstDay} is not null`),
    index("price_changes_of_plan").on(t.planId).where(sql`${t.planId} is not null`),
  ],
);
