import { randomInt } from "node:crypto";
import type Stripe from "stripe";

/**
 * Stripe's objects in the official client's own types, so that a missing required key does not
 * compile. Values that the client converts to a class (decimals) are typed as the wire's text.
 */
export type Session = Stripe.Checkout.Session & { payment_intent: string | null };
export type Price = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, "price"> & { price: Price };
export type PaymentIntent = Stripe.PaymentIntent & { latest_charge: string };
export type Charge = Stripe.Charge & { payment_intent: string };
export type Refund = Stripe.Refund & { charge: string; payment_intent: string };
export type Dispute = Stripe.Dispute & { charge: string; payment_intent: string };
export type WebhookEndpoint = Stripe.WebhookEndpoint;

export type Payout = Stripe.Payout;
export type BalanceTransaction = Stripe.BalanceTransaction & { source: string };

/** A payout with the balance transactions that it settles. */
export interface StoredPayout {
  readonly id: string;
  readonly payout: Payout;
  readonly transactions: readonly BalanceTransaction[];
}

/** The events that this stand-in emits; Stripe has many more. */
export type EventType =
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.async_payment_failed"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "charge.refunded"
  | "refund.created"
  | "refund.updated"
  | "refund.failed"
  | "charge.dispute.created"
  | "charge.dispute.updated"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.funds_reinstated"
  | "charge.dispute.closed";

/**
 * The content of a webhook and of `GET /v1/events`. `data.object` is a copy of the object at that
 * moment.
 */
export interface StandInEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: Session | PaymentIntent | Charge | Refund | Dispute };
  livemode: false;
  pending_webhooks: number;
  request: Cause;
  type: EventType;
}

/**
 * The call that caused an event. Both fields are null if a person acted on the Checkout page, or if
 * time caused the event.
 */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

export const NO_CALL: Cause = { id: null, idempotency_key: null };

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function random(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/**
 * Ids have the form and the lengths of Stripe's ids, because programs store them in columns and put
 * them into addresses.
 */
export const newId = {
  session: () => `cs_test_a1${random(56)}`,
  paymentIntent: () => `pi_3${random(23)}`,
  charge: () => `ch_3${random(23)}`,
  balanceTransaction: () => `txn_3${random(23)}`,
  dispute: () => `dp_1${random(23)}`,
  payout: () => `po_1${random(23)}`,
  refund: () => `re_3${random(23)}`,
  paymentMethod: () => `pm_1${random(23)}`,
  lineItem: () => `li_1${random(23)}`,
  price: () => `price_1${random(23)}`,
  product: () => `prod_${random(14)}`,
  event: () => `evt_1${random(23)}`,
  endpoint: () => `we_1${random(23)}`,
  endpointSecret: () => `whsec_${random(32)}`,
  request: () => `req_${random(14)}`,
  clientSecret: (of: string) => `${of}_secret_${random(25)}`,
};

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/**
 * Returns null for keys that Stripe always sends and that the stand-in does not use, separated by
 * spaces: `nulls("review source")`.
 */
export const nulls = <const Names extends string>(...names: Names[]): Record<Words<Names>, null> =>
  Object.fromEntries(names.flatMap((some) => some.split(" ")).map((name) => [name, null])) as Record<Words<Names>, null>;
