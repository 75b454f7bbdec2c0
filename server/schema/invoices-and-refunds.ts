import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
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
import type { MilliM2 } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { INVOICE_KINDS, REFUND_STATUSES } from "#shared/domain/trade/ledger.ts";
import type { ChargedSurcharge } from "#shared/domain/trade/surcharges.ts";
import { at, atMost, createdAt, id, pence, texts } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import type { Bank, Parties } from "./company-settings.ts";
import { orders } from "./orders-and-remakes.ts";
import { payments } from "./payments.ts";
import { quotes } from "./quotes.ts";

// What a document was made with. It is stored whole, because a name or a price that changes later must not change the document.

/** The fitter's own words for a job. */
export interface JobWords {
  readonly jobName: string | null;
  readonly poNumber: string | null;
}

export interface InvoiceLine {
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly areaM2: MilliM2;
  readonly pricePerM2: Pence;
  /** Where the list's was another: that, and what was taken off, in hundredths of a percent. */
  readonly listPricePerM2?: Pence;
  readonly discountHundredths?: number;
  /** Where a greater one than its own is charged, of one. */
  readonly chargedAreaM2?: MilliM2;
  /** Where its choices cost something besides. They are in the net. */
  readonly surcharges?: readonly ChargedSurcharge[];
  readonly taxPercent: number;
  readonly net: Pence;
}

/** Invoices of before jobs had names say none. */
export interface InvoiceSnapshot extends Parties, Partial<JobWords> {
  /** So that a later version of the portal knows what it reads. */
  readonly version: 1;
  readonly quoteId: number;
  readonly orderId: number | null;
  readonly deliveredTo: string | null;
  /** On which day it was paid with its issue; null: it was issued unpaid. Invoices of before this was kept were all paid. */
  readonly paidOn?: string | null;
  /** What was there of it already where it was issued unpaid; left out where that is nothing. */
  readonly paidBefore?: Pence;
  /** Where it is to be paid to, as the seller said it then. */
  readonly bank?: Bank;
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: Pence;
  readonly tax: Pence;
  readonly finalTotal: Pence;
}

export const invoiceKind = pgEnum("invoice_kind", INVOICE_KINDS);

export const refundStatus = pgEnum("refund_status", REFUND_STATUSES);

/** What was given back of a payment, or is to be. A row is never deleted. */
export const refunds = pgTable(
  "refunds",
  {
    id,
    paymentId: integer("payment_id")
      .notNull()
      .references(() => payments.id),
    companyId: integer("company_id").references(() => companies.id),
    amountPence: pence("amount_pence").notNull(),
    reason: text("reason").notNull(),
    status: refundStatus("status").notNull(),
    /** The invoice that a credit note is issued on once it has succeeded; null: without a note. */
    invoiceNumber: integer("invoice_number").references((): AnyPgColumn => invoices.number),
    /**
     * What was refunded at Stripe itself may be several rows, which bear one id: without a note,
     * and with one on each invoice.
     */
    stripeRefundId: text("stripe_refund_id"),
    /** Stripe's sentence where it refused or failed. */
    fault: text("fault"),
    /** The day on which it succeeded; of a transfer, the one that was said. */
    paidOn: date("paid_on", { mode: "string" }),
    /** Null: it was made at Stripe itself. */
    byUserId: integer("by_user_id").references(() => users.id),
    /** It succeeded without a credit note, and its email is not queued yet. */
    isToMail: boolean("is_to_mail").notNull().default(false),
    createdAt,
  },
  (t) => [
    texts("refunds", atMost(t.reason, LONGEST.reason), atMost(t.fault, LONGEST.errorMessage)),
    check("refunds_amount", sql`${t.amountPence} > 0`),
    check("refunds_paid_on", sql`${t.status} <> 'succeeded' or ${t.paidOn} is not null`),
    index("refunds_at_stripe").on(t.stripeRefundId).where(sql`${t.stripeRefundId} is not null`),
    index("refunds_of_payment").on(t.paymentId, t.id),
    index("refunds_by_day").on(t.paidOn.desc(), t.id.desc()),
    index("refunds_of_company").on(t.companyId, t.paidOn),
    index("refunds_waiting").on(t.id).where(sql`${t.status} in ('requested', 'pending')`),
  ],
);

/**
 * One row, locked while a document is issued: a number is taken and used in one transaction, or not
 * at all.
 */
export const invoiceCounter = pgTable(
  "invoice_counter",
  { id: integer("id").primaryKey().default(1), last: integer("last_number").notNull() },
  (t) => [check("invoice_counter_one_row", sql`${t.id} = 1 and ${t.last} >= 0`)],
);

/**
 * Invoices and credit notes, of one series without gaps. A trigger refuses to
 * change or delete one.
 */
export const invoices = pgTable(
  "invoices",
  {
    number: integer("number").primaryKey(),
    kind: invoiceKind("kind").notNull().default("invoice"),
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id),
    /** The quote's. */
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    orderId: integer("order_id").references(() => orders.id),
    /** The payment with which it was issued. */
    paymentId: integer("payment_id")
      .unique()
      .references(() => payments.id),
    /** The London day of the payment, or of sending off. Of a credit note its own day. */
    taxPoint: date("tax_point", { mode: "string" }).notNull(),
    /** Null: a credit note. */
    dueOn: date("due_on", { mode: "string" }),
    issuedAt: at("issued_at").notNull(),
    netPence: pence("net_pence").notNull(),
    vatPence: pence("vat_pence").notNull(),
    grossPence: pence("gross_pence").notNull(),
    /** Of a credit note: the invoice's number, why, and the refund with which it came. */
    credits: integer("credits").references((): AnyPgColumn => invoices.number),
    reason: text("reason"),
    refundId: integer("refund_id")
      .unique()
      .references(() => refunds.id),
    snapshot: jsonb("snapshot").notNull().$type<InvoiceSnapshot>(),
  },
  (t): PgTableExtraConfigValue[] => [
    check("invoices_number_positive", sql`${t.number} > 0`),
    check("invoices_gross_is_the_sum", sql`${t.grossPence} = ${t.netPence} + ${t.vatPence} and ${t.netPence} >= 0 and ${t.vatPence} >= 0`),
    check(
      "invoices_kinds",
      sql`case ${t.kind} when 'invoice' then num_nonnulls(${t.credits}, ${t.reason}, ${t.refundId}) = 0 and ${t.dueOn} >= ${t.taxPoint}
        else num_nonnulls(${t.credits}, ${t.reason}) = 2 and num_nonnulls(${t.dueOn}, ${t.paymentId}) = 0 and ${t.credits} < ${t.number} end`,
    ),
    texts("invoices", atMost(t.reason, LONGEST.reason)),
    // One invoice, and credit notes as many as there are; it also finds them.
    uniqueIndex("invoices_one_per_quote").on(t.quoteId, sql`(case ${t.kind} when 'invoice' then 0 else ${t.number} end)`),
    // What its balance keeps of it.
    unique("invoices_as_owed").on(t.number, t.quoteId, t.companyId, t.grossPence),
    // What an export takes.
    index("invoices_by_issue").on(t.issuedAt, t.number),
    index("invoices_of_company").on(t.companyId, t.number),
    // They are few among the invoices.
    index("invoices_credit_notes").on(t.number).where(sql`${t.kind} = 'credit_note'`),
    // With the amounts, so that a sum reads the index alone.
    index("invoices_by_tax_point").on(t.taxPoint, t.number, t.kind, t.netPence, t.vatPence, t.grossPence),
    // What was issued up to a day is found month by month.
    index("invoices_by_month").on(sql`date_trunc('month', ${t.taxPoint}::timestamp)`, t.number),
  ],
);

/**
 * Issued documents that are to be emailed. A row is deleted with the queuing of its emails (rule
 * D15).
 */
export const documentsToMail = pgTable("documents_to_mail", {
  number: integer("number")
    .primaryKey()
    .references(() => invoices.number),
});

/** What is owed of an invoice (not of a credit note). It changes only where its quote is locked. */
export const invoiceBalances = pgTable(
  "invoice_balances",
  {
    number: integer("number").primaryKey(),
    quoteId: integer("quote_id").notNull().unique(),
    companyId: integer("company_id").notNull(),
    grossPence: pence("gross_pence").notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    creditedPence: pence("credited_pence").notNull().default(sql`0`),
    /** Credits that refunds will bring which wait. */
    creditWaitingPence: pence("credit_waiting_pence").notNull().default(sql`0`),
    /** The sum of its allocations. */
    paidPence: pence("paid_pence").notNull().default(sql`0`),
    /** A dispute that is not decided took money from it. */
    isDisputed: boolean("is_disputed").notNull().default(false),
    owedPence: pence("owed_pence")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${invoiceBalances.grossPence} - ${invoiceBalances.creditedPence} - ${invoiceBalances.paidPence}`),
  },
  (t) => [
    foreignKey({
      name: "invoice_balances_of_invoice",
      columns: [t.number, t.quoteId, t.companyId, t.grossPence],
      foreignColumns: [invoices.number, invoices.quoteId, invoices.companyId, invoices.grossPence],
    }),
    check(
      "invoice_balances_within_gross",
      sql`least(${t.creditedPence}, ${t.creditWaitingPence}, ${t.paidPence}) >= 0
        and ${t.creditedPence} + ${t.creditWaitingPence} <= ${t.grossPence} and ${t.paidPence} + ${t.creditedPence} <= ${t.grossPence}`,
    ),
    index("invoice_balances_owed").on(t.companyId, t.dueOn, t.number).where(sql`${t.owedPence} > 0`),
    index("invoice_balances_owed_newest").on(t.number).where(sql`${t.owedPence} > 0`),
    index("invoice_balances_due").on(t.dueOn).where(sql`${t.owedPence} > 0`),
  ],
);
