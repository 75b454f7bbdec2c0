import { type SQL, sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, integer, jsonb, pgEnum, pgTable, text, unique } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { QUOTE_STATUSES } from "#shared/domain/trade/status.ts";
import { at, atMost, createdAt, id, pence, texts, trimmed } from "./columns.ts";
import { users } from "./companies-and-users.ts";
import type { Parties } from "./company-settings.ts";

export const quoteStatus = pgEnum("quote_status", QUOTE_STATUSES);

export const quotes = pgTable(
  "quotes",
  {
    id,
    userId: integer("user_id").notNull(),
    /** The customer's own names of the job (rule Q12). Its order copies them. */
    jobName: text("job_name"),
    poNumber: text("po_number"),
    note: text("note"),
    /** The fitter's own customer, and the site of the windows (rule Q19). */
    customerName: text("customer_name"),
    customerPhone: text("customer_phone"),
    customerEmail: text("customer_email"),
    siteAddress: text("site_address"),
    /**
     * Each change increases the version, so that the second of two editors is warned (rule Q29).
     */
    version: integer("version").notNull().default(1),
    /** The person who made the latest version; null in older rows. */
    changedBy: integer("changed_by").references(() => users.id),
    /** The person's company, which owns the quote (rule O1). */
    companyId: integer("company_id").notNull(),
    status: quoteStatus("status").notNull().default("draft"),
    /** The time since which the quote waits for an answer; it stays after the answer. */
    sentAt: at("sent_at"),
    declineReason: text("decline_reason"),
    /** The time at which its own company withdrew the draft. */
    withdrawnAt: at("withdrawn_at"),
    subtotalPence: pence("subtotal_pence").notNull(),
    taxPence: pence("tax_pence").notNull(),
    finalTotalPence: pence("final_total_pence").notNull(),
    itemCount: integer("item_count").notNull(),
    paidAt: at("paid_at"),
    /**
     * The time at which the customer placed the quote, with address and required day (rule Q14).
     */
    placedAt: at("placed_at"),
    placedBy: integer("placed_by").references(() => users.id),
    shippingAddress: text("shipping_address"),
    requiredBy: date("required_by", { mode: "string" }),
    validUntil: at("valid_until").notNull(),
    createdAt,
    /**
     * A deleted quote is hidden and stays stored: a deleted order or a late payment may still refer
     * to it.
     */
    deletedAt: at("deleted_at"),
    /**
     * Its live order; null: there is none. The call that creates, deletes or ships the order writes
     * these three columns. A foreign key of the baseline to `orders_of_quote` refuses another
     * quote's order; drizzle cannot describe it, because the two files would import each other.
     */
    orderId: integer("order_id"),
    deliveredTo: text("delivered_to"),
    trackingNumber: text("tracking_number"),
    /**
     * The tax point, and the day on which the amount is due; null: neither paid nor shipped (rule
     * D2).
     */
    taxPoint: date("tax_point", { mode: "string" }),
    dueOn: date("due_on", { mode: "string" }),
    /**
     * The issue of the invoice writes the number, which refers to the invoice by a foreign key of
     * the baseline.
     */
    invoiceNumber: integer("invoice_number"),
    isPaid: boolean("is_paid")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.paidAt} is not null`),
    /** The quote is neither ordered, paid nor declined, so its expiry matters. */
    isUnsettled: boolean("is_unsettled")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.orderId} is null and ${quotes.paidAt} is null and ${quotes.status} <> 'declined'`),
    /** The quote is placed and has no order yet. */
    isPlaced: boolean("is_placed")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.orderId} is null and ${quotes.placedAt} is not null`),
    /** The quote is accepted or paid, and has no order (rule Q15). */
    isToOrder: boolean("is_to_order")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.orderId} is null and (${quotes.paidAt} is not null or ${quotes.status} = 'accepted')`),
    /** The words that a search reads, besides the number and the names (rule O6). */
    words: text("words")
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`search_words(${quotes.jobName}, ${quotes.poNumber}, coalesce(${quotes.shippingAddress}, ${quotes.deliveredTo}), ${quotes.trackingNumber})
            || E'\n' || search_words(${quotes.customerName}, null, ${quotes.siteAddress}, null)`,
      ),
  },
  (t) => [
    texts(
      "quotes",
      atMost(t.declineReason, LONGEST.reason),
      trimmed(t.jobName, LONGEST.jobName),
      trimmed(t.poNumber, LONGEST.poNumber),
      atMost(t.note, LONGEST.note),
      trimmed(t.shippingAddress, LONGEST.address),
      trimmed(t.customerName, LONGEST.customerName),
      trimmed(t.customerPhone, LONGEST.customerPhone),
      trimmed(t.customerEmail, LONGEST.email),
      trimmed(t.siteAddress, LONGEST.address),
    ),
    check("quotes_version", sql`${t.version} >= 1`),
    // A placing is complete or absent, and never exists for a quote that the customer declined.
    check(
      "quotes_placing",
      sql`(${t.placedAt} is null) = (${t.shippingAddress} is null) and (${t.placedAt} is null) = (${t.placedBy} is null)
        and (${t.placedAt} is not null or ${t.requiredBy} is null) and (${t.placedAt} is null or ${t.status} <> 'declined')`,
    ),
    check("quotes_to_invoice", sql`(${t.taxPoint} is null) = (${t.dueOn} is null)`),
    check("quotes_withdrawn", sql`${t.withdrawnAt} is null or ${t.status} = 'declined'`),
    check(
      "quotes_total_is_the_sum",
      sql`${t.finalTotalPence} = ${t.subtotalPence} + ${t.taxPence} and ${t.subtotalPence} >= 0 and ${t.taxPence} >= 0`,
    ),
    foreignKey({ name: "quotes_person_of_company", columns: [t.userId, t.companyId], foreignColumns: [users.id, users.companyId] }),
    // The target of the foreign key of an order's copies, which updates `isPaid` there. A search by
    // amount reads it too.
    unique("quotes_as_ordered").on(t.finalTotalPence, t.id, t.companyId, t.userId, t.isPaid),
    check(
      "quotes_delivery_of_order",
      sql`(${t.orderId} is null) = (${t.deliveredTo} is null) and (${t.orderId} is not null or ${t.trackingNumber} is null)`,
    ),
    index("quotes_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    // The index includes the amounts, so that sums of the list read the index alone.
    index("quotes_by_status").on(t.status, t.createdAt.desc(), t.id.desc(), t.finalTotalPence).where(sql`${t.deletedAt} is null`),
    index("quotes_by_expiry").on(t.validUntil, t.id).where(sql`${t.deletedAt} is null`),
    index("quotes_unsettled").on(t.validUntil, t.id).where(sql`${t.isUnsettled} and ${t.deletedAt} is null`),
    index("quotes_placed").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.isPlaced} and ${t.deletedAt} is null`),
    index("quotes_to_order").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.isToOrder} and ${t.deletedAt} is null`),
    index("quotes_to_invoice").on(t.id).where(sql`${t.taxPoint} is not null and ${t.invoiceNumber} is null and ${t.finalTotalPence} > 0`),
    // The baseline also has an index of the trigrams of `words`. This index includes deleted
    // quotes: a company that had one has traded.
    index("quotes_of_company").on(t.companyId, t.createdAt.desc(), t.id.desc()),
  ],
);

/** The columns of a quote after its order was deleted. */
export const NOT_ORDERED = { orderId: null, deliveredTo: null, trackingNumber: null } as const;

/** The columns of a quote after its placing was taken back. */
export const NOT_PLACED = { placedAt: null, placedBy: null, shippingAddress: null, requiredBy: null } as const;

/*
 * The table has a column for each option of the window fields, named after it: numberOfMidRails is
 * number_of_mid_rails.
 */

/** The seller and the customer, as the quote's first quotation PDF named them. */
export const quotations = pgTable("quotations", {
  quoteId: integer("quote_id")
    .primaryKey()
    .references(() => quotes.id, { onDelete: "cascade" }),
  parties: jsonb("parties").notNull().$type<Parties>(),
  createdAt,
});
