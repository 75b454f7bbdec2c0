import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { Refusal } from "#server/platform/http/errors.ts";

/** Every call ends well before a person at the screen or Stripe's webhook gives up. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Creates Stripe's client for a secret key. The configured origin is Stripe, or another origin with
 * its API. Each key has one client, because the client holds the open connections. The library is
 * loaded on first use, because it is a third of the code that the start would otherwise read.
 */
export function stripeClients(apiBase: URL | undefined): AppContext["stripeFor"] {
  const clients = new Map<string, Stripe>();
  return async (secretKey) => {
    const { default: Library } = await import("stripe");
    const known = clients.get(secretKey);
    if (known) return known;
    const client = new Library(secretKey, { ...address(apiBase), timeout: ANSWER_WITHIN_MS, maxNetworkRetries: 1, telemetry: false });
    // Keys change rarely. A person may try many in the form, so the number of stored clients is
    // limited.
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

/**
 * Replaces a Stripe failure by a 503 with this sentence; the error records receive Stripe's own
 * message.
 */
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
 * Recognizes the library's errors by their type, because checking their class would load the
 * library at the start.
 */
export const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && "type" in error && typeof error.type === "string" && error.type.startsWith("Stripe");
