import type Stripe from "stripe";

/** What Stripe is asked to tell us; `handle-event.ts` knows what to do with each. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.expired",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export interface NewEndpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

export const webhookUrl = (publicUrl: URL): string => String(new URL("/api/stripe/webhook", publicUrl));

/** A new one each time the keys are saved: Stripe tells an endpoint's secret at its making and never again. */
export async function addEndpoint(stripe: Stripe, url: string): Promise<NewEndpoint> {
  const { id, secret } = await stripe.webhookEndpoints.create({ url, enabled_events: [...EVENT_TYPES], description: "Payments of quotes" });
  if (!secret) throw new Error("Stripe gave no secret with the webhook");
  return { id, url, secret };
}

export async function deleteOtherEndpoints(stripe: Stripe, { id, url }: NewEndpoint): Promise<void> {
  const others: string[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url && endpoint.id !== id) others.push(endpoint.id);
  }
  for (const other of others) await stripe.webhookEndpoints.del(other);
}
