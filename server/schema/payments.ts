import { type SQL, sql } from "drizzle-orm";
import { boolean, check, date, index, integer, type PgTableExtraConfigValue, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { PAYMENT_METHODS } from "#shared/domain/trade/ledger.ts";
import { accountCheckouts } from "./checkouts.ts";
import { at, atMost, createdAt, id, pence, texts, trimmed } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";

/*
 * The ledger: what customers owe and have paid. Documents, allocations, refunds and movements of
 * disputes are rows that are only added. The handler that adds them updates the sums in invoices'
 * balances and payments, and constraints refuse impossible sums (docs/decisions/029-ledger.md).
 */

export const paymentMethod = pgEnum("payment_method", PAYMENT_METHODS);

/** Received payments: by card through Stripe, or by bank transfer as the owner recorded it. */
export const payments = pgTable(
  "payments",
  {
    id,
    /** The company that paid; null: the payment names a quote that does not exist. */
    companyId: integer("company_id").references(() => companies.id),
    method: paymentMethod("method").notNull().default("card"),
    /** The quote of the payment; null: the payment is for several invoices, or for none. */
    quoteId: integer("quote_id"),
    /** The Checkout for several invoices that collected the payment. */
    checkoutId: integer("checkout_id").references(() => accountCheckouts.id),
    stripeSessionId: text("stripe_session_id").unique(),
    stripePaymentIntentId: text("stripe_payment_intent_id").unique(),
    amount: pence("amount_pence").notNull(),
    currency: text("currency").notNull().default("gbp"),
    live: boolean("live").notNull().default(true),
    /**
     * True if the payment settled its quote. Otherwise it is the company's credit, and an error
     * record asks a person to look.
     */
    settles: boolean("settles").notNull(),
    /**
     * The payments of the quote cover its total, and the invoice is not issued yet. The issue
     * allocates the payment.
     */
    isHeld: boolean("is_held").notNull().default(false),
    receivedOn: date("received_on", { mode: "string" }).notNull(),
    reference: text("reference"),
    /** The person who recorded a transfer; null: Stripe reported the payment. */
    recordedBy: integer("recorded_by").references(() => users.id),
    /** The sum of the payment's allocations to invoices. */
    appliedPence: pence("applied_pence").notNull().default(sql`0`),
    /** The sum of succeeded refunds. */
    refunded: pence("refunded_pence").notNull().default(sql`0`),
    /** The sum of pending refunds, with and without a credit note. */
    waitingPence: pence("waiting_pence").notNull().default(sql`0`),
    waitingNotedPence: pence("waiting_noted_pence").notNull().default(sql`0`),
    /** The amount that disputes withdrew, less the returned amount. */
    withdrawnPence: pence("withdrawn_pence").notNull().default(sql`0`),
    voidedAt: at("voided_at"),
    voidedBy: integer("voided_by").references(() => users.id),
    voidReason: text("void_reason"),
    createdAt,
    /** The part that is the company's credit. A voided transfer counts as zero. */
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
    // Allocated, refunded, withdrawn and pending amounts never exceed the payment.
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
    // A search by amount uses this index; a search by reference uses "payments_reference" of the
    // baseline.
    index("payments_by_amount").on(t.amount),
    index("payments_with_credit").on(t.companyId).where(sql`${t.unallocatedPence} > 0`),
  ],
);

/** An attempt to pay by card that failed on Stripe's page, or expired there. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id,
    quoteId: integer("quote_id").notNull(),
    outcome: text("outcome", { enum: ["failed", "abandoned"] }).notNull(),
    reason: text("reason"),
    at: at("at").notNull(),
    /** The id of Stripe's event or session, so that a repeated event counts as one attempt. */
    stripeId: text("stripe_id").notNull().unique(),
  },
  (t) => [
    texts("payment_attempts", atMost(t.reason, LONGEST.errorMessage)),
    check("payment_attempts_outcome", sql`${t.outcome} in ('failed', 'abandoned')`),
    index("payment_attempts_of_quote").on(t.quoteId, t.at.desc()),
  ],
);

/** A chargeback: the card's holder asks the bank for the money. */
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
    /** The withdrawn amount, less the returned amount, without Stripe's fees. */
    withdrawnPence: pence("withdrawn_pence").notNull().default(sql`0`),
    status: text("status").notNull(),
    /** The London day on which the dispute was opened. */
    openedOn: date("opened_on", { mode: "string" }).notNull(),
    createdAt,
  },
  (t) => [
    texts("disputes", atMost(t.status, LONGEST.errorType)),
    check("disputes_withdrawn", sql`${t.withdrawnPence} between 0 and ${t.amountPence}`),
    index("disputes_of_payment").on(t.paymentId),
  ],
);

/** A withdrawal by a dispute, or a return (negative amount). */
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
