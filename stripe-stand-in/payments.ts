import { page } from "./lists.ts";
import type { ApiHandler, Context, StoredSession } from "./state.ts";
import { findExisting } from "./stripe-error.ts";
import { type Charge, NO_CALL, newId, nulls, type PaymentIntent } from "./stripe-objects.ts";

export interface TestCard {
  brand: string;
  last4: string;
}

/** Stripe's published test numbers. The page accepts no other number, so a real card cannot pay. */
const ACCEPTED: Record<string, string> = {
  "4242424242424242": "visa",
  "4000056655665556": "visa",
  "4000008260000000": "visa",
  "5555555555554444": "mastercard",
  "378282246310005": "amex",
};

const DECLINED: Record<string, string> = {
  "4000000000000002": "Your card was declined.",
  "4000000000009995": "Your card has insufficient funds.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
  "4000000000000119": "An error occurred while processing your card. Try again in a little bit.",
};

export const DEFAULT_CARD = "4242 4242 4242 4242";

/** Returns the card, or the error that the page displays. */
export function judgeCard(typed: string): TestCard | string {
  const number = typed.replace(/[\s-]/g, "");
  if (number === "") return "Enter a card number.";
  if (!passesLuhn(number)) return "Your card number is invalid.";
  const brand = ACCEPTED[number];
  if (brand) return { brand, last4: number.slice(-4) };
  return DECLINED[number] ?? "Your card was declined. Only test cards can be used here.";
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Declines a card on the page, and stores a payment with the reason, as Stripe does. */
export function refuseCard(context: Context, stored: StoredSession, sentence: string): PaymentIntent {
  const id = newId.paymentIntent();
  const charge = newCharge(id, paidOf(stored), null, { brand: "visa", last4: "0002" }, context.now());
  const refused = newPaymentIntent(id, charge, stored.paymentMetadata);
  const fault = { code: "card_declined", decline_code: "generic_decline", message: sentence, type: "card_error" } as const;
  const payment: PaymentIntent = { ...refused, amount_received: 0, status: "requires_payment_method", last_payment_error: fault as never };
  context.state.paymentIntents.set(id, payment);
  context.emit("payment_intent.payment_failed", payment, NO_CALL);
  return payment;
}

/** Stores a succeeded payment and its charge. The caller emits the events. */
export function makePayment({ state, now }: Context, stored: StoredSession, email: string | null, card: TestCard): PaymentIntent {
  const id = newId.paymentIntent();
  const charge = newCharge(id, paidOf(stored), email, card, now());
  const payment = newPaymentIntent(id, charge, stored.paymentMetadata);
  state.charges.set(charge.id, charge);
  state.paymentIntents.set(id, payment);
  return payment;
}

function newPaymentIntent(id: string, charge: Charge, metadata: Record<string, string>): PaymentIntent {
  return {
    id,
    object: "payment_intent",
    amount: charge.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: charge.amount,
    capture_method: "automatic_async",
    client_secret: newId.clientSecret(id),
    confirmation_method: "automatic",
    created: charge.created,
    currency: charge.currency,
    description: charge.description,
    latest_charge: charge.id,
    livemode: false,
    metadata,
    payment_method: charge.payment_method,
    payment_method_options: {},
    payment_method_types: ["card"],
    status: "succeeded",
    ...nulls(
      "allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at",
      "cancellation_reason customer customer_account excluded_payment_method_types last_payment_error managed_payments",
      "next_action on_behalf_of payment_method_configuration_details payment_record processing receipt_email review",
      "setup_future_usage shipping source statement_descriptor statement_descriptor_suffix transfer_data transfer_group",
    ),
  };
}

interface Paid {
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly description: string | null;
}

const paidOf = ({ session, paymentMetadata, paymentDescription }: StoredSession): Paid => ({
  amount: session.amount_total ?? 0,
  currency: session.currency ?? "",
  metadata: paymentMetadata,
  description: paymentDescription,
});

function newCharge(payment: string, paid: Paid, email: string | null, card: TestCard, created: number): Charge {
  const { amount, currency, metadata, description } = paid;
  return {
    id: newId.charge(),
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    balance_transaction: newId.balanceTransaction(),
    billing_details: {
      address: { city: null, country: "GB", line1: null, line2: null, postal_code: null, state: null },
      email,
      name: null,
      phone: null,
      tax_id: null,
    },
    captured: true,
    created,
    currency,
    description,
    disputed: false,
    fraud_details: {},
    livemode: false,
    metadata,
    paid: true,
    payment_intent: payment,
    payment_method: newId.paymentMethod(),
    payment_method_details: cardDetails(card, amount, created),
    refunded: false,
    status: "succeeded",
    ...nulls(
      "application application_fee application_fee_amount calculated_statement_descriptor customer failure_balance_transaction",
      "failure_code failure_message on_behalf_of outcome receipt_email receipt_number receipt_url review shipping source",
      "source_transfer statement_descriptor statement_descriptor_suffix transfer_data transfer_group",
    ),
  };
}

/** Contains only a card's brand and last four digits, like Stripe's own reply. */
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

export const retrieveCharge: ApiHandler = ({ context, id }) => findExisting(context.state.charges, id, "charge");

export const retrievePaymentIntent: ApiHandler = ({ context, id }) => existingPayment(context, id);

/** `pi_demo_12_34680`: a demo's payment of £346.80 for quote 12. */
const DEMO_PAYMENT = /^pi_demo_([1-9]\d{0,8})_([1-9]\d{0,7})$/;

/**
 * Returns a payment by its id. A demo's data contain payments that no page of the stand-in took.
 * Their ids contain the quote and the amount, and the first call that names such an id creates the
 * payment.
 */
export function existingPayment({ state, now }: Context, id: string, param?: string): PaymentIntent {
  const [, quoteId = "", amount = ""] = DEMO_PAYMENT.exec(id) ?? [];
  if (quoteId && !state.paymentIntents.has(id)) {
    const paid = { amount: Number(amount), currency: "gbp", metadata: { quoteId }, description: `Quote Q-${quoteId}` };
    const charge = newCharge(id, paid, null, { brand: "visa", last4: "4242" }, now());
    state.charges.set(charge.id, charge);
    state.paymentIntents.set(id, newPaymentIntent(id, charge, paid.metadata));
  }
  return findExisting(state.paymentIntents, id, "payment_intent", param);
}

export const listCharges: ApiHandler = ({ context, params }) => page(context.state.charges.values(), params, "/v1/charges");
