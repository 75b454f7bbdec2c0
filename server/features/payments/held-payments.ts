import { and, eq, inArray, isNull, min, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { orderStatusChanges, orders, payments, quotes } from "#server/db/schema.ts";
import { beginToInvoice } from "#server/features/invoices/issue-invoice.ts";
import { type Payment, roomOf } from "#server/features/invoices/ledger.ts";
import { takeCommissionBack } from "#server/features/referrals/referrals.ts";
import { londonDay } from "#shared/domain/period.ts";
import { INVOICED_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { markPaid } from "./settle-payment.ts";

/*
 * A payment in full of a quote that has no invoice yet is held for it (rule Y11). What takes of it
 * releases the quote; what brings all of it back holds it again. The caller has locked the payment
 * and its quote (`lockToMove`).
 */

/**
 * Its quote is paid no more. Where its order was sent off, it is to be invoiced all the same, since
 * that day.
 */
export async function releaseQuote(tx: Db, { id, isHeld, quoteId }: Pick<Payment, "id" | "isHeld" | "quoteId">): Promise<void> {
  if (!isHeld || quoteId === null) return;
  await tx.update(payments).set({ isHeld: false }).where(eq(payments.id, id));
  await tx.update(quotes).set({ paidAt: null, taxPoint: null, dueOn: null }).where(eq(quotes.id, quoteId));
  const [sentOff] = await tx
    .select({ at: min(orderStatusChanges.at) })
    .from(orderStatusChanges)
    .innerJoin(orders, eq(orders.id, orderStatusChanges.orderId))
    .where(and(eq(orders.quoteId, quoteId), isNull(orders.deletedAt), inArray(orderStatusChanges.to, [...INVOICED_ORDER_STATUSES])));
  if (sentOff?.at) await beginToInvoice(tx, quoteId, londonDay(sentOff.at));
}

/** All of it is there again, and nothing else has paid its quote. */
export async function holdAgain(tx: Db, paymentId: number, now: Date): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.settles || payment.isHeld || payment.voidedAt !== null || payment.quoteId === null) return;
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, payment.quoteId));
  if (!quote || quote.paidAt !== null || quote.invoiceNumber !== null) return;
  if (quote.deletedAt !== null || quote.status === "declined") return;
  if (payment.amount !== quote.finalTotalPence || roomOf(payment) !== payment.amount) return;
  await tx.update(payments).set({ isHeld: true }).where(eq(payments.id, payment.id));
  await markPaid(tx, quote, payment.createdAt, payment.receivedOn, now);
}

/**
 * All of a payment went back, and nothing else has paid its quote: nothing is earned by it (rule
 * P9).
 */
export async function takeBackCommissionOf(tx: Db, paymentId: number): Promise<void> {
  const [paid] = await tx
    .select({ quoteId: quotes.id })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(
      and(
        eq(payments.id, paymentId),
        payments.settles,
        sql`${payments.refunded} = ${payments.amount}`,
        isNull(quotes.paidAt),
        isNull(quotes.invoiceNumber),
      ),
    );
  if (paid) await takeCommissionBack(tx, paid.quoteId);
}
