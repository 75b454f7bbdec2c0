import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import type { Pence } from "#shared/domain/money.ts";
import { formatPence } from "#shared/domain/money.ts";
import { TAX_PERCENT } from "#shared/domain/pricing.ts";
import { isStripeError } from "./stripe-failure.ts";

export interface QuoteToPay {
  readonly id: number;
  readonly createdAt: Date;
  /** How many are made: a window may be wanted several times. */
  readonly shutters: number;
  readonly tax: Pence;
  readonly finalTotal: Pence;
  readonly customerEmail: string;
}

const counted = (shutters: number): string => `${shutters} shutter${shutters === 1 ? "" : "s"}`;

/**
 * One line with the quote's own total, so that Stripe adds nothing up and rounds nothing. Everything in it follows from
 * the quote: two presses at once have to ask for the very same thing. No `expires_at`: Stripe's own day holds, so a
 * quote that was opened for payment on its last day may be paid on the next.
 */
function checkoutOf(quote: QuoteToPay, publicUrl: URL): Stripe.Checkout.SessionCreateParams {
  const metadata = { quoteId: String(quote.id), portal: publicUrl.origin };
  const name = `Quote Q-${quote.id} — ${counted(quote.shutters)}`;
  const description = `Made-to-measure window shutters, including ${formatPence(quote.tax)} VAT at ${TAX_PERCENT}%`;
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: quote.finalTotal, product_data: { name, description } } }],
    allowed_payment_method_types: ["card"],
    client_reference_id: String(quote.id),
    customer_email: quote.customerEmail,
    metadata,
    payment_intent_data: { description: name, metadata },
    success_url: String(new URL(`/quotes?paid=${quote.id}`, publicUrl)),
    cancel_url: String(new URL("/quotes", publicUrl)),
  };
}

/**
 * Stripe's idempotency key: the same attempt at the same checkout of the same quote. The quote's time of creation tells
 * apart quotes with one number in two databases that share a Stripe account.
 */
function keyOf(quote: QuoteToPay, attempt: number, params: Stripe.Checkout.SessionCreateParams): string {
  const asked = createHash("sha256")
    .update(JSON.stringify([quote.createdAt, params]))
    .digest("base64url");
  return `quote-${quote.id}-attempt-${attempt}-${asked}`;
}

const TRIES = 12;
const WAIT_MS = 400;

/** Makes a Checkout session, or finds the one that a call beside this one, or one whose reply was lost, has made. */
export async function openCheckout(stripe: Stripe, quote: QuoteToPay, attempt: number, publicUrl: URL) {
  const params = checkoutOf(quote, publicUrl);
  let idempotencyKey = keyOf(quote, attempt, params);
  for (let tries = 1; ; tries += 1) {
    try {
      return await stripe.checkout.sessions.create(params, { idempotencyKey });
    } catch (error) {
      if (!isStripeError(error) || tries >= TRIES) throw error;
      if (error.code === "idempotency_key_in_use") {
        await sleep(WAIT_MS);
      } else if (isRememberedFailure(error)) {
        // Stripe repeats a failure of its own for a day under the same key. If it did make a session, no one has its
        // address.
        idempotencyKey = `${keyOf(quote, attempt, params)}-${Date.now()}`;
      } else throw error;
    }
  }
}

const isRememberedFailure = ({ statusCode, headers }: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  (statusCode ?? 0) >= 500 && headers?.["idempotent-replayed"] === "true";
