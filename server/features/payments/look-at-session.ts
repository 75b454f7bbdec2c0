import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { inTransaction } from "#server/db/connect.ts";
import { checkoutSessions } from "#server/db/schema.ts";
import type { House } from "#server/house.ts";
import { askStripe, type Till } from "./checkout-session.ts";
import { settlePayment } from "./settle-payment.ts";

/** What looking at Stripe may come to: a payment is settled, and the customer thanked. */
export type SettlingMeans = Pick<House, "db" | "post" | "publicUrl" | "clock">;

/**
 * Asks Stripe about a session and does what follows: a payment is settled, a till that can take no money is closed. Safe at any
 * time and any number of times, so the webhook, the customer's return, a second press and the reconciliation all just do this.
 */
export async function lookAtSession(means: SettlingMeans, stripe: Stripe, sessionId: string): Promise<Till> {
  const { db } = means;
  const till = await askStripe(stripe, sessionId);
  if (till.state === "paid") await inTransaction(db, (tx) => settlePayment({ ...means, db: tx }, till.payment));
  if (till.state === "expired" || till.state === "gone") {
    await db.update(checkoutSessions).set({ open: false }).where(eq(checkoutSessions.id, sessionId));
  }
  return till;
}
