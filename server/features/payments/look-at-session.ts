import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import { checkoutSessions } from "#server/db/schema.ts";
import { askStripe, type Till } from "./checkout-session.ts";
import { type SettleDeps, settlePayment } from "./settle-payment.ts";

/**
 * Asks Stripe about a session and does what follows: a payment is settled, a till that can take no money is closed. Safe at any
 * time and any number of times, so the webhook, the customer's return, a second press and the reconciliation all just do this.
 */
export async function lookAtSession(db: Db, stripe: Stripe, sessionId: string, deps: SettleDeps): Promise<Till> {
  const till = await askStripe(stripe, sessionId);
  if (till.state === "paid") await db.transaction((tx) => settlePayment(tx, till.payment, deps));
  if (till.state === "expired" || till.state === "gone") {
    await db.update(checkoutSessions).set({ open: false }).where(eq(checkoutSessions.id, sessionId));
  }
  return till;
}
