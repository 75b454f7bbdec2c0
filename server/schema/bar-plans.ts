import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { FIRST_RECUT, RECUT_REASONS } from "#shared/domain/window/saw/recuts.ts";
import { OFFCUT_MM } from "#shared/domain/window/saw/workshop-stock.ts";
import { at, atMost, createdAt, id, texts, trimmed } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { orders } from "./orders-and-remakes.ts";
import { quoteItems } from "./quote-items.ts";

const company = () =>
  integer("company_id")
    .notNull()
    .references(() => companies.id);

const person = (name: string) => integer(name).references(() => users.id);

/** A stored plan of bars, with the bars and the saw that it was made for. */
export const barPlans = pgTable(
  "bar_plans",
  {
    id,
    companyId: company(),
    createdAt,
    createdBy: person("created_by").notNull(),
    /** The plan's groups of equal bars, in its order. A bar stores its group's index. */
    profiles: jsonb("profiles").notNull().$type<readonly object[]>(),
  },
  (t) => [index("bar_plans_of_company").on(t.companyId, t.id)],
);

/** An order of a plan, with the fingerprint of its windows at that time. */
export const barPlanOrders = pgTable(
  "bar_plan_orders",
  {
    planId: integer("plan_id")
      .notNull()
      .references(() => barPlans.id),
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    fingerprint: text("fingerprint").notNull(),
  },
  (t) => [primaryKey({ columns: [t.planId, t.orderId] }), index("bar_plan_orders_of_order").on(t.orderId)],
);

/** A bar of a plan with its pieces. `sawn_parts` stores the pieces that were sawn. */
export const barPlanBars = pgTable(
  "bar_plan_bars",
  {
    planId: integer("plan_id")
      .notNull()
      .references(() => barPlans.id),
    /** Numbered from 1 through the whole plan. */
    bar: integer("bar").notNull(),
    /** The index of the bar's group in the plan's `profiles`. */
    profile: smallint("profile").notNull(),
    /** The offcut that is used as this bar; null: a bar from the rack. */
    offcutId: integer("offcut_id").references(() => offcuts.id),
    lengthTenthMm: integer("length_tenth_mm").notNull(),
    /**
     * The length that remains, the trimmed end included: as planned, and of a sawn bar after the
     * pieces that were cut from it.
     */
    leftTenthMm: integer("left_tenth_mm").notNull(),
    pieces: jsonb("pieces").notNull().$type<readonly object[]>(),
    sawnAt: at("sawn_at"),
    sawnBy: person("sawn_by"),
    /** The arrival of a tick that was sent later than its press. */
    sawnReceivedAt: at("sawn_received_at"),
    /** Orders that had changed when the bar was sawn: their pieces do not count as sawn. */
    leftOut: integer("left_out").array().notNull().default([]),
    /** Shutters that were marked as cut when this bar was sawn. */
    cut: jsonb("cut")
      .notNull()
      .default([])
      .$type<readonly { readonly orderId: number; readonly itemId: number; readonly piece: number }[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.planId, t.bar] }),
    check("bar_plan_bars_by_somebody", sql`num_nonnulls(${t.sawnAt}, ${t.sawnBy}) <> 1`),
    // Several plans may use one offcut, but only one of them saws it.
    uniqueIndex("bar_plan_bars_offcut_once").on(t.offcutId).where(sql`${t.sawnAt} is not null`),
  ],
);

/** A sawn part of a shutter. The key refuses a second row for one part. */
export const sawnParts = pgTable(
  "sawn_parts",
  {
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    itemId: integer("item_id")
      .notNull()
      .references(() => quoteItems.id),
    piece: smallint("piece").notNull(),
    /** Numbered from 1, from the left; 0: the frame. */
    panel: smallint("panel").notNull(),
    part: text("part").notNull(),
    /** Numbers equal parts of a panel from 1. */
    nth: smallint("nth").notNull(),
    planId: integer("plan_id").notNull(),
    bar: integer("bar").notNull(),
  },
  (t): PgTableExtraConfigValue[] => [
    primaryKey({ columns: [t.orderId, t.itemId, t.piece, t.panel, t.part, t.nth] }),
    index("sawn_parts_of_item").on(t.itemId),
    foreignKey({ name: "sawn_parts_from_bar", columns: [t.planId, t.bar], foreignColumns: [barPlanBars.planId, barPlanBars.bar] }),
  ],
);

/**
 * A spoiled part of a cut shutter, which is cut again (rule W95). A trigger refuses a shutter that
 * the order does not have.
 */
export const recuts = pgTable(
  "recuts",
  {
    id,
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    /** The window's id: no reference, because scrap stays when a correction removes the window. */
    itemId: integer("item_id").notNull(),
    piece: smallint("piece").notNull(),
    reason: text("reason", { enum: RECUT_REASONS }).notNull(),
    note: text("note"),
    /** The workshop whose scrap it is. */
    companyId: company(),
    createdAt,
    byUserId: person("by_user_id").notNull(),
    /**
     * The time at which a recut was recorded as a mistake: it is not scrap, and its parts are closed.
     * The row stays, because stored plans name its parts by their numbers.
     */
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts("recuts", trimmed(t.note, LONGEST.reason)),
    check("recuts_reason", sql`${t.reason} in (${sql.raw(RECUT_REASONS.map((reason) => `'${reason}'`).join(", "))})`),
    index("recuts_of_order").on(t.orderId, t.id),
    index("recuts_of_item").on(t.itemId),
    index("recuts_of_company").on(t.companyId, t.createdAt),
  ],
);

/**
 * Each part of a recut, under a number of its own, so that a bar can saw it like any other part.
 * The key refuses one number for two parts.
 */
export const recutParts = pgTable(
  "recut_parts",
  {
    recutId: integer("recut_id")
      .notNull()
      .references(() => recuts.id, { onDelete: "cascade" }),
    orderId: integer("order_id").notNull(),
    itemId: integer("item_id").notNull(),
    piece: smallint("piece").notNull(),
    /** Numbered from 1, from the left; 0: the frame. */
    panel: smallint("panel").notNull(),
    part: text("part").notNull(),
    nth: smallint("nth").notNull(),
    /** The number of an equal part of the cut list, whose length the part has. */
    replaces: smallint("replaces").notNull(),
    /** True if the person chose this very part, for example the stile with the hinges. */
    isChosen: boolean("is_chosen").notNull().default(false),
    /** The spoiled part's profile and length, for the sums of scrap. */
    profile: text("profile").notNull(),
    lengthTenthMm: integer("length_tenth_mm").notNull(),
    /**
     * The time at which the part was cut again, or its whole shutter was to be; null: to be cut.
     */
    doneAt: at("done_at"),
    /** The person who marked the part as cut by hand; null: a bar, or the shutter's own cutting. */
    doneByUserId: person("done_by_user_id"),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.itemId, t.piece, t.panel, t.part, t.nth] }),
    check("recut_parts_done_by_hand", sql`${t.doneByUserId} is null or ${t.doneAt} is not null`),
    texts("recut_parts", atMost(t.part, 20), atMost(t.profile, 20)),
    check(
      "recut_parts_numbers",
      sql`${t.nth} >= ${sql.raw(String(FIRST_RECUT))} and ${t.replaces} between 1 and ${sql.raw(String(FIRST_RECUT - 1))}`,
    ),
    check("recut_parts_length", sql`${t.lengthTenthMm} > 0`),
    index("recut_parts_of_recut").on(t.recutId),
  ],
);

/** Offcuts in stock: rests of bars until they are used or thrown away. */
export const offcuts = pgTable(
  "offcuts",
  {
    id,
    companyId: company(),
    /** The name of the profile: stile, louvre-76. */
    section: text("section").notNull(),
    /** The height of rails that are bought by height; null for all other profiles. */
    heightTenthMm: integer("height_tenth_mm"),
    material: text("material").notNull(),
    /** Null: timber that is painted later. */
    color: text("color"),
    lengthTenthMm: integer("length_tenth_mm").notNull(),
    createdAt,
    /** The bar that left this offcut; null: a person entered it. */
    fromPlanId: integer("from_plan_id"),
    fromBar: integer("from_bar"),
    goneAt: at("gone_at"),
  },
  (t): PgTableExtraConfigValue[] => [
    texts("offcuts", atMost(t.section, 20), atMost(t.material, LONGEST.productName), atMost(t.color, LONGEST.color)),
    check("offcuts_length", sql`${t.lengthTenthMm} between ${sql.raw(`${OFFCUT_MM.least * 10} and ${OFFCUT_MM.most * 10}`)}`),
    check("offcuts_from_a_bar", sql`num_nonnulls(${t.fromPlanId}, ${t.fromBar}) <> 1`),
    // A bar leaves at most one offcut.
    uniqueIndex("offcuts_from_bar_once").on(t.fromPlanId, t.fromBar),
    foreignKey({ name: "offcuts_from_bar", columns: [t.fromPlanId, t.fromBar], foreignColumns: [barPlanBars.planId, barPlanBars.bar] }),
    index("offcuts_in_stock").on(t.companyId, t.id).where(sql`${t.goneAt} is null`),
  ],
);
