import { and, eq, inArray, or } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { isStripeError } from "#server/features/payments/stripe/stripe-client.ts";
import { stripeOrNull } from "#server/features/payments/stripe/stripe-settings.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { accountCheckoutLines } from "#server/schema/allocations.ts";
import { accountCheckouts, checkoutSessions } from "#server/schema/checkouts.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import { closeAtStripe, syncSession } from "./open-sessions.ts";

/** The debt that is about to change. Without numbers: every debt of the company. */
type Changing = { readonly quoteId: number } | { readonly companyId: number; readonly numbers?: readonly number[] | undefined };

export const ON_ITS_WAY = "A payment for this is on its way";

/**
 * Closes every open Checkout session for these debts before their amounts change (rule Y12), and
 * records a payment that was just made. Where Stripe cannot be reached the change continues, and a
 * job closes the sessions later. @throws 409 while a slow payment is pending
 */
export async function closeSessionsFor(appContext: AppContext, changing: Changing, except?: string): Promise<void> {
  const open = (await sessionsOf(appContext.db, changing)).filter(({ id }) => id !== except);
  if (open.some(({ isPending }) => isPending)) throw conflict(ON_ITS_WAY);
  if (open.length === 0) return;
  const stripe = await stripeOrNull(appContext);
  for (const { id } of stripe ? open : []) await closeOne(appContext, stripe as Stripe, id);
}

/**
 * Checks, with the quotes locked, that no other page is open on which the same debt could be paid.
 * @throws 409 if another press has just opened one
 */
export async function refuseOtherPages(tx: Db, changing: Changing, mine: readonly (string | undefined)[]): Promise<void> {
  const others = (await sessionsOf(tx, changing)).filter(({ id }) => !mine.includes(id));
  if (others.length > 0) throw conflict("Another payment page for this was opened just now. Nothing was charged; please try again.");
}

async function closeOne(appContext: AppContext, stripe: Stripe, id: string): Promise<void> {
  try {
    const { state } = await syncSession(appContext, stripe, id);
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
