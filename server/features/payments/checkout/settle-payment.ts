import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { findRecipients } from "#server/features/companies/people.ts";
import { issueDueInvoices, markDueToInvoice } from "#server/features/invoices/issue-invoice.ts";
import { takeInvoiceToMail } from "#server/features/invoices/mail-invoices.ts";
import { recordError } from "#server/features/office/errors/record-error.ts";
import { addAllocations, type Balance, balancesOfQuote, lockBalances, updatePaidStates } from "#server/features/receivables/ledger.ts";
import { holdUnallocatedPayments, owedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import { earnCommission } from "#server/features/referrals/referrals.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import { paymentEvent, quoteEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { accountCheckoutLines } from "#server/schema/allocations.ts";
import { accountCheckouts, checkoutSessions } from "#server/schema/checkouts.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { splitOldestFirst } from "#shared/domain/trade/ledger.ts";
import { invoiceNumber, orderNumber, quoteNumber, UNPAYABLE_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { joinInWords } from "#shared/domain/window/text/making-text.ts";
import type { PaidSession } from "./checkout-session.ts";

/** The context of settling a payment; `db` is a transaction. */
type SettlingContext = Pick<Context, "db" | "post" | "publicUrl" | "clock">;

type PayableQuote = typeof quotes.$inferSelect;

/** The object that a Checkout session pays. */
type Purpose = { readonly quoteId: number } | { readonly checkoutId: number };

/**
 * Records one payment that the webhook, the customer's return or the reconciliation reports. It
 * happens once, because all callers wait for one lock and Stripe's id is unique. Money that settles
 * nothing becomes the company's credit and is flagged for review. Money for an order that is not
 * being made settles its quote and is flagged too (rule Y5). Payment, allocations, quote,
 * commission, receipt and audit row are stored in one transaction.
 */
export async function settlePayment(context: SettlingContext, payment: PaidSession): Promise<void> {
  const purpose = await purposeOf(context.db, payment, context.publicUrl);
  if (purpose === null) return;
  await context.db.update(checkoutSessions).set({ open: false, isPending: false }).where(eq(checkoutSessions.id, payment.sessionId));
  if ("checkoutId" in purpose) await settleInvoices(context, payment, purpose.checkoutId);
  else await settleQuote(context, payment, purpose.quoteId);
}

/**
 * A payment is ours by the stored session, or by its metadata where the stored session is lost.
 * Everything else on the same Stripe account is another shop's sale.
 */
async function purposeOf(tx: Db, { sessionId, madeBy, quoteId, checkoutId }: PaidSession, publicUrl: URL): Promise<Purpose | null> {
  const [note] = await tx
    .select({ quoteId: checkoutSessions.quoteId, checkoutId: checkoutSessions.checkoutId })
    .from(checkoutSessions)
    .where(eq(checkoutSessions.id, sessionId));
  const isOurs = note !== undefined || madeBy === publicUrl.origin;
  const purpose = note ?? { quoteId, checkoutId };
  if (!isOurs) return null;
  if (purpose.checkoutId !== null) return { checkoutId: purpose.checkoutId };
  return purpose.quoteId === null ? null : { quoteId: purpose.quoteId };
}

/**
 * The time of the payment at Stripe, but never in the future, because Stripe's clock may be ahead
 * of ours.
 */
const timeOfPayment = ({ paidAt }: PaidSession, now: Date): Date => (paidAt && paidAt < now ? paidAt : now);

type NewPayment = Pick<typeof payments.$inferInsert, "companyId" | "quoteId" | "checkoutId" | "settles">;

/**
 * Returns the stored payment's id; null if it is already stored. A payment in another currency than
 * sterling belongs to no company's account.
 */
async function storePayment(tx: Db, payment: PaidSession, now: Date, values: NewPayment): Promise<number | null> {
  const [stored] = await tx
    .insert(payments)
    .values({
      ...values,
      companyId: payment.currency === "gbp" ? values.companyId : null,
      method: "card",
      stripeSessionId: payment.sessionId,
      stripePaymentIntentId: payment.intentId,
      amount: payment.amount,
      currency: payment.currency,
      live: payment.live,
      receivedOn: londonDay(timeOfPayment(payment, now)),
      createdAt: now,
    })
    .onConflictDoNothing({ target: payments.stripeSessionId })
    .returning({ id: payments.id, companyId: payments.companyId });
  if (stored) await recordEvent(tx, paymentEvent(stored), now);
  return stored?.id ?? null;
}

async function settleQuote(context: SettlingContext, payment: PaidSession, quoteId: number): Promise<void> {
  const { db: tx } = context;
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, quoteId)).for("update");
  const balances = quote ? await balancesOfQuote(tx, quoteId) : [];
  const now = context.clock();
  const owed = quote ? await owedOfQuote(tx, quote) : pence(0);
  const fault = quote ? findSettlementFault(quote, balances.length > 0, owed, payment) : `there is no quote ${quoteNumber(quoteId)}`;
  const settles = fault === null;
  const paymentId = await storePayment(tx, payment, now, { companyId: quote?.companyId ?? null, quoteId, settles });
  if (paymentId === null) return;
  const reported = { db: tx, now, payment, thing: `quote ${quoteNumber(quoteId)}`, quoteId };
  if (fault !== null) {
    await flagForReview(reported, fault, payment.refunded >= payment.amount ? ALL_GIVEN_BACK : PAYS_FOR_NOTHING);
    await audit("payments.flagged", reported);
  } else if (quote && balances.length > 0) await settleInvoicesOfQuote(context, reported, { quote, balances, paymentId });
  else if (quote) await settle(context, reported, quote);
}

const ALL_GIVEN_BACK = "Nothing is left to refund; tell the customer that the quote is not paid.";
const PAYS_FOR_NOTHING = "It is the company's credit and pays for nothing yet: refund it, or agree with the customer what it is for.";
const PAYS_ALL_THE_SAME = "It pays the quote anyway: make the order after all, or refund it.";
const LEFT_OVER = "The rest is the company's credit: refund it, or agree with the customer what it is for.";

function findSettlementFault(quote: PayableQuote, isInvoiced: boolean, owed: Pence, payment: PaidSession): string | null {
  if (quote.deletedAt !== null) return "the quote was deleted";
  if (quote.status === "declined") return "the quote was declined";
  if (isInvoiced ? owed === 0 : quote.paidAt !== null) return "the quote was already paid";
  const isFor = owed === quote.finalTotalPence || isInvoiced ? "is for" : "owes";
  const wanted = `the quote ${isFor} ${formatPence(isInvoiced ? quote.finalTotalPence : owed)}`;
  if (payment.currency !== "gbp" || (!isInvoiced && payment.amount !== owed)) return wanted;
  if (payment.refunded >= payment.amount) return "it was refunded before the portal was notified";
  return null;
}

/**
 * Cancelling an order waits for the quote's lock too, so the result stays true until the commit.
 */
async function unpayableOrder(tx: Db, quoteId: number) {
  const [order] = await tx
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(eq(orders.quoteId, quoteId), isNull(orders.deletedAt), inArray(orders.status, UNPAYABLE_ORDER_STATUSES)));
  return order;
}

/** A payment that Stripe reported, and the object that it pays. */
interface ReportedPayment extends Pick<Context, "db" | "now"> {
  readonly payment: PaidSession;
  readonly thing: string;
  /** Null if it pays several invoices. */
  readonly quoteId: number | null;
}

/**
 * The quote is paid in full by this payment and earlier ones together: it is invoiced now, or the
 * payments are held until it can be.
 */
async function settle(context: SettlingContext, reported: ReportedPayment, quote: PayableQuote): Promise<void> {
  const { db: tx, now, payment } = reported;
  const paidAt = timeOfPayment(payment, now);
  await holdUnallocatedPayments(tx, quote.id);
  await markPaid(tx, quote, paidAt, londonDay(paidAt), now);
  await sendReceipt(context, quote, payment.amount);
  await audit("payments.settled", reported);
  await flagUnpayableOrder(reported, quote.id);
}

/**
 * Marks a locked quote as paid in full before its invoice, by card or by transfer. The tax point is
 * the day of the payment.
 */
export async function markPaid(tx: Db, quote: PayableQuote, paidAt: Date, receivedOn: string, now: Date): Promise<void> {
  await tx.update(quotes).set({ paidAt, status: "accepted" }).where(eq(quotes.id, quote.id));
  if (quote.status !== "accepted") await recordEvent(tx, quoteEvent({ ...quote, status: "accepted" }, "quote.accepted"), now);
  await earnCommission(tx, quote);
  await markDueToInvoice(tx, quote.id, receivedOn);
  await issueDueInvoices(tx, { quoteId: quote.id }, { user: null, ip: null, now });
}

/** Allocates a payment to the invoices of its quote, the earliest due first. */
async function settleInvoicesOfQuote(
  context: SettlingContext,
  reported: ReportedPayment,
  { quote, balances, paymentId }: { readonly quote: PayableQuote; readonly balances: readonly Balance[]; readonly paymentId: number },
): Promise<void> {
  const { db: tx, now, payment } = reported;
  const parts = splitOldestFirst(payment.amount, balances);
  const amountPence = sumPence(parts.map(({ amount }) => amount));
  await addAllocations(
    tx,
    parts.map(({ number, amount }) => ({ paymentId, number, kind: "allocated", amountPence: amount })),
    now,
  );
  await updatePaidStates(
    tx,
    parts.map(({ number }) => number),
    now,
  );
  await sendReceipt(context, quote, payment.amount);
  await audit("payments.settled", reported);
  if (amountPence < payment.amount)
    await flagForReview(
      reported,
      `${joinInWords(balances.map(({ number }) => invoiceNumber(number)))} owed only ${formatPence(amountPence)}`,
      LEFT_OVER,
    );
  await flagUnpayableOrder(reported, quote.id);
}

async function flagUnpayableOrder(reported: ReportedPayment, quoteId: number): Promise<void> {
  const order = await unpayableOrder(reported.db, quoteId);
  const how = order?.status === "draft" ? "taken back for correction" : "cancelled";
  if (order) await flagForReview(reported, `its order ${orderNumber(order.id)} is ${how}`, PAYS_ALL_THE_SAME);
}

/**
 * Allocates one Checkout payment of several invoices: each receives its line's amount, at most its
 * debt (rule Y12).
 */
async function settleInvoices(context: SettlingContext, payment: PaidSession, checkoutId: number): Promise<void> {
  const { db: tx } = context;
  const now = context.clock();
  const [checkout] = await tx.select().from(accountCheckouts).where(eq(accountCheckouts.id, checkoutId));
  if (!checkout) return;
  await lockCompany(tx, checkout.companyId);
  const lines = await tx.select().from(accountCheckoutLines).where(eq(accountCheckoutLines.checkoutId, checkoutId));
  const balances = await lockBalances(
    tx,
    lines.map(({ number }) => number),
  );
  const settles = payment.currency === "gbp" && payment.refunded < payment.amount;
  const paymentId = await storePayment(tx, payment, now, { companyId: checkout.companyId, checkoutId, settles });
  if (paymentId === null) return;
  const thing = `invoices ${lines.map(({ number }) => invoiceNumber(number)).join(", ")}`;
  const reported = { db: tx, now, payment, thing, quoteId: null };
  if (!settles) {
    await flagForReview(reported, "it is no payment in sterling that we still have", PAYS_FOR_NOTHING);
    return;
  }
  let left: number = payment.amount;
  const rows = balances.map(({ number, owedPence }) => {
    const wanted = lines.find((line) => line.number === number)?.amountPence ?? 0;
    const amountPence = pence(Math.max(0, Math.min(wanted, owedPence, left)));
    left -= amountPence;
    return { paymentId, number, kind: "allocated" as const, amountPence };
  });
  await addAllocations(tx, rows, now);
  await updatePaidStates(
    tx,
    rows.map(({ number }) => number),
    now,
  );
  await audit("payments.settled", reported);
  await sendReceiptOfAccount(context, checkout, payment.amount, thing);
  if (left > 0) await flagForReview(reported, `they owed only ${formatPence(pence(payment.amount - left))}`, LEFT_OVER);
  for (const { quoteId } of balances) await flagUnpayableOrder(reported, quoteId);
}

/** Formats an amount of any currency that Stripe reports. */
export const moneyInWords = ({ amount, currency }: Pick<PaidSession, "amount" | "currency">): string =>
  currency === "gbp" ? formatPence(amount) : `${amount} in the smallest unit of ${currency.toUpperCase()}`;

function flagForReview({ db: tx, now, payment, thing, quoteId }: ReportedPayment, fault: string, advice: string): Promise<void> {
  const stripeId = payment.intentId ?? payment.sessionId;
  return recordError(
    tx,
    {
      type: "PaymentNeedsAttention",
      message: `A payment of ${moneyInWords(payment)} for ${thing} arrived (Stripe ${stripeId}), but ${fault}. ${advice}`,
      path: quoteId === null ? thing : `quote ${quoteId}`,
      severity: "critical",
      fact: payment.sessionId,
    },
    now,
  );
}

/** The audit entry has no person, because Stripe reported the payment. */
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

/**
 * Emails the receipt in the transaction that records the payment, to the quote's author and the
 * people who may manage.
 */
export async function sendReceipt({ db, post }: Pick<Context, "db" | "post">, quote: PaidQuote, amount: Pence): Promise<void> {
  const vat = amount === quote.finalTotalPence ? `, which includes ${formatPence(quote.taxPence)} VAT` : "";
  const invoice = await takeInvoiceToMail(db, quote.id);
  for (const reader of await findRecipients(db, quote.userId, { managersToo: true })) {
    await post.send(db, {
      to: reader.email,
      subject: `Payment received for quote ${quoteNumber(quote.id)}`,
      greeting: reader.contactName,
      paragraphs: [
        `We have received your payment of ${formatPence(amount)} for quote ${quoteNumber(quote.id)}${vat}. Thank you.`,
        invoice ? `Your VAT invoice ${invoice.number} is attached.` : "This is a receipt, not a VAT invoice.",
      ],
      job: quote,
      action: { label: "Open the quote", path: `/quotes?quote=${quote.id}` },
      papers: invoice ? [{ document: invoice.number }] : undefined,
    });
  }
}

/** Emails the receipt for several invoices, to the payer and the people who may manage. */
async function sendReceiptOfAccount(
  { db, post }: Pick<Context, "db" | "post">,
  { userId }: Pick<typeof accountCheckouts.$inferSelect, "userId">,
  amount: Pence,
  thing: string,
): Promise<void> {
  for (const reader of await findRecipients(db, userId, { managersToo: true })) {
    await post.send(db, {
      to: reader.email,
      subject: `Payment received for ${thing}`,
      greeting: reader.contactName,
      paragraphs: [
        `We have received your payment of ${formatPence(amount)} for ${thing}. Thank you.`,
        "This is a receipt, not a VAT invoice.",
      ],
      action: { label: "Open your invoices", path: "/invoices" },
    });
  }
}
