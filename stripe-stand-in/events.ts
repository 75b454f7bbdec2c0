import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { page } from "./lists.ts";
import type { ApiHandler, Context, State } from "./state.ts";
import { type Cause, type EventType, newId, type StandInEvent, type WebhookEndpoint } from "./stripe-objects.ts";

/**
 * The API version of the installed client. An event's content does not depend on the caller's
 * `Stripe-Version`.
 */
export const API_VERSION = "2026-10-28.endive";

export function recordEvent(
  { state, now }: Pick<Context, "state" | "now">,
  type: EventType,
  object: StandInEvent["data"]["object"],
  cause: Cause,
): StandInEvent {
  const event: StandInEvent = {
    id: newId.event(),
    object: "event",
    api_version: API_VERSION,
    created: now(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 0,
    request: cause,
    type,
  };
  state.events.set(event.id, event);
  return event;
}

export const listEvents: ApiHandler = ({ context, params }) => {
  const types = params.texts("types");
  const range = params.object("created");
  const [from, to] = [range?.integer("gte") ?? -Infinity, range?.integer("lte") ?? Infinity];
  const events = [...context.state.events.values()].filter(
    ({ type, created }) => (types.length === 0 || types.includes(type)) && created >= from && created <= to,
  );
  return page(events, params, "/v1/events");
};

interface SignedDelivery {
  body: string;
  headers: Record<string, string>;
}

/**
 * Signs a webhook call as Stripe does, ready to be sent, stored, repeated or reordered.
 * @param at the signature's time, in seconds since 1970
 */
export function signedDelivery(event: StandInEvent | object, secret: string, at = Math.floor(Date.now() / 1000)): SignedDelivery {
  const body = JSON.stringify(event, null, 2);
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return {
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      "stripe-signature": `t=${at},v1=${signature}`,
    },
  };
}

export interface DeliveryResult {
  status: number;
  body: string;
}

const ANSWER_WITHIN_MS = 10_000;

/** Makes one attempt. A redirect is not followed, because Stripe counts it as a failure too. */
export async function send(to: string, { body, headers }: SignedDelivery, stopped?: AbortSignal): Promise<DeliveryResult> {
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const signal = stopped ? AbortSignal.any([limit, stopped]) : limit;
  const reply = await fetch(to, { method: "POST", body, headers, redirect: "manual", signal });
  return { status: reply.status, body: await reply.text() };
}

interface Deliveries {
  /**
   * Sends the event to every endpoint that subscribed to it: at once, and after each delay until
   * one attempt succeeds.
   */
  start(event: StandInEvent): void;
  /** Resolves when no delivery and no retry is pending. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  state: State;
  retryDelays: readonly number[];
  log(line: string): void;
  changed(): void;
}

export function webhookDeliveries({ state, retryDelays, log, changed }: Options): Deliveries {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (event: StandInEvent, endpoint: WebhookEndpoint) => {
    for (const delay of [0, ...retryDelays]) {
      await sleep(delay, undefined, { signal: stopping.signal, ref: false });
      // The endpoint is looked up for each attempt, so that a deleted or disabled endpoint gets no
      // more.
      if (state.endpoints.get(endpoint.id)?.status !== "enabled") break;
      if (await isAccepted(event, endpoint, stopping.signal)) break;
      log(`The webhook ${event.type} to ${endpoint.url} was not accepted.`);
    }
    event.pending_webhooks -= 1;
    changed();
  };

  const start = (event: StandInEvent) => {
    const endpoints = [...state.endpoints.values()].filter((endpoint) => isSubscribed(endpoint, event));
    event.pending_webhooks = endpoints.length;
    for (const endpoint of endpoints) {
      const delivery = deliver(event, endpoint).catch(() => {});
      underWay.add(delivery);
      delivery.finally(() => underWay.delete(delivery));
    }
  };
  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  const stop = () => {
    stopping.abort();
    return settled();
  };
  return { start, settled, stop };
}

function isSubscribed(endpoint: WebhookEndpoint, event: StandInEvent): boolean {
  return endpoint.status === "enabled" && endpoint.enabled_events.some((name) => name === "*" || name === event.type);
}

async function isAccepted(event: StandInEvent, { url, secret = "" }: WebhookEndpoint, stopped: AbortSignal): Promise<boolean> {
  const reply = await send(url, signedDelivery(event, secret), stopped).catch(() => undefined);
  return reply !== undefined && reply.status >= 200 && reply.status < 300;
}
