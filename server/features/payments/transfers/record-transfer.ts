import { and, eq } from "drizzle-orm";
import type { Call, Handler } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { closeSessionsFor } from "#server/features/payments/checkout/close-sessions.ts";
import { refuseUnpayable } from "#server/features/payments/checkout/pay-quote.ts";
import { markPaid, sendReceipt } from "#server/features/payments/checkout/settle-payment.ts";
import { findPayment } from "#server/features/payments/find-payments.ts";
import { numberIn } from "#server/features/payments/refunds/refund-payment.ts";
import { lockToMove } from "#server/features/payments/refunds/refund-states.ts";
import { existingQuote, lockQuote } from "#server/features/quotes/quote-queries.ts";
import {
  addAllocations,
  allocateOldestFirst,
  balancesOfQuote,
  countedOf,
  hasRefunds,
  lockBalances,
  type Payment,
  roomOf,
  updatePaidStates,
} from "#server/features/receivables/ledger.ts";
import { holdUnallocatedPayments, owedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { paymentEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { payments } from "#server/schema/payments.ts";
import type { paymentRecords as contract } from "#shared/contract/payments.ts";
import { formatPence, isOtherAmount, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { type Day, londonDay, yearBefore } from "#shared/domain/period.ts";
import { splitOldestFirst } from "#shared/domain/trade/ledger.ts";
import { invoiceNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { holdPaymentsAgain, releaseQuote } from "./held-payments.ts";

function refuseDay(receivedOn: Day, now: Date): void {
  const today = londonDay(now);
  if (receivedOn > today) throw badRequest("The day cannot be in the future");
  if (receivedOn < yearBefore(today)) throw badRequest("The day must be within the last year");
}

const EXCEEDS = "The allocations exceed the amount";

interface AllocationWish {
  readonly number: string;
  readonly amount: Pence;
}

/**
 * Records a transfer (rule Y18), after closing open Checkout sessions for the invoices that it
 * pays.
 */
export const recordTransfer: Handler<typeof contract.record> = async (call) => {
  const { db, user, body, now, record, commit } = call;
  refuseDay(body.receivedOn, now);
  await existingClient(db, body.companyId);
  if (body.allocations && sumOf(body.allocations) > body.amount) throw badRequest(EXCEEDS);
  await closeSessionsFor(call, { companyId: body.companyId, numbers: body.allocations?.map(({ number }) => numberIn(number)) });
  return commit(async (tx) => {
    await lockCompany(tx, body.companyId);
    const [payment] = await tx
      .insert(payments)
      .values({
        companyId: body.companyId,
        method: "bank_transfer",
        amount: body.amount,
        settles: false,
        receivedOn: body.receivedOn,
        reference: body.reference || null,
        recordedBy: user.id,
        createdAt: now,
      })
      .returning();
    if (!payment) throw new Error("The payment was not stored");
    await recordEvent(tx, paymentEvent(payment), now);
    if (body.allocations) await allocateAnew(tx, payment, body.allocations, user.id, now);
    else await allocateOldestFirst(tx, payment, user.id, now);
    const stored = await findPayment(tx, payment.id);
    record({ targetType: "payments", targetId: payment.id, after: trailOf(stored) });
    return stored;
  });
};

const sumOf = (wanted: readonly AllocationWish[]): Pence => sumPence(wanted.map(({ amount }) => amount));

const trailOf = ({ amount, receivedOn, reference, allocations }: Awaited<ReturnType<typeof findPayment>>) => ({
  amountPence: amount,
  receivedOn,
  reference,
  pays: allocations.map(({ number, amount: part }) => `${number} ${formatPence(part)}`),
});

async function existingClient(db: Db, id: number): Promise<void> {
  const [client] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, id), eq(companies.kind, "customer")));
  if (!client) throw notFound("Client");
}

/**
 * Allocates a payment of a locked company to exactly these invoices. Amounts that refunds and
 * disputes took of an invoice's part stay there. A refusal names the acceptable amount: the
 * invoice's debt without this payment. @throws 400, 404, 409
 */
async function allocateAnew(tx: Db, payment: Payment, wanted: readonly AllocationWish[], byUserId: number, now: Date): Promise<void> {
  const numbers = wanted.map(({ number }) => numberIn(number));
  const counted = await countedOf(tx, payment.id);
  const balances = await lockBalances(tx, [...numbers, ...counted.map(({ number }) => number)]);
  for (const [index, number] of numbers.entries()) {
    const balance = balances.find((one) => one.number === number);
    if (!balance || balance.companyId !== payment.companyId) throw notFound(`Invoice ${wanted[index]?.number}`);
  }
  const rows = balances.map(({ number, owedPence }) => {
    const before = counted.find((one) => one.number === number);
    const taken = (before?.allocatedPence ?? 0) - (before?.appliedPence ?? 0);
    // A payment's row displays its parts without withdrawn amounts, and a person allocates the
    // displayed amounts.
    const asked = (wanted[numbers.indexOf(number)]?.amount ?? 0) + (before?.withdrawnPence ?? 0);
    const change = Math.max(asked, taken) - (before?.allocatedPence ?? 0);
    const most = pence(owedPence + (before?.allocatedPence ?? 0));
    if (change > owedPence) throw conflict(`${invoiceNumber(number)} owes ${formatPence(most)}`);
    return { paymentId: payment.id, number, kind: "allocated" as const, amountPence: pence(change), byUserId };
  });
  const more = rows.reduce((sum, { amountPence }) => sum + amountPence, 0);
  if (more > roomOf(payment)) {
    const most = pence(sumPence(counted.map(({ allocatedPence }) => allocatedPence)) + roomOf(payment));
    throw badRequest(`${EXCEEDS}: at most ${formatPence(most)} of this payment can be allocated`);
  }
  // Reductions come first, so that the allocations never exceed the payment.
  await addAllocations(
    tx,
    rows.filter(({ amountPence }) => amountPence < 0),
    now,
  );
  await addAllocations(
    tx,
    rows.filter(({ amountPence }) => amountPence > 0),
    now,
  );
  await updatePaidStates(
    tx,
    rows.map(({ number }) => number),
    now,
  );
}

/** Replaces the allocations of a payment (rule Y18). */
export const allocatePayment: Handler<typeof contract.allocate> = async (call) => {
  const { db, user, params, body, now, record, commit } = call;
  const known = await findPayment(db, params.id);
  const namedNumbers = body.allocations.map(({ number }) => numberIn(number));
  const paid = known.allocations.map(({ number }) => numberIn(number));
  if (known.company) await closeSessionsFor(call, { companyId: known.company.id, numbers: [...namedNumbers, ...paid] });
  return commit(async (tx) => {
    const payment = await lockToMove(tx, params.id, namedNumbers);
    if (!payment) throw notFound("Payment");
    if (payment.voidedAt !== null) throw conflict("This payment is voided");
    if (payment.isHeld) throw conflict("This payment waits for the invoice of what it paid");
    const before = await findPayment(tx, payment.id);
    if (sumOf(body.allocations) > payment.amount - payment.withdrawnPence) throw badRequest(EXCEEDS);
    if (payment.method === "card") refuseLess(before.allocations, body.allocations);
    await allocateAnew(tx, payment, body.allocations, user.id, now);
    await holdPaymentsAgain(tx, payment.id, now);
    const after = await findPayment(tx, payment.id);
    record({ targetType: "payments", targetId: payment.id, before: trailOf(before), after: trailOf(after) });
    return after;
  });
};

/**
 * The allocations of a card payment cannot shrink, because the customer saw on Stripe's page what
 * it pays.
 */
function refuseLess(before: readonly AllocationWish[], wanted: readonly AllocationWish[]): void {
  const isKept = before.every(({ number, amount }) => (wanted.find((one) => one.number === number)?.amount ?? 0) >= amount);
  if (!isKept) throw conflict("A card payment stays with what it paid");
}

/** Voids a wrongly recorded transfer (rule Y18): it stays visible and counts for nothing. */
export const voidPayment: Handler<typeof contract.void> = async (call) => {
  const { user, params, body, now, record, commit } = call;
  const known = await findPayment(call.db, params.id);
  if (known.company)
    await closeSessionsFor(call, { companyId: known.company.id, numbers: known.allocations.map(({ number }) => numberIn(number)) });
  return commit(async (tx) => {
    const payment = await lockToMove(tx, params.id);
    if (!payment) throw notFound("Payment");
    if (payment.voidedAt !== null) throw conflict("This payment is voided");
    if (payment.method === "card") throw conflict("A card payment can't be voided");
    if (hasRefunds(payment)) throw conflict("Money of this payment was given back");
    const counted = await countedOf(tx, payment.id);
    const rows = counted.map(({ number, appliedPence }) => ({
      paymentId: payment.id,
      number,
      kind: "allocated" as const,
      amountPence: pence(-appliedPence),
      byUserId: user.id,
    }));
    await addAllocations(tx, rows, now);
    await tx
      .update(payments)
      .set({ voidedAt: now, voidedBy: user.id, voidReason: body.reason.trim(), isHeld: false })
      .where(eq(payments.id, payment.id));
    await releaseQuote(tx, payment);
    await updatePaidStates(
      tx,
      rows.map(({ number }) => number),
      now,
    );
    record({
      targetType: "payments",
      targetId: payment.id,
      after: { amountPence: payment.amount, voided: true, reason: body.reason.trim() },
    });
    return findPayment(tx, payment.id);
  });
};

/**
 * Records a transfer that pays a quote in full (rule Y18): the debt of its invoice, or its total.
 */
export const payByTransfer: Handler<typeof contract.payByTransfer> = async (call: Call<typeof contract.payByTransfer>) => {
  const { db, user, params, body, now, record, commit } = call;
  refuseDay(body.receivedOn, now);
  const known = await existingQuote(db, user, params.id);
  await closeSessionsFor(call, { quoteId: known.id });
  return commit(async (tx) => {
    const quote = await lockQuote(tx, user, params.id);
    refuseUnpayable(await existingQuote(tx, user, params.id), now);
    const balances = await balancesOfQuote(tx, quote.id);
    const amount = await owedOfQuote(tx, quote);
    if (amount <= 0) throw conflict("This quote is free of charge");
    if (isOtherAmount(body.amount, amount)) throw conflict(`${quoteNumber(quote.id)} owes ${formatPence(amount)} now`);
    const [payment] = await tx
      .insert(payments)
      .values({
        companyId: quote.companyId,
        method: "bank_transfer",
        quoteId: quote.id,
        amount,
        settles: true,
        receivedOn: body.receivedOn,
        reference: body.reference || null,
        recordedBy: user.id,
        createdAt: now,
      })
      .returning();
    if (!payment) throw new Error("The payment was not stored");
    await recordEvent(tx, paymentEvent(payment), now);
    if (balances.length > 0) {
      const parts = splitOldestFirst(amount, balances);
      await addAllocations(
        tx,
        parts.map((part) => ({
          paymentId: payment.id,
          number: part.number,
          kind: "allocated",
          amountPence: part.amount,
          byUserId: user.id,
        })),
        now,
      );
      await updatePaidStates(
        tx,
        parts.map(({ number }) => number),
        now,
      );
    } else {
      await holdUnallocatedPayments(tx, quote.id);
      await markPaid(tx, quote, now, body.receivedOn, now);
    }
    await sendReceipt({ db: tx, post: call.post }, quote, amount);
    record({
      targetType: "quotes",
      targetId: quote.id,
      after: { amountPence: amount, receivedOn: body.receivedOn, reference: payment.reference },
    });
    return existingQuote(tx, user, quote.id);
  });
};
