import { and, eq, inArray, isNull } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { findRecipients, managersOf, type Person } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { JobWords, Letter } from "#server/platform/mail/post.ts";
import { documentsToMail, invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { type Day, formatDay } from "#shared/domain/period.ts";
import { bankInWords } from "#shared/domain/trade/ledger.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { bankNow } from "./parties.ts";

/** An invoice that is to be mailed, with the fields that emails use. */
export interface InvoiceToMail {
  readonly number: string;
  readonly grossPence: Pence;
  readonly owedPence: Pence;
  readonly dueOn: Day;
}

/**
 * Removes the mark of a quote's first invoice. Null: the invoice is already mailed, or there is no
 * invoice. The email about a correction attaches its own documents.
 */
export async function takeInvoiceToMail(tx: Db, quoteId: number): Promise<InvoiceToMail | null> {
  const ofQuote = tx
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.quoteId, quoteId), eq(invoices.kind, "invoice"), isNull(invoices.correctionId)));
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

/** The fields of an invoice's quote that its emails use. */
export interface InvoiceQuote extends JobWords {
  readonly id: number;
  readonly companyId: number;
  readonly userId: number;
  readonly orderId: number | null;
}

/**
 * The button of an email about a quote's invoice, or about several invoices (null). It leads to the
 * payment for people who may order.
 */
export function invoiceAction(
  { mayOrder }: Person,
  quote: Pick<InvoiceQuote, "id" | "orderId"> | null,
  owedPence: Pence,
): Letter["action"] {
  const path = quote === null ? "/invoices" : quote.orderId === null ? `/quotes?quote=${quote.id}` : `/orders?order=${quote.orderId}`;
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
      papers: [{ document: number }],
    });
  }
}
