import type { ApiCall, ApiHandler } from "./state.ts";
import { existing, forbiddenNow, invalid } from "./stripe-error.ts";
import { type Charge, newId, type Refund } from "./stripe-objects.ts";

export const createRefund: ApiHandler = (call) => {
  const { context, params, cause } = call;
  const charge = chargeToRefund(call);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.integer("amount") ?? left;
  params.rejectUnread();
  if (amount < 1 && left > 0) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (left === 0) throw forbiddenNow(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  if (amount > left) {
    throw forbiddenNow(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, undefined, "amount");
  }
  const refund = newRefund(charge, amount, context.now());
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  context.state.refunds.set(refund.id, refund);
  context.emit("charge.refunded", charge, cause);
  return refund;
};

function chargeToRefund({ context: { state }, params }: ApiCall): Charge {
  const payment = params.requiredText("payment_intent");
  const { latest_charge } = existing(state.paymentIntents, payment, "payment_intent", "payment_intent");
  return existing(state.charges, latest_charge, "charge", "charge");
}

function newRefund(charge: Charge, amount: number, created: number): Refund {
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
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
