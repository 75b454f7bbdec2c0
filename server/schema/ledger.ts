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
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { ALLOCATION_KINDS, INVOICE_KINDS, PAYMENT_METHODS, REFUND_STATUSES } from "#shared/domain/trade/ledger.ts";
import { companies, users } from "./accounts.ts";
import { at, atMost, createdAt, id, pence, texts, trimmed } from "./columns.ts";
import type { InvoiceSnapshot } from "./documents.ts";
import { orders } from "./orders.ts";
import { quotes } from "./quotes.ts";

/*
 * What customers owe and have paid. Documents, allocations, refunds and the movements of disputes
 * are rows that are only added. What they come to stands beside an invoice and in a payment, kept
 * by the handler that adds them, under constraints that refuse what must never be
 * (docs/decisions/029-ledger.md).
 */

export const invoiceKind = pgEnum("invoice_kind", INVOICE_KINDS);
export const paymentMethod = pgEnum("payment_method", PAYMENT_METHODS);
export const refundStatus = pgEnum("refund_status", REFUND_STATUSES);
export const allocationKind = pgEnum("allocation_kind", ALLOCATION_KINDS);

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
 * One Checkout for several invoices of a company. Its Checkout sessions are `checkout_sessions`.
 */
export const accountCheckouts = pgTable("account_checkouts", {
  id,
  companyId: integer("company_id")
    .notNull()
    .references(() => companies.id),
  userId: integer("user_id")
    .notNull()
    .references(() => users.id),
  createdAt,
});

/** What it is to pay of each. */
export const accountCheckoutLines = pgTable(
  "account_checkout_lines",
  {
    checkoutId: integer("checkout_id")
      .notNull()
      .references(() => accountCheckouts.id),
    number: integer("number")
      .notNull()
      .references((): AnyPgColumn => invoices.number),
    amountPence: pence("amount_pence").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.checkoutId, t.number] }),
    check("account_checkout_lines_amount", sql`${t.amountPence} > 0`),
    index("account_checkout_lines_of_invoice").on(t.number),
  ],
);

/** Money that came: by card through Stripe, or by bank transfer as the owner noted it. */
export const payments = pgTable(
  "payments",
  {
    id,
    /** Whose money it is; null where it came for a quote that is not there. */
    companyId: integer("company_id").references(() => companies.id),
    method: paymentMethod("method").notNull().default("card"),
    /** The quote that it was made for; null: for several invoices, or for none. */
    quoteId: integer("quote_id"),
    /** The Checkout of several invoices that it was made by. */
    checkoutId: integer("checkout_id").references(() => accountCheckouts.id),
    stripeSessionId: text("stripe_session_id").unique(),
    stripePaymentIntentId: text("stripe_payment_intent_id").unique(),
    amount: pence("amount_pence").notNull(),
    currency: text("currency").notNull().default("gbp"),
    live: boolean("live").notNull().default(true),
    /**
     * Whether it paid its quote. Otherwise it is the company's credit, and an error record asks a
     * person to look.
     */
    settles: boolean("settles").notNull(),
    /** With others it paid all of its quote, whose invoice is not issued yet: with that it is allocated. */
    isHeld: boolean("is_held").notNull().default(false),
    receivedOn: date("received_on", { mode: "string" }).notNull(),
    reference: text("reference"),
    /** Who noted a transfer; null: Stripe reported it. */
    recordedBy: integer("recorded_by").references(() => users.id),
    /** What of it counts to invoices: the sum of its allocations. */
    appliedPence: pence("applied_pence").notNull().default(sql`0`),
    /** Refunds that succeeded. */
    refunded: pence("refunded_pence").notNull().default(sql`0`),
    /** Refunds that were asked for and wait, without and with a credit note. */
    waitingPence: pence("waiting_pence").notNull().default(sql`0`),
    waitingNotedPence: pence("waiting_noted_pence").notNull().default(sql`0`),
    /** What disputes took from us, less what came back. */
    withdrawnPence: pence("withdrawn_pence").notNull().default(sql`0`),
    voidedAt: at("voided_at"),
    voidedBy: integer("voided_by").references(() => users.id),
    voidReason: text("void_reason"),
    createdAt,
    /** The company's credit that it is. A voided transfer counts for nothing. */
    unallocatedPence: pence("unallocated_pence")
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`case when ${payments.voidedAt} is null then ${payments.amount} - ${payments.appliedPence} - ${payments.refunded} - ${payments.withdrawnPence} else 0 end`,
      ),
  },
  (t): PgTableExtraConfigValue[] => [
    texts("payments", trimmed(t.reference, LONGEST.paymentReference), atMost(t.voidReason, LONGEST.reason)),
    check("payments_of_stripe", sql`(${t.method} = 'card') = (${t.stripeSessionId} is not null)`),
    check("payments_amount", sql`${t.amount} > 0`),
    // Money is neither made nor counted twice: what counts to invoices, was given back or taken,
    // and waits is in the amount.
    check(
      "payments_within_amount",
      sql`least(${t.appliedPence}, ${t.refunded}, ${t.waitingPence}, ${t.waitingNotedPence}, ${t.withdrawnPence}) >= 0
        and ${t.appliedPence} + ${t.refunded} + ${t.withdrawnPence} + ${t.waitingPence} <= ${t.amount}
        and ${t.waitingNotedPence} <= ${t.appliedPence}`,
    ),
    check(
      "payments_voided",
      sql`(${t.voidedAt} is null) = (${t.voidReason} is null) and (${t.voidedAt} is null) = (${t.voidedBy} is null)
        and (${t.voidedAt} is null or (${t.method} = 'bank_transfer' and ${t.appliedPence} = 0 and ${t.refunded} = 0 and ${t.waitingPence} = 0 and not ${t.isHeld}))`,
    ),
    check("payments_held", sql`not ${t.isHeld} or (${t.settles} and ${t.quoteId} is not null)`),
    index("payments_of_quote").on(t.quoteId),
    index("payments_newest").on(t.receivedOn.desc(), t.id.desc()),
    index("payments_of_company").on(t.companyId, t.receivedOn.desc(), t.id.desc()),
    // A search finds one by its amount; by its reference a hand-written one: "payments_reference".
    index("payments_by_amount").on(t.amount),
    index("payments_with_credit").on(t.companyId).where(sql`${t.unallocatedPence} > 0`),
  ],
);

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

/** A card's holder asks the bank for the money back. */
export const disputes = pgTable(
  "disputes",
  {
    id,
    stripeDisputeId: text("stripe_dispute_id").notNull().unique(),
    paymentId: integer("payment_id")
      .notNull()
      .references(() => payments.id),
    companyId: integer("company_id").references(() => companies.id),
    amountPence: pence("amount_pence").notNull(),
    /** Taken from us, less what came back, without Stripe's fees. */
    withdrawnPence: pence("withdrawn_pence").notNull().default(sql`0`),
    status: text("status").notNull(),
    /** The London day on which it was opened. */
    openedOn: date("opened_on", { mode: "string" }).notNull(),
    createdAt,
  },
  (t) => [
    texts("disputes", atMost(t.status, LONGEST.errorType)),
    check("disputes_withdrawn", sql`${t.withdrawnPence} between 0 and ${t.amountPence}`),
    index("disputes_of_payment").on(t.paymentId),
  ],
);

/** Each time that a dispute took money, or brought it back (a negative amount). */
export const disputeMovements = pgTable(
  "dispute_movements",
  {
    id,
    disputeId: integer("dispute_id")
      .notNull()
      .references(() => disputes.id),
    companyId: integer("company_id").references(() => companies.id),
    amountPence: pence("amount_pence").notNull(),
    on: date("moved_on", { mode: "string" }).notNull(),
    createdAt,
  },
  (t) => [
    check("dispute_movements_amount", sql`${t.amountPence} <> 0`),
    index("dispute_movements_of_dispute").on(t.disputeId),
    index("dispute_movements_of_company").on(t.companyId, t.on),
    index("dispute_movements_by_day").on(t.on),
  ],
);

/**
 * Invoices and credit notes, of one series without gaps. A trigger (migration 0003) refuses to
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

/**
 * Money of a payment that counts to an invoice. A row is only added: a change is another row, with
 * a negative amount where less counts. `refunded`: given back with a credit note; `withdrawn`:
 * taken by a dispute, or brought back.
 */
export const allocations = pgTable(
  "allocations",
  {
    id,
    paymentId: integer("payment_id")
      .notNull()
      .references(() => payments.id),
    number: integer("number")
      .notNull()
      .references(() => invoiceBalances.number),
    kind: allocationKind("kind").notNull(),
    amountPence: pence("amount_pence").notNull(),
    refundId: integer("refund_id").references(() => refunds.id),
    disputeId: integer("dispute_id").references(() => disputes.id),
    /** Null: Stripe, or a rule. */
    byUserId: integer("by_user_id").references(() => users.id),
    createdAt,
  },
  (t) => [
    check(
      "allocations_kinds",
      sql`${t.amountPence} <> 0 and (${t.kind} = 'refunded') = (${t.refundId} is not null) and (${t.kind} = 'withdrawn') = (${t.disputeId} is not null)`,
    ),
    index("allocations_of_payment").on(t.paymentId, t.number, t.id),
    index("allocations_of_invoice").on(t.number, t.paymentId, t.id),
  ],
);

/** A try to pay by card that failed at Stripe's page, or was left until Stripe let it expire. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id,
    quoteId: integer("quote_id").notNull(),
    outcome: text("outcome", { enum: ["failed", "abandoned"] }).notNull(),
    reason: text("reason"),
    at: at("at").notNull(),
    /** Stripe's own id of what told of it, so that an event that comes twice is one try. */
    stripeId: text("stripe_id").notNull().unique(),
  },
  (t) => [
    texts("payment_attempts", atMost(t.reason, LONGEST.errorMessage)),
    check("payment_attempts_outcome", sql`${t.outcome} in ('failed', 'abandoned')`),
    index("payment_attempts_of_quote").on(t.quoteId, t.at.desc()),
  ],
);
