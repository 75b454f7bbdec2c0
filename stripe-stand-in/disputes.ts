import type { ApiHandler, Context } from "./state.ts";
import { findExisting } from "./stripe-error.ts";
import { type Charge, type Dispute, NO_CALL, newId, nulls } from "./stripe-objects.ts";

export const retrieveDispute: ApiHandler = ({ context, id }) => findExisting(context.state.disputes, id, "dispute", "dispute");

/**
 * Opens a card holder's dispute, or updates it. A second call with `won` or `lost` closes the
 * dispute.
 */
export function disputeCharge(context: Context, chargeId: string, status: Dispute["status"], reason: string): Dispute {
  const charge = findExisting(context.state.charges, chargeId, "charge", "charge");
  const earlier = [...context.state.disputes.values()].find((each) => each.charge === chargeId);
  const dispute = earlier ?? newDispute(charge, reason, context.now());
  dispute.status = status;
  charge.disputed = true;
  context.state.disputes.set(dispute.id, dispute);
  const isClosed = status === "won" || status === "lost" || status === "warning_closed";
  const type = isClosed ? "charge.dispute.closed" : earlier ? "charge.dispute.updated" : "charge.dispute.created";
  context.emit(type, dispute, NO_CALL);
  return dispute;
}

/**
 * Withdraws the disputed amount from the account, or returns it. Stripe's fee is a separate figure.
 */
export function moveDisputedFunds(context: Context, chargeId: string, way: "withdrawn" | "reinstated"): Dispute {
  const dispute = [...context.state.disputes.values()].find(({ charge }) => charge === chargeId);
  if (!dispute) throw new Error(`The charge ${chargeId} is not disputed.`);
  const amount = way === "withdrawn" ? -dispute.amount : dispute.amount;
  const fee = way === "withdrawn" ? FEE : 0;
  const move = {
    id: newId.balanceTransaction(),
    object: "balance_transaction",
    amount,
    available_on: context.now(),
    balance_type: "payments",
    created: context.now(),
    currency: dispute.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: way === "withdrawn" ? "dispute" : "dispute_reversal",
    source: dispute.id,
    status: "available",
    type: "adjustment",
  } as const;
  dispute.balance_transactions.push(move as unknown as Dispute["balance_transactions"][number]);
  context.emit(`charge.dispute.funds_${way}`, dispute, NO_CALL);
  return dispute;
}
const FEE = 2_000;

const ANSWER_WITHIN_SECONDS = 10 * 24 * 3600;

function newDispute(charge: Charge, reason: string, created: number): Dispute {
  return {
    id: newId.dispute(),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
}

const NO_EVIDENCE: Dispute["evidence"] = {
  enhanced_evidence: {},
  ...nulls(
    "access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal",
    "customer_communication customer_email_address customer_name customer_purchase_ip customer_signature",
    "duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt",
    "refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation shipping_address",
    "shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text",
  ),
};
