import { and, asc, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Person } from "#server/features/companies/people.ts";
import { recordError } from "#server/features/office/errors/record-error.ts";
import { holdRoom, lockToMove, moveRefund } from "#server/features/payments/refunds/refund-states.ts";
import { addAllocations, allocateOldestFirst, countedOf, updatePaidStates } from "#server/features/receivables/ledger.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { invoiceBalances, refunds } from "#server/schema/invoices-and-refunds.ts";
import { disputeMovements, disputes, payments } from "#server/schema/payments.ts";
import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import { addDays, type Day, formatDay, londonDay } from "#shared/domain/period.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { People } from "./demo-accounts.ts";

/**
 * Cases that an office meets in a month, on accounts of other companies than the demo customer: a
 * part payment by transfer, a surplus that is credit, a refund with its credit note, a dispute.
 */
export async function storeMoneyMoves(db: Db, people: People, now: Date): Promise<void> {
  const owner = people.superAdmin;
  const today = londonDay(now);
  const owing = await companiesThatOwe(db, people.customer.companyId);
  const [first] = owing;
  if (first) await transfer(db, owner, first.companyId, { amount: halfOf(first.owed), receivedOn: addDays(today, -3), now });
  const other = [people.fenetre, people.kestrel].find(({ companyId }) => companyId !== first?.companyId) ?? people.fenetre;
  const owed = owing.find(({ companyId }) => companyId === other.companyId)?.owed ?? 0;
  await transfer(db, owner, other.companyId, { amount: pence(owed + LEFT_OVER), receivedOn: addDays(today, -1), now });
  const [refunded, disputed] = await cardPayments(db, people.customer.companyId);
  if (refunded) await refundPart(db, owner, refunded.id, now);
  if (disputed) await dispute(db, disputed.id, now);
}

const halfOf = (amount: Pence): Pence => pence(Math.floor(amount / 2));

const LEFT_OVER = 7_500;

/** The companies that owe, each with the amount owed, the largest first. */
const companiesThatOwe = (db: Db, excludedCompanyId: number) =>
  db
    .select({
      companyId: invoiceBalances.companyId,
      owed: sql<Pence>`sum(${invoiceBalances.owedPence})`.mapWith((sum) => pence(Number(sum))),
    })
    .from(invoiceBalances)
    .where(and(ne(invoiceBalances.companyId, excludedCompanyId), gt(invoiceBalances.owedPence, pence(0))))
    .groupBy(invoiceBalances.companyId)
    .orderBy(desc(sql`sum(${invoiceBalances.owedPence})`), asc(invoiceBalances.companyId));

const cardPayments = (db: Db, excludedCompanyId: number) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.method, "card"), ne(payments.companyId, excludedCompanyId)))
    .orderBy(desc(payments.receivedOn), desc(payments.id))
    .limit(2);

interface Transfer {
  readonly amount: Pence;
  readonly receivedOn: Day;
  readonly now: Date;
}

async function transfer(db: Db, owner: Person, companyId: number, { amount, receivedOn, now }: Transfer): Promise<void> {
  const [payment] = await db
    .insert(payments)
    .values({ companyId, method: "bank_transfer", amount, receivedOn, settles: false, recordedBy: owner.id, createdAt: now })
    .returning();
  if (payment) await allocateOldestFirst(db, payment, owner.id, now);
}

async function refundPart(db: Db, owner: Person, paymentId: number, now: Date): Promise<void> {
  const payment = await lockToMove(db, paymentId);
  const [counted] = await countedOf(db, paymentId);
  if (!payment || !counted) return;
  const amountPence = pence(Math.floor(counted.appliedPence / 10));
  const asked = { paymentId, companyId: payment.companyId, amountPence, invoiceNumber: counted.number, byUserId: owner.id };
  const [refund] = await db
    .insert(refunds)
    .values({ ...asked, reason: "A louvre was scratched, and kept", status: "requested", createdAt: now })
    .returning();
  if (!refund) return;
  await holdRoom(db, refund, 1);
  const issuer = { user: { ...owner, isImpersonating: false, impersonator: null }, ip: null, now };
  await moveRefund(db, refund.id, { status: "succeeded", stripeRefundId: `re_demo_${refund.id}`, paidOn: londonDay(now) }, issuer);
}

/** The bank has withdrawn the money, and the dispute waits for evidence. */
async function dispute(db: Db, paymentId: number, now: Date): Promise<void> {
  const payment = await lockToMove(db, paymentId);
  const [counted] = await countedOf(db, paymentId);
  if (!payment || !counted) return;
  const { companyId } = payment;
  const amountPence = counted.appliedPence;
  const on = londonDay(now);
  const [stored] = await db
    .insert(disputes)
    .values({
      stripeDisputeId: `dp_demo_${paymentId}`,
      paymentId,
      companyId,
      amountPence,
      status: "needs_response",
      openedOn: on,
      createdAt: now,
    })
    .returning();
  if (!stored) return;
  const taken = { paymentId, number: counted.number, kind: "withdrawn" as const, amountPence: pence(-amountPence), disputeId: stored.id };
  await addAllocations(db, [taken], now);
  await db.update(payments).set({ withdrawnPence: amountPence }).where(eq(payments.id, paymentId));
  await db.update(disputes).set({ withdrawnPence: amountPence }).where(eq(disputes.id, stored.id));
  await db.insert(disputeMovements).values({ disputeId: stored.id, companyId, amountPence, on, createdAt: now });
  await updatePaidStates(db, [counted.number], now);
  const quote = payment.quoteId ?? 0;
  const record = {
    type: "PaymentNeedsAttention",
    message: `The card payment of ${formatPence(payment.amount)} for quote ${quoteNumber(quote)} is disputed (Stripe ${stored.stripeDisputeId}: product not received). Answer it in Stripe by ${formatDay(new Date(addDays(on, 7)))}, and decide whether its order goes on.`,
    path: `quote ${quote}`,
    severity: "critical" as const,
    fact: `${stored.stripeDisputeId} needs_response`,
  };
  await recordError(db, record, now);
}
