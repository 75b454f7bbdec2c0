import type { Context } from "./context.ts";
import { newId } from "./ids.ts";
import type { StoredSession } from "./state.ts";
import type { Charge, PaymentIntent } from "./stripe-types.ts";
import type { TestCard } from "./test-cards.ts";

/** A payment and its charge, both succeeded. They are stored, and no event is sent yet. */
export function makePayment({ state, now }: Context, stored: StoredSession, email: string | null, card: TestCard): PaymentIntent {
  const id = newId.paymentIntent();
  const charge = newCharge(id, stored, email, card, now());
  const payment = newPaymentIntent(id, charge, stored.paymentMetadata);
  state.charges.set(charge.id, charge);
  state.paymentIntents.set(id, payment);
  return payment;
}

function newPaymentIntent(id: string, charge: Charge, metadata: Record<string, string>): PaymentIntent {
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: charge.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: charge.amount,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: newId.clientSecret(id),
    confirmation_method: "automatic",
    created: charge.created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    description: charge.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: charge.id,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: charge.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

function newCharge(payment: string, stored: StoredSession, email: string | null, card: TestCard, created: number): Charge {
  const { session, paymentMetadata, paymentDescription } = stored;
  const amount = session.amount_total ?? 0;
  return {
    id: newId.charge(),
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: newId.balanceTransaction(),
    billing_details: {
      address: { city: null, country: "GB", line1: null, line2: null, postal_code: null, state: null },
      email,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: true,
    created,
    currency: session.currency ?? "",
    customer: null,
    description: paymentDescription,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: paymentMetadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: payment,
    payment_method: newId.paymentMethod(),
    payment_method_details: cardDetails(card, amount, created),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}

/** Only what Stripe itself shows of a card: its brand and its last four digits. */
function cardDetails({ brand, last4 }: TestCard, amount: number, created: number): Charge["payment_method_details"] {
  return {
    type: "card",
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "GB",
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: new Date(created * 1000).getUTCFullYear() + 3,
      funding: "credit",
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
