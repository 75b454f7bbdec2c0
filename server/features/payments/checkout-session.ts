import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { poNumberInWords, quoteNumber } from "#shared/domain/trade/status.ts";
import { isStripeError } from "./stripe-client.ts";

interface QuoteToPay {
  readonly id: number;
  readonly createdAt: Date;
  /** How many are made: a window may be wanted several times. */
  readonly shutters: number;
  readonly jobName: string | null;
  readonly poNumber: string | null;
  readonly taxPence: Pence;
  readonly finalTotalPence: Pence;
  readonly customerEmail: string;
}

const counted = (shutters: number): string => `${shutters} shutter${shutters === 1 ? "" : "s"}`;

/**
 * One line with the quote's own total, so that Stripe neither adds nor rounds. Everything in it
 * follows from the quote: two presses at once must ask for the same thing. `expires_at` is left
 * out, so Stripe's own day holds. A quote opened for payment on its last day may be paid on the
 * next.
 */
function checkoutOf(quote: QuoteToPay, publicUrl: URL): Stripe.Checkout.SessionCreateParams {
  const metadata = { quoteId: String(quote.id), portal: publicUrl.origin };
  const name = `Quote ${quoteNumber(quote.id)} — ${counted(quote.shutters)}`;
  const words = [quote.jobName, quote.poNumber && poNumberInWords(quote.poNumber)].filter(Boolean).join(", ");
  const description = `${words && `${words}. `}Made-to-measure window shutters, including ${formatPence(quote.taxPence)} VAT at ${TAX_PERCENT}%`;
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: quote.finalTotalPence, product_data: { name, description } } }],
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
 * Stripe's idempotency key: one attempt at the same checkout of the same quote. The quote's time of
 * creation tells apart equal numbers of two databases that share a Stripe account.
 */
function keyOf(quote: QuoteToPay, attempt: number, params: Stripe.Checkout.SessionCreateParams): string {
  const asked = createHash("sha256")
    .update(JSON.stringify([quote.createdAt, params]))
    .digest("base64url");
  return `quote-${quote.id}-attempt-${attempt}-${asked}`;
}

const TRIES = 12;
const WAIT_MS = 400;

/** Makes a Checkout session, or finds the session of a call beside this one, or of a lost reply. */
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
        // Under the same key Stripe repeats its own failure for a day. If it did make a session, no
        // one has its address.
        idempotencyKey = `${keyOf(quote, attempt, params)}-${Date.now()}`;
      } else throw error;
    }
  }
}

const isRememberedFailure = ({ statusCode, headers }: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  (statusCode ?? 0) >= 500 && headers?.["idempotent-replayed"] === "true";

/**
 * A session is read with its payment and charge: they hold the time of payment and the refunds
 * since.
 */
const EXPAND = ["payment_intent.latest_charge"];

/**
 * - `gone`: the present keys open another account, or none that knows it.
 * - `processing`: the person is done, the money is not there yet.
 */
export type CheckoutState =
  | { readonly state: "open"; readonly url: string }
  | { readonly state: "paid"; readonly payment: PaidSession }
  | { readonly state: "processing" | "expired" | "gone" };

/** A payment as Stripe itself tells it, never as a request or a webhook's body does. */
export interface PaidSession {
  readonly sessionId: string;
  readonly intentId: string | null;
  /** Who made the session, by its metadata; what else is sold on the same Stripe account has none of ours. */
  readonly madeBy: string | null;
  readonly quoteId: number | null;
  readonly amount: Pence;
  readonly currency: string;
  readonly refunded: Pence;
  readonly live: boolean;
  readonly paidAt: Date | null;
}

export async function askStripe(stripe: Stripe, sessionId: string): Promise<CheckoutState> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: EXPAND }).catch(nullWhenMissing);
  if (!session) return { state: "gone" };
  if (session.status === "open" && session.url) return { state: "open", url: session.url };
  if (session.status === "expired") return { state: "expired" };
  return session.payment_status === "paid" ? { state: "paid", payment: paidSession(session) } : { state: "processing" };
}

export function nullWhenMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === "resource_missing") return null;
  throw error;
}

function paidSession(session: Stripe.Checkout.Session): PaidSession {
  const intent = session.payment_intent;
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  const told = typeof charge === "object" ? charge : null;
  return {
    sessionId: session.id,
    intentId: typeof intent === "string" ? intent : (intent?.id ?? null),
    madeBy: session.metadata?.portal ?? null,
    quoteId: quoteIn(session.metadata?.quoteId),
    amount: pence(session.amount_total ?? 0),
    currency: session.currency ?? "",
    refunded: pence(told?.amount_refunded ?? 0),
    live: session.livemode,
    paidAt: told ? new Date(told.created * 1000) : null,
  };
}

const quoteIn = (text: string | undefined): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
