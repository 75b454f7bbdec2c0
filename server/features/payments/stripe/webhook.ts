import express, { type Request, type RequestHandler, Router } from "express";
import type Stripe from "stripe";
import { z } from "zod";
import type { AppContext } from "#server/context.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { createQueue, MOST_EVENTS_AT_ONCE, MOST_WAITING } from "#server/platform/http/limits.ts";
import { findJsonFault } from "#shared/http/json-bounds.ts";
import { handleEvent } from "./handle-event.ts";
import { unlessStripeFails } from "./stripe-client.ts";
import { requireStripe, webhookSecrets } from "./stripe-settings.ts";

const NOT_SIGNED = "This is not a delivery that Stripe signed for this portal";
const NO_EVENT = "This is signed, but it is not an event of Stripe's";
/** Stripe retries a delivery for days until it receives a success. */
const LATER = "Stripe cannot be queried about this event just now. Please deliver it again later.";

/**
 * Receives Stripe's deliveries (rule Y7). The signature covers the raw bytes, so the body is not
 * parsed before.
 */
export function stripeWebhook(appContext: AppContext): RequestHandler {
  const handle = createEventHandler(appContext);
  const receive: RequestHandler = async (req, res) => {
    const event = await verified(req, await webhookSecrets(appContext.db, appContext.seal));
    if (!AnyEvent.safeParse(event).success) throw badRequest(NO_EVENT);
    if ((EVENT_TYPES as readonly string[]).includes(event.type)) {
      if (!OurEvent.safeParse(event).success) throw badRequest(NO_EVENT);
      const stripe = await requireStripe(appContext);
      await unlessStripeFails(LATER, () => handle(stripe, event));
    }
    res.json({ received: true });
  };
  return Router().use(refuseUnsigned, express.raw({ type: () => true, limit: "1mb" }), receive);
}

/**
 * Handles few events at once, because each may hold a connection while another one has its payment
 * locked. Simultaneous deliveries of one event share one handling and its outcome.
 */
function createEventHandler(appContext: AppContext): (stripe: Stripe, event: Stripe.Event) => Promise<void> {
  const inTurn = createQueue(MOST_EVENTS_AT_ONCE, MOST_WAITING);
  const underWay = new Map<string, Promise<void>>();
  return (stripe, event) => {
    const known = underWay.get(event.id);
    if (known) return known;
    const handling = inTurn(() => handleEvent(appContext, stripe, event)).finally(() => underWay.delete(event.id));
    underWay.set(event.id, handling);
    return handling;
  };
}

/** It runs before the body is read and before any query. */
const refuseUnsigned: RequestHandler = (req, _res, next) => {
  if (typeof req.headers["stripe-signature"] !== "string") throw badRequest(NOT_SIGNED);
  next();
};

async function verified(req: Request, secrets: readonly string[]): Promise<Stripe.Event> {
  const signature = String(req.headers["stripe-signature"]);
  const body: unknown = req.body;
  if (!Buffer.isBuffer(body)) throw badRequest(NOT_SIGNED);
  const { webhooks } = (await import("stripe")).default;
  const isSigned = secrets.some((secret) => {
    try {
      return webhooks.signature?.verifyHeader(body, signature, secret, webhooks.DEFAULT_TOLERANCE) ?? false;
    } catch {
      // The delivery may be signed with the other secret.
      return false;
    }
  });
  if (!isSigned) throw badRequest(secrets.length === 0 ? "No webhook is registered with Stripe yet" : NOT_SIGNED);
  const json = body.toString();
  if (findJsonFault(json) !== null) throw badRequest(NO_EVENT);
  try {
    return JSON.parse(json) as Stripe.Event;
  } catch {
    throw badRequest(NO_EVENT);
  }
}

/** The subscribed events; `handle-event.ts` handles each of them. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.payment_failed",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** A signature proves the sender, not the content: a signed `null` is possible. */
const AnyEvent = z.object({ type: z.string() });
/** The fields that `handle-event.ts` reads. */
const OurEvent = z.object({ data: z.object({ object: z.object({ id: z.string().min(1) }) }) });

export interface NewEndpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

export const webhookUrl = (publicUrl: URL): string => String(new URL("/api/stripe/webhook", publicUrl));

/**
 * Creates a new endpoint with each save of keys, because Stripe returns an endpoint's secret only
 * at its creation.
 */
export async function addEndpoint(stripe: Stripe, url: string): Promise<NewEndpoint> {
  const { id, secret } = await stripe.webhookEndpoints.create({ url, enabled_events: [...EVENT_TYPES], description: "Payments of quotes" });
  if (!secret) throw new Error("Stripe gave no secret with the webhook");
  return { id, url, secret };
}

export async function deleteOtherEndpoints(stripe: Stripe, { id, url }: NewEndpoint): Promise<void> {
  const otherIds: string[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url && endpoint.id !== id) otherIds.push(endpoint.id);
  }
  for (const otherId of otherIds) await stripe.webhookEndpoints.del(otherId);
}
