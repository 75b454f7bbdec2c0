import { and, eq, inArray, or } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { isStripeError } from "#server/features/payments/stripe/stripe-client.ts";
import { stripeOrNull } from "#server/features/payments/stripe/stripe-settings.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { accountCheckoutLines, accountCheckouts, checkoutSessions, invoiceBalances, quotes } from "#server/schema/index.ts";
import { closeAtStripe, lookAtSession } from "./open-sessions.ts";

/**
 * What is about to be paid otherwise, or owe another sum. Without numbers: whatever of the company
 * is owed.
 */
type Changing = { readonly quoteId: number } | { readonly companyId: number; readonly numbers?: readonly number[] | undefined };

export const ON_ITS_WAY = "A payment for this is on its way";

/**
 * Closes every open Checkout for these before what they owe changes (rule Y12). A payment that came
 * at this moment is recorded. Where Stripe can't be reached the change goes on, and a job closes
 * them after it.
 * @throws 409 while a slow payment is on its way
 */
export async function closeSessionsFor(appContext: AppContext, changing: Changing, except?: string): Promise<void> {
  const open = (await sessionsOf(appContext.db, changing)).filter(({ id }) => id !== except);
  if (open.some(({ isPending }) => isPending)) throw conflict(ON_ITS_WAY);
  if (open.length === 0) return;
  const stripe = await stripeOrNull(appContext);
  for (const { id } of stripe ? open : []) await closeOne(appContext, stripe as Stripe, id);
}

/**
 * Of quotes that the caller has locked: no other page than these is open, on which the same money
 * could be paid too.
 * @throws 409 where another press opened one at this moment
 */
export async function refuseOtherPages(tx: Db, changing: Changing, mine: readonly (string | undefined)[]): Promise<void> {
  const others = (await sessionsOf(tx, changing)).filter(({ id }) => !mine.includes(id));
  if (others.length > 0) throw conflict("Another payment page for this was opened just now. Nothing was charged; please try again.");
}

async function closeOne(appContext: AppContext, stripe: Stripe, id: string): Promise<void> {
  try {
    const { state } = await lookAtSession(appContext, stripe, id);
    if (state === "processing") throw conflict(ON_ITS_WAY);
    if (state === "open") await closeAtStripe(appContext, stripe, id);
  } catch (error) {
    if (!isStripeError(error)) throw error;
  }
}

async function sessionsOf(db: Db, changing: Changing) {
  const isOpen = or(checkoutSessions.open, checkoutSessions.isPending);
  const columns = { id: checkoutSessions.id, isPending: checkoutSessions.isPending };
  if ("quoteId" in changing) {
    const { quoteId } = changing;
    const lines = db
      .select({ id: accountCheckoutLines.checkoutId })
      .from(accountCheckoutLines)
      .innerJoin(invoiceBalances, eq(invoiceBalances.number, accountCheckoutLines.number))
      .where(eq(invoiceBalances.quoteId, quoteId));
    return db
      .select(columns)
      .from(checkoutSessions)
      .where(and(isOpen, or(eq(checkoutSessions.quoteId, quoteId), inArray(checkoutSessions.checkoutId, lines))));
  }
  const { companyId, numbers } = changing;
  if (numbers?.length === 0) return [];
  const isNamed = numbers ? inArray(invoiceBalances.number, [...numbers]) : undefined;
  const theirQuotes = db
    .select({ id: quotes.id })
    .from(quotes)
    .innerJoin(invoiceBalances, eq(invoiceBalances.quoteId, quotes.id))
    .where(and(eq(quotes.companyId, companyId), isNamed));
  const theirCheckouts = db
    .select({ id: accountCheckouts.id })
    .from(accountCheckouts)
    .innerJoin(accountCheckoutLines, eq(accountCheckoutLines.checkoutId, accountCheckouts.id))
    .innerJoin(invoiceBalances, eq(invoiceBalances.number, accountCheckoutLines.number))
    .where(and(eq(accountCheckouts.companyId, companyId), isNamed));
  return db
    .select(columns)
    .from(checkoutSessions)
    .where(and(isOpen, or(inArray(checkoutSessions.quoteId, theirQuotes), inArray(checkoutSessions.checkoutId, theirCheckouts))));
}
