import { sql } from "drizzle-orm";
import { check, index, integer, pgEnum, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MilliM2 } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { WIDEST_PANEL } from "#shared/domain/shutter-construction.ts";
import { QUOTE_STATUSES } from "#shared/domain/status.ts";
import { FRAME_TYPES, MOUNT_TYPES, OPENING_DIRECTIONS, TILT_ROD_TYPES } from "#shared/domain/window-options.ts";
import { users } from "./accounts.ts";
import { at, atMost, createdAt, id, pence, tenthMm, texts, trimmed, widestPanelIsMade } from "./columns.ts";
import { products } from "./products.ts";

export const quoteStatus = pgEnum("quote_status", QUOTE_STATUSES);
export const tiltRodType = pgEnum("tilt_rod_type", TILT_ROD_TYPES);
export const frameType = pgEnum("frame_type", FRAME_TYPES);
export const mountType = pgEnum("mount_type", MOUNT_TYPES);
export const openingDirection = pgEnum("opening_direction", OPENING_DIRECTIONS);

export const quotes = pgTable(
  "quotes",
  {
    id,
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    status: quoteStatus("status").notNull().default("draft"),
    declineReason: text("decline_reason"),
    subtotal: pence("subtotal_pence").notNull(),
    tax: pence("tax_pence").notNull(),
    finalTotal: pence("final_total_pence").notNull(),
    itemCount: integer("item_count").notNull(),
    paidAt: at("paid_at"),
    validUntil: at("valid_until").notNull(),
    createdAt,
    /** A deleted quote is hidden, not gone: a deleted order or a late payment may still need to say what it was for. */
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts("quotes", atMost(t.declineReason, LONGEST.reason)),
    check("quotes_total_is_the_sum", sql`${t.finalTotal} = ${t.subtotal} + ${t.tax} and ${t.subtotal} >= 0 and ${t.tax} >= 0`),
    index("quotes_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("quotes_of_user").on(t.userId, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("quotes_by_status").on(t.status, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("quotes_of_user_by_status").on(t.userId, t.status, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
  ],
);

export const quoteItems = pgTable(
  "quote_items",
  {
    id,
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id, { onDelete: "cascade" }),
    place: smallint("place").notNull(),
    name: text("name").notNull(),
    shutterTypeId: integer("shutter_type_id")
      .notNull()
      .references(() => products.id),
    /** The type's name when it was quoted: a document must not change when the type is renamed. */
    shutterType: text("shutter_type").notNull(),
    widthM: tenthMm("width_tenth_mm").notNull(),
    heightM: tenthMm("height_tenth_mm").notNull(),
    areaM2: integer("area_milli_m2").notNull().$type<MilliM2>(),
    louverSize: integer("louver_size_mm").notNull(),
    tiltRodType: tiltRodType("tilt_rod_type").notNull(),
    numberOfMidRails: smallint("number_of_mid_rails").notNull(),
    frameType: frameType("frame_type").notNull(),
    mountType: mountType("mount_type").notNull(),
    openingDirection: openingDirection("opening_direction").notNull(),
    colorSelection: text("color_selection").notNull(),
    quantity: integer("quantity").notNull(),
    /** Measurement checks that somebody saw and kept the measures against (rule M5). */
    overriddenChecks: text("overridden_checks").array().notNull().default(sql`'{}'::text[]`),
    /** The type's when it was quoted, the usual one included: another widest panel must not draw the window anew. */
    widestPanelMm: smallint("widest_panel_mm").notNull().default(WIDEST_PANEL.usual),
    pricePerM2: integer("price_per_m2_pence").notNull().$type<Pence>(),
    itemTotalPrice: pence("item_total_pence").notNull(),
  },
  (t) => [
    texts(
      "quote_items",
      trimmed(t.name, LONGEST.windowName),
      trimmed(t.shutterType, LONGEST.productName),
      trimmed(t.colorSelection, LONGEST.color),
    ),
    uniqueIndex("quote_items_in_order").on(t.quoteId, t.place),
    check("quote_items_measures", sql`${t.widthM} between 1 and 100000 and ${t.heightM} between 1 and 100000 and ${t.areaM2} > 0`),
    check("quote_items_widest_panel", widestPanelIsMade(t.widestPanelMm)),
    check("quote_items_counts", sql`${t.quantity} between 1 and 999 and ${t.numberOfMidRails} between 0 and 20`),
    check(
      "quote_items_total_is_the_product",
      sql`${t.itemTotalPrice} = round(${t.areaM2}::numeric * ${t.pricePerM2} * ${t.quantity} / 1000)`,
    ),
  ],
);
