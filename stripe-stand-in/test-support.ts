import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll } from "vitest";
import { type StandInOptions, type StripeStandIn, startStripeStandIn } from "./index.ts";

/** Starts a stand-in that stops with the test file. */
export async function standIn(options: StandInOptions = {}): Promise<StripeStandIn> {
  const started = await startStripeStandIn({ retryDelays: [5, 5], ...options });
  afterAll(() => started.stop());
  return started;
}

/** Creates the official client with the stand-in's address, configured as in the product. */
export function clientOf({ url }: StripeStandIn, config: Stripe.StripeConfig = {}, key = "sk_test_a_key_of_the_tests"): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port: Number(port), protocol: "http", telemetry: false, maxNetworkRetries: 0, ...config });
}

export const oneWindow = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [{ price_data: { currency: "gbp", unit_amount: 12_345, product_data: { name: "Quote 7: 3 windows" } }, quantity: 2 }],
  client_reference_id: "quote-7",
  customer_email: "buyer@example.com",
  metadata: { quoteId: "7" },
  payment_intent_data: { metadata: { quoteId: "7" } },
  success_url: "http://shop.example/quotes?paid=7&session={CHECKOUT_SESSION_ID}",
  cancel_url: "http://shop.example/quotes",
  ...changes,
});

interface Received {
  body: string;
  signature: string;
}

/**
 * Starts a server that stores the webhooks it receives. It replies with the given statuses, then
 * with 200.
 */
export async function webhookReceiver(statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    received.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers["stripe-signature"]) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/stripe/webhook`, received };
}

/** Returns the error of a rejected call. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("The call was expected to be refused.");
}
