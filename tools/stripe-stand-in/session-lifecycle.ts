import type { Context } from "./context.ts";
import { makePayment } from "./make-payment.ts";
import type { StoredSession } from "./state.ts";
import { forbiddenNow } from "./stripe-error.ts";
import { type Cause, NOBODY_CALLED } from "./stripe-types.ts";
import type { TestCard } from "./test-cards.ts";

export function expireSession(context: Context, { session }: StoredSession, cause: Cause): void {
  if (session.status !== "open") {
    throw forbiddenNow(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      undefined,
      "session",
    );
  }
  session.status = "expired";
  context.emit("checkout.session.expired", session, cause);
}

export function expireDueSessions(context: Context): void {
  for (const stored of context.state.sessions.values()) {
    if (stored.session.status === "open" && stored.session.expires_at <= context.now()) expireSession(context, stored, NOBODY_CALLED);
  }
}

/** The person pressed Pay with an accepted card: stores everything that Stripe records, at once. */
export function completeSession(context: Context, stored: StoredSession, email: string | null, card: TestCard): void {
  const { session } = stored;
  if (session.status !== "open") throw forbiddenNow(`This Checkout Session has a status of ${session.status}.`, undefined, "session");
  const payment = makePayment(context, stored, email, card);
  session.status = "complete";
  session.payment_status = "paid";
  session.payment_intent = payment.id;
  session.customer_details = {
    address: { city: null, country: "GB", line1: null, line2: null, postal_code: null, state: null },
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
  context.emit("payment_intent.succeeded", payment, NOBODY_CALLED);
  context.emit("checkout.session.completed", session, NOBODY_CALLED);
}

/** Where the browser goes after the payment. Stripe fills the id into this one placeholder. */
export function successAddress({ session }: StoredSession): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
