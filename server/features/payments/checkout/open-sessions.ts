import { and, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { hasPeople } from "#server/features/companies/people.ts";
import { reconcileRefunds } from "#server/features/payments/refunds/refund-states.ts";
import { heldAmountFor } from "#server/lists/select-parts.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { accountCheckoutLines } from "#server/schema/allocations.ts";
import { accountCheckouts, checkoutSessions } from "#server/schema/checkouts.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { UNPAYABLE_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { type CheckoutState, fetchCheckoutState } from "./checkout-session.ts";
import { settlePayment } from "./settle-payment.ts";
import { notifyOfSlowPayment } from "./slow-payments.ts";

/** The context of synchronizing with Stripe, which may settle a payment and email a receipt. */
export type SettlingContext = Pick<AppContext, "db" | "post" | "publicUrl" | "clock">;

/**
 * Reads a session from Stripe and acts on its state: settles the payment, records that it is
 * pending, or closes a session that can take no money. It is idempotent. The webhook, the
 * customer's return, a second press and the reconciliation all call it.
 */
export async function syncSession(context: SettlingContext, stripe: Stripe, sessionId: string): Promise<CheckoutState> {
  const { db } = context;
  const checkout = await fetchCheckoutState(stripe, sessionId);
  const pending = await storeSessionState(db, sessionId, checkout.state);
  if (checkout.state === "paid") {
    await inTransaction(db, (tx) => settlePayment({ ...context, db: tx }, checkout.payment));
    const { refunded, intentId } = checkout.payment;
    if (refunded > 0 && intentId) await reconcileRefunds(context, stripe, intentId);
  }
  const isOver = checkout.state === "paid" || checkout.state === "failed";
  if (pending && isOver) await inTransaction(db, (tx) => notifyOfSlowPayment(tx, pending, checkout.state === "paid"));
  return checkout;
}

/**
 * Stores the session's state at Stripe. @returns the session where its payment was pending until
 * now
 */
async function storeSessionState(db: Db, id: string, state: CheckoutState["state"]) {
  const [before] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, id));
  if (state === "processing" && !before?.isPending)
    await db.update(checkoutSessions).set({ open: false, isPending: true }).where(eq(checkoutSessions.id, id));
  if (state === "expired" || state === "gone" || state === "failed") {
    const [ended] = await db
      .update(checkoutSessions)
      .set({ open: false, isPending: false })
      .where(and(eq(checkoutSessions.id, id), or(checkoutSessions.open, checkoutSessions.isPending)))
      .returning();
    return ended && before?.isPending ? before : undefined;
  }
  return before?.isPending ? before : undefined;
}

const MOST_AT_ONCE = 200;

interface OpenSession {
  readonly id: string;
  readonly unwanted: boolean;
}

/** True if the invoices of a session's quote owe another amount. */
const hasOtherDebt = sql`(select sum(${invoiceBalances.owedPence}) from ${invoiceBalances} where ${eq(invoiceBalances.quoteId, quotes.id)}) <> ${checkoutSessions.amount}`;

/** True if an invoice in an account's Checkout session now owes another amount. */
const hasOtherSums = sql<boolean>`exists (select from ${accountCheckoutLines} join ${invoiceBalances} on ${eq(invoiceBalances.number, accountCheckoutLines.number)}
  where ${eq(accountCheckoutLines.checkoutId, checkoutSessions.checkoutId)} and ${ne(invoiceBalances.owedPence, accountCheckoutLines.amountPence)})`;

/**
 * True if a quote without an invoice has unallocated payments, so that the rest is another amount
 * now.
 */
const hasOtherRest = and(
  isNull(quotes.invoiceNumber),
  ne(checkoutSessions.amount, sql`${quotes.finalTotalPence} - ${heldAmountFor(quotes.id)}`),
);

/**
 * Sessions that must not be paid any longer: the quote is deleted, declined or paid, or owes
 * another amount, or its order is cancelled or under correction, or its company may not use the
 * portal.
 */
const unwanted = sql<boolean>`coalesce(${or(
  isNotNull(quotes.deletedAt),
  eq(quotes.status, "declined"),
  isNotNull(quotes.paidAt),
  hasOtherDebt,
  hasOtherRest,
  hasOtherSums,
  inArray(orders.status, UNPAYABLE_ORDER_STATUSES),
  not(hasPeople(companies.id)),
  ne(companies.approvalStatus, "approved"),
)}, false)`;

const openSessions = (db: Db) =>
  db
    .select({ id: checkoutSessions.id, unwanted })
    .from(checkoutSessions)
    .leftJoin(quotes, eq(quotes.id, checkoutSessions.quoteId))
    .leftJoin(accountCheckouts, eq(accountCheckouts.id, checkoutSessions.checkoutId))
    .innerJoin(companies, sql`${companies.id} = coalesce(${quotes.companyId}, ${accountCheckouts.companyId})`)
    .leftJoin(orders, and(eq(orders.quoteId, quotes.id), isNull(orders.deletedAt)))
    .orderBy(checkoutSessions.expiresAt)
    .limit(MOST_AT_ONCE);

/** Finds sessions that are expired or unwanted, and sessions with a pending payment. */
export const sessionsToClose = (db: Db, now: Date): Promise<OpenSession[]> =>
  openSessions(db).where(or(checkoutSessions.isPending, and(checkoutSessions.open, or(lt(checkoutSessions.expiresAt, now), unwanted))));

export async function closeSession(context: SettlingContext, stripe: Stripe, { id, unwanted }: OpenSession): Promise<void> {
  const checkout = await syncSession(context, stripe, id);
  if (checkout.state === "open" && unwanted) await closeAtStripe(context, stripe, id);
}

/**
 * Closes an open session, so that nobody can pay it. The mark distinguishes its expiry from a
 * customer's abandoned attempt.
 */
export async function closeAtStripe(context: SettlingContext, stripe: Stripe, id: string): Promise<void> {
  await context.db.update(checkoutSessions).set({ isClosedByUs: true }).where(eq(checkoutSessions.id, id));
  await stripe.checkout.sessions.expire(id);
  await syncSession(context, stripe, id);
}

/**
 * Closes open Checkout sessions at Stripe after the change that forbids their payment. It tries
 * each, and throws the first failure at the end, so that the job runs again. A payment made at that
 * moment is flagged for review (`settle-payment.ts`).
 */
export async function closeUnwantedSessions(context: SettlingContext, stripe: Stripe): Promise<void> {
  const failures: unknown[] = [];
  for (const checkout of await openSessions(context.db).where(and(checkoutSessions.open, unwanted))) {
    await closeSession(context, stripe, checkout).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} Checkout sessions could not be closed: ${String(failures[0])}`);
}
