import { type SQL, sql } from "drizzle-orm";
import { boolean, check, date, index, integer, type PgTableExtraConfigValue, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { PAYMENT_METHODS } from "#shared/domain/trade/ledger.ts";
import { accountCheckouts } from "./checkouts.ts";
import { at, atMost, createdAt, id, pence, texts, trimmed } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";

/*
 * What customers owe and have paid. Documents, allocations, refunds and the movements of disputes
 * are rows that are only added. What they come to stands beside an invoice and in a payment, kept
 * by the handler that adds them, under constraints that refuse what must never be
 * (docs/decisions/029-ledger.md).
 */

export const paymentMethod = pgEnum("payment_method", PAYMENT_METHODS);

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
