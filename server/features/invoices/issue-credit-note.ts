import { eq, sql } from "drizzle-orm";
import { type Balance, reduceAllocationsForCredit, updatePaidStates } from "#server/features/receivables/ledger.ts";
import { sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { recordEvent } from "#server/platform/webhooks/record-event.ts";
import { invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { splitCredit } from "#shared/domain/trade/ledger.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";
import { type Issuer, type StoredInvoice, takeNumber } from "./issue-invoice.ts";
import { queueDocument } from "./mail-documents.ts";
import { companyNow } from "./parties.ts";

interface Credit {
  readonly grossPence: Pence;
  readonly reason: string;
  /**
   * The succeeded refund that this note credits. The refunded amount no longer counts as paid or as
   * waiting.
   */
  readonly refundId: number | null;
  /**
   * The correction that this note credits (rule Y27), and the VAT by which the order's VAT fell.
   */
  readonly correction?: { readonly id: number; readonly vatPence: Pence };
}

/** The amount of an invoice that may still be credited, in pence. */
export const creditable = ({ grossPence, creditedPence, creditWaitingPence, writtenOffPence }: Balance): Pence =>
  pence(grossPence - creditedPence - creditWaitingPence - writtenOffPence);

async function vatCreditedOn(tx: Db, number: number): Promise<Pence> {
  const [notes] = await tx
    .select({ vat: sumOfPence(sql`sum(${invoices.vatPence})`) })
    .from(invoices)
    .where(eq(invoices.credits, number));
  return notes?.vat ?? pence(0);
}

/**
 * Issues a credit note on a locked invoice (rule D12), with a number from the invoices' series. An
 * amount paid beyond the remaining debt becomes the company's credit.
 * @throws 409 if the credit exceeds the invoice
 */
export async function issueCreditNote(tx: Db, balance: Balance, credit: Credit, issuer: Issuer): Promise<StoredInvoice> {
  const { grossPence, reason, refundId, correction } = credit;
  const most = creditable(balance);
  if (grossPence > most) throw conflict(`${invoiceNumber(balance.number)} can be credited by at most ${formatPence(most)}`);
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.number, balance.number));
  if (!invoice) throw new Error(`There is no invoice ${balance.number}`);
  const { quoteId, companyId, orderId } = invoice;
  await reduceAllocationsForCredit(tx, balance, grossPence, issuer.user?.id ?? null, issuer.now);
  const before = { grossPence: balance.creditedPence, vatPence: await vatCreditedOn(tx, balance.number) };
  const { netPence, vatPence } = splitCredit(invoice, before, grossPence, correction?.vatPence);
  const seller = await companyNow(tx);
  const [note] = await tx
    .insert(invoices)
    .values({
      number: await takeNumber(tx),
      kind: "credit_note",
      quoteId,
      companyId,
      orderId,
      taxPoint: londonDay(issuer.now),
      issuedAt: issuer.now,
      netPence,
      vatPence,
      grossPence,
      credits: balance.number,
      reason,
      refundId,
      correctionId: correction?.id ?? null,
      snapshot: { ...invoice.snapshot, seller, lines: [], subtotal: netPence, tax: vatPence, finalTotal: grossPence },
    })
    .returning();
  if (!note) throw new Error("The credit note was not stored");
  await tx
    .update(invoiceBalances)
    .set({ creditedPence: sql`${invoiceBalances.creditedPence} + ${grossPence}` })
    .where(eq(invoiceBalances.number, balance.number));
  await updatePaidStates(tx, [balance.number], issuer.now);
  // The email about a correction attaches its documents.
  if (!correction) await queueDocument(tx, note.number);
  const context = { action: "invoices.credited", feature: "invoices", paramId: note.number, ...issuer };
  await writeAudit(tx, context, { after: { credits: invoiceNumber(balance.number), grossPence, vatPence, reason } });
  await recordEvent(tx, { types: ["credit_note.issued"], id: note.number, number: creditNoteNumber(note.number), companyId }, issuer.now);
  return note;
}
