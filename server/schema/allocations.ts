import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgEnum, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { ALLOCATION_KINDS } from "#shared/domain/trade/ledger.ts";
import { accountCheckouts } from "./checkouts.ts";
import { createdAt, id, pence } from "./columns.ts";
import { users } from "./companies-and-users.ts";
import { invoiceBalances, invoices, refunds } from "./invoices-and-refunds.ts";
import { disputes, payments } from "./payments.ts";

export const allocationKind = pgEnum("allocation_kind", ALLOCATION_KINDS);

/**
 * Allocations of a payment to an invoice. A change adds a row, with a negative amount where less is
 * allocated. `refunded`: refunded with a credit note; `withdrawn`: withdrawn by a dispute, or
 * returned by it.
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
    /** Null: Stripe or a rule made the allocation. */
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

/** The part of a Checkout for several invoices that pays one of them. */
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
