import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext, Call, Handler } from "#server/context.ts";
import { creditable } from "#server/features/invoices/issue-credit-note.ts";
import { findRefund } from "#server/features/payments/find-payments.ts";
import { isStripeError } from "#server/features/payments/stripe/stripe-client.ts";
import { requireStripe, stripeOrNull } from "#server/features/payments/stripe/stripe-settings.ts";
import { syncPayment } from "#server/features/payments/stripe/sync-payment.ts";
import { countedOf, invoicesOfCompany, lockBalances, type Payment, roomOf } from "#server/features/receivables/ledger.ts";
import { type Database, type Db, inTransaction } from "#server/platform/db/connect.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { refunds } from "#server/schema/invoices-and-refunds.ts";
import { disputes, payments } from "#server/schema/payments.ts";
import type { paymentRecords as contract } from "#shared/contract/payments.ts";
import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { holdRoom, lockToMove, moveRefund, type Refund, refundMetadata, waitingOn, waitingRefunds } from "./refund-states.ts";

type RefundRequest = Call<typeof contract.refund>["body"];

/**
 * Refunds money of a payment (rule Y23). The row is committed before Stripe is called, and its id
 * is the idempotency key, so a lost reply cannot cause a second refund. The refund of a transfer is
 * recorded as already made.
 */
const refund: Handler<typeof contract.refund> = async (call) => {
  const { db, user, ip, params, body, now, record, commit } = call;
  const today = londonDay(now);
  if (body.paidOn !== undefined && body.paidOn > today) throw badRequest("The day cannot be in the future");
  const known = await existingPayment(db, params.id);
  const stripe = known.method === "card" ? await requireStripe(call) : null;
  let refundId = 0;
  const reply = await commit(async (tx) => {
    const number = body.invoiceNumber === undefined ? null : numberIn(body.invoiceNumber);
    const payment = await lockToMove(tx, params.id, number === null ? [] : [number]);
    if (!payment) throw notFound("Payment");
    const credited = await refuseRefund(tx, payment, body, number);
    const [refund] = await tx
      .insert(refunds)
      .values({
        paymentId: payment.id,
        companyId: payment.companyId,
        amountPence: body.amount,
        reason: body.reason.trim(),
        status: "requested",
        invoiceNumber: credited,
        byUserId: user.id,
        createdAt: now,
      })
      .returning();
    if (!refund) throw new Error("The refund was not stored");
    refundId = refund.id;
    await holdRoom(tx, refund, 1);
    if (!stripe) await moveRefund(tx, refund.id, { status: "succeeded", paidOn: body.paidOn ?? today }, { user, ip, now });
    record({ targetType: "payments", targetId: payment.id, after: { refundId, amountPence: body.amount, reason: refund.reason } });
    return findRefund(tx, refund.id);
  });
  if (!stripe) return reply;
  await requestRefundAtStripe(call, stripe, refundId);
  return findRefund(db, refundId);
};

/**
 * The first reply was stored before Stripe was called. A repeated request therefore returns the
 * refund's current state, and Stripe's own message where Stripe rejected the refund.
 */
const describeRepeat: Handler<typeof contract.refund>["onRepeat"] = async ({ db }, { id }) => {
  const [stored] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (stored?.status === "failed" && stored.stripeRefundId === null && stored.fault !== null) throw conflict(stored.fault);
  return findRefund(db, id);
};

export const refundPayment: Handler<typeof contract.refund> = Object.assign(refund, { onRepeat: describeRepeat });

export async function existingPayment(db: Db, id: number): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  if (!payment) throw notFound("Payment");
  return payment;
}

export const numberIn = (printed: string): number => {
  const number = Number(/^INV-(\d{5,9})$/.exec(printed)?.[1] ?? 0);
  return invoiceNumber(number) === printed ? number : 0;
};

/** The refundable amount: the payment less all requested, waiting and succeeded refunds. */
export const leftToRefund = ({ amount, refunded, waitingPence, waitingNotedPence }: Payment): Pence =>
  pence(amount - refunded - waitingPence - waitingNotedPence);

/** @returns the invoice that a credit note is for, null without a note. @throws 400, 404, 409 */
async function refuseRefund(tx: Db, payment: Payment, { amount, creditNote }: RefundRequest, named: number | null): Promise<number | null> {
  if (payment.voidedAt !== null) throw conflict("This payment is voided");
  const known = await tx.select().from(disputes).where(eq(disputes.paymentId, payment.id));
  if (known.some(isInDispute)) throw conflict("This payment is disputed");
  const most = leftToRefund(payment);
  if (amount > most) throw conflict(`At most ${formatPence(most)} of this payment can be given back`);
  if (!creditNote) {
    const free = roomOf(payment);
    if (amount > free) throw conflict(`${formatPence(free)} of this payment is not allocated`);
    return null;
  }
  const counted = (await countedOf(tx, payment.id)).filter(({ appliedPence }) => appliedPence > 0);
  if (named === null && counted.length > 1) throw badRequest("Say which invoice this is for");
  const wanted = counted.find(({ number }) => number === (named ?? counted[0]?.number));
  if (!wanted && named !== null) await refuseUnpaid(tx, payment, named);
  if (!wanted) throw conflict("This payment paid no invoice: give it back without a credit note");
  const paid = pence(wanted.appliedPence - (await waitingOn(tx, payment.id, wanted.number)));
  if (amount > paid) throw conflict(`At most ${formatPence(paid)} of this payment paid ${invoiceNumber(wanted.number)}`);
  const [balance] = await lockBalances(tx, [wanted.number]);
  if (balance && amount > creditable(balance))
    throw conflict(`${invoiceNumber(wanted.number)} can be credited by at most ${formatPence(creditable(balance))}`);
  return wanted.number;
}

/**
 * Refuses an invoice that the payment did not pay.
 * @throws 404 if it is not the company's, 409
 */
async function refuseUnpaid(tx: Db, { companyId }: Payment, named: number): Promise<never> {
  const [theirs] = companyId === null ? [] : await invoicesOfCompany(tx, companyId, [named]);
  if (!theirs) throw notFound("Invoice");
  throw conflict(`At most ${formatPence(pence(0))} of this payment paid ${invoiceNumber(named)}`);
}

/** True while the bank has not decided, and after it decided against the seller. */
export const isInDispute = ({ status, withdrawnPence }: Pick<typeof disputes.$inferSelect, "status" | "withdrawnPence">): boolean =>
  status === "lost" || (withdrawnPence > 0 && status !== "won") || !["won", "warning_closed", "prevented"].includes(status);

type RefundContext = Pick<AppContext, "db" | "clock" | "publicUrl">;

/**
 * Requests the refund from Stripe. Without an answer the row stays `requested`. A rejection is
 * stored as failed, with Stripe's message. @throws 409
 */
async function requestRefundAtStripe(appContext: RefundContext, stripe: Stripe, refundId: number): Promise<void> {
  const refund = await refundWithIntent(appContext.db, refundId);
  if (!refund?.intentId || refund.status !== "requested") return;
  try {
    const stripeRefund = await stripe.refunds.create(
      { payment_intent: refund.intentId, amount: refund.amountPence, metadata: refundMetadata(refundId, appContext.publicUrl) },
      { idempotencyKey: `refund-${new URL(appContext.publicUrl).host}-${refund.createdAt.getTime()}-${refundId}` },
    );
    await inTransaction(appContext.db, (tx) => settleRefund(appContext, tx, refund, stripeRefund));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) return;
    await inTransaction(appContext.db, async (tx) => {
      await lockToMove(tx, refund.paymentId);
      const now = appContext.clock();
      await moveRefund(tx, refundId, { status: "failed", fault: refusal, paidOn: londonDay(now) }, { user: null, ip: null, now });
    });
    // Stripe may have rejected it because the amount was refunded there or disputed, so both are
    // synchronized.
    await syncPayment(appContext, stripe, refund.intentId).catch((fault: unknown) => {
      if (!isStripeError(fault)) throw fault;
    });
    throw conflict(refusal);
  }
}

/**
 * The message of a rejection that Stripe would repeat. An error of Stripe's own or a missing answer
 * is not a rejection.
 */
const refusalOf = (error: unknown): string | null =>
  isStripeError(error) &&
  (error.statusCode ?? 0) >= 400 &&
  (error.statusCode ?? 0) < 500 &&
  error.statusCode !== 409 &&
  error.statusCode !== 429
    ? error.message
    : null;

async function settleRefund(
  { clock }: RefundContext,
  tx: Db,
  refund: Pick<Refund, "id" | "paymentId">,
  stripeRefund: Stripe.Refund,
): Promise<void> {
  await lockToMove(tx, refund.paymentId);
  const now = clock();
  const status =
    stripeRefund.status === "succeeded" || stripeRefund.status === "failed" || stripeRefund.status === "canceled"
      ? stripeRefund.status
      : "pending";
  const step = { status, stripeRefundId: stripeRefund.id, fault: stripeRefund.failure_reason ?? null, paidOn: londonDay(now) } as const;
  await moveRefund(tx, refund.id, step, { user: null, ip: null, now });
}

async function refundWithIntent(db: Db, id: number) {
  const [refund] = await db
    .select({
      id: refunds.id,
      paymentId: refunds.paymentId,
      status: refunds.status,
      amountPence: refunds.amountPence,
      createdAt: refunds.createdAt,
      intentId: payments.stripePaymentIntentId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  return refund;
}

/**
 * Stripe forgets an idempotency key after a day. From then on the refund is searched by its
 * metadata before a new request.
 */
const KEY_IS_KNOWN_MS = 24 * 3_600_000;

/**
 * Continues refunds with an unknown outcome: requests them again with the same key, or reads their
 * state.
 */
export async function resumeRefunds(appContext: RefundContext & { readonly db: Database }, stripe: Stripe): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, createdAt, status, intentId } of await waitingRefunds(appContext.db)) {
    const isOld = appContext.clock().getTime() - createdAt.getTime() > KEY_IS_KNOWN_MS;
    try {
      if (intentId && (status === "pending" || isOld)) await syncPayment(appContext, stripe, intentId);
      await requestRefundAtStripe(appContext, stripe, id);
    } catch (error) {
      // Stripe's rejection is stored in the row.
      if (!isStripeError(error) && (error as { status?: number }).status !== 409) failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be looked at: ${String(failures[0])}`);
}

export const refundTasks = (appContext: AppContext) => ({
  "resume-refunds": async () => {
    const stripe = await stripeOrNull(appContext);
    if (stripe) await resumeRefunds(appContext, stripe);
  },
});
