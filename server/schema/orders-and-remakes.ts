import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgEnum,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { DELIVERY_SLOTS } from "#shared/domain/delivery.ts";
import type { Difference } from "#shared/domain/differences.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { CARRIERS } from "#shared/domain/trade/carriers.ts";
import { MESSAGE_READERS } from "#shared/domain/trade/message-readers.ts";
import { REMAKE_FAULTS } from "#shared/domain/trade/remake-faults.ts";
import { CHANGE_REQUEST_STATUSES, ORDER_STATUSES, REMAKE_STATUSES } from "#shared/domain/trade/status.ts";
import { at, atMost, createdAt, id, pence, texts, trimmed } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { quotes } from "./quotes.ts";

/*
 * Orders and remakes share a file because each refers to the other: an order may replace the faulty
 * items of a remake.
 */

export const orderStatus = pgEnum("order_status", ORDER_STATUSES);

export const remakeStatus = pgEnum("remake_status", REMAKE_STATUSES);

export const carrier = pgEnum("carrier", CARRIERS);

export const remakeFault = pgEnum("remake_fault", REMAKE_FAULTS);

export const deliverySlot = pgEnum("delivery_slot", DELIVERY_SLOTS);

export const orders = pgTable(
  "orders",
  {
    id,
    quoteId: integer("quote_id").notNull(),
    userId: integer("user_id").notNull(),
    companyId: integer("company_id").notNull(),
    /** The supplier company that makes the order; null: any. */
    supplierId: integer("supplier_id").references(() => companies.id),
    /**
     * The time at which the supplier claimed an open order (rule W12); null if the office assigned
     * it, and for open orders.
     */
    takenAt: at("taken_at"),
    /**
     * The last time at which the order was assigned to another supplier or opened to any; null:
     * never.
     */
    movedAt: at("moved_at"),
    status: orderStatus("status").notNull().default("pending"),
    /**
     * The status that the customer knows, while an email about later changes is pending; null: no
     * email is pending.
     */
    toldStatus: orderStatus("told_status"),
    /**
     * The carrier and tracking number that the customer knows, while an email about their
     * correction is pending; null: no email is pending.
     */
    toldTracking: text("told_tracking"),
    /**
     * The two days that the customer knows, while an email about their change is pending; null: no
     * email is pending.
     */
    notifiedShippingDate: date("notified_shipping_date", { mode: "string" }),
    notifiedArrival: date("notified_arrival", { mode: "string" }),
    /** The part of `notifiedArrival` that the customer knows; null: the whole day. */
    notifiedSlot: deliverySlot("notified_slot"),
    shippingAddress: text("shipping_address").notNull(),
    shippingDate: date("shipping_date", { mode: "string" }),
    estimatedArrival: date("estimated_arrival", { mode: "string" }),
    /** The part of the day of the estimated arrival; null: any time. */
    deliverySlot: deliverySlot("delivery_slot"),
    deliveryNote: text("delivery_note"),
    /** The day by which the customer needs the order. */
    requiredBy: date("required_by", { mode: "string" }),
    trackingNumber: text("tracking_number"),
    /** The carrier; null: not entered. */
    carrier: carrier("carrier"),
    /** The remake whose faulty items this order replaces free of charge. */
    remakeId: integer("remake_id").references((): AnyPgColumn => remakes.id),
    createdAt,
    deletedAt: at("deleted_at"),
    /* Copies of the quote's columns for lists. A foreign key updates these two. */
    totalPence: pence("total_pence").notNull(),
    isPaid: boolean("is_paid").notNull(),
    /** The call that changes the quote's column updates this copy. */
    jobName: text("job_name"),
    poNumber: text("po_number"),
    customerName: text("customer_name"),
    siteAddress: text("site_address"),
    /**
     * The tracking numbers of an order's several parcels, the newest first; null: it has at most
     * one.
     */
    parcelTracking: text("parcel_tracking"),
    /** Counts and area of the quote's windows, which do not change while the order exists. */
    windows: integer("windows").notNull(),
    shutters: integer("shutters").notNull(),
    areaMilliM2: bigint("area_milli_m2", { mode: "number" }).notNull().$type<MilliM2>(),
    /** The supplier; 0: none was named. */
    makerId: integer("maker_id")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce(${orders.supplierId}, 0)`),
    /**
     * The two days of `dueOf` (shared/domain/trade/due.ts): the due day, or a far day without one,
     * and the last day in time.
     */
    dueOn: date("due_on", { mode: "string" })
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce(${dueDay(sql`coalesce`)}, date '9999-12-31')`),
    lateAfter: date("late_after", { mode: "string" }).generatedAlwaysAs((): SQL => dueDay(sql`least`)),
    /** The words that a search reads, besides the number and the names (rule O6). */
    words: text("words")
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`search_words(${orders.jobName}, ${orders.poNumber}, ${orders.shippingAddress}, ${orders.trackingNumber})
          || coalesce(E'\n' || search_words(null, null, null, ${orders.parcelTracking}), '')`,
      ),
    /**
     * The words of the fitter's own customer. They are separate because suppliers cannot search
     * them (rule Q19).
     */
    customerWords: text("customer_words")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`search_words(${orders.customerName}, null, ${orders.siteAddress}, null)`),
  },
  (t): PgTableExtraConfigValue[] => [
    texts(
      "orders",
      trimmed(t.shippingAddress, LONGEST.address),
      trimmed(t.trackingNumber, LONGEST.trackingNumber),
      trimmed(t.deliveryNote, LONGEST.deliveryNote),
      atMost(t.toldTracking, LONGEST.toldTracking),
      trimmed(t.jobName, LONGEST.jobName),
      trimmed(t.poNumber, LONGEST.poNumber),
      trimmed(t.customerName, LONGEST.customerName),
      trimmed(t.siteAddress, LONGEST.address),
      atMost(t.parcelTracking, LONGEST.parcelTracking),
    ),
    uniqueIndex("orders_one_live_per_remake").on(t.remakeId).where(sql`${t.remakeId} is not null and ${t.deletedAt} is null`),
    uniqueIndex("orders_one_live_per_quote").on(t.quoteId).where(sql`${t.deletedAt} is null`),
    check("orders_taken_by_somebody", sql`${t.takenAt} is null or ${t.supplierId} is not null`),
    check("orders_slot_of_a_day", sql`${t.deliverySlot} is null or ${t.estimatedArrival} is not null`),
    check("orders_notified_slot_of_a_day", sql`${t.notifiedSlot} is null or ${t.notifiedArrival} is not null`),
    check("orders_arrive_after_shipping", sql`${t.estimatedArrival} >= ${t.shippingDate}`),
    foreignKey({ name: "orders_person_of_company", columns: [t.userId, t.companyId], foreignColumns: [users.id, users.companyId] }),
    foreignKey({
      name: "orders_as_quoted",
      columns: [t.quoteId, t.companyId, t.userId, t.totalPence, t.isPaid],
      foreignColumns: [quotes.id, quotes.companyId, quotes.userId, quotes.finalTotalPence, quotes.isPaid],
    }).onUpdate("cascade"),
    // The target of the foreign keys of quotes and remakes.
    unique("orders_of_quote").on(t.quoteId, t.id, t.companyId, t.userId),
    index("orders_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    // The index includes the columns that the dashboard sums.
    index("orders_by_status")
      .on(t.status, t.createdAt.desc(), t.id.desc(), t.makerId, t.isPaid, t.totalPence)
      .where(sql`${t.deletedAt} is null`),
    index("orders_by_due").on(t.dueOn, t.id).where(sql`${t.deletedAt} is null`),
    // Open orders by due day; late orders are among them. Without the condition, all closed orders
    // would be at its far end.
    index("orders_open_by_due")
      .on(t.dueOn, t.id)
      .where(sql`${t.status} in ('pending', 'processing', 'shipped') and ${t.deletedAt} is null`),
    index("orders_unpaid").on(t.createdAt.desc(), t.id.desc()).where(sql`not ${t.isPaid} and ${t.deletedAt} is null`),
    index("orders_of_company").on(t.companyId, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("orders_of_maker").on(t.makerId, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    // The baseline also has one index of the trigrams of `words` and of the days.
  ],
);

/**
 * The earlier or the first known of two days: the planned day of the present status, and the day by
 * which the customer needs the order. Null for orders that are not open.
 */
const dueDay = (of: SQL): SQL => sql`case when ${orders.status} = 'shipped' then ${of}(${orders.estimatedArrival}, ${orders.requiredBy})
  when ${orders.status} in ('pending', 'processing') then ${of}(${orders.shippingDate}, ${orders.requiredBy}) end`;

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

/** The messages of an order between its customer, the office and the workshop. */
export const orderMessages = pgTable(
  "order_messages",
  {
    id,
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    message: text("message").notNull(),
    /**
     * The thread: `office` is between office and workshop, and hidden from the customer (rule
     * W105).
     */
    to: text("to", { enum: MESSAGE_READERS }).notNull().default("customer"),
    createdAt,
  },
  (t) => [
    check("order_messages_to", sql`${t.to} in ('office', 'customer')`),
    texts("order_messages", atMost(t.message, LONGEST.message)),
    index("order_messages_of_order").on(t.orderId, t.id),
  ],
);

export const remakes = pgTable(
  "remakes",
  {
    id,
    orderId: integer("order_id").notNull(),
    /**
     * The person of the customer who requested the remake and is notified; null: staff requested
     * it.
     */
    askedBy: integer("asked_by").references(() => users.id),
    status: remakeStatus("status").notNull().default("pending"),
    /** Null: no fault was chosen. */
    fault: remakeFault("fault"),
    reason: text("reason").notNull(),
    createdAt,
    deletedAt: at("deleted_at"),
    /* A copy of the order's quote for lists. */
    quoteId: integer("quote_id").notNull(),
    companyId: integer("company_id").notNull(),
    userId: integer("user_id").notNull(),
    /**
     * The calls that change the order's columns update these copies. A foreign key would need one
     * more index of all orders.
     */
    words: text("words").notNull(),
    makerId: integer("maker_id").notNull(),
  },
  (t): PgTableExtraConfigValue[] => [
    texts("remakes", atMost(t.reason, LONGEST.remakeReason), atMost(t.words, LONGEST.words)),
    foreignKey({
      name: "remakes_of_their_order",
      columns: [t.quoteId, t.orderId, t.companyId, t.userId],
      foreignColumns: [orders.quoteId, orders.id, orders.companyId, orders.userId],
    }),
    index("remakes_of_order").on(t.orderId),
    index("remakes_of_company").on(t.companyId, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("remakes_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    // The index includes the columns that a supplier's counts read.
    index("remakes_by_status").on(t.status, t.createdAt.desc(), t.id.desc(), t.makerId, t.orderId).where(sql`${t.deletedAt} is null`),
  ],
);

const person = (name: string) => integer(name).references(() => users.id);

/**
 * The work on a window that a correction made void: shutters that were cut, and parts that were
 * sawn.
 */
export interface VoidedWork {
  readonly itemId: number;
  readonly window: string;
  readonly cut: number;
  readonly sawn: number;
}

/**
 * The corrections of placed quotes and of orders. A trigger lets a window of a quote that is no
 * draft be deleted only if a correction of its present version has stored it.
 */
export const corrections = pgTable(
  "corrections",
  {
    id,
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id),
    /** Null: a placed quote was edited before it had an order. */
    orderId: integer("order_id").references(() => orders.id),
    /** The version of the quote that was corrected. */
    version: integer("version").notNull(),
    /** The reason of an order's correction, for office and customer. */
    reason: text("reason"),
    /** All windows as they were before, with their prices. */
    windows: jsonb("windows").notNull().$type<readonly ({ readonly id: number } & object)[]>(),
    differences: jsonb("differences").notNull().$type<readonly Difference[]>(),
    /** The ids of windows whose shutters are made again. */
    remade: integer("remade").array().notNull().default(sql`'{}'::integer[]`),
    voidedWork: jsonb("voided_work").notNull().default([]).$type<readonly VoidedWork[]>(),
    totalBeforePence: pence("total_before_pence").notNull(),
    totalAfterPence: pence("total_after_pence").notNull(),
    createdAt,
    byUserId: person("by_user_id").notNull(),
    /**
     * The first printing of a job card after the correction; null: the next card names the changes.
     */
    printedAt: at("printed_at"),
  },
  (t) => [
    // Two corrections of one version cannot both be stored.
    unique("corrections_once").on(t.quoteId, t.version),
    index("corrections_of_order").on(t.orderId).where(sql`${t.orderId} is not null`),
    texts("corrections", atMost(t.reason, LONGEST.reason)),
    check("corrections_reason", sql`(${t.orderId} is null) = (${t.reason} is null)`),
    check("corrections_totals", sql`least(${t.totalBeforePence}, ${t.totalAfterPence}) >= 0`),
  ],
);

/**
 * A change of one window that a customer requests, with the sent fields by their names on the wire.
 */
export interface RequestedWindow {
  readonly itemId: number;
  readonly remove?: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A customer's request to change an order, and its answer. */
export const changeRequests = pgTable(
  "change_requests",
  {
    id,
    orderId: integer("order_id")
      .notNull()
      .references(() => orders.id),
    text: text("text").notNull(),
    /** Null: the request describes its change in words alone. */
    windows: jsonb("windows").$type<readonly RequestedWindow[]>(),
    status: text("status", { enum: CHANGE_REQUEST_STATUSES }).notNull().default("open"),
    /** The differences and totals that the customer saw, or that the answer made. */
    differences: jsonb("differences").notNull().default([]).$type<readonly Difference[]>(),
    totalBeforePence: pence("total_before_pence"),
    totalAfterPence: pence("total_after_pence"),
    createdAt,
    byUserId: person("by_user_id").notNull(),
    answeredAt: at("answered_at"),
    answeredBy: person("answered_by"),
    /** The reason of a declined request. */
    reason: text("reason"),
    correctionId: integer("correction_id").references((): AnyPgColumn => corrections.id),
  },
  (t): PgTableExtraConfigValue[] => [
    // One request of an order is open at a time.
    uniqueIndex("change_requests_one_open").on(t.orderId).where(sql`${t.status} = 'open'`),
    index("change_requests_of_order").on(t.orderId, t.id),
    texts("change_requests", atMost(t.text, LONGEST.changeRequest), atMost(t.reason, LONGEST.reason)),
    check("change_requests_status", sql`${t.status} in (${sql.raw(CHANGE_REQUEST_STATUSES.map((each) => `'${each}'`).join(", "))})`),
    check(
      "change_requests_answered",
      // A request that ended with its order has an answer without a person.
      sql`(${t.status} = 'open') = (${t.answeredAt} is null)
        and case when ${t.status} = 'declined' then true else num_nonnulls(${t.answeredAt}, ${t.answeredBy}) <> 1 end
        and (${t.status} = 'declined') = (${t.reason} is not null) and (${t.status} = 'accepted') = (${t.correctionId} is not null)`,
    ),
  ],
);
