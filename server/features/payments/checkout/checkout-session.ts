import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import { isStripeError } from "#server/features/payments/stripe/stripe-client.ts";
import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import { countOf } from "#shared/domain/text.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { poNumberInWords, quoteNumber } from "#shared/domain/trade/status.ts";

/**
 * The content of a Checkout session. It depends on stored values only, so that two simultaneous
 * presses send equal requests to Stripe.
 */
interface Purchase {
  readonly lines: readonly { readonly name: string; readonly description: string; readonly amount: Pence }[];
  /** The description of the payment in Stripe. */
  readonly description: string;
  /** The metadata that identify the payment later: `quoteId` or `checkoutId`. */
  readonly mark: Readonly<Record<string, string>>;
  readonly customerEmail: string;
  readonly successPath: string;
  readonly cancelPath: string;
  /** The beginning of Stripe's idempotency key; a hash of the request follows. */
  readonly key: string;
}

interface QuoteToPay {
  readonly id: number;
  readonly createdAt: Date;
  /** The number of shutters, with each window's quantity. */
  readonly shutters: number;
  readonly jobName: string | null;
  readonly poNumber: string | null;
  readonly taxPence: Pence;
  readonly finalTotalPence: Pence;
  /** The amount to pay: the total, or the rest where the invoice was paid or credited in part. */
  readonly owedPence: Pence;
  readonly customerEmail: string;
}

/**
 * Builds one line with the quote's own total, so that Stripe neither sums nor rounds. The quote's
 * creation time is part of the key, because two databases with equal quote numbers may share a
 * Stripe account.
 */
export function purchaseOfQuote(quote: QuoteToPay, attempt: number): Purchase {
  const name = `Quote ${quoteNumber(quote.id)} — ${countOf(quote.shutters, "shutter")}`;
  const words = [quote.jobName, quote.poNumber && poNumberInWords(quote.poNumber)].filter(Boolean).join(", ");
  const isWhole = quote.owedPence === quote.finalTotalPence;
  const sums = isWhole
    ? `including ${formatPence(quote.taxPence)} VAT at ${TAX_PERCENT}%`
    : `the rest of ${formatPence(quote.finalTotalPence)}`;
  return {
    lines: [{ name, description: `${words && `${words}. `}Made-to-measure window shutters, ${sums}`, amount: quote.owedPence }],
    description: name,
    mark: { quoteId: String(quote.id) },
    customerEmail: quote.customerEmail,
    successPath: `/quotes?paid=${quote.id}`,
    cancelPath: "/quotes",
    key: `quote-${quote.id}-attempt-${attempt}-${quote.createdAt.toISOString()}`,
  };
}

/**
 * `expires_at` is left out, so Stripe's default of one day applies. A quote opened for payment on
 * its last day may be paid on the next.
 */
function checkoutOf(purchase: Purchase, publicUrl: URL): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...purchase.mark, portal: publicUrl.origin };
  return {
    mode: "payment",
    line_items: purchase.lines.map(({ name, description, amount }) => ({
      quantity: 1,
      price_data: { currency: "gbp", unit_amount: amount, product_data: { name, description } },
    })),
    allowed_payment_method_types: ["card"],
    client_reference_id: Object.values(purchase.mark)[0] ?? "",
    customer_email: purchase.customerEmail,
    metadata,
    payment_intent_data: { description: purchase.description, metadata },
    success_url: String(new URL(purchase.successPath, publicUrl)),
    cancel_url: String(new URL(purchase.cancelPath, publicUrl)),
  };
}

/** Stripe's idempotency key for one attempt at this checkout. */
function keyOf(purchase: Purchase, params: Stripe.Checkout.SessionCreateParams): string {
  const requestHash = createHash("sha256")
    .update(JSON.stringify([purchase.key, params]))
    .digest("base64url");
  return `${purchase.key.split("-").slice(0, 4).join("-")}-${requestHash}`;
}

const TRIES = 12;
const WAIT_MS = 400;

/**
 * Creates a Checkout session, or finds the session that a simultaneous call or a call with a lost
 * reply created. Where that session was closed since, a new one is created, because Stripe repeats
 * the reply of a creation for a day.
 */
export async function openCheckout(stripe: Stripe, purchase: Purchase, publicUrl: URL) {
  const params = checkoutOf(purchase, publicUrl);
  let idempotencyKey = keyOf(purchase, params);
  for (let tries = 1; ; tries += 1) {
    try {
      const session = await stripe.checkout.sessions.create(params, { idempotencyKey });
      if (!isReplayed(session) || (await stripe.checkout.sessions.retrieve(session.id)).status === "open") return session;
      // Two simultaneous presses derive the same key, and so create one session.
      idempotencyKey = `${keyOf(purchase, params)}-${session.id}`;
    } catch (error) {
      if (!isStripeError(error) || tries >= TRIES) throw error;
      if (error.code === "idempotency_key_in_use") {
        await sleep(WAIT_MS);
      } else if (isRememberedFailure(error)) {
        // With the same key Stripe repeats its own failure for a day. If it did create a session,
        // its address was never sent to anybody.
        idempotencyKey = `${keyOf(purchase, params)}-${Date.now()}`;
      } else throw error;
    }
  }
}

const isReplayed = ({ lastResponse }: Stripe.Response<Stripe.Checkout.Session>): boolean =>
  lastResponse?.headers["idempotent-replayed"] === "true";

const isRememberedFailure = ({ statusCode, headers }: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  (statusCode ?? 0) >= 500 && headers?.["idempotent-replayed"] === "true";

/**
 * The session is retrieved with its payment and charge, which hold the payment time and later
 * refunds.
 */
const EXPAND = ["payment_intent.latest_charge"];

/**
 * `gone`: the current keys belong to another account, or the session is unknown. `processing`: the
 * customer has finished and the money is pending. `failed`: the customer had finished, and the
 * payment failed.
 */
export type CheckoutState =
  | { readonly state: "open"; readonly url: string }
  | { readonly state: "paid"; readonly payment: PaidSession }
  | { readonly state: "processing" | "failed" | "expired" | "gone" };

/** A payment as read from Stripe's API, never from a request or a webhook's body. */
export interface PaidSession {
  readonly sessionId: string;
  readonly intentId: string | null;
  /**
   * The origin of the portal that created the session. Other sales on the same Stripe account have
   * none.
   */
  readonly madeBy: string | null;
  readonly quoteId: number | null;
  readonly checkoutId: number | null;
  readonly amount: Pence;
  readonly currency: string;
  readonly refunded: Pence;
  readonly live: boolean;
  readonly paidAt: Date | null;
}

export async function fetchCheckoutState(stripe: Stripe, sessionId: string): Promise<CheckoutState> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: EXPAND }).catch(nullWhenMissing);
  if (!session) return { state: "gone" };
  if (session.status === "open" && session.url) return { state: "open", url: session.url };
  if (session.status === "expired") return { state: "expired" };
  if (session.payment_status === "paid") return { state: "paid", payment: paidSession(session) };
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  return { state: intent?.status === "requires_payment_method" || intent?.status === "canceled" ? "failed" : "processing" };
}

export function nullWhenMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === "resource_missing") return null;
  throw error;
}

function paidSession(session: Stripe.Checkout.Session): PaidSession {
  const intent = session.payment_intent;
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  const charged = typeof charge === "object" ? charge : null;
  return {
    sessionId: session.id,
    intentId: typeof intent === "string" ? intent : (intent?.id ?? null),
    madeBy: session.metadata?.portal ?? null,
    quoteId: idIn(session.metadata?.quoteId),
    checkoutId: idIn(session.metadata?.checkoutId),
    amount: pence(session.amount_total ?? 0),
    currency: session.currency ?? "",
    refunded: pence(charged?.amount_refunded ?? 0),
    live: session.livemode,
    paidAt: charged ? new Date(charged.created * 1000) : null,
  };
}

const idIn = (text: string | undefined): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
