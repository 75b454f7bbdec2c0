import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { checkoutSessions, orders, payments, quotes } from "#server/db/schema.ts";
import { whoHears } from "#server/features/companies/people.ts";
import { recordError } from "#server/features/errors/record-error.ts";
import { issueWhatCanBe } from "#server/features/invoices/issue-invoice.ts";
import { earnCommission } from "#server/features/referrals/referrals.ts";
import type { Context } from "#server/house.ts";
import { writeAudit } from "#server/http/audit.ts";
import { formatPence } from "#shared/domain/money.ts";
import { orderNumber, quoteNumber, UNPAYABLE_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import type { PaidSession } from "./checkout-session.ts";

/** What settling a payment takes; `db` is a transaction. */
type SettlingContext = Pick<Context, "db" | "post" | "publicUrl" | "clock">;

type PayableQuote = typeof quotes.$inferSelect;

/**
 * Records one payment, whether the webhook, the customer's return or the reconciliation tells of
 * it. It happens once: all wait for the quote's lock, and Stripe's id is unique. Money that settles
 * nothing is kept and put before a person. Money for an order that is not being made settles its
 * quote and is put before a person too (rule Y5). In one transaction: payment, quote, commission,
 * receipt and audit row are all there or none is.
 */
export async function settlePayment(context: SettlingContext, payment: PaidSession): Promise<void> {
  const { db: tx, publicUrl } = context;
  const quoteId = await quoteOf(tx, payment, publicUrl);
  if (quoteId === null) return;
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, quoteId)).for("update");
  const now = context.clock();
  const fault = quote ? whyItSettlesNothing(quote, payment) : `there is no quote ${quoteNumber(quoteId)}`;
  const [stored] = await tx
    .insert(payments)
    .values({
      quoteId,
      stripeSessionId: payment.sessionId,
      stripePaymentIntentId: payment.intentId,
      amount: payment.amount,
      currency: payment.currency,
      live: payment.live,
      settles: fault === null,
      refunded: payment.refunded,
      createdAt: now,
    })
    .onConflictDoNothing({ target: payments.stripeSessionId })
    .returning({ id: payments.id });
  await tx.update(checkoutSessions).set({ open: false }).where(eq(checkoutSessions.id, payment.sessionId));
  if (!stored) return;
  const reported = { db: tx, now, payment, quoteId };
  if (fault !== null) await askAPerson(reported, fault, payment.refunded >= payment.amount ? ALL_GIVEN_BACK : PAYS_FOR_NOTHING);
  else if (quote) await settle(context, reported, quote);
  if (fault !== null) await audit("payments.flagged", reported);
}

const ALL_GIVEN_BACK = "Nothing is left to give back; tell the customer that the quote is not paid.";
const PAYS_FOR_NOTHING = "It is kept but pays for nothing: refund it in Stripe, or agree with the customer what it is for.";
const PAYS_ALL_THE_SAME = "The quote is paid by it all the same: make the order after all, or refund it in Stripe.";

/**
 * Ours by our own note of it; or by our mark in its metadata, should the note be lost. Anything else on the same Stripe
 * account is another shop's sale.
 */
async function quoteOf(tx: Db, { sessionId, madeBy, quoteId }: PaidSession, publicUrl: URL): Promise<number | null> {
  const [note] = await tx.select({ quoteId: checkoutSessions.quoteId }).from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  if (note) return note.quoteId;
  return madeBy === publicUrl.origin ? quoteId : null;
}

function whyItSettlesNothing(quote: PayableQuote, payment: PaidSession): string | null {
  if (quote.deletedAt !== null) return "the quote was deleted";
  if (quote.status === "declined") return "the quote was declined";
  if (quote.paidAt !== null) return "the quote was already paid";
  if (payment.currency !== "gbp" || payment.amount !== quote.finalTotalPence)
    return `the quote is for ${formatPence(quote.finalTotalPence)}`;
  if (payment.refunded >= payment.amount) return "it was given back before the portal heard of it";
  return null;
}

/** Cancelling an order waits for the quote's lock as well, so this stays true until the commit. */
async function unpayableOrder(tx: Db, quoteId: number) {
  const [order] = await tx
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(eq(orders.quoteId, quoteId), isNull(orders.deletedAt), inArray(orders.status, UNPAYABLE_ORDER_STATUSES)));
  return order;
}

/** A payment of a quote's, as Stripe told it just now. */
interface ReportedPayment extends Pick<Context, "db" | "now"> {
  readonly payment: PaidSession;
  readonly quoteId: number;
}

async function settle(context: SettlingContext, reported: ReportedPayment, quote: PayableQuote): Promise<void> {
  const { db: tx, now, payment } = reported;
  // When the money came, not when we heard of it: the VAT invoice's tax point. Another machine's clock may be ahead of
  // ours.
  const paidAt = payment.paidAt && payment.paidAt < now ? payment.paidAt : now;
  await tx.update(quotes).set({ paidAt, status: "accepted" }).where(eq(quotes.id, quote.id));
  await earnCommission(tx, quote);
  await sendReceipt(context, quote);
  await audit("payments.settled", reported);
  const order = await unpayableOrder(tx, quote.id);
  const how = order?.status === "draft" ? "taken back for correction" : "cancelled";
  if (order) await askAPerson(reported, `its order ${orderNumber(order.id)} is ${how}`, PAYS_ALL_THE_SAME);
  await issueWhatCanBe(tx, { quoteId: quote.id }, { user: null, ip: null, now });
}

/** Any amount of Stripe's as a person reads it. */
export const moneyInWords = ({ amount, currency }: Pick<PaidSession, "amount" | "currency">): string =>
  currency === "gbp" ? formatPence(amount) : `${amount} in the smallest unit of ${currency.toUpperCase()}`;

function askAPerson({ db: tx, now, payment, quoteId }: ReportedPayment, fault: string, advice: string): Promise<void> {
  const stripeId = payment.intentId ?? payment.sessionId;
  return recordError(
    tx,
    {
      type: "PaymentNeedsAttention",
      message: `A payment of ${moneyInWords(payment)} for quote ${quoteNumber(quoteId)} came (Stripe ${stripeId}), but ${fault}. ${advice}`,
      path: `quote ${quoteId}`,
      severity: "critical",
      fact: payment.sessionId,
    },
    now,
  );
}

/** No person did it: Stripe reported it. */
function audit(action: string, { db: tx, now, payment, quoteId }: ReportedPayment): Promise<void> {
  const { sessionId, intentId, amount, currency } = payment;
  return writeAudit(
    tx,
    { action, feature: "payments", user: null, paramId: undefined, ip: null, now },
    {
      targetType: "quotes",
      targetId: quoteId,
      after: { stripeSessionId: sessionId, stripePaymentIntentId: intentId, amountPence: amount, currency },
    },
  );
}

type PaidQuote = Pick<typeof quotes.$inferSelect, "id" | "userId" | "finalTotalPence" | "taxPence" | "jobName" | "poNumber">;

/** Thanks the company for its money, in the transaction that records it: who made the quote and those who may manage. */
async function sendReceipt({ db, post }: Pick<Context, "db" | "post">, quote: PaidQuote): Promise<void> {
  for (const reader of await whoHears(db, quote.userId, { managersToo: true })) {
    await post.send(db, {
      to: reader.email,
      subject: `Payment received for quote ${quoteNumber(quote.id)}`,
      greeting: reader.contactName,
      paragraphs: [
        `We have received your payment of ${formatPence(quote.finalTotalPence)} for quote ${quoteNumber(quote.id)}, which includes ${formatPence(quote.taxPence)} VAT. Thank you.`,
        "This is a receipt, not a VAT invoice.",
      ],
      job: quote,
      action: { label: "Open the quote", path: `/quotes?quote=${quote.id}` },
    });
  }
}
