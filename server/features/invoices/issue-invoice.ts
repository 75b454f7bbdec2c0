import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { lockCompany } from "#server/features/companies/end-account.ts";
import type { Balance } from "#server/features/receivables/ledger.ts";
import { allocateUnallocatedPayments, sumUnallocatedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import { itemsOfQuote } from "#server/lists/select-parts.ts";
import { type Database, type Db, inTransaction } from "#server/platform/db/connect.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { recordEvent } from "#server/platform/webhooks/record-event.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import type { Seller } from "#server/schema/company-settings.ts";
import { type InvoiceLine, type InvoiceSnapshot, invoiceBalances, invoiceCounter, invoices } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { addDays, type Day, londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { linesOf } from "./invoice-lines.ts";
import { queueDocument } from "./mail-documents.ts";
import { bankNow, companyNow, customerNow } from "./parties.ts";

export type StoredInvoice = typeof invoices.$inferSelect;

/**
 * The seller's details that the law requires on a full VAT invoice, as error messages name them.
 */
const REQUIRED_OF_SELLER = { name: "name", address: "address", vatNumber: "VAT number" } as const satisfies Partial<
  Record<keyof Seller, string>
>;

export interface Issuer {
  /** Null if a payment or a scheduled job issued the document. */
  readonly user: SignedInUser | null;
  readonly ip: string | null;
  readonly now: Date;
}

/** Matches a quote's first invoice; corrections issue further ones. */
const isInvoiceOf = (quoteId: number): SQL | undefined =>
  and(eq(invoices.quoteId, quoteId), eq(invoices.kind, "invoice"), isNull(invoices.correctionId));

/**
 * Loads the issued invoice of an order's quote; reading never issues an invoice (rule D17).
 * @throws 409 with the reason why there is no invoice yet
 */
export async function invoiceOf(db: Db, quoteId: number): Promise<StoredInvoice> {
  // The quote is read before the invoice: in the other order, a payment that commits between the
  // two reads would look paid and without an invoice.
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId));
  const [issued] = await db.select().from(invoices).where(isInvoiceOf(quoteId));
  if (issued) return issued;
  if (quote?.finalTotalPence === 0) throw conflict("This order is free of charge: there is nothing to invoice");
  if (!quote?.taxPoint) throw conflict("This order is not paid yet: the VAT invoice comes with the payment, or once it is sent off");
  const missing = missingOf(await companyNow(db));
  const customer = await customerNow(db, quote.userId);
  if (missing.length === 0 && customer.address === null)
    throw conflict(`The invoice cannot be issued yet: the address of ${customer.companyName} is missing in Settings`, {
      missing: ["address"],
    });
  if (missing.length === 0) throw conflict("The invoice was not issued yet: it will be issued within the hour");
  const names = missing.map((field) => REQUIRED_OF_SELLER[field]).join(" and ");
  throw conflict(`The invoice cannot be issued yet: the seller's ${names} is missing in Settings, Company`, { missing });
}

/** The tax point of the invoice that a credit note credits. */
export async function taxPointOf(db: Db, number: number | null): Promise<Day> {
  const [invoice] = await db
    .select({ taxPoint: invoices.taxPoint })
    .from(invoices)
    .where(eq(invoices.number, number ?? 0));
  if (!invoice) throw new Error("A credit note is on an invoice");
  return invoice.taxPoint;
}

type InvoiceScope = { readonly quoteId: number } | { readonly companyId: number } | "everybody";

/**
 * Issues the missing invoices of quotes that are due to be invoiced. It runs with a payment or a
 * shipment, and again when a missing detail is saved: the seller's details, the company's address
 * or the order. A quote with a missing detail waits, and neither the payment nor the shipment
 * fails. It needs a transaction: the counter stays locked until the commit, so that no number is
 * lost.
 */
export async function issueDueInvoices(tx: Db, scope: InvoiceScope, issuer: Issuer): Promise<void> {
  const seller = await companyNow(tx);
  if (missingOf(seller).length > 0) return;
  const which =
    scope === "everybody" ? undefined : "quoteId" in scope ? eq(quotes.id, scope.quoteId) : eq(quotes.companyId, scope.companyId);
  // All quotes are locked before the counter. A payment locks one quote and then the counter, so
  // another order of locks could deadlock.
  const waiting = await tx.select().from(quotes).where(and(which, awaitsInvoice())).orderBy(quotes.id).for("update");
  // This reads the issued invoices again under the locks, because another transaction may have
  // issued some before the locks were taken.
  const ids = waiting.map(({ id }) => id);
  const issued = await tx
    .select({ quoteId: invoices.quoteId })
    .from(invoices)
    .where(and(inArray(invoices.quoteId, ids), eq(invoices.kind, "invoice")));
  const remaining = waiting.filter(({ id }) => !issued.some(({ quoteId }) => quoteId === id));
  for (const quote of remaining.toSorted(byTaxPoint)) {
    const snapshot = await snapshotOf(tx, quote, seller);
    if (snapshot.customer.address !== null) await storeInvoice(tx, quote, snapshot, issuer);
  }
}

const byTaxPoint = (one: Quote, other: Quote): number =>
  (one.taxPoint ?? "").localeCompare(other.taxPoint ?? "") || Number(one.paidAt ?? 0) - Number(other.paidAt ?? 0) || one.id - other.id;

/**
 * Marks a locked quote as due to be invoiced from this day, because it was paid in full or its
 * order was shipped. The earlier event counts. The due day follows the company's payment terms of
 * that day.
 */
export async function markDueToInvoice(tx: Db, quoteId: number, taxPoint: Day): Promise<void> {
  await tx
    .update(quotes)
    .set({ taxPoint, dueOn: sql`${taxPoint}::date + ${companies.paymentDays}` })
    .from(companies)
    .where(and(eq(quotes.id, quoteId), eq(companies.id, quotes.companyId), isNull(quotes.taxPoint), gt(quotes.finalTotalPence, pence(0))));
}

/** Matches quotes that are due to be invoiced and have no invoice yet. */
const awaitsInvoice = (): SQL | undefined =>
  and(isNotNull(quotes.taxPoint), gt(quotes.finalTotalPence, pence(0)), isNull(quotes.invoiceNumber));

/**
 * Locks a company, one of its quotes and all that issuing its invoices will lock, in the common
 * order: locking one quote first and the others later could deadlock.
 */
export async function lockToIssue(tx: Db, companyId: number, quoteId: number): Promise<void> {
  await lockCompany(tx, companyId);
  await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.companyId, companyId), or(eq(quotes.id, quoteId), awaitsInvoice())))
    .orderBy(quotes.id)
    .for("update");
}

/** The number of quotes without an invoice because the seller's details are incomplete. */
export async function countWaitingForSeller(db: Db): Promise<number> {
  return missingOf(await companyNow(db)).length === 0 ? 0 : db.$count(quotes, awaitsInvoice());
}

/**
 * A payment and the saving of the missing detail at the same moment do not see each other. This
 * hourly job issues the invoice that neither of them issued.
 */
export const invoiceTasks = ({ db, clock }: { readonly db: Database; readonly clock: () => Date }) => ({
  tasks: {
    "issue-invoices": () => inTransaction(db, (tx) => issueDueInvoices(tx, "everybody", { user: null, ip: null, now: clock() })),
  },
  crontab: "37 * * * * issue-invoices ?fill=1h&max=3&jobKey=issue-invoices\n",
});

/**
 * Returns the next number of the series. It is called last, because it blocks every other issuing
 * until the commit.
 */
export async function takeNumber(tx: Db): Promise<number> {
  const [counter] = await tx
    .update(invoiceCounter)
    .set({ last: sql`${invoiceCounter.last} + 1` })
    .returning();
  if (!counter) throw new Error("The invoice counter is missing");
  return counter.last;
}

async function storeInvoice(tx: Db, quote: Quote, snapshot: InvoiceSnapshot, issuer: Issuer): Promise<void> {
  const { id: quoteId, taxPoint, dueOn } = quote;
  if (!taxPoint || !dueOn) throw new Error("An invoice is issued of what was paid or sent off");
  const [heldPayment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.quoteId, quoteId), payments.isHeld))
    .orderBy(payments.id)
    .limit(1);
  const balance = await insertInvoice(tx, quote, { taxPoint, dueOn, snapshot, paymentId: heldPayment?.id ?? null }, issuer);
  await tx.update(quotes).set({ invoiceNumber: balance.number }).where(eq(quotes.id, quoteId));
  await allocateUnallocatedPayments(tx, balance, issuer.now);
  await queueDocument(tx, balance.number);
}

interface NewInvoice {
  readonly taxPoint: Day;
  readonly dueOn: Day;
  readonly snapshot: InvoiceSnapshot;
  readonly paymentId?: number | null;
  readonly correctionId?: number;
}

/** Stores an invoice of a locked quote with its balance and its audit entry. */
async function insertInvoice(
  tx: Db,
  { id: quoteId, companyId }: Pick<Quote, "id" | "companyId">,
  { snapshot, ...invoice }: NewInvoice,
  issuer: Issuer,
): Promise<Balance> {
  const { orderId, subtotal: netPence, tax: vatPence, finalTotal: grossPence } = snapshot;
  const [stored] = await tx
    .insert(invoices)
    .values({
      number: await takeNumber(tx),
      ...{ quoteId, companyId, orderId, ...invoice },
      issuedAt: issuer.now,
      ...{ netPence, vatPence, grossPence },
      snapshot,
    })
    .returning();
  if (!stored) throw new Error("The invoice was not stored");
  const { number, taxPoint } = stored;
  const [balance] = await tx.insert(invoiceBalances).values({ number, quoteId, companyId, grossPence, dueOn: invoice.dueOn }).returning();
  if (!balance) throw new Error("The balance of the invoice was not stored");
  const context = { action: "invoices.issued", feature: "invoices", paramId: number, ...issuer };
  await writeAudit(tx, context, { after: { quoteId, orderId, taxPoint } });
  await recordEvent(tx, { types: ["invoice.issued"], id: number, number: invoiceNumber(number), companyId }, issuer.now);
  return balance;
}

interface Increase {
  readonly correctionId: number;
  readonly lines: readonly InvoiceLine[];
  readonly netPence: Pence;
  readonly vatPence: Pence;
  /** The part that freed payments of the same correction pay at once. */
  readonly paidBefore: Pence;
}

/**
 * Issues the further invoice of a correction (rule Y27) to a locked quote that has an invoice. A
 * detail that is missing by now is the first invoice's, so that no correction waits for it.
 */
export async function issueFurtherInvoice(tx: Db, quote: Quote, increase: Increase, issuer: Issuer): Promise<Balance> {
  const first = await invoiceOf(tx, quote.id);
  const seller = await companyNow(tx);
  const now = await snapshotOf(tx, quote, missingOf(seller).length > 0 ? first.snapshot.seller : seller);
  const { paidOn: _, paidBefore: __, bank: ___, ...facts } = now;
  const { correctionId, lines, netPence: subtotal, vatPence: tax, paidBefore } = increase;
  const finalTotal = pence(subtotal + tax);
  const taxPoint = londonDay(issuer.now);
  const bank = await bankNow(tx);
  const isPaid = paidBefore === finalTotal;
  const snapshot: InvoiceSnapshot = {
    ...facts,
    customer: facts.customer.address === null ? first.snapshot.customer : facts.customer,
    ...{ lines, subtotal, tax, finalTotal },
    paidOn: isPaid ? taxPoint : null,
    ...(!isPaid && paidBefore > 0 && { paidBefore }),
    ...(!isPaid && bank && { bank }),
  };
  const [terms] = await tx.select({ days: companies.paymentDays }).from(companies).where(eq(companies.id, quote.companyId));
  return insertInvoice(tx, quote, { taxPoint, dueOn: addDays(taxPoint, terms?.days ?? 0), snapshot, correctionId }, issuer);
}

type Quote = typeof quotes.$inferSelect;

async function snapshotOf(tx: Db, quote: Quote, seller: Seller): Promise<InvoiceSnapshot> {
  const { customer, orderId, deliveredTo } = await customerAndDelivery(tx, quote);
  const { id: quoteId, jobName, poNumber } = quote;
  const totals = { subtotal: quote.subtotalPence, tax: quote.taxPence, finalTotal: quote.finalTotalPence };
  const lines = linesOf(await itemsOfQuote(tx, quoteId));
  const paidOn = quote.paidAt && londonDay(quote.paidAt);
  const bank = paidOn ? null : await bankNow(tx);
  const paidBefore = paidOn ? 0 : await sumUnallocatedOfQuote(tx, quoteId);
  const payment = { paidOn, ...(paidBefore > 0 && { paidBefore: pence(paidBefore) }), ...(bank && { bank }) };
  return { version: 1, seller, customer, quoteId, orderId, jobName, poNumber, deliveredTo, ...payment, lines, ...totals };
}

const missingOf = (seller: Seller) =>
  (Object.keys(REQUIRED_OF_SELLER) as (keyof typeof REQUIRED_OF_SELLER)[]).filter((field) => seller[field].trim() === "");

/**
 * An invoice goes to the company's own address, never to the delivery address, which may be a
 * homeowner's house.
 */
async function customerAndDelivery(tx: Db, quote: Quote) {
  const customer = await customerNow(tx, quote.userId);
  const [order] = await tx
    .select({ id: orders.id, shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(and(eq(orders.quoteId, quote.id), isNull(orders.deletedAt)));
  return { customer, orderId: order?.id ?? null, deliveredTo: order?.shippingAddress ?? null };
}
