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
