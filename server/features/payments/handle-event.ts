import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { type Db, inTransaction } from "#server/db/connect.ts";
import { payments } from "#server/db/schema.ts";
import { recordError } from "#server/features/errors/record-error.ts";
import { writeAudit } from "#server/http/audit.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { nullWhenMissing } from "./checkout-session.ts";
import { lookAtSession, type SettlingContext } from "./open-sessions.ts";
import { moneyInWords } from "./settle-payment.ts";

/**
 * An event only says that there is something to look at; Stripe is asked for the present state. So
 * an old, repeated, overtaken or forged event does nothing untrue, and webhook and reconciliation
 * are one path.
 */
export async function handleEvent(context: SettlingContext, stripe: Stripe, event: Stripe.Event): Promise<void> {
  const { db, clock } = context;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired": {
      const session = event.data.object;
      const checkout = await lookAtSession(context, stripe, session.id);
      if (checkout.state === "gone" && session.payment_status === "paid") await reportUnreachable(context, session);
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

/** What was given back, as the charge itself has it: told in whatever order, the latest sum stands. */
async function recordRefund(tx: Db, intentId: string, refunded: Pence, now: Date): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.stripePaymentIntentId, intentId)).for("update");
  if (!payment || payment.refunded === refunded) return;
  await tx.update(payments).set({ refunded }).where(eq(payments.id, payment.id));
  await writeAudit(
    tx,
    { action: "payments.refunded", feature: "payments", user: null, paramId: undefined, ip: null, now },
    {
      targetType: "quotes",
      targetId: payment.quoteId,
      before: { refundedPence: payment.refunded },
      after: { refundedPence: refunded, stripePaymentIntentId: intentId },
    },
  );
}

/**
 * A chargeback: the customer's bank asks for the money back. Only a person can answer it, in Stripe
 * and in time. So each stage of a dispute about our payment becomes one error record. The quote
 * stays paid: a person decides about the order. Another shop's dispute on the same Stripe account
 * is ignored.
 */
async function flagDispute(db: Db, dispute: Stripe.Dispute, now: Date): Promise<void> {
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
      message: `The card payment of ${amount} for quote ${quoteNumber(payment.quoteId)} is disputed (Stripe ${dispute.id}: ${words(dispute.reason)}). ${advice}`,
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
