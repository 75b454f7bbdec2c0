import { page, pageInOrder } from "#stripe-stand-in/lists.ts";
import { makePayment, type TestCard } from "#stripe-stand-in/payments.ts";
import type { ApiHandler, Context, StoredSession } from "#stripe-stand-in/state.ts";
import { findExisting, forbiddenNow } from "#stripe-stand-in/stripe-error.ts";
import { type Cause, NO_CALL, type Session } from "#stripe-stand-in/stripe-objects.ts";
import { readSession } from "./checkout-session-params.ts";

export const createSession: ApiHandler = ({ context, params }) => {
  const made = readSession(params, context);
  params.rejectUnread();
  context.state.sessions.set(made.session.id, made);
  return sessionReply(context, made);
};

export const retrieveSession: ApiHandler = ({ context, id }) => sessionReply(context, storedSession(context, id));

export const listSessions: ApiHandler = ({ context, params }) => {
  const sessions = [...context.state.sessions.values()].map((stored) => sessionReply(context, stored));
  return page(sessions, params, "/v1/checkout/sessions");
};

export const expireSessionNow: ApiHandler = ({ context, id, cause }) => {
  const stored = storedSession(context, id);
  expireSession(context, stored, cause);
  return sessionReply(context, stored);
};

/** Line items keep their order of creation, unlike other lists. */
export const listLineItems: ApiHandler = ({ context, id, params }) =>
  pageInOrder(storedSession(context, id).items, params, `/v1/checkout/sessions/${id}/line_items`);

const storedSession = ({ state }: Context, id: string): StoredSession => findExisting(state.sessions, id, "checkout.session", "session");

/** Stripe sends the page's address only while the session can be paid. */
function sessionReply({ baseUrl }: Pick<Context, "baseUrl">, { session }: StoredSession): Session {
  return { ...session, url: session.status === "open" ? `${baseUrl}/c/pay/${session.id}` : null };
}

function expireSession(context: Context, { session }: StoredSession, cause: Cause): void {
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
    if (stored.session.status === "open" && stored.session.expires_at <= context.now()) expireSession(context, stored, NO_CALL);
  }
}

/**
 * Completes a session after the person pressed Pay with an accepted card, and stores everything
 * that Stripe records, at once.
 */
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
  context.emit("payment_intent.succeeded", payment, NO_CALL);
  context.emit("checkout.session.completed", session, NO_CALL);
}

/**
 * Completes a session with a slow payment method: the person is done, and the money is on its way.
 */
export function completeSlowly(context: Context, stored: StoredSession, card: TestCard): void {
  const { session } = stored;
  if (session.status !== "open") throw forbiddenNow(`This Checkout Session has a status of ${session.status}.`, undefined, "session");
  const payment = makePayment(context, stored, session.customer_email, card);
  payment.status = "processing";
  payment.amount_received = 0;
  session.status = "complete";
  session.payment_intent = payment.id;
  context.emit("checkout.session.completed", session, NO_CALL);
}

/** Ends a slow payment with success or failure. */
export function finishSlowly(context: Context, { session }: StoredSession, isPaid: boolean): void {
  const payment = findExisting(context.state.paymentIntents, session.payment_intent ?? "", "payment_intent");
  payment.status = isPaid ? "succeeded" : "requires_payment_method";
  if (isPaid) session.payment_status = "paid";
  context.emit(isPaid ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed", session, NO_CALL);
}

/**
 * The browser's address after the payment, with Stripe's one placeholder replaced by the session's
 * id.
 */
export function successAddress({ session }: StoredSession): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
