import type Stripe from "stripe";
import { type Pence, pence } from "#shared/domain/money.ts";

/** What a session is read with: the payment and its charge come along, for the time of payment and what was given back since. */
const EXPAND = ["payment_intent.latest_charge"];

/**
 * - `gone`: the present keys open another account, or none that knows it.
 * - `processing`: the person is done, the money is not there yet.
 */
export type Till =
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

export async function askStripe(stripe: Stripe, sessionId: string): Promise<Till> {
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
    quoteId: quoteNumber(session.metadata?.quoteId),
    amount: pence(session.amount_total ?? 0),
    currency: session.currency ?? "",
    refunded: pence(told?.amount_refunded ?? 0),
    live: session.livemode,
    paidAt: told ? new Date(told.created * 1000) : null,
  };
}

const quoteNumber = (text: string | undefined): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
