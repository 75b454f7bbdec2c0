import express, { type Request, type RequestHandler, Router } from "express";
import type Stripe from "stripe";
import type { House } from "#server/house.ts";
import { badRequest } from "#server/http/errors.ts";
import { handleEvent } from "./handle-event.ts";
import { unlessStripeFails } from "./stripe-failure.ts";
import { requireStripe, webhookSecrets } from "./stripe-settings.ts";
import { EVENT_TYPES } from "./webhook-endpoint.ts";

const NOT_SIGNED = "This is not a delivery that Stripe signed for this portal";
/** Stripe tries again, for days, whatever is not answered with success. */
const LATER = "Stripe cannot be asked about this event just now. Please deliver it again later.";

/** Stripe's deliveries (rule Y7). The signature is over the bytes, so the body stays as it came. */
export function stripeWebhook(house: House): RequestHandler {
  const receive: RequestHandler = async (req, res) => {
    const event = await verified(req, await webhookSecrets(house.db, house.seal));
    if ((EVENT_TYPES as readonly string[]).includes(event.type)) {
      const stripe = await requireStripe(house);
      await unlessStripeFails(LATER, () => handleEvent(house, stripe, event));
    }
    res.json({ received: true });
  };
  return Router().use(refuseUnsigned, express.raw({ type: () => true, limit: "1mb" }), receive);
}

/** Before the body is read and the database asked. */
const refuseUnsigned: RequestHandler = (req, _res, next) => {
  if (typeof req.headers["stripe-signature"] !== "string") throw badRequest(NOT_SIGNED);
  next();
};

async function verified(req: Request, secrets: readonly string[]): Promise<Stripe.Event> {
  const signature = String(req.headers["stripe-signature"]);
  const body: unknown = req.body;
  if (!Buffer.isBuffer(body)) throw badRequest(NOT_SIGNED);
  const { webhooks } = (await import("stripe")).default;
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, signature, secret);
    } catch {
      // Perhaps signed with the other one.
    }
  }
  throw badRequest(secrets.length === 0 ? "No webhook is registered with Stripe yet" : NOT_SIGNED);
}
