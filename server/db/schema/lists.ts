import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MilliM2 } from "#shared/domain/length.ts";
import { at, pence } from "./columns.ts";
import { orderStatus } from "./orders.ts";
import { quoteStatus } from "./quotes.ts";

/**
 * A quote with its order, as the lists find, sort and count them: one row, because a list's index can't hold columns of two tables. Kept by
 * triggers (migration listed-jobs), so that no handler can forget it; a quote that is deleted has none. Never written from here.
 */
export const listedJobs = pgTable(
  "listed_jobs",
  {
    quoteId: integer("quote_id").primaryKey(),
    /** The live one. Everything about the order is null where there is none. */
    orderId: integer("order_id"),
    companyId: integer("company_id").notNull(),
    userId: integer("user_id").notNull(),
    quoteStatus: quoteStatus("quote_status").notNull(),
    quotedAt: at("quoted_at").notNull(),
    validUntil: at("valid_until").notNull(),
    /** Of a sent quote. */
    unansweredSince: at("unanswered_since"),
    /** Neither ordered nor paid nor declined: that it expires matters. */
    isUnsettled: boolean("is_unsettled").notNull(),
    /** Placed, and no order yet. */
    isPlaced: boolean("is_placed").notNull(),
    isPaid: boolean("is_paid").notNull(),
    total: pence("total_pence").notNull(),
    orderStatus: orderStatus("order_status"),
    orderedAt: at("ordered_at"),
    /** The two days of `dueOf` (shared/domain/due.ts): when it is due (a far day where none is), and after which day it is late. */
    dueOn: date("due_on", { mode: "string" }),
    lateAfter: date("late_after", { mode: "string" }),
    /** What the quote is found by besides its number and names, and the order where that differs. */
    words: text("words").notNull(),
    orderWords: text("order_words"),
    /** There is a remake of the order. */
    isRemade: boolean("is_remade").notNull().default(false),
    /** Of the quote's invoice: null while none was issued. */
    invoiceNumber: integer("invoice_number"),
    taxedOn: date("taxed_on", { mode: "string" }),
    /** Who makes the order; 0 where nobody was named, because an index gives in order what equals and not what is null. */
    supplierId: integer("supplier_id").notNull().default(0),
    /** The weeks since 1970 in which its remakes were asked for; null where there are none. */
    remadeIn: integer("remade_in").array(),
  },
  (t) => [
    uniqueIndex("listed_orders").on(t.orderId),
    index("listed_orders_by_status").on(t.orderStatus, t.orderedAt.desc(), t.orderId.desc()),
    index("listed_orders_by_due").on(t.orderStatus, t.dueOn, t.orderId),
    // With what a company's figures are sums of, which the index alone gives.
    index("listed_orders_of_company").on(t.companyId, t.orderStatus, t.orderedAt.desc(), t.orderId.desc(), t.isPaid, t.total),
    index("listed_orders_of_company_by_due").on(t.companyId, t.orderStatus, t.dueOn, t.orderId),
    index("listed_orders_of_supplier")
      .on(t.supplierId, t.orderStatus, t.orderedAt.desc(), t.orderId.desc())
      .where(sql`${t.orderId} is not null`),
    index("listed_orders_of_supplier_by_due").on(t.supplierId, t.orderStatus, t.dueOn, t.orderId).where(sql`${t.orderId} is not null`),
    // With all that a list of what is late asks of an order, and a search of it for a name, so that the index alone gives it.
    index("listed_orders_late")
      .on(t.lateAfter, t.orderStatus, t.supplierId, t.isPaid, t.orderedAt, t.dueOn, t.orderId, t.companyId, t.userId)
      .where(sql`${t.lateAfter} is not null`),
    // Those that are due later than they were needed: all others are late when their due day is over, and stand first by it.
    index("listed_orders_overtaken").on(t.orderStatus, t.dueOn, t.orderId).where(sql`${t.lateAfter} < ${t.dueOn}`),
    index("listed_orders_late_of_company").on(t.companyId, t.lateAfter).where(sql`${t.lateAfter} is not null`),
    index("listed_orders_unpaid")
      .on(t.orderStatus, t.orderedAt.desc(), t.orderId.desc())
      .where(sql`not ${t.isPaid} and ${t.orderId} is not null`),
    index("listed_orders_unpaid_by_due").on(t.orderStatus, t.dueOn, t.orderId).where(sql`not ${t.isPaid} and ${t.orderId} is not null`),
    index("listed_orders_unpaid_of_company").on(t.companyId, t.orderStatus).where(sql`not ${t.isPaid} and ${t.orderId} is not null`),
    index("listed_orders_of_person").on(t.userId, t.orderedAt.desc(), t.orderId.desc()).where(sql`${t.orderId} is not null`),
    index("listed_quotes_of_person").on(t.userId, t.quotedAt.desc(), t.quoteId.desc()),
    index("listed_quotes_newest").on(t.quotedAt.desc(), t.quoteId.desc()),
    index("listed_quotes_by_expiry").on(t.validUntil, t.quoteId),
    index("listed_quotes_by_status").on(t.quoteStatus, t.quotedAt.desc(), t.quoteId.desc()),
    index("listed_quotes_by_status_and_expiry").on(t.quoteStatus, t.validUntil, t.quoteId),
    index("listed_quotes_of_company").on(t.companyId, t.quotedAt.desc(), t.quoteId.desc()),
    index("listed_quotes_of_company_by_status").on(t.companyId, t.quoteStatus, t.quotedAt.desc(), t.quoteId.desc()),
    index("listed_quotes_of_company_by_expiry").on(t.companyId, t.quoteStatus, t.validUntil, t.quoteId),
    index("listed_quotes_unsettled").on(t.quotedAt.desc(), t.quoteId.desc()).where(sql`${t.isUnsettled}`),
    index("listed_quotes_unsettled_by_expiry").on(t.validUntil, t.quoteId).where(sql`${t.isUnsettled}`),
    index("listed_quotes_unsettled_of_company").on(t.companyId, t.validUntil, t.quoteId).where(sql`${t.isUnsettled}`),
    index("listed_quotes_placed").on(t.quotedAt.desc(), t.quoteId.desc()).where(sql`${t.isPlaced}`),
    index("listed_quotes_placed_of_company").on(t.companyId).where(sql`${t.isPlaced}`),
    index("listed_remakes_of_company").on(t.companyId).where(sql`${t.isRemade}`),
    // With the day, so that a time is chosen in the index.
    index("listed_invoices").on(t.invoiceNumber.desc(), t.taxedOn).where(sql`${t.invoiceNumber} is not null`),
    index("listed_without_invoice").on(t.quoteId).where(sql`${t.isPaid} and ${t.invoiceNumber} is null`),
    index("listed_invoices_of_company").on(t.companyId, t.invoiceNumber.desc(), t.taxedOn).where(sql`${t.invoiceNumber} is not null`),
  ],
);

/**
 * Of each order that is still to be made its windows of each kind: what is chosen and added up by kind is read here, and not in the windows of
 * all times. Kept by triggers (migration listed-kinds) as they keep `listedJobs`.
 */
export const listedKinds = pgTable(
  "listed_kinds",
  {
    quoteId: integer("quote_id").notNull(),
    shutterType: text("shutter_type").notNull(),
    louverSize: integer("louver_size_mm").notNull(),
    colorSelection: text("color_selection").notNull(),
    orderId: integer("order_id").notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    lateAfter: date("late_after", { mode: "string" }),
    supplierId: integer("supplier_id").notNull(),
    windows: integer("windows").notNull(),
    shutters: integer("shutters").notNull(),
    /** Of the windows whose louvres are counted. */
    louvres: bigint("louvres", { mode: "number" }).notNull(),
    areaM2: bigint("area_milli_m2", { mode: "number" }).notNull().$type<MilliM2>(),
  },
  (t) => [
    primaryKey({ name: "listed_kinds_of_order", columns: [t.orderId, t.shutterType, t.louverSize, t.colorSelection] }),
    // Each in the board's order, for the first thing that is chosen; with all else that is chosen, so that the index alone is walked.
    index("listed_kinds_by_type").on(t.shutterType, t.dueOn, t.orderId, t.colorSelection, t.louverSize, t.supplierId, t.lateAfter),
    index("listed_kinds_by_color").on(t.colorSelection, t.dueOn, t.orderId, t.louverSize, t.supplierId, t.lateAfter),
    index("listed_kinds_by_louver").on(t.louverSize, t.dueOn, t.orderId, t.supplierId, t.lateAfter),
    index("listed_kinds_by_supplier").on(t.supplierId, t.dueOn, t.orderId, t.lateAfter),
  ],
);

/** How many quotes there are of each status, and how many of them are unsettled. Every change adds a row; a job folds them. */
export const quoteFigures = pgTable("quote_figures", {
  status: quoteStatus("status").notNull(),
  quotes: integer("quotes").notNull(),
  unsettled: integer("unsettled").notNull(),
});
