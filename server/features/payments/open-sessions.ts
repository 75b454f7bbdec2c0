import { and, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { type Db, inTransaction } from "#server/db/connect.ts";
import { checkoutSessions, companies, orders, quotes } from "#server/db/schema.ts";
import { hasPeople } from "#server/features/companies/people.ts";
import type { House } from "#server/house.ts";
import { UNPAYABLE_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { askStripe, type CheckoutState } from "./checkout-session.ts";
import { settlePayment } from "./settle-payment.ts";

/** What looking at Stripe may come to: a payment is settled, and the customer thanked. */
export type SettlingContext = Pick<House, "db" | "post" | "publicUrl" | "clock">;

/**
 * Asks Stripe about a session and acts on the answer: it settles the payment, or closes a session
 * that can take no money. Safe at any time and any number of times. The webhook, the customer's
 * return, a second press and the reconciliation all call it.
 */
export async function lookAtSession(context: SettlingContext, stripe: Stripe, sessionId: string): Promise<CheckoutState> {
  const { db } = context;
  const checkout = await askStripe(stripe, sessionId);
  if (checkout.state === "paid") await inTransaction(db, (tx) => settlePayment({ ...context, db: tx }, checkout.payment));
  if (checkout.state === "expired" || checkout.state === "gone") {
    await db.update(checkoutSessions).set({ open: false }).where(eq(checkoutSessions.id, sessionId));
  }
  return checkout;
}

const MOST_AT_ONCE = 200;

interface OpenSession {
  readonly id: string;
  readonly unwanted: boolean;
}

/**
 * Sessions that must not be paid any more. The quote is deleted, declined or paid, its order is
 * cancelled or taken back, or its company may not use the portal.
 */
const unwanted = sql<boolean>`coalesce(${or(
  isNotNull(quotes.deletedAt),
  eq(quotes.status, "declined"),
  isNotNull(quotes.paidAt),
  inArray(orders.status, UNPAYABLE_ORDER_STATUSES),
  not(hasPeople(companies.id)),
  ne(companies.approvalStatus, "approved"),
)}, false)`;

const openSessions = (db: Db) =>
  db
    .select({ id: checkoutSessions.id, unwanted })
    .from(checkoutSessions)
    .innerJoin(quotes, eq(quotes.id, checkoutSessions.quoteId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .leftJoin(orders, and(eq(orders.quoteId, quotes.id), isNull(orders.deletedAt)))
    .orderBy(checkoutSessions.expiresAt)
    .limit(MOST_AT_ONCE);

/** Sessions whose day is over, and unwanted sessions. */
export const sessionsToClose = (db: Db, now: Date): Promise<OpenSession[]> =>
  openSessions(db).where(and(checkoutSessions.open, or(lt(checkoutSessions.expiresAt, now), unwanted)));

export async function closeSession(context: SettlingContext, stripe: Stripe, { id, unwanted }: OpenSession): Promise<void> {
  const checkout = await lookAtSession(context, stripe, id);
  if (checkout.state !== "open" || !unwanted) return;
  await stripe.checkout.sessions.expire(id);
  await lookAtSession(context, stripe, id);
}

/**
 * Closes open Checkout sessions at Stripe after the change that forbids their payment. It tries
 * each, and throws the first failure at the end, so that the job runs again. A payment in that
 * moment is put before a person (`settle-payment.ts`).
 */
export async function closeUnwantedSessions(context: SettlingContext, stripe: Stripe): Promise<void> {
  const failures: unknown[] = [];
  for (const checkout of await openSessions(context.db).where(and(checkoutSessions.open, unwanted))) {
    await closeSession(context, stripe, checkout).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} Checkout sessions could not be closed: ${String(failures[0])}`);
}
