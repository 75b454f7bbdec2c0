import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { InvoiceSnapshot, Seller } from "#server/db/document-snapshots.ts";
import { invoiceCounter, invoices, orders, payments, quotes } from "#server/db/schema.ts";
import { itemsOfQuote } from "#server/features/orders/order-queries.ts";
import { companyNow } from "#server/features/settings/company.ts";
import { writeAudit } from "#server/http/audit.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { conflict } from "#server/http/errors.ts";
import { londonDay } from "#shared/domain/period.ts";
import { linesOf } from "./document-lines.ts";
import { customerNow } from "./document-parties.ts";

export type StoredInvoice = typeof invoices.$inferSelect;

/** What the law wants of the seller on a full VAT invoice, as people call it. */
const REQUIRED_OF_SELLER = { name: "name", address: "address", vatNumber: "VAT number" } as const satisfies Partial<
  Record<keyof Seller, string>
>;

interface Issuer {
  /** Null where nobody asked: the payment itself brought it about. */
  readonly user: SignedInUser | null;
  readonly ip: string | null;
  readonly now: Date;
}

/**
 * The invoice of a paid quote: the one that was issued, or a new one with the next number. Takes a transaction. The quote's lock
 * lets two askers in one after the other; the counter's row is locked until the commit, so a number is used or not taken at all.
 */
export async function issueInvoice(tx: Db, quoteId: number, issuer: Issuer): Promise<StoredInvoice> {
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, quoteId)).for("update");
  const [issued] = await tx.select().from(invoices).where(eq(invoices.quoteId, quoteId));
  if (issued) return issued;
  if (!quote?.paidAt) throw conflict("This order is not paid yet: the VAT invoice comes with the payment");
  if (quote.finalTotal === 0) throw conflict("This order is free of charge: there is nothing to invoice");
  const snapshot = await snapshotOf(tx, quote);
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.quoteId, quoteId), eq(payments.settles, true)));
  // Last, because everybody else who issues one waits from here to the commit.
  const [counter] = await tx
    .update(invoiceCounter)
    .set({ last: sql`${invoiceCounter.last} + 1` })
    .returning();
  if (!counter) throw new Error("The invoice counter is missing");
  const [invoice] = await tx
    .insert(invoices)
    .values({
      number: counter.last,
      quoteId,
      orderId: snapshot.orderId,
      paymentId: payment?.id ?? null,
      taxPoint: londonDay(quote.paidAt),
      issuedAt: issuer.now,
      snapshot,
    })
    .returning();
  if (!invoice) throw new Error("The invoice was not stored");
  const context = { action: "invoices.issued", feature: "invoices", paramId: invoice.number, ...issuer };
  await writeAudit(tx, context, { after: { quoteId, orderId: invoice.orderId, taxPoint: invoice.taxPoint } });
  return invoice;
}

/** With the payment, where nothing is missing; else it is issued when somebody first asks for it. Never stands in the payment's way. */
export async function issueWithPayment(tx: Db, quoteId: number, now: Date): Promise<void> {
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, quoteId));
  if (!quote || missingOf(await companyNow(tx)).length > 0) return;
  if ((await customerAndDelivery(tx, quote)).customer.address === null) return;
  await issueInvoice(tx, quoteId, { user: null, ip: null, now });
}

type Quote = typeof quotes.$inferSelect;

async function snapshotOf(tx: Db, quote: Quote): Promise<InvoiceSnapshot> {
  const seller = await companyNow(tx);
  const missing = missingOf(seller);
  if (missing.length > 0) {
    const names = missing.map((field) => REQUIRED_OF_SELLER[field]).join(" and ");
    throw conflict(`The invoice cannot be issued yet: the seller's ${names} is missing in Settings, Company`, { missing });
  }
  const { customer, orderId, deliveredTo } = await customerAndDelivery(tx, quote);
  const { id: quoteId, subtotal, tax, finalTotal } = quote;
  const lines = linesOf(await itemsOfQuote(tx, quoteId));
  return { version: 1, seller, customer, quoteId, orderId, deliveredTo, lines, subtotal, tax, finalTotal };
}

const missingOf = (seller: Seller) =>
  (Object.keys(REQUIRED_OF_SELLER) as (keyof typeof REQUIRED_OF_SELLER)[]).filter((field) => seller[field].trim() === "");

/** A customer without an address in their profile is invoiced where the order is delivered to. */
async function customerAndDelivery(tx: Db, quote: Quote) {
  const customer = await customerNow(tx, quote.userId);
  const [order] = await tx
    .select({ id: orders.id, shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(and(eq(orders.quoteId, quote.id), isNull(orders.deletedAt)));
  const deliveredTo = order?.shippingAddress ?? null;
  return { customer: { ...customer, address: customer.address ?? deliveredTo }, orderId: order?.id ?? null, deliveredTo };
}
