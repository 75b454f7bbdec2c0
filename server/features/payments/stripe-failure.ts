import type Stripe from "stripe";
import { Refusal } from "#server/http/errors.ts";

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

/** By the type that the library writes on each of its errors: asking for its class would load it at the start of a portal that may never need it. */
export const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && "type" in error && typeof error.type === "string" && error.type.startsWith("Stripe");
