import { and, asc, desc, eq, gt, inArray, isNull, notInArray, or, type SQL, sql, sum } from "drizzle-orm";
import { earnCommission, resetCommission } from "#server/features/referrals/referrals.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { allocations } from "#server/schema/allocations.ts";
import { invoiceBalances, invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { disputes, payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type Pence, pence, sumPence } from "#shared/domain/money.ts";
import {
  countsAsPaid,
  DECIDED_DISPUTES,
  splitOldestFirst,
  WAITING_REFUND_STATUSES,
  type WriteOffReason,
} from "#shared/domain/trade/ledger.ts";

/**
 * The allocations of payments to invoices (docs/decisions/029-ledger.md). Only this module adds
 * allocations. It updates the sums of the payment and of the invoice with them, under the lock of
 * the invoice's quote.
 */

export type Balance = typeof invoiceBalances.$inferSelect;
export type Payment = typeof payments.$inferSelect;
type NewAllocation = typeof allocations.$inferInsert;

/**
 * Locks invoices through their quotes, in the order in which all transactions lock quotes, and
 * returns their balances. A quote without an invoice can be locked with them. A caller that locks
 * several has locked the company first.
 */
export async function lockBalances(tx: Db, numbers: readonly number[], quoteId: number | null = null): Promise<Balance[]> {
  if (numbers.length === 0 && quoteId === null) return [];
  const theirs = tx
    .select({ id: invoiceBalances.quoteId })
    .from(invoiceBalances)
    .where(inArray(invoiceBalances.number, [...numbers]));
  await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(or(inArray(quotes.id, theirs), eq(quotes.id, quoteId ?? 0)))
    .orderBy(quotes.id)
    .for("update");
  return tx
    .select()
    .from(invoiceBalances)
    .where(inArray(invoiceBalances.number, [...numbers]))
    .orderBy(invoiceBalances.number);
}

/**
 * The invoice balances of a quote that the caller has locked, the first invoice first; empty
 * without an invoice. Corrections add further invoices.
 */
export const balancesOfQuote = (tx: Db, quoteId: number): Promise<Balance[]> =>
  tx.select().from(invoiceBalances).where(eq(invoiceBalances.quoteId, quoteId)).orderBy(invoiceBalances.number);

export async function lockPayment(tx: Db, id: number): Promise<Payment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  return payment;
}

/**
 * Adds allocations of a locked payment to locked invoices. The caller then calls `updatePaidStates`
 * once for all invoices.
 */
export async function addAllocations(tx: Db, rows: readonly NewAllocation[], now: Date): Promise<void> {
  const counted = rows.filter(({ amountPence }) => amountPence !== 0);
  if (counted.length === 0) return;
  await tx.insert(allocations).values(counted.map((row) => ({ ...row, createdAt: now })));
  for (const [paymentId, amount] of sumsBy(counted, ({ paymentId }) => paymentId as number))
    await tx
      .update(payments)
      .set({ appliedPence: sql`${payments.appliedPence} + ${amount}` })
      .where(eq(payments.id, paymentId));
  for (const [number, amount] of sumsBy(counted, ({ number }) => number as number)) {
    await tx
      .update(invoiceBalances)
      .set({ paidPence: sql`${invoiceBalances.paidPence} + ${amount}` })
      .where(eq(invoiceBalances.number, number));
  }
}

/**
 * Adds a written-off amount, negative for a reversal, to the sums of a locked invoice. Only a small
 * balance counts as paid.
 */
export async function addWriteOff(
  tx: Db,
  number: number,
  { amountPence, reason }: { readonly amountPence: Pence; readonly reason: WriteOffReason },
  now: Date,
): Promise<void> {
  const lost = countsAsPaid(reason) ? 0 : amountPence;
  await tx
    .update(invoiceBalances)
    .set({
      writtenOffPence: sql`${invoiceBalances.writtenOffPence} + ${amountPence}`,
      lostPence: sql`${invoiceBalances.lostPence} + ${lost}`,
    })
    .where(eq(invoiceBalances.number, number));
  await updatePaidStates(tx, [number], now);
}

function sumsBy(rows: readonly NewAllocation[], keyOf: (row: NewAllocation) => number): Map<number, Pence> {
  const sums = new Map<number, Pence>();
  for (const row of rows) sums.set(keyOf(row), pence((sums.get(keyOf(row)) ?? 0) + (row.amountPence as number)));
  return sums;
}

/**
 * The part of a payment that counts to one invoice: as allocated, and after refunds and disputes.
 */
export interface Counted {
  readonly number: number;
  readonly allocatedPence: Pence;
  readonly appliedPence: Pence;
  /** The amount that disputes took from the invoice, less the amount that came back. */
  readonly withdrawnPence: Pence;
  /** The id of the newest allocation to this invoice. */
  readonly lastId: number;
}

const amountWhere = (condition: SQL | undefined) =>
  sql<Pence>`coalesce(sum(${allocations.amountPence})${condition ? sql` filter (where ${condition})` : sql``}, 0)`.mapWith((sum) =>
    pence(Number(sum)),
  );

/** Lists the invoices of a payment, the newest allocation first. */
export const countedOf = (tx: Db, paymentId: number): Promise<Counted[]> =>
  countedWhere(tx, eq(allocations.paymentId, paymentId), allocations.number).then((rows) =>
    rows.map(({ key, ...row }) => ({ number: key, ...row })),
  );

const countedWhere = (tx: Db, where: SQL | undefined, key: typeof allocations.number | typeof allocations.paymentId) =>
  tx
    .select({
      key,
      allocatedPence: amountWhere(eq(allocations.kind, "allocated")),
      appliedPence: amountWhere(undefined),
      withdrawnPence: sql<Pence>`-${amountWhere(eq(allocations.kind, "withdrawn"))}`.mapWith((sum) => pence(Number(sum))),
      lastId: sql<number>`max(${allocations.id}) filter (where ${allocations.kind} = 'allocated' and ${allocations.amountPence} > 0)`,
    })
    .from(allocations)
    .where(where)
    .groupBy(key)
    .orderBy(desc(sql`max(${allocations.id}) filter (where ${allocations.kind} = 'allocated' and ${allocations.amountPence} > 0)`));

/** The amount of a payment that may still be allocated, or refunded without a credit note. */
export const roomOf = ({ unallocatedPence, waitingPence }: Pick<Payment, "unallocatedPence" | "waitingPence">): Pence =>
  pence(unallocatedPence - waitingPence);

/**
 * Reduces the newest allocations before a credit that exceeds the remaining debt. The freed amount
 * becomes the company's credit. Amounts that wait for a refund with a credit note stay.
 */
export async function reduceAllocationsForCredit(
  tx: Db,
  { number, owedPence }: Balance,
  credit: Pence,
  byUserId: number | null,
  now: Date,
): Promise<void> {
  let excess = credit - owedPence;
  if (excess <= 0) return;
  const waiting = new Map(
    await tx
      .select({ paymentId: refunds.paymentId, amount: sum(refunds.amountPence).mapWith(Number) })
      .from(refunds)
      .where(and(eq(refunds.invoiceNumber, number), inArray(refunds.status, [...WAITING_REFUND_STATUSES])))
      .groupBy(refunds.paymentId)
      .then((rows) => rows.map(({ paymentId, amount }) => [paymentId, amount] as const)),
  );
  const rows: NewAllocation[] = [];
  for (const { key: paymentId, appliedPence } of await countedWhere(tx, eq(allocations.number, number), allocations.paymentId)) {
    const reduction = Math.min(excess, appliedPence - (waiting.get(paymentId) ?? 0));
    if (reduction <= 0) continue;
    rows.push({ paymentId, number, kind: "allocated", amountPence: pence(-reduction), byUserId });
    excess -= reduction;
  }
  await addAllocations(tx, rows, now);
}

/** Allocates a locked payment's room to its company's owed invoices, the earliest due first. */
export async function allocateOldestFirst(
  tx: Db,
  payment: Pick<Payment, "id" | "companyId">,
  byUserId: number | null,
  now: Date,
): Promise<void> {
  if (payment.companyId === null) return;
  const open = await tx
    .select({ number: invoiceBalances.number })
    .from(invoiceBalances)
    .where(and(eq(invoiceBalances.companyId, payment.companyId), gt(invoiceBalances.owedPence, pence(0))));
  const balances = await lockBalances(
    tx,
    open.map(({ number }) => number),
  );
  const present = await lockPayment(tx, payment.id);
  const room = present ? roomOf(present) : pence(0);
  const rows = splitOldestFirst(room, balances).map(
    ({ number, amount }): NewAllocation => ({ paymentId: payment.id, number, kind: "allocated", amountPence: amount, byUserId }),
  );
  await addAllocations(tx, rows, now);
  await updatePaidStates(
    tx,
    rows.map(({ number }) => number as number),
    now,
  );
}

/** Updates each of these invoices once. */
export async function updatePaidStates(tx: Db, numbers: readonly number[], now: Date): Promise<void> {
  for (const number of new Set(numbers)) await updatePaidState(tx, number, now);
}

/**
 * Derives from the debts of all invoices of a quote whether the quote and its order are paid; no
 * other code does so (rule Y11). The referrer's commission follows: the first payment in full earns
 * it, a credit of the whole invoice takes it back.
 */
async function updatePaidState(tx: Db, number: number, now: Date): Promise<void> {
  const [row] = await tx
    .select({ quote: quotes })
    .from(invoiceBalances)
    .innerJoin(quotes, eq(quotes.id, invoiceBalances.quoteId))
    .where(eq(invoiceBalances.number, number));
  if (!row) return;
  const { quote } = row;
  await tx
    .update(invoiceBalances)
    .set({ isDisputed: isDisputedNow(tx, number) })
    .where(eq(invoiceBalances.number, number));
  const balances = await balancesOfQuote(tx, quote.id);
  const isPaid = balances.every(({ owedPence, lostPence }) => owedPence === 0 && lostPence === 0);
  if (isPaid !== (quote.paidAt !== null))
    await tx
      .update(quotes)
      .set({ paidAt: isPaid ? now : null })
      .where(eq(quotes.id, quote.id));
  if (isPaid && balances.some(({ paidPence }) => paidPence > 0)) await earnCommission(tx, quote);
  if (balances.every(({ creditedPence, grossPence }) => creditedPence === grossPence)) await resetCommission(tx, quote.id);
  // An open Checkout page would charge the old sum. Callers that can reach Stripe have already
  // closed it; this job closes the rest.
  await enqueue(tx, "close-checkout-sessions", {});
}

/** An undecided dispute has withdrawn money that counted to the invoice. */
const isDisputedNow = (tx: Db, number: number): SQL<boolean> => {
  const withdrawals = tx
    .select({ id: allocations.disputeId })
    .from(allocations)
    .innerJoin(disputes, eq(disputes.id, allocations.disputeId))
    .where(and(eq(allocations.number, number), eq(allocations.kind, "withdrawn"), notInArray(disputes.status, [...DECIDED_DISPUTES])))
    .groupBy(allocations.disputeId)
    .having(sql`sum(${allocations.amountPence}) < 0`);
  return sql`exists (${withdrawals})`;
};

/** Finds issued invoices of one company by the numbers in their names. */
export const invoicesOfCompany = (tx: Db, companyId: number, numbers: readonly number[]) =>
  tx
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(inArray(invoices.number, [...numbers]), eq(invoices.companyId, companyId), eq(invoices.kind, "invoice")))
    .orderBy(asc(invoices.number));

/** Sums the unallocated amounts of a company's payments. */
export async function creditOf(tx: Db, companyId: number): Promise<Pence> {
  const rows = await tx
    .select({ amount: payments.unallocatedPence })
    .from(payments)
    .where(and(eq(payments.companyId, companyId), gt(payments.unallocatedPence, pence(0)), isNull(payments.voidedAt)));
  return sumPence(rows.map(({ amount }) => amount));
}

/** True if money of a payment was refunded, or may yet be. */
export const hasRefunds = ({ refunded, waitingPence, waitingNotedPence }: Payment): boolean =>
  refunded + waitingPence + waitingNotedPence > 0;
