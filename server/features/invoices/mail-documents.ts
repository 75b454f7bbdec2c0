import { and, eq, isNull } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { enqueue, type Jobs } from "#server/platform/jobs/enqueue.ts";
import { documentsToMail, invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { mailCreditNote, mailRefund } from "./mail-credits.ts";
import { mailInvoice, takeInvoiceToMail } from "./mail-invoices.ts";
import { moneySettingsNow } from "./parties.ts";

/**
 * Emails of invoices, credit notes and refunds (rule D15). The transaction that issues a document
 * marks it as to be mailed, and the transaction that queues its emails removes the mark. A receipt
 * or a shipping email that attaches an invoice removes the mark too, so each person receives one
 * email about it. All parts of one refund at Stripe share an email too.
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

/**
 * Marks a refund that succeeded without a credit note, or failed after its success, as to be
 * mailed.
 */
export async function queueRefund(tx: Db, refundId: number): Promise<void> {
  if (!(await moneySettingsNow(tx)).mailInvoices) return;
  await tx.update(refunds).set({ isToMail: true }).where(eq(refunds.id, refundId));
  await enqueue(tx, "mail-refund", { refundId });
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

async function mailDocument({ db, post }: Mailing, number: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [document] = await tx.select().from(invoices).where(eq(invoices.number, number));
    const [quote] = document ? await tx.select().from(quotes).where(eq(quotes.id, document.quoteId)) : [];
    if (!document || !quote) return;
    if (document.refundId !== null) return mailRefund({ db: tx, post }, document.refundId);
    if (document.kind === "credit_note") return mailCreditNote({ db: tx, post }, number);
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

export const documentMailTasks = (appContext: Mailing) => ({
  tasks: {
    "mail-document": (payload: unknown) => mailDocument(appContext, (payload as Jobs["mail-document"]).number),
    "mail-refund": (payload: unknown) => {
      const { refundId } = payload as Jobs["mail-refund"];
      return inTransaction(appContext.db, (tx) => mailRefund({ ...appContext, db: tx }, refundId));
    },
  },
});
