import { readSession } from "./checkout-session-params.ts";
import type { ApiHandler, Context } from "./context.ts";
import { createdFilter, page, pageInOrder } from "./lists.ts";
import { expireSession } from "./session-lifecycle.ts";
import type { StoredSession } from "./state.ts";
import { missing } from "./stripe-error.ts";
import type { Session } from "./stripe-types.ts";

export const createSession: ApiHandler = ({ context, params }) => {
  const made = readSession(params, context);
  params.rejectUnread();
  context.state.sessions.set(made.session.id, made);
  return shownSession(context, made);
};

export const retrieveSession: ApiHandler = ({ context, id }) => shownSession(context, storedSession(context, id));

export const listSessions: ApiHandler = ({ context, params }) => {
  const payment = params.text("payment_intent");
  const status = params.oneOf("status", ["open", "complete", "expired"]);
  const email = params.object("customer_details")?.requiredText("email");
  const created = createdFilter(params);
  const sessions = [...context.state.sessions.values()]
    .filter(({ session }) => (!payment || session.payment_intent === payment) && (!status || session.status === status))
    .filter(({ session }) => (!email || session.customer_details?.email === email) && created(session))
    .map((stored) => shownSession(context, stored));
  return page(sessions, params, "/v1/checkout/sessions");
};

export const expireSessionNow: ApiHandler = ({ context, id, cause }) => {
  const stored = storedSession(context, id);
  expireSession(context, stored, cause);
  return shownSession(context, stored);
};

/** In the order in which they were sent, unlike other lists. */
export const listLineItems: ApiHandler = ({ context, id, params }) =>
  pageInOrder(storedSession(context, id).items, params, `/v1/checkout/sessions/${id}/line_items`);

function storedSession({ state }: Context, id: string): StoredSession {
  const stored = state.sessions.get(id);
  if (!stored) throw missing("checkout.session", id, "session");
  return stored;
}

/** Stripe shows the page's address while there is something to pay. */
export function shownSession({ baseUrl }: Pick<Context, "baseUrl">, { session }: StoredSession): Session {
  return { ...session, url: session.status === "open" ? `${baseUrl}/c/pay/${session.id}` : null };
}
