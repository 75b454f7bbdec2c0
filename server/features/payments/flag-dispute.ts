import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import { payments } from "#server/db/schema.ts";
import { recordError } from "#server/features/errors/record-error.ts";
import { pence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { moneyInWords } from "./settle-payment.ts";

/**
 * A customer's bank asks for the money back (a chargeback). Only a person can answer it, in Stripe and in time, so each stage of a dispute
 * about one of our payments becomes one error record. The quote stays paid: what a dispute means for the order is for a person to decide.
 * Another shop's dispute on the same Stripe account is none of ours.
 */
export async function flagDispute(db: Db, dispute: Stripe.Dispute, now: Date): Promise<void> {
  const intent = dispute.payment_intent;
  const intentId = typeof intent === "string" ? intent : intent?.id;
  if (!intentId) return;
  const [payment] = await db.select({ quoteId: payments.quoteId }).from(payments).where(eq(payments.stripePaymentIntentId, intentId));
  if (!payment) return;
  const amount = moneyInWords({ amount: pence(dispute.amount), currency: dispute.currency });
  const { advice, severity } = stageOf(dispute);
  await recordError(
    db,
    {
      type: "PaymentNeedsAttention",
      message: `The card payment of ${amount} for quote Q-${payment.quoteId} is disputed (Stripe ${dispute.id}: ${words(dispute.reason)}). ${advice}`,
      path: `quote ${payment.quoteId}`,
      severity,
      fact: `${dispute.id} ${dispute.status}`,
    },
    now,
  );
}

const words = (name: string): string => name.replaceAll("_", " ");

function stageOf({ status, evidence_details }: Stripe.Dispute) {
  if (status === "lost")
    return {
      severity: "critical",
      advice: "The bank decided for the card's holder: the money is gone. Agree with the customer what is owed.",
    } as const;
  if (status === "won" || status === "warning_closed" || status === "prevented")
    return { severity: "info", advice: "It is over: the money stays with you." } as const;
  const due = evidence_details.due_by;
  const until = due ? ` by ${formatDay(new Date(due * 1000))}` : "";
  if (status.endsWith("needs_response"))
    return { severity: "critical", advice: `Answer it in Stripe${until}, and decide whether its order goes on.` } as const;
  return { severity: "warning", advice: "The bank is looking at the answer; there is nothing to do until it decides." } as const;
}
