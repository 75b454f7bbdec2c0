import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { paymentAttempts } from "#server/schema/payments.ts";
import { LONGEST } from "#shared/domain/longest.ts";

type Noting = Pick<AppContext, "db" | "publicUrl">;

/** Records that Stripe's page refused a card. The payment intent's metadata name the quote. */
export async function recordFailedAttempt(
  { db, publicUrl }: Noting,
  intent: Stripe.PaymentIntent,
  eventId: string,
  at: Date,
): Promise<void> {
  const { quoteId, portal } = intent.metadata;
  const fault = intent.last_payment_error;
  if (portal !== publicUrl.origin || !quoteId || !/^[1-9]\d{0,8}$/.test(quoteId)) return;
  const reason = [fault?.message, fault?.decline_code ?? fault?.code].filter(Boolean).join(" — ").slice(0, LONGEST.errorMessage);
  await db
    .insert(paymentAttempts)
    .values({ quoteId: Number(quoteId), outcome: "failed", reason: reason || null, at, stripeId: eventId })
    .onConflictDoNothing();
}

/**
 * Records a session that Stripe let expire unpaid. A session that the portal itself closed is no
 * attempt.
 */
export async function recordAbandonedSession({ db }: Noting, sessionId: string, at: Date): Promise<void> {
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  if (!session || session.quoteId === null || session.isClosedByUs) return;
  await db
    .insert(paymentAttempts)
    .values({ quoteId: session.quoteId, outcome: "abandoned", reason: null, at, stripeId: sessionId })
    .onConflictDoNothing();
}
