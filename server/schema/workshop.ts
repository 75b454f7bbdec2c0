import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { CONFIRMED_STEPS } from "#shared/domain/first-steps.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { LEAD_DAYS, WEEKLY_M2 } from "#shared/domain/trade/lead-time.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import { PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import { LAPS, type OwnSection, TRACK_DEPTH_MM, USUAL_LAP } from "#shared/domain/window/saw/sections.ts";
import type { StoredStock } from "#shared/domain/window/saw/workshop-stock.ts";
import { SETUP_STEPS } from "#shared/domain/workshop-setup.ts";
import { recuts } from "./bar-plans.ts";
import { at, clearancesAreTaken, createdAt, id, isWithin, sectionsAreMade, stockIsMade, texts, trimmed } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { carrier, orders } from "./orders-and-remakes.ts";
import { quoteItems } from "./quote-items.ts";

const person = (name: string) => integer(name).references(() => users.id);

const inList = (values: readonly string[]) => sql.raw(values.map((each) => `'${each}'`).join(", "));

/**
 * The progress of each shutter of an order; an item's shutters are numbered from 1 to its quantity.
 * A shutter without a mark has no row. A trigger refuses an item or a number that the order does
 * not have. A mark that was sent later has the time of its press, and the time of its arrival as
 * `receivedAt`.
 */
export const orderPieces = pgTable(
  "order_pieces",
  {
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    // A correction that removes the window stores its marks first (rule O21).
    itemId: integer("item_id")
      .notNull()
      .references(() => quoteItems.id, { onDelete: "cascade" }),
    piece: smallint("piece").notNull(),
    cutAt: at("cut_at"),
    cutBy: person("cut_by"),
    cutReceivedAt: at("cut_received_at"),
    assembledAt: at("assembled_at"),
    assembledBy: person("assembled_by"),
    assembledReceivedAt: at("assembled_received_at"),
    finishedAt: at("finished_at"),
    finishedBy: person("finished_by"),
    finishedReceivedAt: at("finished_received_at"),
    packedAt: at("packed_at"),
    packedBy: person("packed_by"),
    packedReceivedAt: at("packed_received_at"),
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

/** The parcels in which the pieces of an order were shipped (rule W83). */
export const parcels = pgTable(
  "parcels",
  {
    id,
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    /** Counts the parcels of the order from 1. */
    n: smallint("n").notNull(),
    /** The weight of the pieces when they were shipped, in kilograms to a tenth. */
    kg: numeric("kg", { precision: 9, scale: 1, mode: "number" }).notNull(),
    shippingDate: date("shipping_date", { mode: "string" }).notNull(),
    carrier: carrier("carrier"),
    trackingNumber: text("tracking_number"),
    createdAt,
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
    /** The time at which the email about this parcel was queued; null: it waits (rule W84). */
    emailedAt: at("emailed_at"),
  },
  (t) => [
    texts("parcels", trimmed(t.trackingNumber, LONGEST.trackingNumber)),
    check("parcels_count_from_one", sql`${t.n} >= 1`),
    check("parcels_weigh_something", sql`${t.kg} >= 0`),
    unique("parcels_of_order").on(t.orderId, t.n),
    // The target of the foreign key of the pieces.
    unique("parcels_with_order").on(t.id, t.orderId),
  ],
);

/**
 * The pieces of each parcel. The primary key refuses a piece in two parcels, and a trigger refuses
 * a piece that the order does not have.
 */
export const parcelPieces = pgTable(
  "parcel_pieces",
  {
    orderId: integer("order_id").notNull(),
    itemId: integer("item_id").notNull(),
    piece: smallint("piece").notNull(),
    parcelId: integer("parcel_id").notNull(),
    /**
     * The first step that the parcel itself marked, for its deletion (rule W84). Null if the
     * shutter was packed before, or was shipped with the rest of its order.
     */
    markedFrom: text("marked_from", { enum: PIECE_STEPS }),
  },
  (t) => [
    check("parcel_pieces_marked_from", sql`${t.markedFrom} in (${inList(PIECE_STEPS)})`),
    primaryKey({ name: "parcel_pieces_once", columns: [t.orderId, t.itemId, t.piece] }),
    foreignKey({
      name: "parcel_pieces_of_parcel",
      columns: [t.parcelId, t.orderId],
      foreignColumns: [parcels.id, parcels.orderId],
    }).onDelete("cascade"),
    // Windows are deleted only with a quote whose order was deleted (rule O7).
    foreignKey({ name: "parcel_pieces_of_window", columns: [t.itemId], foreignColumns: [quoteItems.id] }).onDelete("cascade"),
    index("parcel_pieces_of_parcel").on(t.parcelId),
    index("parcel_pieces_of_item").on(t.itemId),
  ],
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
    /** The depth of the workshop's bypass track (rule M38). */
    trackDepthMm: smallint("track_depth_mm").notNull().default(TRACK_DEPTH_MM.usual),
    /** The London day on which clearances, sections, lap or track last changed; null: never. */
    changedOn: date("changed_on", { mode: "string" }),
    /** The working days that an order takes (rule W72); null: not entered. */
    leadDays: smallint("lead_days"),
    /** The square metres that the workshop makes in a week (rule W72); null: not entered. */
    weeklyM2: smallint("weekly_m2"),
  },
  ({ stock, clearances, sections, lap, trackDepthMm, leadDays, weeklyM2 }) => [
    check("workshop_settings_stock", stockIsMade(stock)),
    check("workshop_settings_clearances", clearancesAreTaken(clearances)),
    check("workshop_settings_sections", sectionsAreMade(sections)),
    check("workshop_settings_lap", sql`${lap} in (${sql.raw(LAPS.map((each) => `'${each}'`).join(", "))})`),
    check("workshop_settings_track_depth", isWithin(trackDepthMm, TRACK_DEPTH_MM)),
    check("workshop_settings_lead_days", isWithin(leadDays, LEAD_DAYS)),
    check("workshop_settings_weekly_m2", isWithin(weeklyM2, WEEKLY_M2)),
  ],
);

/** The steps of the checklists that a company's people confirm (rules W108 and S32). */
const REVIEWED = [...SETUP_STEPS, ...CONFIRMED_STEPS] as const;

/**
 * The parts of its settings that a new workshop has reviewed (rule W108), and the confirmed steps
 * of another company's first hour (rule S32). Until it has reviewed its sections, its cards print
 * that they are the default ones.
 */
export const workshopReviews = pgTable(
  "workshop_reviews",
  {
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    step: text("step", { enum: REVIEWED }).notNull(),
    reviewedAt: at("reviewed_at").notNull(),
    /** Null: the workshop worked before the checklist existed. */
    byUserId: person("by_user_id"),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.step] }), check("workshop_reviews_step", sql`${t.step} in (${inList(REVIEWED)})`)],
);

/**
 * The workshop's table by which a started order is cut to its end (rule W87). It is stored with the
 * order's first cut part and deleted when no part is cut any more.
 */
export const orderMeasures = pgTable(
  "order_measures",
  {
    orderId: integer("order_id")
      .primaryKey()
      .references(() => orders.id),
    /** All clearances in millimetres, the default ones included. */
    clearances: jsonb("clearances").notNull().$type<Clearances>(),
    sections: jsonb("sections").notNull().$type<readonly OwnSection[]>(),
    lap: text("lap", { enum: LAPS }).notNull(),
    trackDepthMm: smallint("track_depth_mm").notNull().default(TRACK_DEPTH_MM.usual),
    /** The company of the table, and its name at that time; null: the default table. */
    ownerId: integer("owner_id").references(() => companies.id),
    owner: text("owner"),
    /** The London day on which the company last changed the table; null: never. */
    changedOn: date("changed_on", { mode: "string" }),
    storedAt: at("stored_at").notNull(),
  },
  (t) => [
    check("order_measures_clearances", clearancesAreTaken(t.clearances)),
    check("order_measures_sections", sectionsAreMade(t.sections)),
    check("order_measures_lap", sql`${t.lap} in (${inList(LAPS)})`),
    check("order_measures_track_depth", isWithin(t.trackDepthMm, TRACK_DEPTH_MM)),
    texts("order_measures", trimmed(t.owner, LONGEST.companyName)),
    check("order_measures_of_an_owner", sql`num_nonnulls(${t.ownerId}, ${t.owner}) <> 1`),
  ],
);

/** The kinds of a workshop's events in an order's history, besides marks. */
export const WORKSHOP_EVENTS = ["undone", "measures", "make", "recut-deleted", "recut-undone"] as const;

/**
 * Lines of an order's history: an undone mark (`undone`, rule W88), an adopted table of measures
 * (`measures`, rule W87), a change of the parts that are made (`make`, rule W103), and a recut that was
 * deleted or waits again (rule W117).
 */
export const workshopEvents = pgTable(
  "workshop_events",
  {
    id,
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    kind: text("kind", { enum: WORKSHOP_EVENTS }).notNull(),
    step: text("step", { enum: PIECE_STEPS }),
    /** The window's id: no reference, because a corrected order may lose the window. */
    itemId: integer("item_id"),
    piece: smallint("piece"),
    recutId: integer("recut_id").references(() => recuts.id),
    createdAt,
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    check("workshop_events_recut", sql`(${t.kind} in ('recut-deleted', 'recut-undone')) = (${t.recutId} is not null)`),
    index("workshop_events_of_order").on(t.orderId),
    check("workshop_events_kind", sql`${t.kind} in (${inList(WORKSHOP_EVENTS)})`),
    check("workshop_events_step", sql`${t.step} in (${inList(PIECE_STEPS)})`),
    check("workshop_events_undone", sql`(${t.kind} = 'undone') = (num_nonnulls(${t.step}, ${t.itemId}, ${t.piece}) = 3)`),
  ],
);
