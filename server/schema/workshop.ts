import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { LEAD_DAYS, WEEKLY_M2 } from "#shared/domain/trade/lead-time.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import { LAPS, type OwnSection, USUAL_LAP } from "#shared/domain/window/saw/sections.ts";
import type { StoredStock } from "#shared/domain/window/saw/workshop-stock.ts";
import { at, clearancesAreTaken, isWithin, sectionsAreMade, stockIsMade } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { orders } from "./orders-and-remakes.ts";
import { quoteItems } from "./quote-items.ts";

const person = (name: string) => integer(name).references(() => users.id);

/**
 * The progress of each shutter of an order; an item's shutters are numbered from 1 to its quantity.
 * A shutter without a mark has no row. A trigger refuses an item or a number that the order does
 * not have.
 */
export const orderPieces = pgTable(
  "order_pieces",
  {
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    itemId: integer("item_id")
      .notNull()
      .references(() => quoteItems.id),
    piece: smallint("piece").notNull(),
    cutAt: at("cut_at"),
    cutBy: person("cut_by"),
    assembledAt: at("assembled_at"),
    assembledBy: person("assembled_by"),
    finishedAt: at("finished_at"),
    finishedBy: person("finished_by"),
    packedAt: at("packed_at"),
    packedBy: person("packed_by"),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.itemId, t.piece] }),
    // Deleting a window of a draft looks for its pieces here.
    index("order_pieces_of_item").on(t.itemId),
    check(
      "order_pieces_in_order",
      sql`num_nonnulls(${t.cutAt}) >= num_nonnulls(${t.assembledAt}) and num_nonnulls(${t.assembledAt}) >= num_nonnulls(${t.finishedAt})
        and num_nonnulls(${t.finishedAt}) >= num_nonnulls(${t.packedAt})`,
    ),
    check(
      "order_pieces_by_somebody",
      sql`num_nonnulls(${t.cutAt}, ${t.cutBy}) <> 1 and num_nonnulls(${t.assembledAt}, ${t.assembledBy}) <> 1
        and num_nonnulls(${t.finishedAt}, ${t.finishedBy}) <> 1 and num_nonnulls(${t.packedAt}, ${t.packedBy}) <> 1`,
    ),
  ],
);

/** The supplier companies that marked or scanned a shutter of the order (rule W73). */
export const orderHands = pgTable(
  "order_hands",
  {
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.companyId] })],
);

/**
 * A workshop's own bars, saw, sections, laps and clearances: one row for each company, as it
 * entered them.
 */
export const workshopSettings = pgTable(
  "workshop_settings",
  {
    companyId: integer("company_id")
      .primaryKey()
      .references(() => companies.id),
    stock: jsonb("stock").notNull().$type<readonly StoredStock[]>(),
    /** The entered clearances in millimetres; missing ones have their default (rule M15). */
    clearances: jsonb("clearances").notNull().default({}).$type<Partial<Clearances>>(),
    sections: jsonb("sections").notNull().default([]).$type<readonly OwnSection[]>(),
    lap: text("lap", { enum: LAPS }).notNull().default(USUAL_LAP),
    /** The working days that an order takes (rule W72); null: not entered. */
    leadDays: smallint("lead_days"),
    /** The square metres that the workshop makes in a week (rule W72); null: not entered. */
    weeklyM2: smallint("weekly_m2"),
  },
  ({ stock, clearances, sections, lap, leadDays, weeklyM2 }) => [
    check("workshop_settings_stock", stockIsMade(stock)),
    check("workshop_settings_clearances", clearancesAreTaken(clearances)),
    check("workshop_settings_sections", sectionsAreMade(sections)),
    check("workshop_settings_lap", sql`${lap} in (${sql.raw(LAPS.map((each) => `'${each}'`).join(", "))})`),
    check("workshop_settings_lead_days", isWithin(leadDays, LEAD_DAYS)),
    check("workshop_settings_weekly_m2", isWithin(weeklyM2, WEEKLY_M2)),
  ],
);
