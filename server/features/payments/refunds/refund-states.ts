import { and, asc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { creditable, issueCreditNote } from "#server/features/invoices/issue-credit-note.ts";
import { queueFailedRefund, queueRefund } from "#server/features/invoices/mail-documents.ts";
import { recordError } from "#server/features/office/errors/record-error.ts";
import { holdPaymentsAgain, releaseQuote, takeBackCommissionOf } from "#server/features/payments/transfers/held-payments.ts";
import { addAllocations, countedOf, lockBalances, lockPayment, type Payment, roomOf } from "#server/features/receivables/ledger.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import { invoiceBalances, refunds } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { type RefundStatus, WAITING_REFUND_STATUSES } from "#shared/domain/trade/ledger.ts";

/**
 * The states of refunds (rules Y13, Y14): a row changes as Stripe reports, and the money with it,
 * in one transaction.
 */

export type Refund = typeof refunds.$inferSelect;
type Issuer = Parameters<typeof issueCreditNote>[3];
const BY_STRIPE = (now: Date): Issuer => ({ user: null, ip: null, now });

const isWaiting = (status: RefundStatus): boolean => status === "requested" || status === "pending";

/**
 * Locks a payment before its allocations change: the company, the quote, the invoices that it pays
 * or that are named, and the payment itself, in the order that all transactions follow.
 */
export async function lockToMove(tx: Db, paymentId: number, numbers: readonly number[] = []): Promise<Payment | undefined> {
  const [stored] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!stored) return undefined;
  if (stored.companyId !== null) await lockCompany(tx, stored.companyId);
  const counted = await countedOf(tx, paymentId);
  await lockBalances(tx, [...counted.map(({ number }) => number), ...numbers], stored.quoteId);
  return lockPayment(tx, paymentId);
}

/**
 * Reserves or frees a waiting refund's amount of the payment, and of the invoice that its note will
 * credit. `by`: 1 when it is requested, -1 when it ends.
 */
export async function holdRoom(tx: Db, refund: Pick<Refund, "paymentId" | "invoiceNumber" | "amountPence">, by: 1 | -1): Promise<void> {
  const amount = by * refund.amountPence;
  const set =
    refund.invoiceNumber === null
      ? { waitingPence: sql`${payments.waitingPence} + ${amount}` }
      : { waitingNotedPence: sql`${payments.waitingNotedPence} + ${amount}` };
  const [payment] = await tx.update(payments).set(set).where(eq(payments.id, refund.paymentId)).returning();
  if (refund.invoiceNumber === null) {
    if (payment && by === 1) await releaseQuote(tx, payment);
    return;
  }
  await tx
    .update(invoiceBalances)
    .set({ creditWaitingPence: sql`${invoiceBalances.creditWaitingPence} + ${amount}` })
    .where(eq(invoiceBalances.number, refund.invoiceNumber));
}

const addRefunded = (tx: Db, paymentId: number, amount: number) =>
  tx
    .update(payments)
    .set({ refunded: sql`${payments.refunded} + ${amount}` })
    .where(eq(payments.id, paymentId));

interface Step {
  readonly status: RefundStatus;
  readonly stripeRefundId?: string | undefined;
  readonly fault?: string | null | undefined;
  readonly paidOn: Day;
}

/**
 * Changes the state of a refund; the caller has locked its payment with `lockToMove`. An equal or
 * outdated state changes nothing. Success issues a credit note. A failure after success leaves the
 * note, and the money becomes the company's credit.
 */
export async function moveRefund(tx: Db, refundId: number, step: Step, issuer: Issuer): Promise<void> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for("update");
  if (!refund) return;
  const { status, stripeRefundId = refund.stripeRefundId, fault = refund.fault } = step;
  const succeeds = isWaiting(refund.status) && status === "succeeded";
  const fails = status === "failed" || status === "canceled";
  const isLate = refund.status === status || (!isWaiting(refund.status) && !(refund.status === "succeeded" && fails));
  const moved = isLate || (refund.status === "pending" && status === "requested") ? refund.status : status;
  await tx
    .update(refunds)
    .set({ status: moved, stripeRefundId, fault, ...(succeeds && { paidOn: step.paidOn }) })
    .where(eq(refunds.id, refundId));
  if (moved === refund.status) return;
  if (isWaiting(refund.status) && (succeeds || fails)) await holdRoom(tx, refund, -1);
  if (isWaiting(refund.status) && fails) await holdPaymentsAgain(tx, refund.paymentId, issuer.now);
  if (succeeds) await takeFromAccount(tx, refund, issuer);
  if (refund.status === "succeeded" && fails) await creditFailedRefund(tx, refund, issuer);
  const context = {
    action: succeeds ? "payments.refunded" : "payments.refundMoved",
    feature: "payments",
    paramId: refund.paymentId,
    ...issuer,
  };
  await writeAudit(tx, context, {
    before: { status: refund.status },
    after: { status: moved, amountPence: refund.amountPence, reason: refund.reason },
  });
}

async function takeFromAccount(tx: Db, refund: Refund, issuer: Issuer): Promise<void> {
  const { id, paymentId, amountPence, invoiceNumber: number, reason } = refund;
  if (number === null) {
    await addRefunded(tx, paymentId, amountPence);
    await takeBackCommissionOf(tx, paymentId);
    await queueRefund(tx, id);
    return;
  }
  const row = { paymentId, number, kind: "refunded" as const, amountPence: pence(-amountPence), refundId: id };
  await addAllocations(tx, [{ ...row, byUserId: issuer.user?.id ?? null }], issuer.now);
  await addRefunded(tx, paymentId, amountPence);
  const [balance] = await lockBalances(tx, [number]);
  if (balance) await issueCreditNote(tx, balance, { grossPence: amountPence, reason, refundId: id }, issuer);
}

/**
 * The refund failed after it had succeeded. Its credit note stands, so the invoice no longer needs
 * the money: the payment's allocation shrinks by the note, and the amount becomes credit that can
 * be allocated.
 */
async function creditFailedRefund(tx: Db, refund: Refund, { user, now }: Issuer): Promise<void> {
  const { id, paymentId, amountPence, invoiceNumber: number } = refund;
  await addRefunded(tx, paymentId, -amountPence);
  if (number !== null) {
    const row = { paymentId, number, byUserId: user?.id ?? null };
    const rows = [
      { ...row, kind: "refunded" as const, amountPence, refundId: id },
      { ...row, kind: "allocated" as const, amountPence: pence(-amountPence) },
    ];
    await addAllocations(tx, rows, now);
  }
  await holdPaymentsAgain(tx, paymentId, now);
  await queueFailedRefund(tx, id);
  await recordError(
    tx,
    {
      type: "PaymentNeedsAttention",
      message: `Pay ${formatPence(amountPence)} by bank transfer: the refund to the card failed after all (${refund.fault ?? "no reason was given"}). It is the company's credit until then.`,
      path: `payment ${paymentId}`,
      severity: "critical",
      fact: `refund ${id} failed`,
    },
    now,
  );
}

type RefundContext = Pick<AppContext, "db" | "clock" | "publicUrl">;

const STATUS_AT_STRIPE: Readonly<Record<string, RefundStatus>> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "canceled",
};

/**
 * Synchronizes a card payment's refunds with Stripe, those of the portal and those made at Stripe
 * itself, each once.
 */
export async function reconcileRefunds({ db, clock, publicUrl }: RefundContext, stripe: Stripe, intentId: string): Promise<void> {
  const [payment] = await db.select({ id: payments.id }).from(payments).where(eq(payments.stripePaymentIntentId, intentId));
  if (!payment) return;
  const known = await stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: MOST_REFUNDS });
  await inTransaction(db, async (tx) => {
    if (!(await lockToMove(tx, payment.id))) return;
    const now = clock();
    const steps = known.toReversed().map((stripeRefund) => {
      const status = STATUS_AT_STRIPE[stripeRefund.status ?? "pending"] ?? "pending";
      return {
        stripeRefund,
        step: { status, stripeRefundId: stripeRefund.id, fault: stripeRefund.failure_reason ?? null, paidOn: londonDay(now) },
      };
    });
    // Known refunds are updated first, because an ended refund frees its amount for a refund made
    // at Stripe.
    for (const { stripeRefund, step } of steps)
      for (const { id } of await rowsOf(tx, payment.id, stripeRefund, publicUrl)) await moveRefund(tx, id, step, BY_STRIPE(now));
    for (const { stripeRefund, step } of steps.filter(({ step: { status } }) => status === "pending" || status === "succeeded")) {
      const rows = await rowsOf(tx, payment.id, stripeRefund, publicUrl);
      const missing = stripeRefund.amount - rows.reduce((sum, { amountPence }) => sum + amountPence, 0);
      for (const id of await addRefundsMadeAtStripe(tx, payment.id, missing, stripeRefund.id))
        await moveRefund(tx, id, step, BY_STRIPE(now));
    }
  });
}

/** The most refunds of one payment, far more than people make. */
const MOST_REFUNDS = 1000;

const markOf = (publicUrl: URL) => publicUrl.origin;

/**
 * Finds our rows of a refund at Stripe, by its id or by the row's id in its metadata. A row that
 * was stored as rejected has ended, whatever happened at Stripe since.
 */
async function rowsOf(tx: Db, paymentId: number, { id, metadata }: Stripe.Refund, publicUrl: URL): Promise<Refund[]> {
  const isMarked = metadata?.portal === markOf(publicUrl) && /^[1-9]\d{0,8}$/.test(metadata.refundId ?? "");
  const isMine = and(
    eq(refunds.id, Number(isMarked ? metadata?.refundId : 0)),
    isNull(refunds.stripeRefundId),
    ne(refunds.status, "failed"),
  );
  return tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), or(eq(refunds.stripeRefundId, id), isMine)))
    .orderBy(asc(refunds.id));
}

const AT_STRIPE = "Refunded at Stripe";

/**
 * Adds a refund that was made at Stripe itself: first from the unallocated amount without a note,
 * then from the newest allocations with credit notes. If a waiting refund leaves no room for a
 * part, Stripe will reject that refund, and the part is added after the rejection.
 */
async function addRefundsMadeAtStripe(tx: Db, paymentId: number, amount: number, stripeRefundId: string): Promise<number[]> {
  const payment = amount > 0 ? await lockPayment(tx, paymentId) : undefined;
  if (!payment) return [];
  const parts: { readonly invoiceNumber: number | null; readonly amountPence: Pence }[] = [];
  let left = amount;
  const free = Math.min(left, Math.max(0, roomOf(payment)));
  if (free > 0) parts.push({ invoiceNumber: null, amountPence: pence(free) });
  left -= free;
  const counted = await countedOf(tx, payment.id);
  const balances = await lockBalances(
    tx,
    counted.map(({ number }) => number),
  );
  for (const { number, appliedPence } of counted) {
    const balance = balances.find((one) => one.number === number);
    const paid = appliedPence - (await waitingOn(tx, payment.id, number));
    const part = Math.max(0, Math.min(left, paid, balance ? creditable(balance) : 0));
    if (part > 0) parts.push({ invoiceNumber: number, amountPence: pence(part) });
    left -= part;
  }
  const ids: number[] = [];
  for (const part of parts) {
    const [row] = await tx
      .insert(refunds)
      .values({
        ...part,
        paymentId: payment.id,
        companyId: payment.companyId,
        reason: AT_STRIPE,
        status: "requested",
        stripeRefundId,
      })
      .returning({ id: refunds.id });
    if (!row) throw new Error("The refund was not stored");
    await holdRoom(tx, { paymentId: payment.id, ...part }, 1);
    ids.push(row.id);
  }
  return ids;
}

/** The amount of a payment that waiting refunds with a note on this invoice reserve. */
export async function waitingOn(tx: Db, paymentId: number, number: number): Promise<Pence> {
  const rows = await tx
    .select({ amount: refunds.amountPence })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.invoiceNumber, number), inArray(refunds.status, [...WAITING_REFUND_STATUSES])));
  return sumPence(rows.map(({ amount }) => amount));
}

/** Finds requested refunds without a final state from Stripe. */
export const waitingRefunds = (db: Db) =>
  db
    .select({ id: refunds.id, createdAt: refunds.createdAt, status: refunds.status, intentId: payments.stripePaymentIntentId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(inArray(refunds.status, ["requested", "pending"]), eq(payments.method, "card"), isNull(payments.voidedAt)))
    .orderBy(asc(refunds.id))
    .limit(200);

/** The metadata that identify a refund at Stripe. */
export const refundMetadata = (refundId: number, publicUrl: URL) => ({ refundId: String(refundId), portal: markOf(publicUrl) });
