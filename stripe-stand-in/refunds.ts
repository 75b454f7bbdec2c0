import { page } from "./lists.ts";
import { existingPayment } from "./payments.ts";
import type { ApiCall, ApiHandler, Context } from "./state.ts";
import { findExisting, forbiddenNow, invalid } from "./stripe-error.ts";
import { type Cause, type Charge, NO_CALL, newId, type Refund } from "./stripe-objects.ts";

export const createRefund: ApiHandler = (call) => {
  const { context, params, cause } = call;
  const charge = chargeToRefund(call);
  const asked = params.integer("amount");
  const metadata = params.metadata();
  params.rejectUnread();
  return refund(context, charge, { asked, metadata, cause });
};

/** Refunds a charge as a person does in Stripe's dashboard, without an API call as the cause. */
export const refundCharge = (context: Context, chargeId: string, amount: number): Refund =>
  refund(context, findExisting(context.state.charges, chargeId, "charge", "charge"), { asked: amount, metadata: {}, cause: NO_CALL });

interface Asked {
  readonly asked: number | undefined;
  readonly metadata: Record<string, string>;
  readonly cause: Cause;
}

function refund(context: Context, charge: Charge, { asked, metadata, cause }: Asked): Refund {
  const left = charge.amount - charge.amount_refunded;
  const amount = asked ?? left;
  if (amount < 1 && left > 0) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (left === 0) throw forbiddenNow(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  if (charge.disputed && !isDecidedForUs(context, charge))
    throw forbiddenNow(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
  if (amount > left) {
    throw forbiddenNow(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, undefined, "amount");
  }
  const made = { ...newRefund(charge, amount, context.now()), metadata, status: context.nextRefund() };
  context.state.refunds.set(made.id, made);
  addRefunded(charge, made.status === "failed" || made.status === "canceled" ? 0 : amount);
  context.emit("refund.created", made, cause);
  if (made.status === "failed") context.emit("refund.failed", made, cause);
  else context.emit("charge.refunded", charge, cause);
  return made;
}

const isDecidedForUs = ({ state }: Context, charge: Charge): boolean =>
  [...state.disputes.values()].every(
    (dispute) => dispute.charge !== charge.id || dispute.status === "won" || dispute.status === "warning_closed",
  );

function addRefunded(charge: Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

export const listRefunds: ApiHandler = ({ context, params }) => {
  const payment = params.text("payment_intent");
  const refunds = [...context.state.refunds.values()].filter(({ payment_intent }) => payment === undefined || payment_intent === payment);
  return page(refunds, params, "/v1/refunds");
};

export const retrieveRefund: ApiHandler = ({ context, id }) => findExisting(context.state.refunds, id, "refund", "refund");

/** Changes the status of a refund that is pending, or that the customer's bank returns later. */
export function moveRefund(context: Context, id: string, status: string): Refund {
  const refund = findExisting(context.state.refunds, id, "refund", "refund");
  const charge = findExisting(context.state.charges, refund.charge, "charge", "charge");
  const counted = (of: string | null) => (of === "failed" || of === "canceled" ? 0 : refund.amount);
  addRefunded(charge, counted(status) - counted(refund.status));
  refund.status = status;
  if (status === "failed") refund.failure_reason = "expired_or_canceled_card";
  context.emit("refund.updated", refund, NO_CALL);
  if (status === "failed") context.emit("refund.failed", refund, NO_CALL);
  return refund;
}

function chargeToRefund({ context, params }: ApiCall): Charge {
  const payment = params.requiredText("payment_intent");
  const { latest_charge } = existingPayment(context, payment, "payment_intent");
  return findExisting(context.state.charges, latest_charge, "charge", "charge");
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
