import type { Charge, Dispute, LineItem, PaymentIntent, Refund, Session, StandInEvent, WebhookEndpoint } from "./stripe-types.ts";

/** A session, with the data that Stripe keeps with it but shows elsewhere. */
export interface StoredSession {
  /** `url` is null here: our address may change with a restart, so it is built when the session is shown. */
  session: Session;
  items: LineItem[];
  paymentMetadata: Record<string, string>;
  paymentDescription: string | null;
}

export interface IdempotentReply {
  key: string;
  endpoint: string;
  params: string;
  at: number;
  requestId: string;
  status: number;
  body: string;
}

/** All data of the account. Maps keep the order of creation, in which lists page. */
export interface State {
  sessions: Map<string, StoredSession>;
  paymentIntents: Map<string, PaymentIntent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  endpoints: Map<string, WebhookEndpoint>;
  events: Map<string, StandInEvent>;
  replies: Map<string, IdempotentReply>;
}

const MAPS = [
  "sessions",
  "paymentIntents",
  "charges",
  "refunds",
  "disputes",
  "endpoints",
  "events",
  "replies",
] as const satisfies (keyof State)[];

export function emptyState(): State {
  return {
    sessions: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    endpoints: new Map(),
    events: new Map(),
    replies: new Map(),
  };
}

const EVENTS_KEPT_SECONDS = 30 * 24 * 3600;
const REPLIES_KEPT_SECONDS = 24 * 3600;

/** Stripe lists events for 30 days and remembers idempotency keys for 24 hours. Both maps are ordered by time. */
export function forgetOld(state: State, now: number): void {
  for (const [id, event] of state.events) {
    if (event.created >= now - EVENTS_KEPT_SECONDS) break;
    state.events.delete(id);
  }
  for (const [key, reply] of state.replies) {
    if (reply.at >= now - REPLIES_KEPT_SECONDS) break;
    state.replies.delete(key);
  }
}

export function stateToJson(state: State): string {
  return JSON.stringify(Object.fromEntries(MAPS.map((name) => [name, [...state[name]]])));
}

/** Throws where the text is not what `stateToJson` writes. */
export function stateFromJson(text: string): State {
  const stored: Record<string, [string, unknown][]> = JSON.parse(text);
  return Object.fromEntries(MAPS.map((name) => [name, new Map(stored[name])])) as unknown as State;
}
