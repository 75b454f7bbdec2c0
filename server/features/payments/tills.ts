import { and, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { type Db, inTransaction } from "#server/db/connect.ts";
import { checkoutSessions, companies, orders, quotes } from "#server/db/schema.ts";
import { hasPeople } from "#server/features/companies/people.ts";
import type { House } from "#server/house.ts";
import { UNPAYABLE_ORDER_STATUSES } from "#shared/domain/status.ts";
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

const MOST_TILLS = 200;

interface OpenTill {
  readonly id: string;
  readonly unwanted: boolean;
}

/**
 * Must not be paid any more: the quote is deleted, declined or paid, its order is cancelled or taken back, or its
 * company may not use the portal.
 */
const unwanted = sql<boolean>`coalesce(${or(
  isNotNull(quotes.deletedAt),
  eq(quotes.status, "declined"),
  isNotNull(quotes.paidAt),
  inArray(orders.status, UNPAYABLE_ORDER_STATUSES),
  not(hasPeople(companies.id)),
  ne(companies.approvalStatus, "approved"),
)}, false)`;

const openTills = (db: Db) =>
  db
    .select({ id: checkoutSessions.id, unwanted })
    .from(checkoutSessions)
    .innerJoin(quotes, eq(quotes.id, checkoutSessions.quoteId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .leftJoin(orders, and(eq(orders.quoteId, quotes.id), isNull(orders.deletedAt)))
    .orderBy(checkoutSessions.expiresAt)
    .limit(MOST_TILLS);

/** Tills whose day is over, and tills that are unwanted. */
export const tillsToClose = (db: Db, now: Date): Promise<OpenTill[]> =>
  openTills(db).where(and(checkoutSessions.open, or(lt(checkoutSessions.expiresAt, now), unwanted)));

export async function closeTill(means: SettlingMeans, stripe: Stripe, { id, unwanted }: OpenTill): Promise<void> {
  const till = await lookAtSession(means, stripe, id);
  if (till.state !== "open" || !unwanted) return;
  await stripe.checkout.sessions.expire(id);
  await lookAtSession(means, stripe, id);
}

/**
 * Closes at Stripe the open Checkout sessions ("tills") that must not be paid any more, after the reply of the change
 * that made them so. Each is tried; a failure is thrown at the end, so that the job is tried again. Who pays in that
 * moment all the same is put before a person (`settle-payment.ts`).
 */
export async function closeUnwantedTills(means: SettlingMeans, stripe: Stripe): Promise<void> {
  const failures: unknown[] = [];
  for (const till of await openTills(means.db).where(and(checkoutSessions.open, unwanted))) {
    await closeTill(means, stripe, till).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tills could not be closed: ${String(failures[0])}`);
}
