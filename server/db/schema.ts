import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  inet,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { MilliM2, TenthMm } from "#shared/domain/length.ts";
import { LONGEST, MOST_CHOICES } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { WIDEST_PANEL } from "#shared/domain/shutter-construction.ts";
import {
  APPROVAL_STATUSES,
  ERROR_SEVERITIES,
  ERROR_STATUSES,
  ORDER_STATUSES,
  QUOTE_STATUSES,
  REMAKE_STATUSES,
} from "#shared/domain/status.ts";
import { FRAME_TYPES, MOUNT_TYPES, OPENING_DIRECTIONS, TILT_ROD_TYPES } from "#shared/domain/window-options.ts";
import type { InvoiceSnapshot, Parties } from "./document-snapshots.ts";

/**
 * Every table. What must never be is refused here, by constraint, whatever the code above believes: two live orders for a
 * quote, two settled payments, a total that is not the sum of its parts.
 */

export const role = pgEnum("role", ROLES);
export const approvalStatus = pgEnum("approval_status", APPROVAL_STATUSES);
export const quoteStatus = pgEnum("quote_status", QUOTE_STATUSES);
export const orderStatus = pgEnum("order_status", ORDER_STATUSES);
export const remakeStatus = pgEnum("remake_status", REMAKE_STATUSES);
export const errorStatus = pgEnum("error_status", ERROR_STATUSES);
export const errorSeverity = pgEnum("error_severity", ERROR_SEVERITIES);
export const tiltRodType = pgEnum("tilt_rod_type", TILT_ROD_TYPES);
export const frameType = pgEnum("frame_type", FRAME_TYPES);
export const mountType = pgEnum("mount_type", MOUNT_TYPES);
export const openingDirection = pgEnum("opening_direction", OPENING_DIRECTIONS);

const id = integer("id").primaryKey().generatedAlwaysAsIdentity();
/** Milliseconds, because a cursor carries an instant through JavaScript and has to find the same row again. */
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = at("created_at").notNull().defaultNow();
const pence = (name: string) => bigint(name, { mode: "number" }).$type<Pence>();
const tenthMm = (name: string) => integer(name).$type<TenthMm>();
const widestPanelIsMade = (column: AnyPgColumn) =>
  sql`${column} between ${sql.raw(String(WIDEST_PANEL.least))} and ${sql.raw(String(WIDEST_PANEL.most))}`;

/** Bounds what people write, a second time (shared/domain/longest.ts). PostgreSQL counts a surrogate pair as one, and so refuses nothing that the contract takes. */
const atMost = (column: AnyPgColumn, most: number) => sql`char_length(${column}) <= ${sql.raw(String(most))}`;
/** The same of a text that is kept without blank ends; which signs are blank to JavaScript, a function knows (migration 0012). */
const trimmed = (column: AnyPgColumn, most: number) => sql`${atMost(column, most)} and ${column} = without_blank_ends(${column})`;
const texts = (table: string, ...rules: SQL[]) => check(`${table}_texts`, sql.join(rules, sql` and `));

/* People */

export const users = pgTable(
  "users",
  {
    id,
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    role: role("role").notNull(),
    companyName: text("company_name").notNull(),
    contactName: text("contact_name").notNull(),
    /** Both names in small letters, a line each, so that a search need not lower every name anew (docs/decisions/070-speed.md). */
    searchNames: text("search_names")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower(${users.companyName} || chr(10) || ${users.contactName})`),
    address: text("address"),
    referralCode: text("referral_code").notNull().unique(),
    approvalStatus: approvalStatus("approval_status").notNull(),
    approvalReason: text("approval_reason"),
    approvalDecidedAt: at("approval_decided_at"),
    approvalDecidedBy: integer("approval_decided_by").references((): AnyPgColumn => users.id),
    createdAt,
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts(
      "users",
      trimmed(t.email, LONGEST.email),
      trimmed(t.companyName, LONGEST.companyName),
      trimmed(t.contactName, LONGEST.contactName),
      trimmed(t.address, LONGEST.address),
      atMost(t.approvalReason, LONGEST.reason),
    ),
    uniqueIndex("users_email_live").on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index("users_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie's id: a stolen backup signs nobody in. */
    idHash: text("id_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    impersonatorId: integer("impersonator_id").references(() => users.id, { onDelete: "cascade" }),
    createdAt,
    lastSeenAt: at("last_seen_at").notNull().defaultNow(),
  },
  (t) => [
    index("sessions_user").on(t.userId),
    index("sessions_impersonator").on(t.impersonatorId),
    index("sessions_last_seen").on(t.lastSeenAt),
  ],
);

export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt,
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (t) => [index("password_resets_user").on(t.userId)],
);

/** rate-limiter-flexible's table, made here so that no process makes it at run time. */
export const rateLimits = pgTable(
  "rate_limits",
  { key: text("key").primaryKey(), points: integer("points").notNull().default(0), expire: bigint("expire", { mode: "number" }) },
  (t) => [index("rate_limits_expire").on(t.expire)],
);

/* Products */

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
  ],
);

/** Every name that a type bears or once bore, kept by a trigger (migration 0012): who may not set prices may not use one again (rule P7). */
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

/* Quotes */

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

/* Orders */

export const orders = pgTable(
  "orders",
  {
    id,
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    status: orderStatus("status").notNull().default("pending"),
    shippingAddress: text("shipping_address").notNull(),
    shippingDate: date("shipping_date", { mode: "string" }),
    estimatedArrival: date("estimated_arrival", { mode: "string" }),
    trackingNumber: text("tracking_number"),
    /** The remake that this order, free of charge, makes good. */
    remakeId: integer("remake_id").references((): AnyPgColumn => remakes.id),
    createdAt,
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts("orders", trimmed(t.shippingAddress, LONGEST.address), trimmed(t.trackingNumber, LONGEST.trackingNumber)),
    uniqueIndex("orders_one_live_per_remake").on(t.remakeId).where(sql`${t.remakeId} is not null and ${t.deletedAt} is null`),
    uniqueIndex("orders_one_live_per_quote").on(t.quoteId).where(sql`${t.deletedAt} is null`),
    check("orders_arrive_after_shipping", sql`${t.estimatedArrival} >= ${t.shippingDate}`),
    index("orders_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("orders_of_user").on(t.userId, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
  ],
);

export const orderStatusChanges = pgTable(
  "order_status_changes",
  {
    id,
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    from: orderStatus("from_status"),
    to: orderStatus("to_status").notNull(),
    at: at("at").notNull().defaultNow(),
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
  },
  (t) => [index("order_status_changes_of_order").on(t.orderId, t.id)],
);

/**
 * The dashboard's figures, kept by triggers (migration counted-orders) so that no handler can forget them: for each London day and status
 * the sum of its rows, and once more for all time under the day `-infinity`. A change adds rows; a job folds them. Never written from here.
 */
export const orderFigures = pgTable(
  "order_figures",
  {
    day: date("day", { mode: "string" }).notNull(),
    status: orderStatus("status").notNull(),
    orders: integer("orders").notNull(),
    unpaid: integer("unpaid").notNull(),
    amount: pence("amount_pence").notNull(),
    remakes: integer("remakes").notNull(),
    pendingRemakes: integer("pending_remakes").notNull(),
  },
  (t) => [index("order_figures_of_day").on(t.day, t.status)],
);

/**
 * What each order adds to the figures as they stand. A change works the order's part out anew and adds only the difference, so it does not
 * matter how many of its rows a statement changes. No foreign key: an order's row that goes takes its part out of the figures first.
 */
export const countedOrders = pgTable("counted_orders", {
  orderId: integer("order_id").primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
  status: orderStatus("status").notNull(),
  orders: integer("orders").notNull(),
  unpaid: integer("unpaid").notNull(),
  amount: pence("amount_pence").notNull(),
  remakes: integer("remakes").notNull(),
  pendingRemakes: integer("pending_remakes").notNull(),
});

/* Payments */

export const checkoutSessions = pgTable(
  "checkout_sessions",
  {
    id: text("id").primaryKey(),
    /** No reference: a quote may be deleted while somebody is at the till, and the payment must still find its number. */
    quoteId: integer("quote_id").notNull(),
    amount: pence("amount_pence").notNull(),
    url: text("url").notNull(),
    open: boolean("open").notNull().default(true),
    createdAt,
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("checkout_sessions_one_open_per_quote").on(t.quoteId).where(sql`${t.open}`),
    index("checkout_sessions_of_quote").on(t.quoteId),
  ],
);

export const payments = pgTable(
  "payments",
  {
    id,
    quoteId: integer("quote_id").notNull(),
    stripeSessionId: text("stripe_session_id").notNull().unique(),
    stripePaymentIntentId: text("stripe_payment_intent_id").unique(),
    amount: pence("amount_pence").notNull(),
    currency: text("currency").notNull(),
    live: boolean("live").notNull(),
    /** False: money came that settles nothing (a deleted or already paid quote). It is kept, and an error record asks a person to look. */
    settles: boolean("settles").notNull(),
    refunded: pence("refunded_pence").notNull().default(sql`0`),
    createdAt,
  },
  (t) => [uniqueIndex("payments_one_settles_a_quote").on(t.quoteId).where(sql`${t.settles}`), index("payments_of_quote").on(t.quoteId)],
);

/** One row. Secrets are sealed by `server/http/seal.ts`. */
export const stripeSettings = pgTable(
  "stripe_settings",
  {
    id: integer("id").primaryKey().default(1),
    publicKey: text("public_key").notNull(),
    secretKeySealed: text("secret_key_sealed").notNull(),
    webhookEndpointId: text("webhook_endpoint_id"),
    webhookUrl: text("webhook_url"),
    webhookSecretSealed: text("webhook_secret_sealed"),
    /** The newest of Stripe's events that was looked at: what came while the portal was down is fetched from here on. */
    eventsSeenUntil: at("events_seen_until"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [check("stripe_settings_one_row", sql`${t.id} = 1`), texts("stripe_settings", atMost(t.publicKey, LONGEST.publicKey))],
);

/* Documents */

/** One row: who sells. */
export const companySettings = pgTable(
  "company_settings",
  {
    id: integer("id").primaryKey().default(1),
    name: text("name").notNull(),
    address: text("address").notNull(),
    vatNumber: text("vat_number").notNull(),
    companyNumber: text("company_number").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("company_settings_one_row", sql`${t.id} = 1`),
    texts(
      "company_settings",
      trimmed(t.name, LONGEST.companyName),
      trimmed(t.address, LONGEST.address),
      trimmed(t.vatNumber, LONGEST.vatNumber),
      trimmed(t.companyNumber, LONGEST.companyNumber),
      trimmed(t.email, LONGEST.email),
      trimmed(t.phone, LONGEST.phone),
    ),
  ],
);

/** Who sold and who asked, as the first quotation PDF of a quote said it. */
export const quotations = pgTable("quotations", {
  quoteId: integer("quote_id")
    .primaryKey()
    .references(() => quotes.id, { onDelete: "cascade" }),
  parties: jsonb("parties").notNull().$type<Parties>(),
  createdAt,
});

/** One row, locked by whoever issues an invoice: a number is taken and used in one transaction, or not at all. */
export const invoiceCounter = pgTable(
  "invoice_counter",
  { id: integer("id").primaryKey().default(1), last: integer("last_number").notNull() },
  (t) => [check("invoice_counter_one_row", sql`${t.id} = 1 and ${t.last} >= 0`)],
);

/** A trigger (migration 0003) refuses to change or delete an invoice. */
export const invoices = pgTable(
  "invoices",
  {
    number: integer("number").primaryKey(),
    quoteId: integer("quote_id")
      .notNull()
      .unique()
      .references(() => quotes.id),
    orderId: integer("order_id").references(() => orders.id),
    paymentId: integer("payment_id")
      .unique()
      .references(() => payments.id),
    /** The London day of the payment. */
    taxPoint: date("tax_point", { mode: "string" }).notNull(),
    issuedAt: at("issued_at").notNull(),
    snapshot: jsonb("snapshot").notNull().$type<InvoiceSnapshot>(),
  },
  (t) => [check("invoices_number_positive", sql`${t.number} > 0`)],
);

/* Remakes */

export const remakes = pgTable(
  "remakes",
  {
    id,
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    status: remakeStatus("status").notNull().default("pending"),
    reason: text("reason").notNull(),
    /** The window it is about, where that was said. A trigger (migration 0008) refuses one of another order, and a mark that is not on it. */
    quoteItemId: integer("quote_item_id").references(() => quoteItems.id),
    /** Where on it: millimetres from the left and the top of the frame, seen from inside. */
    markXMm: smallint("mark_x_mm"),
    markYMm: smallint("mark_y_mm"),
    createdAt,
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts("remakes", atMost(t.reason, LONGEST.remakeReason)),
    check(
      "remakes_mark_is_on_a_window",
      sql`(${t.markXMm} is null) = (${t.markYMm} is null) and (${t.markXMm} is null or ${t.quoteItemId} is not null)`,
    ),
    check("remakes_mark_range", sql`${t.markXMm} between 0 and 10000 and ${t.markYMm} between 0 and 10000`),
    index("remakes_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("remakes_of_order").on(t.orderId),
  ],
);

export const remakePhotos = pgTable(
  "remake_photos",
  {
    remakeId: integer("remake_id")
      .notNull()
      .references(() => remakes.id),
    /** From 1: part of the photo's address. */
    place: smallint("place").notNull(),
    storageKey: text("storage_key").notNull().unique(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.remakeId, t.place] })],
);

export const remakeReplies = pgTable(
  "remake_replies",
  {
    id,
    remakeId: integer("remake_id")
      .notNull()
      .references(() => remakes.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    message: text("message").notNull(),
    createdAt,
  },
  (t) => [texts("remake_replies", atMost(t.message, LONGEST.reply)), index("remake_replies_of_remake").on(t.remakeId, t.id)],
);

/* Referrals and notifications */

export const referrals = pgTable(
  "referrals",
  {
    id,
    referrerId: integer("referrer_id")
      .notNull()
      .references(() => users.id),
    referredUserId: integer("referred_user_id")
      .notNull()
      .unique()
      .references(() => users.id),
    commission: pence("commission_pence").notNull().default(sql`0`),
    /** The quote whose payment earned it; a company earns its referrer a commission once. */
    earnedByQuoteId: integer("earned_by_quote_id"),
    paidOutAt: at("paid_out_at"),
    createdAt,
  },
  (t) => [
    index("referrals_of_referrer").on(t.referrerId, t.createdAt.desc(), t.id.desc()),
    index("referrals_newest").on(t.createdAt.desc(), t.id.desc()),
  ],
);

export const notifications = pgTable(
  "notifications",
  {
    id,
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    type: text("type").notNull(),
    title: text("title").notNull(),
    message: text("message").notNull(),
    relatedId: integer("related_id"),
    readAt: at("read_at"),
    createdAt,
  },
  (t) => [
    index("notifications_of_user").on(t.userId, t.createdAt.desc(), t.id.desc()),
    // What the bell counts, every 30 s for each customer who has the portal open.
    index("notifications_unread").on(t.userId, t.id).where(sql`${t.readAt} is null`),
  ],
);

/* The records of the house */

export const errorRecords = pgTable(
  "error_records",
  {
    id,
    /** Type, place and message without its varying parts: the same error again raises `count`. */
    fingerprint: text("fingerprint").notNull().unique(),
    errorType: text("error_type").notNull(),
    errorMessage: text("error_message").notNull(),
    requestPath: text("request_path").notNull(),
    severity: errorSeverity("severity").notNull(),
    status: errorStatus("status").notNull().default("new"),
    stack: text("stack"),
    userId: integer("user_id"),
    requestId: text("request_id"),
    count: integer("count").notNull().default(1),
    createdAt,
    lastSeenAt: at("last_seen_at").notNull().defaultNow(),
  },
  (t) => [
    texts(
      "error_records",
      atMost(t.errorType, LONGEST.errorType),
      atMost(t.errorMessage, LONGEST.errorMessage),
      atMost(t.requestPath, LONGEST.errorPath),
      atMost(t.stack, LONGEST.errorStack),
    ),
    index("error_records_newest").on(t.createdAt.desc(), t.id.desc()),
    index("error_records_by_status").on(t.status, t.createdAt.desc(), t.id.desc()),
    index("error_records_by_severity").on(t.severity, t.createdAt.desc(), t.id.desc()),
  ],
);

/**
 * A trigger (migration 0002) refuses to change or delete an entry (rule K5). Another (0012) refuses one that says more than any change
 * can: no CHECK, because an entry of before that rule has to come back from a backup.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: at("at").notNull().defaultNow(),
    actorId: integer("actor_id"),
    actorEmail: text("actor_email"),
    actorRole: role("actor_role"),
    onBehalfOfId: integer("on_behalf_of_id"),
    onBehalfOfEmail: text("on_behalf_of_email"),
    onBehalfOfRole: role("on_behalf_of_role"),
    action: text("action").notNull(),
    targetType: text("target_type").notNull(),
    targetId: integer("target_id"),
    before: jsonb("before"),
    after: jsonb("after"),
    ip: inet("ip"),
  },
  (t) => [
    index("audit_newest").on(t.at.desc(), t.id.desc()),
    index("audit_by_actor").on(t.actorId, t.at.desc(), t.id.desc()),
    index("audit_by_action").on(t.action, t.at.desc(), t.id.desc()),
    index("audit_by_target").on(t.targetType, t.targetId, t.at.desc(), t.id.desc()),
  ],
);

/** First successes by key, for a day (rule C13). */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** The call and the hash of what was sent with it. */
    fingerprint: text("fingerprint").notNull(),
    status: smallint("status").notNull(),
    reply: jsonb("reply"),
    createdAt,
  },
  (t) => [
    texts("idempotency_keys", atMost(t.key, LONGEST.idempotencyKey)),
    primaryKey({ columns: [t.userId, t.key] }),
    index("idempotency_keys_age").on(t.createdAt),
  ],
);
