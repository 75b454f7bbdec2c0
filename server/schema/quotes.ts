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
    /** The fitter's own words for it (rule Q12). Its order has them by the quote. */
    jobName: text("job_name"),
    poNumber: text("po_number"),
    note: text("note"),
    /** The fitter's own customer, and where the windows are (rule Q19). */
    customerName: text("customer_name"),
    customerPhone: text("customer_phone"),
    customerEmail: text("customer_email"),
    siteAddress: text("site_address"),
    /** Raised by each change, so that of two editors the second one hears of the first (rule Q13). */
    version: integer("version").notNull().default(1),
    /** Who made the latest version; null where it was made before this was kept. */
    changedBy: integer("changed_by").references(() => users.id),
    /** The person's: all that is theirs is their company's (rule O1). */
    companyId: integer("company_id").notNull(),
    status: quoteStatus("status").notNull().default("draft"),
    /** Since when it waits for an answer; kept when it is answered. */
    sentAt: at("sent_at"),
    declineReason: text("decline_reason"),
    /** When its own company took the draft back. */
    withdrawnAt: at("withdrawn_at"),
    subtotalPence: pence("subtotal_pence").notNull(),
    taxPence: pence("tax_pence").notNull(),
    finalTotalPence: pence("final_total_pence").notNull(),
    itemCount: integer("item_count").notNull(),
    paidAt: at("paid_at"),
    /** When the customer placed it, for where and by when (rule Q14). */
    placedAt: at("placed_at"),
    placedBy: integer("placed_by").references(() => users.id),
    shippingAddress: text("shipping_address"),
    requiredBy: date("required_by", { mode: "string" }),
    validUntil: at("valid_until").notNull(),
    createdAt,
    /** A deleted quote is hidden, not gone: a deleted order or a late payment may still need to say what it was for. */
    deletedAt: at("deleted_at"),
    /**
     * Its live order; null while there is none. The call that makes, deletes or ships the order
     * writes these three. A foreign key to `orders_of_quote` refuses another quote's order
     * (migration lists-in-their-rows, as the schema's files can't import each other).
     */
    orderId: integer("order_id"),
    deliveredTo: text("delivered_to"),
    trackingNumber: text("tracking_number"),
    /** Since which day it is to be invoiced, and when that is due; null: neither paid nor sent off yet (rule D2). */
    taxPoint: date("tax_point", { mode: "string" }),
    dueOn: date("due_on", { mode: "string" }),
    /** Written with the invoice, to which it refers likewise. */
    invoiceNumber: integer("invoice_number"),
    isPaid: boolean("is_paid")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.paidAt} is not null`),
    /** Neither ordered nor paid nor declined: that it expires matters. */
    isUnsettled: boolean("is_unsettled")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.orderId} is null and ${quotes.paidAt} is null and ${quotes.status} <> 'declined'`),
    /** Placed, and no order yet. */
    isPlaced: boolean("is_placed")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.orderId} is null and ${quotes.placedAt} is not null`),
    /** Accepted or paid, without an order (rule Q15). */
    isToOrder: boolean("is_to_order")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${quotes.orderId} is null and (${quotes.paidAt} is not null or ${quotes.status} = 'accepted')`),
    /** What it is found by besides its number and names (rule O6). */
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
    // Whole or not at all, and never of a quote to which the customer said no.
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
    // The order's copy refers to it: the database carries a payment there. A search by an amount
    // reads it.
    unique("quotes_as_ordered").on(t.finalTotalPence, t.id, t.companyId, t.userId, t.isPaid),
    check(
      "quotes_delivery_of_order",
      sql`(${t.orderId} is null) = (${t.deliveredTo} is null) and (${t.orderId} is not null or ${t.trackingNumber} is null)`,
    ),
    index("quotes_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    // With what each comes to behind it, so that the list's sums read the index alone.
    index("quotes_by_status").on(t.status, t.createdAt.desc(), t.id.desc(), t.finalTotalPence).where(sql`${t.deletedAt} is null`),
    index("quotes_by_expiry").on(t.validUntil, t.id).where(sql`${t.deletedAt} is null`),
    index("quotes_unsettled").on(t.validUntil, t.id).where(sql`${t.isUnsettled} and ${t.deletedAt} is null`),
    index("quotes_placed").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.isPlaced} and ${t.deletedAt} is null`),
    index("quotes_to_order").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.isToOrder} and ${t.deletedAt} is null`),
    index("quotes_to_invoice").on(t.id).where(sql`${t.taxPoint} is not null and ${t.invoiceNumber} is null and ${t.finalTotalPence} > 0`),
    // The letters of `words` have an index too, where the database may have it (migration lists-in-their-rows).
    // With deleted ones: a company has traded that had any.
    index("quotes_of_company").on(t.companyId, t.createdAt.desc(), t.id.desc()),
  ],
);

/** What is left of an order that was deleted. */
export const NOT_ORDERED = { orderId: null, deliveredTo: null, trackingNumber: null } as const;

/** What is left of a placing that was taken back. */
export const NOT_PLACED = { placedAt: null, placedBy: null, shippingAddress: null, requiredBy: null } as const;

/* A column for each option of the table of window fields, named after it: numberOfMidRails is number_of_mid_rails. */

/** Who sold and who asked, as the first quotation PDF of a quote said it. */
export const quotations = pgTable("quotations", {
  quoteId: integer("quote_id")
    .primaryKey()
    .references(() => quotes.id, { onDelete: "cascade" }),
  parties: jsonb("parties").notNull().$type<Parties>(),
  createdAt,
});
