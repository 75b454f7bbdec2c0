import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { Refusal } from "#server/platform/http/errors.ts";

/** Every call ends well before the person at the screen gives up, or Stripe on its webhook. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Stripe's own client for a secret key. Where it calls is configuration: Stripe, or another origin that speaks its API.
 * One client is kept for each key, because it holds the open connections. The library is loaded when a key is first
 * used: it is a third of what the start would otherwise read.
 */
export function stripeClients(apiBase: URL | undefined): AppContext["stripeFor"] {
  const clients = new Map<string, Stripe>();
  return async (secretKey) => {
    const { default: Library } = await import("stripe");
    const known = clients.get(secretKey);
    if (known) return known;
    const client = new Library(secretKey, { ...address(apiBase), timeout: ANSWER_WITHIN_MS, maxNetworkRetries: 1, telemetry: false });
    // Keys change seldom. A person may try many in the form, and not all of them may be kept.
    if (clients.size >= MOST_KEPT) clients.clear();
    clients.set(secretKey, client);
    return client;
  };
}

const MOST_KEPT = 4;

function address(apiBase: URL | undefined): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  if (!apiBase) return {};
  const protocol = apiBase.protocol === "http:" ? "http" : "https";
  return { protocol, host: apiBase.hostname, port: Number(apiBase.port) || (protocol === "http" ? 80 : 443) };
}

/** What the person is told when Stripe fails us; what Stripe said goes to the error records (a 503 becomes one). */
export async function unlessStripeFails<T>(sentence: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isStripeError(error)) throw new Refusal(503, sentence, { retryAfter: 10, cause: error });
    throw error;
  }
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/**
 * Recognised by the type on each of the library's errors. Its class would load the library at the
 * start, in a portal that may never need it.
 */
export const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && "type" in error && typeof error.type === "string" && error.type.startsWith("Stripe");
