import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { nullWhenMissing } from "#server/features/payments/checkout/checkout-session.ts";
import { syncDispute } from "#server/features/payments/disputes/disputes.ts";
import { reconcileRefunds } from "#server/features/payments/refunds/refund-states.ts";
import { disputes, payments } from "#server/schema/payments.ts";

/**
 * Synchronizes the stored rows of a card payment with Stripe. Disputes come last, because a failed
 * refund may free an amount that a dispute took.
 */
export async function syncPayment(
  context: Pick<AppContext, "db" | "clock" | "publicUrl">,
  stripe: Stripe,
  intentId: string,
): Promise<void> {
  await reconcileRefunds(context, stripe, intentId);
  const known = await context.db
    .select({ id: disputes.stripeDisputeId })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(eq(payments.stripePaymentIntentId, intentId))
    .orderBy(disputes.id);
  for (const { id } of known) {
    const dispute = await stripe.disputes.retrieve(id).catch(nullWhenMissing);
    if (dispute) await syncDispute(context, dispute);
  }
}
