import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { findRecipients, managersOf, type Person } from "#server/features/companies/people.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { enqueue, type Jobs } from "#server/platform/jobs/enqueue.ts";
import type { JobWords, Letter } from "#server/platform/mail/post.ts";
import { documentsToMail, invoiceBalances, invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { formatPence, type Pence, sumPence } from "#shared/domain/money.ts";
import { type Day, formatDay } from "#shared/domain/period.ts";
import { bankInWords, type PaymentMethod, type RefundStatus } from "#shared/domain/trade/ledger.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";
import { bankNow, moneySettingsNow } from "./parties.ts";

/**
 * Emails of invoices, credit notes and refunds (rule D15). The transaction that issues a document
 * marks it as to be mailed, and the transaction that queues its emails removes the mark. A receipt
 * or a shipping email that attaches an invoice removes the mark too, so each person receives one
 * email about it.
 */

type Mailing = Pick<AppContext, "db" | "post">;

/**
 * Marks a newly issued document as to be mailed, unless the seller has switched such emails off.
 */
export async function queueDocument(tx: Db, number: number): Promise<void> {
  if (!(await moneySettingsNow(tx)).mailInvoices) return;
  await tx.insert(documentsToMail).values({ number });
  await enqueue(tx, "mail-document", { number });
}

/** Marks a refund that succeeded without a credit note, or failed after its success, as to be mailed. */
export async function queueRefund(tx: Db, refundId: number): Promise<void> {
  if (!(await moneySettingsNow(tx)).mailInvoices) return;
  await tx.update(refunds).set({ isToMail: true }).where(eq(refunds.id, refundId));
  await enqueue(tx, "mail-refund", { refundId });
}

/** An invoice that is to be mailed, with the fields that emails use. */
export interface InvoiceToMail {
  readonly number: string;
  readonly grossPence: Pence;
  readonly owedPence: Pence;
  readonly dueOn: Day;
}

/**
 * Marks a correction as to be mailed: a refund failed after it had succeeded. If the refund's first
 * email was not sent yet, neither email is sent, and the credit note's email omits the refund.
 */
export async function queueFailedRefund(tx: Db, refundId: number): Promise<void> {
  const [unsent] = await tx
    .update(refunds)
    .set({ isToMail: false })
    .where(and(eq(refunds.id, refundId), eq(refunds.isToMail, true)))
    .returning({ id: refunds.id });
  const [unsentNote] = await tx
    .select({ number: documentsToMail.number })
    .from(documentsToMail)
    .innerJoin(invoices, eq(invoices.number, documentsToMail.number))
    .where(eq(invoices.refundId, refundId));
  if (!unsent && !unsentNote) await queueRefund(tx, refundId);
}

/**
 * Removes the mark of a quote's invoice. Null: the invoice is already mailed, or there is no
 * invoice.
 */
export async function takeInvoiceToMail(tx: Db, quoteId: number): Promise<InvoiceToMail | null> {
  const ofQuote = tx.select({ number: invoiceBalances.number }).from(invoiceBalances).where(eq(invoiceBalances.quoteId, quoteId));
  const [removed] = await tx.delete(documentsToMail).where(inArray(documentsToMail.number, ofQuote)).returning();
  if (!removed) return null;
  const [balance] = await tx.select().from(invoiceBalances).where(eq(invoiceBalances.number, removed.number));
  if (!balance) return null;
  return { number: invoiceNumber(balance.number), grossPence: balance.grossPence, owedPence: balance.owedPence, dueOn: balance.dueOn };
}

/**
 * Finds the people who receive a company's invoices: the quote's author and the people who may
 * manage. People of a company that is not approved receive none.
 */
export async function receiversOfInvoices(db: Db, { companyId, userId }: { companyId: number; userId: number | null }): Promise<Person[]> {
  const people = userId === null ? await managersOf(db, companyId) : await findRecipients(db, userId, { managersToo: true });
  return people.filter(({ approvalStatus, role }) => approvalStatus === "approved" && role === "customer");
}

/** States in sentences when an invoice is due and which bank account receives the transfer. */
export async function dueInMail(tx: Db, { number, owedPence, dueOn }: InvoiceToMail): Promise<string[]> {
  if (owedPence === 0) return ["It is paid: there is nothing to do."];
  const bank = await bankNow(tx);
  return [
    `${formatPence(owedPence)} is due on ${formatDay(new Date(dueOn))}.`,
    ...(bank ? [`By bank transfer: ${bankInWords(bank)}, with ${number} as reference.`] : []),
  ];
}

interface InvoiceQuote extends JobWords {
  readonly id: number;
  readonly companyId: number;
  readonly userId: number;
  readonly orderId: number | null;
}

/** The button of an email about an invoice. It leads to the payment for people who may order. */
export function invoiceAction({ mayOrder }: Person, quote: Pick<InvoiceQuote, "id" | "orderId">, owedPence: Pence): Letter["action"] {
  const path = quote.orderId === null ? `/quotes?quote=${quote.id}` : `/orders?order=${quote.orderId}`;
  if (owedPence > 0 && mayOrder) return { label: `Pay ${formatPence(owedPence)}`, path };
  return { label: "Open your invoices", path: "/invoices" };
}

/** Emails an invoice that no other email attaches. */
export async function mailInvoice({ db: tx, post }: { db: Db } & Pick<AppContext, "post">, quote: InvoiceQuote, invoice: InvoiceToMail) {
  const { number, grossPence, owedPence } = invoice;
  const due = await dueInMail(tx, invoice);
  for (const reader of await receiversOfInvoices(tx, quote)) {
    await post.send(tx, {
      to: reader.email,
      subject: `Invoice ${number}: ${formatPence(grossPence)}`,
      greeting: reader.contactName,
      paragraphs: [`Invoice ${number} for ${formatPence(grossPence)} including VAT is attached.`, ...due],
      job: quote,
      action: invoiceAction(reader, quote, owedPence),
      paper: { document: number },
    });
  }
}

async function mailDocument({ db, post }: Mailing, number: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [document] = await tx.select().from(invoices).where(eq(invoices.number, number));
    const [quote] = document ? await tx.select().from(quotes).where(eq(quotes.id, document.quoteId)) : [];
    if (!document || !quote) return;
    if (document.kind === "credit_note") return mailCreditNote({ db: tx, post }, document, quote);
    const [order] = await tx
      .select({ notified: orders.toldStatus })
      .from(orders)
      .where(and(eq(orders.quoteId, quote.id), isNull(orders.deletedAt)))
      .for("no key update");
    // The email about the order's status attaches the invoice.
    if (order && order.notified !== null) return;
    const invoice = await takeInvoiceToMail(tx, quote.id);
    if (invoice) await mailInvoice({ db: tx, post }, quote, invoice);
  });
}

async function mailCreditNote(
  { db: tx, post }: { db: Db } & Pick<AppContext, "post">,
  { number, credits, grossPence, reason, refundId }: typeof invoices.$inferSelect,
  quote: InvoiceQuote,
): Promise<void> {
  const removed = await tx.delete(documentsToMail).where(eq(documentsToMail.number, number)).returning();
  if (removed.length === 0) return;
  const name = creditNoteNumber(number);
  const refund = refundId === null ? null : await refundInMail(tx, refundId);
  const [balance] = await tx
    .select({ owedPence: invoiceBalances.owedPence, dueOn: invoiceBalances.dueOn })
    .from(invoiceBalances)
    .where(eq(invoiceBalances.number, credits ?? 0));
  const owed = balance && balance.owedPence > 0 ? balance : null;
  const invoice = invoiceNumber(credits ?? 0);
  for (const reader of await receiversOfInvoices(tx, quote)) {
    await post.send(tx, {
      to: reader.email,
      subject: `Credit note ${name}: ${formatPence(grossPence)}`,
      greeting: reader.contactName,
      paragraphs: [
        `Credit note ${name} for ${formatPence(grossPence)} including VAT is attached. It is on invoice ${invoice}: ${reason}.`,
        ...(refund?.refund.status === "succeeded" ? [refund.sentence] : []),
        owed
          ? `${invoice} still owes ${formatPence(owed.owedPence)}, due on ${formatDay(new Date(owed.dueOn))}.`
          : "There is nothing left to pay of it.",
      ],
      job: quote,
      action: invoiceAction(reader, quote, owed?.owedPence ?? (0 as Pence)),
      paper: { document: name },
    });
  }
}

const REFUNDED_BY = {
  card: "to the card that paid it. It may take some days until your bank shows it",
  bank_transfer: "by bank transfer",
} as const satisfies Record<PaymentMethod, string>;

async function refundInMail(tx: Db, refundId: number) {
  const [row] = await tx
    .select({ refund: refunds, method: payments.method, quoteId: payments.quoteId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  if (!row) return null;
  const amount = formatPence(row.refund.amountPence);
  return { ...row, amount, sentence: `We have given back ${amount} ${REFUNDED_BY[row.method]}.` };
}

/** Succeeded refunds, and those that failed after their success. */
const MAILED_STATUSES = ["succeeded", "failed", "canceled"] as const satisfies readonly RefundStatus[];

/** Emails a refund, or its failure. Parts of one refund at Stripe that failed have one email. */
async function mailRefund({ db, post }: Mailing, refundId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const refund = await refundInMail(tx, refundId);
    if (!refund) return;
    const { stripeRefundId, companyId, reason, status } = refund.refund;
    const isSameRefund = and(
      eq(refunds.status, status),
      eq(refunds.stripeRefundId, stripeRefundId ?? ""),
      isNotNull(refunds.stripeRefundId),
    );
    const isMailed = status === "succeeded" ? eq(refunds.id, refundId) : or(eq(refunds.id, refundId), isSameRefund);
    const removed = await tx
      .update(refunds)
      .set({ isToMail: false })
      .where(and(isMailed, eq(refunds.isToMail, true), inArray(refunds.status, [...MAILED_STATUSES])))
      .returning({ amountPence: refunds.amountPence });
    if (removed.length === 0 || companyId === null) return;
    const amount = formatPence(sumPence(removed.map(({ amountPence }) => amountPence)));
    const [quote] = refund.quoteId === null ? [] : await tx.select().from(quotes).where(eq(quotes.id, refund.quoteId));
    const words =
      status === "succeeded"
        ? {
            subject: `Refund of ${amount}`,
            paragraphs: [`${refund.sentence} The reason: ${reason}.`, "It was not owed, so no invoice changes."],
          }
        : {
            subject: `Refund of ${amount} has failed`,
            paragraphs: [
              `We wrote that we have given back ${amount}. The bank did not accept it, so the money did not arrive.`,
              `${amount} is your credit with us until we pay it by bank transfer. You need do nothing.`,
            ],
          };
    for (const reader of await receiversOfInvoices(tx, { companyId, userId: quote?.userId ?? null })) {
      await post.send(tx, {
        to: reader.email,
        greeting: reader.contactName,
        ...words,
        job: quote,
        action: { label: "Open your invoices", path: "/invoices" },
      });
    }
  });
}

export const documentMailTasks = (appContext: Mailing) => ({
  tasks: {
    "mail-document": (payload: unknown) => mailDocument(appContext, (payload as Jobs["mail-document"]).number),
    "mail-refund": (payload: unknown) => mailRefund(appContext, (payload as Jobs["mail-refund"]).refundId),
  },
});
