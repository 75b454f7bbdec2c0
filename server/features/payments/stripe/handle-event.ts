import type Stripe from "stripe";
import { recordError } from "#server/features/office/errors/record-error.ts";
import { recordAbandonedSession, recordFailedAttempt } from "#server/features/payments/checkout/attempts.ts";
import { nullWhenMissing } from "#server/features/payments/checkout/checkout-session.ts";
import { type SettlingContext, syncSession } from "#server/features/payments/checkout/open-sessions.ts";
import { syncDispute } from "#server/features/payments/disputes/disputes.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { syncPayment } from "./sync-payment.ts";

/**
 * An event only triggers a read of the current state from Stripe. Therefore an old, repeated,
 * overtaken or forged event does no harm, and webhook and reconciliation share one path.
 */
export async function handleEvent(context: SettlingContext, stripe: Stripe, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired": {
      const session = event.data.object;
      const checkout = await syncSession(context, stripe, session.id);
      if (checkout.state === "gone" && session.payment_status === "paid") await reportUnreachable(context, session);
      if (checkout.state === "expired") await recordAbandonedSession(context, session.id, new Date(event.created * 1000));
      return;
    }
    case "checkout.session.async_payment_failed": {
      await syncSession(context, stripe, event.data.object.id);
      return;
    }
    case "payment_intent.payment_failed": {
      const intent = await stripe.paymentIntents.retrieve(event.data.object.id).catch(nullWhenMissing);
      // The error of this attempt is read from the event, because the intent may have been paid
      // since.
      if (intent)
        await recordFailedAttempt(context, { ...event.data.object, metadata: intent.metadata }, event.id, new Date(event.created * 1000));
      return;
    }
    case "charge.refunded": {
      const charge = await stripe.charges.retrieve(event.data.object.id).catch(nullWhenMissing);
      const intentId = charge && idOf(charge.payment_intent);
      if (intentId) await syncPayment(context, stripe, intentId);
      return;
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed": {
      const intentId = idOf(event.data.object.payment_intent);
      if (intentId) await syncPayment(context, stripe, intentId);
      return;
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed": {
      const dispute = await stripe.disputes.retrieve(event.data.object.id).catch(nullWhenMissing);
      if (dispute) await syncDispute(context, dispute);
      return;
    }
    default:
      return;
  }
}

/**
 * The keys were replaced by another account's while a customer was on a page of the old account.
 */
const reportUnreachable = ({ db, clock }: SettlingContext, session: Stripe.Checkout.Session): Promise<void> => {
  const { quoteId } = session.metadata ?? {};
  const quote = quoteId ? quoteNumber(Number(quoteId)) : "Q-?";
  return recordError(
    db,
    {
      type: "PaymentNeedsAttention",
      message: `Stripe reports a payment for quote ${quote} (${session.id}) that the present keys cannot open. Look for it in the Stripe account used before, and refund it there or record it by saving that account's keys again.`,
      path: "quote payment",
      severity: "critical",
      fact: `${session.id} cannot be opened`,
    },
    clock(),
  );
};

const idOf = (thing: string | { readonly id: string } | null): string | undefined => (typeof thing === "string" ? thing : thing?.id);
