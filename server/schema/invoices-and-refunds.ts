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
import { INVOICE_KINDS, REFUND_STATUSES, WRITE_OFF_REASONS } from "#shared/domain/trade/ledger.ts";
import type { ChargedSurcharge } from "#shared/domain/trade/surcharges.ts";
import { at, atMost, createdAt, id, pence, texts } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import type { Bank, Parties } from "./company-settings.ts";
import { corrections, orders } from "./orders-and-remakes.ts";
import { payments } from "./payments.ts";
import { quotes } from "./quotes.ts";

// The facts of a document. They are stored whole, because a later change of a name or a price must
// not change the document.

/** The customer's own names of a job. */
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
  /** The list price and the discount in hundredths of a percent, if the line has a discount. */
  readonly listPricePerM2?: Pence;
  readonly discountHundredths?: number;
  /** The charged area of one window, if it is larger than the window's own area. */
  readonly chargedAreaM2?: MilliM2;
  /** The surcharges of the window's choices, which `net` includes. */
  readonly surcharges?: readonly ChargedSurcharge[];
  readonly taxPercent: number;
  readonly net: Pence;
  /** The line invoices the increase of a corrected window: area and prices are not printed. */
  readonly isIncrease?: true;
}

/** Older invoices have no job words. */
export interface InvoiceSnapshot extends Parties, Partial<JobWords> {
  /** The version of this shape, so that a later version of the portal can read it. */
  readonly version: 1;
  readonly quoteId: number;
  readonly orderId: number | null;
  readonly deliveredTo: string | null;
  /**
   * The day of a payment that was received before the issue; null: the invoice was unpaid at its
   * issue. Older invoices without the field were all paid.
   */
  readonly paidOn?: string | null;
  /** The part that was paid before an unpaid invoice was issued; absent if nothing was paid. */
  readonly paidBefore?: Pence;
  /** The seller's bank account at the time of issue. */
  readonly bank?: Bank;
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: Pence;
  readonly tax: Pence;
  readonly finalTotal: Pence;
}

export const invoiceKind = pgEnum("invoice_kind", INVOICE_KINDS);

export const refundStatus = pgEnum("refund_status", REFUND_STATUSES);

/** Refunds, pending ones included. A row is never deleted. */
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
    /**
     * The invoice that receives a credit note once the refund has succeeded; null: no credit note.
     */
    invoiceNumber: integer("invoice_number").references((): AnyPgColumn => invoices.number),
    /**
     * A refund that was made at Stripe may be several rows with one id: one without a credit note,
     * and one for each invoice with a credit note.
     */
    stripeRefundId: text("stripe_refund_id"),
    /** Stripe's sentence for a refund that was refused or failed. */
    fault: text("fault"),
    /**
     * The day on which the refund succeeded; for a bank transfer, the day that a person entered.
     */
    paidOn: date("paid_on", { mode: "string" }),
    /** Null: the refund was made at Stripe. */
    byUserId: integer("by_user_id").references(() => users.id),
    /** The refund succeeded without a credit note, and its email is not queued yet. */
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
 * A single row that is locked while a document is issued: one transaction reserves and uses a
 * number.
 */
export const invoiceCounter = pgTable(
  "invoice_counter",
  { id: integer("id").primaryKey().default(1), last: integer("last_number").notNull() },
  (t) => [check("invoice_counter_one_row", sql`${t.id} = 1 and ${t.last} >= 0`)],
);

/**
 * Invoices and credit notes share one series of numbers without gaps. A trigger refuses to change
 * or delete a row.
 */
export const invoices = pgTable(
  "invoices",
  {
    number: integer("number").primaryKey(),
    kind: invoiceKind("kind").notNull().default("invoice"),
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id),
    /** The company of the quote. */
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    orderId: integer("order_id").references(() => orders.id),
    /** The payment that caused the issue. */
    paymentId: integer("payment_id")
      .unique()
      .references(() => payments.id),
    /**
     * The London day of the payment or of the shipment; for a credit note, the day of its issue.
     */
    taxPoint: date("tax_point", { mode: "string" }).notNull(),
    /** Null: a credit note. */
    dueOn: date("due_on", { mode: "string" }),
    issuedAt: at("issued_at").notNull(),
    netPence: pence("net_pence").notNull(),
    vatPence: pence("vat_pence").notNull(),
    grossPence: pence("gross_pence").notNull(),
    /** For a credit note: the number of its invoice, the reason, and the refund that caused it. */
    credits: integer("credits").references((): AnyPgColumn => invoices.number),
    reason: text("reason"),
    refundId: integer("refund_id")
      .unique()
      .references(() => refunds.id),
    /** The correction that this document invoices or credits; null for all others. */
    correctionId: integer("correction_id").references(() => corrections.id),
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
    // A quote has one first invoice, and any number of credit notes and of corrections' invoices.
    // The index also finds them.
    uniqueIndex("invoices_one_per_quote").on(
      t.quoteId,
      sql`(case when ${t.kind} = 'invoice' and ${t.correctionId} is null then 0 else ${t.number} end)`,
    ),
    // The columns that `invoice_balances` copies.
    unique("invoices_as_owed").on(t.number, t.quoteId, t.companyId, t.grossPence),
    // The order in which an export reads documents.
    index("invoices_by_issue").on(t.issuedAt, t.number),
    index("invoices_of_company").on(t.companyId, t.number),
    // Credit notes are few, so a partial index finds them.
    index("invoices_credit_notes").on(t.number).where(sql`${t.kind} = 'credit_note'`),
    // The index includes the amounts, so that a sum reads the index alone.
    index("invoices_by_tax_point").on(t.taxPoint, t.number, t.kind, t.netPence, t.vatPence, t.grossPence),
    // Documents up to a day are searched month by month.
    index("invoices_by_month").on(sql`date_trunc('month', ${t.taxPoint}::timestamp)`, t.number),
  ],
);

/**
 * Issued documents whose emails are not queued yet. The transaction that queues the emails deletes
 * the row (rule D15).
 */
export const documentsToMail = pgTable("documents_to_mail", {
  number: integer("number")
    .primaryKey()
    .references(() => invoices.number),
});

/**
 * The owed amount of an invoice; credit notes have none. It changes only while the quote is locked.
 */
export const invoiceBalances = pgTable(
  "invoice_balances",
  {
    number: integer("number").primaryKey(),
    quoteId: integer("quote_id").notNull(),
    companyId: integer("company_id").notNull(),
    grossPence: pence("gross_pence").notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    creditedPence: pence("credited_pence").notNull().default(sql`0`),
    /** The amount of credit notes that pending refunds will issue. */
    creditWaitingPence: pence("credit_waiting_pence").notNull().default(sql`0`),
    /** The sum of the allocations of the invoice. */
    paidPence: pence("paid_pence").notNull().default(sql`0`),
    /** The amount that was written off, and the part of it that does not count as paid. */
    writtenOffPence: pence("written_off_pence").notNull().default(sql`0`),
    lostPence: pence("lost_pence").notNull().default(sql`0`),
    /** An undecided dispute has withdrawn money of the invoice. */
    isDisputed: boolean("is_disputed").notNull().default(false),
    owedPence: pence("owed_pence")
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`${invoiceBalances.grossPence} - ${invoiceBalances.creditedPence} - ${invoiceBalances.paidPence} - ${invoiceBalances.writtenOffPence}`,
      ),
  },
  (t) => [
    foreignKey({
      name: "invoice_balances_of_invoice",
      columns: [t.number, t.quoteId, t.companyId, t.grossPence],
      foreignColumns: [invoices.number, invoices.quoteId, invoices.companyId, invoices.grossPence],
    }),
    check(
      "invoice_balances_within_gross",
      sql`least(${t.creditedPence}, ${t.creditWaitingPence}, ${t.paidPence}, ${t.lostPence}) >= 0 and ${t.lostPence} <= ${t.writtenOffPence}
        and ${t.creditedPence} + ${t.creditWaitingPence} + ${t.writtenOffPence} <= ${t.grossPence}
        and ${t.paidPence} + ${t.creditedPence} + ${t.writtenOffPence} <= ${t.grossPence}`,
    ),
    index("invoice_balances_of_quote").on(t.quoteId),
    index("invoice_balances_owed").on(t.companyId, t.dueOn, t.number).where(sql`${t.owedPence} > 0`),
    index("invoice_balances_owed_newest").on(t.number).where(sql`${t.owedPence} > 0`),
    index("invoice_balances_due").on(t.dueOn).where(sql`${t.owedPence} > 0`),
  ],
);

export const writeOffReason = pgEnum("write_off_reason", WRITE_OFF_REASONS);

/**
 * Written-off amounts of invoices (rule Y26). A reversal is a row that names the write-off, with
 * its amount. A row can be deleted until an export contains it, which a foreign key ensures.
 */
export const writeOffs = pgTable(
  "write_offs",
  {
    id,
    number: integer("number")
      .notNull()
      .references(() => invoiceBalances.number),
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    amountPence: pence("amount_pence").notNull(),
    reason: writeOffReason("reason").notNull(),
    note: text("note"),
    /** The write-off that this row reverses. */
    reverses: integer("reverses").unique(),
    /** The London day of the entry. */
    on: date("entered_on", { mode: "string" }).notNull(),
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
    createdAt,
  },
  (t): PgTableExtraConfigValue[] => [
    texts("write_offs", atMost(t.note, LONGEST.reason)),
    check("write_offs_amount", sql`${t.amountPence} > 0`),
    check("write_offs_note", sql`${t.reason} <> 'other' or ${t.note} is not null`),
    // The target of a reversal. It also finds a company's rows: write-offs are few.
    unique("write_offs_as_reversed").on(t.companyId, t.number, t.id, t.amountPence, t.reason),
    // A reversal has the invoice, the amount and the reason of its write-off.
    foreignKey({
      name: "write_offs_reversed",
      columns: [t.companyId, t.number, t.reverses, t.amountPence, t.reason],
      foreignColumns: [t.companyId, t.number, t.id, t.amountPence, t.reason],
    }),
  ],
);
