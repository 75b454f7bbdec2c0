import Stripe from "stripe";
import { Refusal } from "#server/http/errors.ts";

/** What the person is told when Stripe fails us; what Stripe said goes to the error records (a 503 becomes one). */
export async function unlessStripeFails<T>(sentence: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new Refusal(503, sentence, { retryAfter: 10, cause: error });
    throw error;
  }
}
