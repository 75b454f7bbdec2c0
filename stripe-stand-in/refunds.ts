import { createdFilter, page } from "./lists.ts";
import type { ApiCall, ApiHandler } from "./state.ts";
import { existing, forbiddenNow, invalid, missingParam } from "./stripe-error.ts";
import { type Charge, newId, type Refund } from "./stripe-objects.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;

export const createRefund: ApiHandler = (call) => {
  const { context, params, cause } = call;
  const charge = chargeToRefund(call);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.integer("amount") ?? left;
  const reason = params.oneOf("reason", REASONS) ?? null;
  const metadata = params.metadata();
  params.rejectUnread();
  if (amount < 1 && left > 0) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (left === 0) throw forbiddenNow(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  if (amount > left) {
    throw forbiddenNow(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, undefined, "amount");
  }
  const refund = newRefund(charge, amount, reason, metadata, context.now());
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  context.state.refunds.set(refund.id, refund);
  context.emit("charge.refunded", charge, cause);
  return refund;
};

export const retrieveRefund: ApiHandler = ({ context, id }) => existing(context.state.refunds, id, "refund", "refund");

export const listRefunds: ApiHandler = ({ context, params }) => {
  const charge = params.text("charge");
  const payment = params.text("payment_intent");
  const created = createdFilter(params);
  const refunds = [...context.state.refunds.values()]
    .filter((refund) => (!charge || refund.charge === charge) && (!payment || refund.payment_intent === payment))
    .filter(created);
  return page(refunds, params, "/v1/refunds");
};

function chargeToRefund({ context: { state }, params }: ApiCall): Charge {
  const byCharge = params.text("charge");
  const byPayment = params.text("payment_intent");
  if (!byCharge && !byPayment) throw missingParam("payment_intent");
  if (byCharge && byPayment) throw invalid("You may only specify one of these parameters: charge, payment_intent.");
  const id = byPayment ? existing(state.paymentIntents, byPayment, "payment_intent", "payment_intent").latest_charge : byCharge;
  return existing(state.charges, id ?? "", "charge", "charge");
}

function newRefund(charge: Charge, amount: number, reason: Refund["reason"], metadata: Record<string, string>, created: number): Refund {
  return {
    id: newId.refund(),
    object: "refund",
    amount,
    balance_transaction: newId.balanceTransaction(),
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
