import { and, desc, eq, inArray, isNull, min, sql } from "drizzle-orm";
import { markDueToInvoice } from "#server/features/invoices/issue-invoice.ts";
import { markPaid } from "#server/features/payments/checkout/settle-payment.ts";
import type { Payment } from "#server/features/receivables/ledger.ts";
import { holdUnallocatedPayments, sumUnallocatedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import { resetCommission } from "#server/features/referrals/referrals.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { londonDay } from "#shared/domain/period.ts";
import { SHIPPED_ORDER_STATUSES } from "#shared/domain/trade/status.ts";

/**
 * A quote without an invoice is paid while its unallocated payments cover its total (rule Y22);
 * these payments are held. A withdrawal releases the quote, and returned money holds them again.
 * The caller has locked the payment and its quote (`lockToMove`).
 */

/**
 * Marks a quote as unpaid where less than its total is left; it then owes the difference. Where its
 * order was shipped, it is due to be invoiced since that day.
 */
export async function releaseQuote(tx: Db, { quoteId, settles }: Pick<Payment, "quoteId" | "settles">): Promise<void> {
  if (!settles || quoteId === null) return;
  // A page that would charge the former amount must close.
  await enqueue(tx, "close-checkout-sessions", {});
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, quoteId));
  if (!quote || quote.paidAt === null || quote.invoiceNumber !== null) return;
  if ((await sumUnallocatedOfQuote(tx, quoteId)) >= quote.finalTotalPence) return;
  await tx
    .update(payments)
    .set({ isHeld: false })
    .where(and(eq(payments.quoteId, quoteId), payments.isHeld));
  await tx.update(quotes).set({ paidAt: null, taxPoint: null, dueOn: null }).where(eq(quotes.id, quoteId));
  const [sentOff] = await tx
    .select({ at: min(orderStatusChanges.at) })
    .from(orderStatusChanges)
    .innerJoin(orders, eq(orders.id, orderStatusChanges.orderId))
    .where(and(eq(orders.quoteId, quoteId), isNull(orders.deletedAt), inArray(orderStatusChanges.to, [...SHIPPED_ORDER_STATUSES])));
  if (sentOff?.at) await markDueToInvoice(tx, quoteId, londonDay(sentOff.at));
}

/** Holds the quote's payments again where they cover its total and nothing else has paid it. */
export async function holdPaymentsAgain(tx: Db, paymentId: number, now: Date): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.settles || payment.quoteId === null) return;
  await holdForQuote(tx, payment.quoteId, payment, now);
}

async function holdForQuote(
  tx: Db,
  quoteId: number,
  { createdAt, receivedOn }: Pick<Payment, "createdAt" | "receivedOn">,
  now: Date,
): Promise<void> {
  await enqueue(tx, "close-checkout-sessions", {});
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, quoteId));
  if (!quote || quote.paidAt !== null || quote.invoiceNumber !== null) return;
  if (quote.deletedAt !== null || quote.status === "declined") return;
  if ((await sumUnallocatedOfQuote(tx, quote.id)) < quote.finalTotalPence) return;
  await holdUnallocatedPayments(tx, quote.id);
  await markPaid(tx, quote, createdAt, receivedOn, now);
}

/**
 * Holds or releases the payments of a locked quote without an invoice after its total changed: less
 * may be paid now than it costs, or enough.
 */
export async function holdOrRelease(tx: Db, quoteId: number, now: Date): Promise<void> {
  await releaseQuote(tx, { quoteId, settles: true });
  const isForIt = and(eq(payments.quoteId, quoteId), payments.settles, isNull(payments.voidedAt));
  const [last] = await tx.select().from(payments).where(isForIt).orderBy(desc(payments.id)).limit(1);
  if (last) await holdForQuote(tx, quoteId, last, now);
}

/**
 * Takes the commission back where a payment was refunded in full and nothing is left for its quote
 * (rule P9).
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
  if (paid && (await sumUnallocatedOfQuote(tx, paid.quoteId)) === 0) await resetCommission(tx, paid.quoteId);
}
