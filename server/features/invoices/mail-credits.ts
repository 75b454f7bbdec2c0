import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import type { Person } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { jobInMail, type Letter } from "#server/platform/mail/post.ts";
import { documentsToMail, invoiceBalances, invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { formatPence, sumPence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import type { PaymentMethod, RefundStatus } from "#shared/domain/trade/ledger.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";
import { invoiceAction, receiversOfInvoices } from "./mail-invoices.ts";

type Sending = { readonly db: Db } & Pick<AppContext, "post">;

/** Emails a credit note that no refund caused. */
export async function mailCreditNote(sending: Sending, number: number): Promise<void> {
  await mailNotes(sending, await takeNotes(sending.db, eq(invoices.number, number)), []);
}

/** Succeeded refunds, and those that failed after their success. */
const MAILED_STATUSES = ["succeeded", "failed", "canceled"] as const satisfies readonly RefundStatus[];

/**
 * Emails a refund with its credit notes, or its failure: one email for all parts of one refund at
 * Stripe.
 */
export async function mailRefund(sending: Sending, refundId: number): Promise<void> {
  const { db: tx } = sending;
  const parts = await lockParts(tx, refundId);
  const ids = parts.map(({ id }) => id);
  const unsent = await tx
    .update(refunds)
    .set({ isToMail: false })
    .where(and(inArray(refunds.id, ids), eq(refunds.isToMail, true), inArray(refunds.status, [...MAILED_STATUSES])))
    .returning({ id: refunds.id });
  const notes = await takeNotes(tx, inArray(invoices.refundId, ids));
  const isUnsent = new Set(unsent.map(({ id }) => id));
  const isNoted = new Set(notes.map(({ refundId }) => refundId));
  const given = parts.filter(({ id, status }) => status === "succeeded" && (isUnsent.has(id) || isNoted.has(id)));
  if (notes.length > 0) await mailNotes(sending, notes, given);
  else if (given.length > 0) await mailRefundOfCredit(sending, given);
  const failed = parts.filter(({ id, status }) => status !== "succeeded" && isUnsent.has(id));
  if (failed.length > 0) await mailFailedRefund(sending, failed);
}

/**
 * Locks the parts of a refund: at Stripe one refund has a part for each credited invoice, and one
 * without a credit note. A part that fails meanwhile waits, so that the first email and the
 * correction agree.
 */
const lockParts = (tx: Db, refundId: number) =>
  tx
    .select({
      id: refunds.id,
      companyId: refunds.companyId,
      amountPence: refunds.amountPence,
      reason: refunds.reason,
      status: refunds.status,
      invoiceNumber: refunds.invoiceNumber,
      method: payments.method,
      userId: quotes.userId,
      jobName: quotes.jobName,
      poNumber: quotes.poNumber,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(
      or(
        eq(refunds.id, refundId),
        inArray(refunds.stripeRefundId, tx.select({ id: refunds.stripeRefundId }).from(refunds).where(eq(refunds.id, refundId))),
      ),
    )
    .orderBy(refunds.id)
    .for("no key update", { of: refunds });

type Part = Awaited<ReturnType<typeof lockParts>>[number];

/** Removes the marks of credit notes, and returns those that had one. */
async function takeNotes(tx: Db, chosen: SQL) {
  const removed = await tx
    .delete(documentsToMail)
    .where(inArray(documentsToMail.number, tx.select({ number: invoices.number }).from(invoices).where(chosen)))
    .returning();
  const numbers = removed.map(({ number }) => number);
  return tx
    .select({
      number: invoices.number,
      credits: invoices.credits,
      grossPence: invoices.grossPence,
      reason: invoices.reason,
      refundId: invoices.refundId,
      owedPence: invoiceBalances.owedPence,
      dueOn: invoiceBalances.dueOn,
      quote: {
        id: quotes.id,
        companyId: quotes.companyId,
        userId: quotes.userId,
        orderId: quotes.orderId,
        jobName: quotes.jobName,
        poNumber: quotes.poNumber,
      },
    })
    .from(invoices)
    .innerJoin(quotes, eq(quotes.id, invoices.quoteId))
    .innerJoin(invoiceBalances, eq(invoiceBalances.number, invoices.credits))
    .where(inArray(invoices.number, numbers))
    .orderBy(invoices.number);
}

type Note = Awaited<ReturnType<typeof takeNotes>>[number];

/** @param given the parts of the refund that caused the notes, if its money was given back */
async function mailNotes({ db: tx, post }: Sending, notes: readonly Note[], given: readonly Part[]): Promise<void> {
  const [first] = notes;
  if (!first) return;
  const isOne = notes.length === 1;
  const gross = formatPence(sumPence(notes.map(({ grossPence }) => grossPence)));
  const owed = sumPence(invoicesOf(notes).map(({ owedPence }) => owedPence));
  for (const reader of await receiversOfAll(tx, notes)) {
    await post.send(tx, {
      to: reader.email,
      subject: isOne ? `Credit note ${creditNoteNumber(first.number)}: ${gross}` : `${notes.length} credit notes: ${gross}`,
      greeting: reader.contactName,
      paragraphs: [
        // Several notes have several jobs, so each paragraph names its own.
        ...notes.map((note) => [noteInMail(note), ...(isOne ? [] : jobInMail(note.quote))].join("\n")),
        ...refundInMail(given),
        ...owedInMail(notes),
      ],
      job: isOne ? first.quote : undefined,
      action: invoiceAction(reader, isOne ? first.quote : null, owed),
      papers: notes.map(({ number }) => ({ document: creditNoteNumber(number) })),
    });
  }
}

/** Finds the people who receive the invoices of these notes, each once. */
async function receiversOfAll(tx: Db, notes: readonly Note[]): Promise<Person[]> {
  const authors = new Map(notes.map(({ quote }) => [quote.userId, quote]));
  const receivers = new Map<number, Person>();
  for (const quote of authors.values()) for (const person of await receiversOfInvoices(tx, quote)) receivers.set(person.id, person);
  return [...receivers.values()];
}

const noteInMail = ({ number, credits, grossPence, reason }: Note): string =>
  `Credit note ${creditNoteNumber(number)} for ${formatPence(grossPence)} including VAT is attached. It is on invoice ${invoiceNumber(credits ?? 0)}: ${reason}.`;

/** One note of each invoice: a refund in parts may have several. */
const invoicesOf = (notes: readonly Note[]): Note[] => [...new Map(notes.map((note) => [note.credits, note])).values()];

function owedInMail(notes: readonly Note[]): string[] {
  const owing = invoicesOf(notes).filter(({ owedPence }) => owedPence > 0);
  if (owing.length === 0) return [`There is nothing left to pay of ${notes.length === 1 ? "it" : "them"}.`];
  const sentence = ({ credits, owedPence, dueOn }: Note) =>
    `${invoiceNumber(credits ?? 0)} still owes ${formatPence(owedPence)}, due on ${formatDay(new Date(dueOn))}.`;
  return [owing.map(sentence).join("\n")];
}

const REFUNDED_BY = {
  card: "to the card that paid it. It may take some days until your bank shows it",
  bank_transfer: "by bank transfer",
} as const satisfies Record<PaymentMethod, string>;

const amountOf = (parts: readonly Part[]) => formatPence(sumPence(parts.map(({ amountPence }) => amountPence)));

/** States what was given back, and which part of it was the company's credit. */
function refundInMail(given: readonly Part[]): string[] {
  const [first] = given;
  if (!first) return [];
  const credit = given.filter((part) => part.invoiceNumber === null);
  const sentence = `We have given back ${amountOf(given)} ${REFUNDED_BY[first.method]}.`;
  return [credit.length > 0 ? `${sentence} ${amountOf(credit)} of it was not owed, so no invoice changes for that part.` : sentence];
}

function mailRefundOfCredit(sending: Sending, given: readonly Part[]): Promise<void> {
  return mailWithoutNotes(sending, given, {
    subject: `Refund of ${amountOf(given)}`,
    paragraphs: [
      `We have given back ${amountOf(given)} ${REFUNDED_BY[given[0]?.method ?? "card"]}. The reason: ${given[0]?.reason}.`,
      "It was not owed, so no invoice changes.",
    ],
  });
}

function mailFailedRefund(sending: Sending, failed: readonly Part[]): Promise<void> {
  const amount = amountOf(failed);
  return mailWithoutNotes(sending, failed, {
    subject: `Refund of ${amount} has failed`,
    paragraphs: [
      `We wrote that we have given back ${amount}. The bank did not accept it, so the money did not arrive.`,
      `${amount} is your credit with us until we pay it by bank transfer. You need do nothing.`,
    ],
  });
}

async function mailWithoutNotes(
  { db: tx, post }: Sending,
  [part]: readonly Part[],
  words: Pick<Letter, "subject" | "paragraphs">,
): Promise<void> {
  if (!part || part.companyId === null) return;
  const { companyId, userId, jobName, poNumber } = part;
  for (const reader of await receiversOfInvoices(tx, { companyId, userId })) {
    await post.send(tx, {
      to: reader.email,
      greeting: reader.contactName,
      ...words,
      job: { jobName, poNumber },
      action: { label: "Open your invoices", path: "/invoices" },
    });
  }
}
