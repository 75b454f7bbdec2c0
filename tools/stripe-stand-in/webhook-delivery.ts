import { setTimeout as sleep } from "node:timers/promises";
import type { State } from "./state.ts";
import type { StandInEvent, WebhookEndpoint } from "./stripe-types.ts";
import { type SignedDelivery, signedDelivery } from "./webhook-signature.ts";

export interface DeliveryResult {
  status: number;
  body: string;
}

const ANSWER_WITHIN_MS = 10_000;

/** One try. A redirect is not followed: Stripe counts it as a failure too. */
export async function send(to: string, { body, headers }: SignedDelivery, stopped?: AbortSignal): Promise<DeliveryResult> {
  const limit = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const signal = stopped ? AbortSignal.any([limit, stopped]) : limit;
  const reply = await fetch(to, { method: "POST", body, headers, redirect: "manual", signal });
  return { status: reply.status, body: await reply.text() };
}

export interface Deliveries {
  /** Sends the event to every endpoint that subscribed to it, now and, where that fails, after each of the delays. */
  start(event: StandInEvent): void;
  /** Resolves when nothing is under way, retries included. */
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
      // Looked up for each try: a deleted or disabled endpoint gets no more.
      if (state.endpoints.get(endpoint.id)?.status !== "enabled") break;
      if (await accepted(event, endpoint, stopping.signal)) break;
      log(`The webhook ${event.type} to ${endpoint.url} was not accepted.`);
    }
    event.pending_webhooks -= 1;
    changed();
  };

  const start = (event: StandInEvent) => {
    const endpoints = [...state.endpoints.values()].filter((endpoint) => wants(endpoint, event));
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

function wants(endpoint: WebhookEndpoint, event: StandInEvent): boolean {
  return endpoint.status === "enabled" && endpoint.enabled_events.some((name) => name === "*" || name === event.type);
}

async function accepted(event: StandInEvent, { url, secret = "" }: WebhookEndpoint, stopped: AbortSignal): Promise<boolean> {
  const reply = await send(url, signedDelivery(event, secret), stopped).catch(() => undefined);
  return reply !== undefined && reply.status >= 200 && reply.status < 300;
}
