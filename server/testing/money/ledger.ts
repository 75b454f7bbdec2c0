import { eq, inArray } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { entriesOf } from "#server/features/receivables/account-entries.ts";
import { accountOf } from "#server/features/receivables/company-account.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { allocations } from "#server/schema/allocations.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoiceBalances, invoices, refunds, writeOffs } from "#server/schema/invoices-and-refunds.ts";
import { disputeMovements, disputes, payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";

/** The money of a database, and every inconsistency in it (docs/decisions/029-ledger.md). */

const sumOf = (rows: readonly { readonly amountPence: number }[]): number => sum(rows.map(({ amountPence }) => amountPence));
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Every fault of the ledger as a sentence, or of one company's; empty if it is right. One identity
 * holds for each company: the amount owed less its credit equals its invoices, less credit notes,
 * payments and write-offs, plus refunds and withdrawn disputes. Each stored sum equals its rows'
 * sum, nothing exceeds its bound, and a quote is paid if its invoice owes nothing, or a payment is
 * held for it.
 */
export async function faultsOfLedger(db: Db, companyId?: number): Promise<string[]> {
  const of = (column: AnyPgColumn) => (companyId === undefined ? undefined : eq(column, companyId));
  const [documents, balances, paid, given, moved, taken, quoted, whose, lost] = await Promise.all([
    db.select().from(invoices).where(of(invoices.companyId)).orderBy(invoices.number),
    db.select().from(invoiceBalances).where(of(invoiceBalances.companyId)),
    db.select().from(payments).where(of(payments.companyId)),
    db.select().from(refunds).where(of(refunds.companyId)),
    db.select().from(disputeMovements).where(of(disputeMovements.companyId)),
    db.select().from(disputes).where(of(disputes.companyId)),
    db.select().from(quotes).where(of(quotes.companyId)),
    db.select({ id: companies.id, kind: companies.kind }).from(companies).where(of(companies.id)),
    db.select().from(writeOffs).where(of(writeOffs.companyId)),
  ]);
  const theirs = db.select({ id: payments.id }).from(payments).where(of(payments.companyId));
  const counted = await db
    .select()
    .from(allocations)
    .where(companyId === undefined ? undefined : inArray(allocations.paymentId, theirs));
  const faults: string[] = [];
  const same = (what: string, one: unknown, other: unknown) => one === other || faults.push(`${what}: ${one} is not ${other}`);
  const within = (what: string, one: number, most: number) => one <= most || faults.push(`${what}: ${one} is above ${most}`);
  if (companyId === undefined) for (const [index, { number }] of documents.entries()) same("a number of the series", number, index + 1);
  for (const { id, kind } of whose) {
    const ofIt = <Row extends { companyId: number | null }>(rows: readonly Row[]) => rows.filter((row) => row.companyId === id);
    const gross = sum(ofIt(documents).map(({ kind, grossPence }) => (kind === "invoice" ? grossPence : -grossPence)));
    const money = sum(
      ofIt(paid)
        .filter(({ voidedAt }) => voidedAt === null)
        .map(({ amount }) => amount),
    );
    const back = sum(
      ofIt(given)
        .filter(({ status }) => status === "succeeded")
        .map(({ amountPence }) => amountPence),
    );
    const balance = gross - money + back + sumOf(ofIt(moved)) - sum(ofIt(lost).map(signedWriteOff));
    const owed = sum(ofIt(balances).map(({ owedPence }) => owedPence));
    same(`the balance of company ${id}`, balance, owed - sum(ofIt(paid).map(({ unallocatedPence }) => unallocatedPence)));
    if (kind !== "customer") continue;
    const account = await accountOf(db, id, new Date());
    same(`the account of company ${id}`, account.balance, balance);
    same(`owed less credit on the account of company ${id}`, account.owed - account.credit, balance);
    same(`the ages of what company ${id} owes`, sum(Object.values(account.ageing)), owed);
    const entries = await entriesOf(db, id, {}, { limit: 100_000, after: null });
    same(`the last balance of company ${id}`, entries.at(-1)?.balance ?? 0, balance);
    same(`the entries of company ${id}`, sum(entries.map(({ amount }) => amount)), balance);
  }
  for (const payment of paid) {
    const mine = given.filter(({ paymentId }) => paymentId === payment.id);
    const waits = mine.filter(({ status }) => status === "requested" || status === "pending");
    const went = mine.filter(({ status }) => status === "succeeded");
    const [plain, noted] = [waits.filter((one) => one.invoiceNumber === null), waits.filter((one) => one.invoiceNumber !== null)];
    const counts = counted.filter(({ paymentId }) => paymentId === payment.id);
    const disputed = sum(taken.filter(({ paymentId }) => paymentId === payment.id).map(({ withdrawnPence }) => withdrawnPence));
    const name = `payment ${payment.id}`;
    same(`applied of ${name}`, payment.appliedPence, sumOf(counts));
    same(`refunded of ${name}`, payment.refunded, sumOf(went));
    same(`waiting of ${name}`, payment.waitingPence, sumOf(plain));
    same(`waiting with a note of ${name}`, payment.waitingNotedPence, sumOf(noted));
    same(`withdrawn of ${name}`, payment.withdrawnPence, disputed);
    const ofKind = (kind: string) => sumOf(counts.filter((one) => one.kind === kind));
    const wentNoted = went.filter((one) => one.invoiceNumber !== null);
    same(`what refunds took of the allocations of ${name}`, -ofKind("refunded"), sumOf(wentNoted));
    // Disputed money that returned after its invoice was paid otherwise is unallocated, and stays
    // withdrawn from that invoice.
    const allocated = ofKind("allocated") + ofKind("withdrawn");
    within(`what of ${name} is allocated and not`, allocated + payment.unallocatedPence, payment.amount);
    within(`what of ${name} counts, went and waits`, sumOf(counts) + sumOf(went) + sumOf(plain) + disputed, payment.amount);
    for (const number of new Set(counts.map((one) => one.number))) {
      const ofInvoice = sumOf(counts.filter((one) => one.number === number));
      within(`what ${name} waits to give back of ${number}`, sumOf(noted.filter((one) => one.invoiceNumber === number)), ofInvoice);
    }
  }
  for (const dispute of taken)
    same(`withdrawn of dispute ${dispute.id}`, dispute.withdrawnPence, sumOf(moved.filter(({ disputeId }) => disputeId === dispute.id)));
  for (const {
    number,
    paidPence,
    creditedPence,
    creditWaitingPence,
    writtenOffPence,
    lostPence,
    grossPence,
    owedPence,
    quoteId,
  } of balances) {
    const notes = documents.filter(({ credits }) => credits === number);
    const invoice = documents.find((one) => one.number === number);
    const credited = sum(notes.map((note) => note.grossPence));
    const waits = given.filter((one) => one.invoiceNumber === number && (one.status === "requested" || one.status === "pending"));
    same(`gross of ${number}`, grossPence, invoice?.grossPence);
    same(`paid of ${number}`, paidPence, sumOf(counted.filter((one) => one.number === number)));
    same(`credited of ${number}`, creditedPence, credited);
    same(`credits that wait of ${number}`, creditWaitingPence, sumOf(waits));
    const off = lost.filter((one) => one.number === number);
    const unpaid = off.filter(({ reason }) => reason !== "small_balance");
    same(`written off of ${number}`, writtenOffPence, sum(off.map(signedWriteOff)));
    same(`written off of ${number} and not as paid`, lostPence, sum(unpaid.map(signedWriteOff)));
    within(`credits of ${number}, those that wait too`, credited + sumOf(waits) + writtenOffPence, grossPence);
    within(`paid, credited and written off of ${number}`, paidPence + credited + writtenOffPence, grossPence);
    same(`owed of ${number}`, owedPence, grossPence - credited - paidPence - writtenOffPence);
    const vatCredited = sum(notes.map(({ vatPence }) => vatPence));
    // A correction's note has the VAT of its order's windows; a full credit is exact all the same.
    const isExact = credited === grossPence || notes.every(({ correctionId }) => correctionId === null);
    if (invoice && isExact) same(`VAT credited of ${number}`, vatCredited, vatOf(credited, invoice));
    if (invoice) within(`VAT credited of ${number}`, vatCredited, invoice.vatPence);
    const quote = quoted.find(({ id }) => id === quoteId);
    const debts = balances.filter((one) => one.quoteId === quoteId).map((one) => one.owedPence + one.lostPence);
    same(`paid or not, quote ${quoteId}`, quote?.isPaid, sum(debts) === 0);
  }
  for (const quote of quoted.filter(({ invoiceNumber }) => invoiceNumber !== null)) {
    // The invoices of an order less the credit notes of its corrections are its windows.
    const own = documents.filter(({ quoteId }) => quoteId === quote.id);
    const issued = own.filter(({ kind, correctionId }) => kind === "invoice" || correctionId !== null);
    const total = (part: "grossPence" | "vatPence") => sum(issued.map((one) => (one.kind === "invoice" ? one[part] : -one[part])));
    same(`the documents of quote ${quote.id}`, total("grossPence"), quote.finalTotalPence);
    // Credits by hand may leave a correction's note less VAT than its order lost.
    const others = own.length - issued.length;
    within(`the VAT of the documents of quote ${quote.id} away from its order's`, Math.abs(total("vatPence") - quote.taxPence), others);
  }
  for (const { id, isPaid, finalTotalPence } of quoted.filter(
    ({ invoiceNumber, finalTotalPence }) => invoiceNumber === null && finalTotalPence > 0,
  )) {
    const held = paid.filter(({ quoteId, isHeld }) => quoteId === id && isHeld);
    same(`paid or not, quote ${id} without an invoice`, isPaid, held.length > 0);
    const there = sum(held.map(({ unallocatedPence, waitingPence }) => unallocatedPence - waitingPence));
    if (isPaid) within(`the total of quote ${id}, which is paid`, finalTotalPence, there);
  }
  for (const { id, status, invoiceNumber } of given) {
    const notes = documents.filter(({ refundId }) => refundId === id).length;
    if (status === "succeeded") same(`credit notes of refund ${id}`, notes, invoiceNumber === null ? 0 : 1);
  }
  return faults;
}

/** A reversal counts negative. */
const signedWriteOff = ({ amountPence, reverses }: Pick<typeof writeOffs.$inferSelect, "amountPence" | "reverses">): number =>
  reverses === null ? amountPence : -amountPence;

/** The VAT of all credits of a sum in pence: round(S × VAT ÷ gross), half away from zero. */
const vatOf = (credited: number, { vatPence, grossPence }: { readonly vatPence: number; readonly grossPence: number }): number =>
  Number((2n * BigInt(credited) * BigInt(vatPence) + BigInt(grossPence)) / (2n * BigInt(grossPence)));

/** The present amounts of an invoice. */
export async function balanceOf(db: Db, number: number) {
  const [balance] = await db.select().from(invoiceBalances).where(eq(invoiceBalances.number, number));
  if (!balance) throw new Error(`There is no invoice ${number}`);
  const { grossPence: gross, creditedPence: credited, paidPence: paid, writtenOffPence: writtenOff, owedPence: owed, isDisputed } = balance;
  return { gross, credited, paid, writtenOff, owed, isDisputed };
}
