import { and, eq, gt, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { type InvoiceSnapshot, invoiceCounter, invoices, orders, payments, quotes, type Seller } from "#server/db/schema.ts";
import { itemsOfQuote } from "#server/db/select-parts.ts";
import { writeAudit } from "#server/http/audit.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { conflict } from "#server/http/errors.ts";
import { pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { linesOf } from "./invoice-lines.ts";
import { companyNow, customerNow } from "./parties.ts";

export type StoredInvoice = typeof invoices.$inferSelect;

/** What the law wants of the seller on a full VAT invoice, as people call it. */
const REQUIRED_OF_SELLER = { name: "name", address: "address", vatNumber: "VAT number" } as const satisfies Partial<
  Record<keyof Seller, string>
>;

interface Issuer {
  /** Null where no person asked: the payment itself issued it. */
  readonly user: SignedInUser | null;
  readonly ip: string | null;
  readonly now: Date;
}

/**
 * The invoice of a paid quote: the one that was issued, or a new one with the next number. Takes a transaction. The
 * quote's lock lets two askers in one after the other; the counter's row is locked until the commit, so a number is
 * used or not taken at all.
 */
export async function issueInvoice(tx: Db, quoteId: number, issuer: Issuer): Promise<StoredInvoice> {
  const [quote] = await tx.select().from(quotes).where(eq(quotes.id, quoteId)).for("update");
  const [issued] = await tx.select().from(invoices).where(eq(invoices.quoteId, quoteId));
  if (issued) return issued;
  if (!quote?.paidAt) throw conflict("This order is not paid yet: the VAT invoice comes with the payment");
  if (quote.finalTotal === 0) throw conflict("This order is free of charge: there is nothing to invoice");
  const { snapshot, missing } = await snapshotOf(tx, quote);
  if (missing.length > 0) {
    const names = missing.map((field) => REQUIRED_OF_SELLER[field]).join(" and ");
    throw conflict(`The invoice cannot be issued yet: the seller's ${names} is missing in Settings, Company`, { missing });
  }
  return storeInvoice(tx, quote.paidAt, snapshot, issuer);
}

type Whose = { readonly quoteId: number } | { readonly companyId: number } | "everybody";

/**
 * Issues what can be issued of paid quotes that have no invoice yet: with the payment; and where something was missing
 * then, with the seller's details, the company's address or the order that brings it. What still lacks something waits, at the latest until a
 * reader asks for it, and refuses nothing: a payment never fails for its paper. Takes a transaction.
 */
export async function issueWhatCanBe(tx: Db, of: Whose, issuer: Issuer): Promise<void> {
  if (missingOf(await companyNow(tx)).length > 0) return;
  const which = of === "everybody" ? undefined : "quoteId" in of ? eq(quotes.id, of.quoteId) : eq(quotes.companyId, of.companyId);
  // All quotes are locked before the counter: who pays locks one of them and then the counter, so neither waits for the
  // other in a ring.
  const waiting = await tx
    .select()
    .from(quotes)
    .where(
      and(
        which,
        isNotNull(quotes.paidAt),
        gt(quotes.finalTotal, pence(0)),
        notExists(tx.select().from(invoices).where(eq(invoices.quoteId, quotes.id))),
      ),
    )
    .orderBy(quotes.id)
    .for("update");
  // Asked again now that they are locked: meanwhile a reader may have asked for one, and so issued it.
  const ids = waiting.map(({ id }) => id);
  const issued = await tx.select({ quoteId: invoices.quoteId }).from(invoices).where(inArray(invoices.quoteId, ids));
  const left = waiting.filter(({ id }) => !issued.some(({ quoteId }) => quoteId === id));
  for (const quote of left.toSorted((one, other) => Number(one.paidAt) - Number(other.paidAt))) {
    const { snapshot, missing } = await snapshotOf(tx, quote);
    if (quote.paidAt && missing.length === 0 && snapshot.customer.address !== null) await storeInvoice(tx, quote.paidAt, snapshot, issuer);
  }
}

async function storeInvoice(tx: Db, paidAt: Date, snapshot: InvoiceSnapshot, issuer: Issuer): Promise<StoredInvoice> {
  const { quoteId, orderId } = snapshot;
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.quoteId, quoteId), eq(payments.settles, true)));
  // Last, because all others who issue one wait from here to the commit.
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
      orderId,
      paymentId: payment?.id ?? null,
      taxPoint: londonDay(paidAt),
      issuedAt: issuer.now,
      snapshot,
    })
    .returning();
  if (!invoice) throw new Error("The invoice was not stored");
  const context = { action: "invoices.issued", feature: "invoices", paramId: invoice.number, ...issuer };
  await writeAudit(tx, context, { after: { quoteId, orderId, taxPoint: invoice.taxPoint } });
  return invoice;
}

type Quote = typeof quotes.$inferSelect;

async function snapshotOf(tx: Db, quote: Quote): Promise<{ snapshot: InvoiceSnapshot; missing: (keyof typeof REQUIRED_OF_SELLER)[] }> {
  const seller = await companyNow(tx);
  const { customer, orderId, deliveredTo } = await customerAndDelivery(tx, quote);
  const { id: quoteId, jobName, poNumber, subtotal, tax, finalTotal } = quote;
  const lines = linesOf(await itemsOfQuote(tx, quoteId));
  return {
    snapshot: { version: 1, seller, customer, quoteId, orderId, jobName, poNumber, deliveredTo, lines, subtotal, tax, finalTotal },
    missing: missingOf(seller),
  };
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
