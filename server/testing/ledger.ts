import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import {
  allocations,
  companies,
  disputeMovements,
  disputes,
  invoiceBalances,
  invoices,
  payments,
  quotes,
  refunds,
} from "#server/db/schema.ts";

import { accountOf, entriesOf } from "#server/features/invoices/company-account.ts";

/**
 * The money of a database, and all in it that does not agree with itself
 * (docs/decisions/130-the-ledger.md).
 */

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Every fault of the ledger in words; none where it is right. One identity of each company: what it
 * owes less its credit is its invoices, less credit notes and payments, with refunds and what
 * disputes took. And each kept sum is the sum of its rows.
 */
export async function faultsOfLedger(db: Db): Promise<string[]> {
  const [documents, balances, paid, counted, given, moved, taken, quoted] = await Promise.all([
    db.select().from(invoices).orderBy(invoices.number),
    db.select().from(invoiceBalances),
    db.select().from(payments),
    db.select().from(allocations),
    db.select().from(refunds),
    db.select().from(disputeMovements),
    db.select().from(disputes),
    db.select().from(quotes),
  ]);
  const faults: string[] = [];
  const same = (what: string, one: unknown, other: unknown) => one === other || faults.push(`${what}: ${one} is not ${other}`);
  for (const [index, { number }] of documents.entries()) same("a number of the series", number, index + 1);
  for (const { id, kind } of await db.select({ id: companies.id, kind: companies.kind }).from(companies)) {
    const of = <Row extends { companyId: number | null }>(rows: readonly Row[]) => rows.filter(({ companyId }) => companyId === id);
    const gross = sum(of(documents).map(({ kind, grossPence }) => (kind === "invoice" ? grossPence : -grossPence)));
    const money = sum(
      of(paid)
        .filter(({ voidedAt }) => voidedAt === null)
        .map(({ amount }) => amount),
    );
    const back = sum(
      of(given)
        .filter(({ status }) => status === "succeeded")
        .map(({ amountPence }) => amountPence),
    );
    const balance = gross - money + back + sum(of(moved).map(({ amountPence }) => amountPence));
    const owed = sum(of(balances).map(({ owedPence }) => owedPence));
    same(`the balance of company ${id}`, balance, owed - sum(of(paid).map(({ unallocatedPence }) => unallocatedPence)));
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
    const of = (rows: readonly { amountPence: number }[]) => sum(rows.map(({ amountPence }) => amountPence));
    const name = `payment ${payment.id}`;
    same(`applied of ${name}`, payment.appliedPence, of(counted.filter(({ paymentId }) => paymentId === payment.id)));
    same(`refunded of ${name}`, payment.refunded, of(mine.filter(({ status }) => status === "succeeded")));
    same(`waiting of ${name}`, payment.waitingPence, of(waits.filter(({ invoiceNumber }) => invoiceNumber === null)));
    same(`waiting with a note of ${name}`, payment.waitingNotedPence, of(waits.filter(({ invoiceNumber }) => invoiceNumber !== null)));
    same(
      `withdrawn of ${name}`,
      payment.withdrawnPence,
      sum(taken.filter(({ paymentId }) => paymentId === payment.id).map((d) => d.withdrawnPence)),
    );
  }
  for (const dispute of taken)
    same(
      `withdrawn of dispute ${dispute.id}`,
      dispute.withdrawnPence,
      sum(moved.filter((m) => m.disputeId === dispute.id).map((m) => m.amountPence)),
    );
  for (const balance of balances) {
    const { number } = balance;
    const notes = documents.filter(({ credits }) => credits === number);
    const invoice = documents.find((one) => one.number === number);
    same(`paid of ${number}`, balance.paidPence, sum(counted.filter((one) => one.number === number).map(({ amountPence }) => amountPence)));
    same(`credited of ${number}`, balance.creditedPence, sum(notes.map(({ grossPence }) => grossPence)));
    if (balance.creditedPence === balance.grossPence)
      same(`VAT credited of ${number}`, sum(notes.map(({ vatPence }) => vatPence)), invoice?.vatPence);
    const quote = quoted.find(({ id }) => id === balance.quoteId);
    same(`paid or not, quote ${balance.quoteId}`, quote?.isPaid, balance.owedPence === 0);
  }
  for (const { id, status, invoiceNumber } of given) {
    const notes = documents.filter(({ refundId }) => refundId === id).length;
    if (status === "succeeded") same(`credit notes of refund ${id}`, notes, invoiceNumber === null ? 0 : 1);
  }
  return faults;
}

/** What of an invoice is where now. */
export async function balanceOf(db: Db, number: number) {
  const [balance] = await db.select().from(invoiceBalances).where(eq(invoiceBalances.number, number));
  if (!balance) throw new Error(`There is no invoice ${number}`);
  const { grossPence: gross, creditedPence: credited, paidPence: paid, owedPence: owed, isDisputed } = balance;
  return { gross, credited, paid, owed, isDisputed };
}
