import { and, eq, gt, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { type Database, type Db, inTransaction } from "#server/db/connect.ts";
import { type InvoiceSnapshot, invoiceCounter, invoices, orders, payments, quotes, type Seller } from "#server/db/schema.ts";
import { itemsOfQuote } from "#server/db/select-parts.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
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
  /** Null where no person did it: the payment itself issued it, or the timetable. */
  readonly user: SignedInUser | null;
  readonly ip: string | null;
  readonly now: Date;
}

/** The invoice that was issued of an order's quote: looking issues none (rule D2). @throws 409 that says why there is none */
export async function invoiceOf(db: Db, quoteId: number): Promise<StoredInvoice> {
  // First: a payment that is committed meanwhile must not look like one without its invoice.
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId));
  const [issued] = await db.select().from(invoices).where(eq(invoices.quoteId, quoteId));
  if (issued) return issued;
  if (!quote?.paidAt) throw conflict("This order is not paid yet: the VAT invoice comes with the payment");
  if (quote.finalTotalPence === 0) throw conflict("This order is free of charge: there is nothing to invoice");
  const missing = missingOf(await companyNow(db));
  const customer = await customerNow(db, quote.userId);
  if (missing.length === 0 && customer.address === null)
    throw conflict(`The invoice cannot be issued yet: the address of ${customer.companyName} is missing in Settings`, {
      missing: ["address"],
    });
  if (missing.length === 0) throw conflict("The invoice was not issued yet: it comes within the hour");
  const names = missing.map((field) => REQUIRED_OF_SELLER[field]).join(" and ");
  throw conflict(`The invoice cannot be issued yet: the seller's ${names} is missing in Settings, Company`, { missing });
}

type Whose = { readonly quoteId: number } | { readonly companyId: number } | "everybody";

/**
 * Issues the invoices of paid quotes that lack one. This runs with the payment, and later when the
 * missing thing comes: the seller's details, the company's address or the order. A quote that still
 * lacks something waits; a payment never fails for its paper. In a transaction: the counter stays
 * locked until the commit, so a number is used or not taken.
 */
export async function issueWhatCanBe(tx: Db, of: Whose, issuer: Issuer): Promise<void> {
  const seller = await companyNow(tx);
  if (missingOf(seller).length > 0) return;
  const which = of === "everybody" ? withoutInvoice : "quoteId" in of ? eq(quotes.id, of.quoteId) : eq(quotes.companyId, of.companyId);
  // All quotes are locked before the counter: who pays locks one of them and then the counter, so neither waits for the
  // other in a ring.
  const waiting = await tx
    .select()
    .from(quotes)
    .where(and(which, waits(tx)))
    .orderBy(quotes.id)
    .for("update");
  // Asked again now that they are locked: meanwhile somebody else may have saved a detail, and so issued some.
  const ids = waiting.map(({ id }) => id);
  const issued = await tx.select({ quoteId: invoices.quoteId }).from(invoices).where(inArray(invoices.quoteId, ids));
  const left = waiting.filter(({ id }) => !issued.some(({ quoteId }) => quoteId === id));
  for (const quote of left.toSorted((one, other) => Number(one.paidAt) - Number(other.paidAt))) {
    const snapshot = await snapshotOf(tx, quote, seller);
    if (snapshot.customer.address !== null) await storeInvoice(tx, quote, snapshot, issuer);
  }
}

/** Of quotes: paid for, and no invoice yet. */
const waits = (tx: Db): SQL | undefined =>
  and(
    isNotNull(quotes.paidAt),
    gt(quotes.finalTotalPence, pence(0)),
    notExists(tx.select().from(invoices).where(eq(invoices.quoteId, quotes.id))),
  );

/**
 * Locks a company, a quote of its and all that issuing its invoices will lock, in the order in which everybody locks them: who would lock
 * one quote first and the others later waits for another in a ring.
 */
export async function lockToIssue(tx: Db, companyId: number, quoteId: number): Promise<void> {
  await lockCompany(tx, companyId);
  await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.companyId, companyId), or(eq(quotes.id, quoteId), waits(tx))))
    .orderBy(quotes.id)
    .for("update");
}

/** Few, and an index of their own: the rest of what was ever paid need not be read each hour. */
const withoutInvoice = and(isNull(quotes.invoiceNumber), sql`${quotes.isPaid} and ${quotes.finalTotalPence} > 0`);

/** A payment and the saving of what it lacked, at the same moment, do not see each other: what both left is issued each hour. */
export const invoiceTasks = ({ db, clock }: { readonly db: Database; readonly clock: () => Date }) => ({
  tasks: {
    "issue-invoices": () => inTransaction(db, (tx) => issueWhatCanBe(tx, "everybody", { user: null, ip: null, now: clock() })),
  },
  crontab: "37 * * * * issue-invoices ?fill=1h&max=3&jobKey=issue-invoices\n",
});

async function storeInvoice(tx: Db, { id: quoteId, companyId, paidAt }: Quote, snapshot: InvoiceSnapshot, issuer: Issuer): Promise<void> {
  if (!paidAt) throw new Error("An invoice is issued of what was paid");
  const { orderId } = snapshot;
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
      companyId,
      orderId,
      paymentId: payment?.id ?? null,
      taxPoint: londonDay(paidAt),
      issuedAt: issuer.now,
      netPence: snapshot.subtotal,
      vatPence: snapshot.tax,
      grossPence: snapshot.finalTotal,
      snapshot,
    })
    .returning();
  if (!invoice) throw new Error("The invoice was not stored");
  await tx.update(quotes).set({ invoiceNumber: invoice.number }).where(eq(quotes.id, quoteId));
  const context = { action: "invoices.issued", feature: "invoices", paramId: invoice.number, ...issuer };
  await writeAudit(tx, context, { after: { quoteId, orderId, taxPoint: invoice.taxPoint } });
}

type Quote = typeof quotes.$inferSelect;

async function snapshotOf(tx: Db, quote: Quote, seller: Seller): Promise<InvoiceSnapshot> {
  const { customer, orderId, deliveredTo } = await customerAndDelivery(tx, quote);
  const { id: quoteId, jobName, poNumber } = quote;
  const totals = { subtotal: quote.subtotalPence, tax: quote.taxPence, finalTotal: quote.finalTotalPence };
  const lines = linesOf(await itemsOfQuote(tx, quoteId));
  return { version: 1, seller, customer, quoteId, orderId, jobName, poNumber, deliveredTo, lines, ...totals };
}

const missingOf = (seller: Seller) =>
  (Object.keys(REQUIRED_OF_SELLER) as (keyof typeof REQUIRED_OF_SELLER)[]).filter((field) => seller[field].trim() === "");

/** An invoice is addressed to the company's own address alone, never to where an order goes: that may be a homeowner's house. */
async function customerAndDelivery(tx: Db, quote: Quote) {
  const customer = await customerNow(tx, quote.userId);
  const [order] = await tx
    .select({ id: orders.id, shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(and(eq(orders.quoteId, quote.id), isNull(orders.deletedAt)));
  return { customer, orderId: order?.id ?? null, deliveredTo: order?.shippingAddress ?? null };
}
