import type Stripe from "stripe";
import { inTransaction } from "#server/db/connect.ts";
import { recordError } from "#server/features/errors/record-error.ts";
import { pence } from "#shared/domain/money.ts";
import { nullWhenMissing } from "./checkout-session.ts";
import { flagDispute } from "./flag-dispute.ts";
import { lookAtSession, type SettlingMeans } from "./look-at-session.ts";
import { recordRefund } from "./settle-payment.ts";

/**
 * What an event says is only that there is something to look at: Stripe is asked how the thing stands now. So an old,
 * repeated, overtaken or forged-with-a-stolen-secret event does nothing that is not true, and the webhook and the
 * reconciliation are one path.
 */
export async function handleEvent(means: SettlingMeans, stripe: Stripe, event: Stripe.Event): Promise<void> {
  const { db, clock } = means;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired": {
      const session = event.data.object;
      const till = await lookAtSession(means, stripe, session.id);
      if (till.state === "gone" && session.payment_status === "paid") await reportUnreachable(means, session);
      return;
    }
    case "charge.refunded": {
      const charge = await stripe.charges.retrieve(event.data.object.id).catch(nullWhenMissing);
      const intent = charge?.payment_intent;
      const intentId = typeof intent === "string" ? intent : intent?.id;
      if (charge && intentId) await inTransaction(db, (tx) => recordRefund(tx, intentId, pence(charge.amount_refunded), clock()));
      return;
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed": {
      const dispute = await stripe.disputes.retrieve(event.data.object.id).catch(nullWhenMissing);
      if (dispute) await flagDispute(db, dispute, clock());
      return;
    }
    default:
      return;
  }
}

/** The keys were changed for another account's while a customer was at a page of the old one. */
const reportUnreachable = ({ db, clock }: SettlingMeans, session: Stripe.Checkout.Session): Promise<void> =>
  recordError(
    db,
    {
      type: "PaymentNeedsAttention",
      message: `Stripe reports a payment for quote Q-${session.metadata?.quoteId ?? "?"} (${session.id}) that the present keys cannot open. Look for it in the Stripe account used before, and refund it there or record it by saving that account's keys again.`,
      path: "quote payment",
      severity: "critical",
      fact: `${session.id} cannot be opened`,
    },
    clock(),
  );
