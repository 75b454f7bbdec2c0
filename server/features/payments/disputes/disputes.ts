import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { recordError } from "#server/features/office/errors/record-error.ts";
import { moneyInWords } from "#server/features/payments/checkout/settle-payment.ts";
import { lockToMove, waitingOn } from "#server/features/payments/refunds/refund-states.ts";
import { holdPaymentsAgain, releaseQuote } from "#server/features/payments/transfers/held-payments.ts";
import { addAllocations, countedOf, lockBalances, type Payment, roomOf, updatePaidStates } from "#server/features/receivables/ledger.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { allocations } from "#server/schema/allocations.ts";
import { disputeMovements, disputes, payments } from "#server/schema/payments.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { formatDay, londonDay } from "#shared/domain/period.ts";
import { invoiceNumber, quoteNumber } from "#shared/domain/trade/status.ts";

/**
 * Synchronizes a chargeback. While its money is withdrawn, its invoices are owed again (rule Y15).
 * Only a person can answer it in Stripe, within a deadline, so each stage creates one error record.
 * Disputes of other shops on the same Stripe account are ignored.
 */
export async function syncDispute({ db, clock }: Pick<AppContext, "db" | "clock">, dispute: Stripe.Dispute): Promise<void> {
  const intent = dispute.payment_intent;
  const intentId = typeof intent === "string" ? intent : intent?.id;
  if (!intentId) return;
  const [known] = await db.select().from(payments).where(eq(payments.stripePaymentIntentId, intentId));
  if (!known) return;
  const now = clock();
  await inTransaction(db, async (tx) => {
    const payment = await lockToMove(tx, known.id);
    if (!payment) return;
    const stored = await storeDispute(tx, payment, dispute);
    const withdrawn = Math.min(dispute.amount, sumWithdrawn(dispute));
    if (withdrawn > stored.withdrawnPence) await withdraw(tx, payment, stored, pence(withdrawn - stored.withdrawnPence), now);
    if (withdrawn < stored.withdrawnPence) await reinstate(tx, payment, stored, pence(stored.withdrawnPence - withdrawn), now);
    await updatePaidStates(
      tx,
      (await countedOf(tx, payment.id)).map(({ number }) => number),
      now,
    );
    await flagForReview(tx, known, dispute, now);
  });
}

/** The withdrawn amount less the returned one, without Stripe's fees. */
const sumWithdrawn = ({ balance_transactions: moves }: Stripe.Dispute): number =>
  Math.max(0, -moves.reduce((sum, { amount }) => sum + amount, 0));

type StoredDispute = typeof disputes.$inferSelect;

async function storeDispute(tx: Db, payment: Payment, { id, amount, status, created }: Stripe.Dispute): Promise<StoredDispute> {
  const [stored] = await tx
    .insert(disputes)
    .values({
      stripeDisputeId: id,
      paymentId: payment.id,
      companyId: payment.companyId,
      amountPence: pence(amount),
      status,
      openedOn: londonDay(new Date(created * 1000)),
    })
    .onConflictDoUpdate({ target: disputes.stripeDisputeId, set: { status } })
    .returning();
  if (!stored) throw new Error("The dispute was not stored");
  return stored;
}

async function move(tx: Db, payment: Payment, dispute: StoredDispute, amount: number, now: Date): Promise<void> {
  if (amount === 0) return;
  await tx
    .update(payments)
    .set({ withdrawnPence: sql`${payments.withdrawnPence} + ${amount}` })
    .where(eq(payments.id, payment.id));
  await tx
    .update(disputes)
    .set({ withdrawnPence: sql`${disputes.withdrawnPence} + ${amount}` })
    .where(eq(disputes.id, dispute.id));
  await tx
    .insert(disputeMovements)
    .values({ disputeId: dispute.id, companyId: payment.companyId, amountPence: pence(amount), on: londonDay(now), createdAt: now });
}

/**
 * Withdraws first from the newest allocations, then from the unallocated amount. Amounts that wait
 * for a refund stay.
 */
async function withdraw(tx: Db, payment: Payment, dispute: StoredDispute, amount: Pence, now: Date): Promise<void> {
  let left: number = amount;
  const rows: Parameters<typeof addAllocations>[1][number][] = [];
  for (const { number, appliedPence } of await countedOf(tx, payment.id)) {
    const part = Math.max(0, Math.min(left, appliedPence - (await waitingOn(tx, payment.id, number))));
    left -= part;
    rows.push({ paymentId: payment.id, number, kind: "withdrawn", amountPence: pence(-part), disputeId: dispute.id });
  }
  await addAllocations(tx, rows, now);
  const free = Math.min(left, Math.max(0, roomOf(payment)));
  await move(tx, payment, dispute, amount - left + free, now);
  if (free > 0) await releaseQuote(tx, payment);
}

/**
 * Returns the money to the invoices from which it was withdrawn, at most their debts; the rest is
 * the company's credit.
 */
async function reinstate(tx: Db, payment: Payment, dispute: StoredDispute, amount: Pence, now: Date): Promise<void> {
  await move(tx, payment, dispute, -amount, now);
  const taken = await tx
    .select({ number: allocations.number, amount: sql<number>`-sum(${allocations.amountPence})`.mapWith(Number) })
    .from(allocations)
    .where(and(eq(allocations.paymentId, payment.id), eq(allocations.disputeId, dispute.id)))
    .groupBy(allocations.number)
    .orderBy(allocations.number);
  const balances = await lockBalances(
    tx,
    taken.map(({ number }) => number),
  );
  let left: number = amount;
  const rows = taken.map(({ number, amount: was }) => {
    const owed = balances.find((balance) => balance.number === number)?.owedPence ?? 0;
    const part = Math.max(0, Math.min(left, was, owed));
    left -= part;
    return { paymentId: payment.id, number, kind: "withdrawn" as const, amountPence: pence(part), disputeId: dispute.id };
  });
  await addAllocations(tx, rows, now);
  await holdPaymentsAgain(tx, payment.id, now);
}

async function flagForReview(tx: Db, payment: Payment, dispute: Stripe.Dispute, now: Date): Promise<void> {
  const amount = moneyInWords({ amount: pence(dispute.amount), currency: dispute.currency });
  const { advice, severity } = stageOf(dispute);
  const paid = (await countedOf(tx, payment.id)).map(({ number }) => invoiceNumber(number)).join(", ");
  const thing = payment.quoteId === null ? `invoices ${paid}` : `quote ${quoteNumber(payment.quoteId)}`;
  await recordError(
    tx,
    {
      type: "PaymentNeedsAttention",
      message: `The card payment of ${amount} for ${thing} is disputed (Stripe ${dispute.id}: ${words(dispute.reason)}). ${advice}`,
      path: payment.quoteId === null ? thing : `quote ${payment.quoteId}`,
      severity,
      fact: `${dispute.id} ${dispute.status}`,
    },
    now,
  );
}

const words = (name: string): string => name.replaceAll("_", " ");

function stageOf({ status, evidence_details }: Stripe.Dispute) {
  if (status === "lost")
    return {
      severity: "critical",
      advice: "The bank decided for the card's holder: the money is gone, and what it paid is owed again.",
    } as const;
  if (status === "won" || status === "warning_closed" || status === "prevented")
    return { severity: "info", advice: "It is over: the money stays with you." } as const;
  const due = evidence_details.due_by;
  const until = due ? ` by ${formatDay(new Date(due * 1000))}` : "";
  if (status.endsWith("needs_response"))
    return { severity: "critical", advice: `Answer it in Stripe${until}, and decide whether its order goes on.` } as const;
  return { severity: "warning", advice: "The bank is looking at the answer; there is nothing to do until it decides." } as const;
}
