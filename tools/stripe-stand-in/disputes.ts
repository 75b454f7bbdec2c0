import type { ApiHandler, Context } from "./context.ts";
import { newId } from "./ids.ts";
import { missing } from "./stripe-error.ts";
import { type Charge, type Dispute, NOBODY_CALLED } from "./stripe-types.ts";

export const retrieveDispute: ApiHandler = ({ context, id }) => {
  const dispute = context.state.disputes.get(id);
  if (!dispute) throw missing("dispute", id, "dispute");
  return dispute;
};

/**
 * The card's holder asks the bank for the money back, and later the bank decides. A second call with `won` or `lost`
 * closes it.
 */
export function disputeCharge(context: Context, chargeId: string, status: Dispute["status"], reason: string): Dispute {
  const charge = context.state.charges.get(chargeId);
  if (!charge) throw missing("charge", chargeId, "charge");
  const existing = [...context.state.disputes.values()].find((each) => each.charge === chargeId);
  const dispute = existing ?? newDispute(charge, reason, context.now());
  dispute.status = status;
  charge.disputed = true;
  context.state.disputes.set(dispute.id, dispute);
  const isClosed = status === "won" || status === "lost" || status === "warning_closed";
  const type = isClosed ? "charge.dispute.closed" : existing ? "charge.dispute.updated" : "charge.dispute.created";
  context.emit(type, dispute, NOBODY_CALLED);
  return dispute;
}

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
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
