import { and, eq, sum } from "drizzle-orm";
import type Stripe from "stripe";
import type { Call, Handler } from "#server/context.ts";
import { findRecipients, requireMayOrder } from "#server/features/companies/people.ts";
import { unlessStripeFails } from "#server/features/payments/stripe/stripe-client.ts";
import { requireStripe } from "#server/features/payments/stripe/stripe-settings.ts";
import { quoteThatIs, refuseExpired } from "#server/features/quotes/quote-course.ts";
import { existingQuote, lockQuote, type QuoteRow } from "#server/features/quotes/quote-queries.ts";
import { owedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, Refusal } from "#server/platform/http/errors.ts";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import type { payments as contract } from "#shared/contract/payments.ts";
import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import { canPayQuote } from "#shared/domain/trade/status.ts";
import { openCheckout, purchaseOfQuote } from "./checkout-session.ts";
import { closeSessionsFor, ON_ITS_WAY, refuseOtherPages } from "./close-sessions.ts";
import { syncSession } from "./open-sessions.ts";

/** Stripe's limits of a card payment in sterling. */
const LEAST = pence(30);
const MOST = pence(99_999_999);

const ALREADY_PAID = "This quote is already paid";
export const NOT_CHARGED = "Payment processing failed: Stripe could not be reached. Nothing was charged; please try again in a moment.";

/**
 * Opens one Stripe Checkout session for a quote, without an open transaction while Stripe is called
 * (rule Y2).
 */
export const payQuote: Handler<typeof contract.pay> = async (call) => {
  const { db, user, params, now, record, commit } = call;
  const quote = await existingQuote(db, user, params.id);
  await requireMayOrder(db, user);
  refuseUnpayable(quote, now);
  const owedPence = await owedOfQuote(db, quote);
  refuseSum(owedPence);
  const stripe = await requireStripe(call);
  const open = await openSession(db, quote.id);
  // Another open page for the quote, for several invoices or another amount, is closed first,
  // because it would charge the money twice.
  await closeSessionsFor(call, { quoteId: quote.id }, open?.amount === owedPence ? open.id : undefined);
  const url = open?.amount === owedPence ? await unlessStripeFails(NOT_CHARGED, () => openSessionUrl(call, stripe, open.id)) : null;
  const mine = url ? null : await unlessStripeFails(NOT_CHARGED, () => newSession(call, stripe, { ...quote, owedPence }));
  // The address of an unused session is never sent, and expiring the session ensures that nobody
  // can pay it.
  const closeMine = async () => mine && stripe.checkout.sessions.expire(mine.id).catch(() => {});
  let inVain = false;
  try {
    const reply = await commit(async (tx) => {
      await lockQuote(tx, user, quote.id);
      refuseUnpayable(await existingQuote(tx, user, quote.id), now);
      if ((await owedOfQuote(tx, quote)) !== owedPence)
        throw conflict("The amount owed has just changed. Nothing was charged; please try again.");
      const checkout = mine ? await storeSession(tx, mine, { quote, owedPence, userId: user.id, now }) : { id: undefined, url };
      if (!checkout?.url) throw conflict("The payment page of a moment ago is closed. Nothing was charged; please try again.");
      inVain = mine?.id !== checkout.id;
      await refuseOtherPages(tx, { quoteId: quote.id }, [checkout.id, open?.id]);
      const stripeSessionId = inVain ? undefined : mine?.id;
      record({ targetType: "quotes", targetId: quote.id, after: { amountPence: owedPence, stripeSessionId } });
      return { checkoutUrl: checkout.url };
    });
    if (inVain) await closeMine();
    return reply;
  } catch (error) {
    if (error instanceof Refusal) await closeMine();
    throw error;
  }
};

/** @throws 409 with the reason why the quote cannot be paid now, by card or otherwise (rule Y1) */
export function refuseUnpayable(quote: QuoteRow, now: Date): void {
  if (quote.paymentStatus === "paid") throw conflict(ALREADY_PAID);
  if (quote.owedPence === 0 && quote.finalTotalPence > 0) throw conflict("This invoice was written off");
  if (quote.paymentPending) throw conflict(ON_ITS_WAY);
  if (!canPayQuote(quote)) throw conflict(describeUnpayable(quote));
  if (quote.orderId === null) refuseExpired(quote, now);
}

/** Refuses amounts outside Stripe's limits. @throws 409 */
export function refuseSum(amount: Pence): void {
  if (amount > MOST) throw conflict(`A card payment can be at most ${formatPence(MOST)}. Please ask us how to pay this quote.`);
  if (amount < LEAST) throw conflict(`A card payment must be at least ${formatPence(LEAST)}. Please ask us how to pay this quote.`);
}

function describeUnpayable({ status, orderStatus }: QuoteRow): string {
  if (orderStatus === "cancelled") return "This order was cancelled";
  if (orderStatus === "draft") return "This order is being corrected by the office";
  if (status === "draft") return "This quote is a draft: it can be paid once we have sent it or made your order";
  return `${quoteThatIs(status)} cannot be paid`;
}

async function openSession(db: Db, quoteId: number) {
  const [open] = await db
    .select({ id: checkoutSessions.id, amount: checkoutSessions.amount })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.quoteId, quoteId), checkoutSessions.open));
  return open;
}

/** The address of the open Checkout session, read from Stripe; null if a new session is needed. */
async function openSessionUrl(call: Call<typeof contract.pay>, stripe: Stripe, id: string): Promise<string | null> {
  const checkout = await syncSession(call, stripe, id);
  if (checkout.state === "paid") throw conflict(ALREADY_PAID);
  if (checkout.state === "processing") throw conflict(ON_ITS_WAY);
  return checkout.state === "open" ? checkout.url : null;
}

async function newSession(
  { db, user, publicUrl }: Pick<Call<typeof contract.pay>, "db" | "user" | "publicUrl">,
  stripe: Stripe,
  quote: QuoteRow & { readonly owedPence: Pence },
): Promise<Stripe.Checkout.Session> {
  // The payer: the customer, or the quote's person where staff pay.
  const [payer] = user.role === "customer" ? [user] : await findRecipients(db, quote.user.id);
  const [windows] = await db
    .select({ shutters: sum(quoteItems.quantity).mapWith(Number) })
    .from(quoteItems)
    .where(eq(quoteItems.quoteId, quote.id));
  const attempt = await db.$count(checkoutSessions, eq(checkoutSessions.quoteId, quote.id));
  const purchase = purchaseOfQuote({ ...quote, shutters: windows?.shutters ?? 0, customerEmail: payer?.email ?? "" }, attempt);
  return openCheckout(stripe, purchase, publicUrl);
}

/**
 * Stores the session and returns the open one, as the unique index decides. Two simultaneous
 * presses create one session at Stripe, or the later press receives the earlier one's page.
 */
async function storeSession(tx: Db, session: Stripe.Checkout.Session, { quote, owedPence, userId, now }: Opened) {
  await tx
    .insert(checkoutSessions)
    .values({
      id: session.id,
      quoteId: quote.id,
      amount: owedPence,
      userId,
      url: session.url ?? "",
      createdAt: now,
      expiresAt: new Date(session.expires_at * 1000),
    })
    .onConflictDoNothing();
  const [open] = await tx
    .select({ id: checkoutSessions.id, url: checkoutSessions.url })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.quoteId, quote.id), checkoutSessions.open));
  return open;
}

interface Opened {
  readonly quote: QuoteRow;
  readonly owedPence: Pence;
  readonly userId: number;
  readonly now: Date;
}
