import { eq, like } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { refunds } from "#server/schema/invoices-and-refunds.ts";
import { disputes, payments } from "#server/schema/payments.ts";

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Hands the demo's card payments, refunds and disputes to the stand-in for Stripe, so that it has
 * paid them out (rule K20). The stand-in skips what it knows. Another service at the address has no
 * such path, and then the demo has no payouts.
 */
export async function settleAtStandIn(db: Db, stripeApiBase: URL): Promise<boolean> {
  const isDemos = like(payments.stripePaymentIntentId, "pi\\_demo\\_%");
  const intent = payments.stripePaymentIntentId;
  const charges = await db.select({ intent, at: payments.createdAt }).from(payments).where(isDemos);
  const ofRefund = { intent, at: refunds.createdAt, id: refunds.stripeRefundId, amount: refunds.amountPence };
  const refunded = await db.select(ofRefund).from(refunds).innerJoin(payments, eq(payments.id, refunds.paymentId)).where(isDemos);
  const ofDispute = { intent, at: disputes.createdAt, id: disputes.stripeDisputeId };
  const disputed = await db.select(ofDispute).from(disputes).innerJoin(payments, eq(payments.id, disputes.paymentId)).where(isDemos);
  const moves = [
    ...charges.map((row) => ({ kind: "charge", ...row })),
    ...refunded.filter(({ id }) => id?.startsWith("re_demo_")).map((row) => ({ kind: "refund", ...row })),
    ...disputed.map((row) => ({ kind: "dispute", ...row })),
  ].map((move) => ({ ...move, at: seconds(move.at) }));
  const reply = await fetch(new URL("/stand-in/history", stripeApiBase), {
    method: "POST",
    body: JSON.stringify(moves),
    signal: AbortSignal.timeout(5000),
  }).catch(() => null);
  return reply?.status === 204;
}
