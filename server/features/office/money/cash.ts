import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { refunds } from "#server/schema/invoices-and-refunds.ts";
import { disputeMovements, disputes, payments } from "#server/schema/payments.ts";
import { pence } from "#shared/domain/money.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";
import { isBetween } from "./days.ts";

/**
 * The money of each London day and method, in pence: payments by arrival, refunds by the day they
 * succeeded, disputes by the day money moved (rule K11). The sums equal those of the owner's
 * figures.
 */
export async function cashIn(db: Db, days: Days) {
  const nothing = sql<number>`0`;
  const moved = unionAll(
    db
      .select({
        on: payments.receivedOn,
        method: payments.method,
        received: sql<number>`${payments.amount}`.as("received"),
        refunded: nothing.as("refunded"),
        withdrawn: nothing.as("withdrawn"),
      })
      .from(payments)
      .where(and(isNull(payments.voidedAt), isNotNull(payments.companyId), isBetween(payments.receivedOn, days))),
    db
      .select({
        on: sql<string>`${refunds.paidOn}`,
        method: payments.method,
        received: nothing,
        refunded: sql<number>`${refunds.amountPence}`,
        withdrawn: nothing,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(and(eq(refunds.status, "succeeded"), isBetween(refunds.paidOn, days), eq(payments.currency, "gbp"))),
    db
      .select({
        on: disputeMovements.on,
        method: payments.method,
        received: nothing,
        refunded: nothing,
        withdrawn: sql<number>`${disputeMovements.amountPence}`,
      })
      .from(disputeMovements)
      .innerJoin(disputes, eq(disputes.id, disputeMovements.disputeId))
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(and(isBetween(disputeMovements.on, days), eq(payments.currency, "gbp"))),
  ).as("moved");
  const rows = await db
    .select({
      on: moved.on,
      method: moved.method,
      received: sumOfPence(sql`sum(${moved.received})`),
      refunded: sumOfPence(sql`sum(${moved.refunded})`),
      withdrawn: sumOfPence(sql`sum(${moved.withdrawn})`),
    })
    .from(moved)
    .groupBy(moved.on, moved.method)
    .orderBy(asc(moved.on), asc(moved.method));
  return rows.map((row) => ({ ...row, net: pence(row.received - row.refunded - row.withdrawn) }));
}
