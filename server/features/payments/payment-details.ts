import { and, asc, eq, inArray, sql, sum } from "drizzle-orm";
import { roomOf } from "#server/features/receivables/ledger.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { allocations } from "#server/schema/allocations.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { refunds } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { WAITING_REFUND_STATUSES } from "#shared/domain/trade/ledger.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { disputesOfPayment, findPayment } from "./find-payments.ts";
import { isInDispute, leftToRefund } from "./refunds/refund-payment.ts";

/**
 * Loads a payment with all details for the office: the reason of its void, its disputes, and the
 * refundable amounts by the rules of a refund (rule Y13). @throws 404
 */
export async function readPayment(db: Db, id: number) {
  const row = await findPayment(db, id);
  const disputes = await disputesOfPayment(db, id);
  const [payment, voidedBy] = await readWithVoider(db, id);
  const mayRefund =
    payment.voidedAt === null && !disputes.some(({ status, withdrawn }) => isInDispute({ status, withdrawnPence: withdrawn }));
  const left = mayRefund ? leftToRefund(payment) : pence(0);
  const most = (amount: Pence): Pence => pence(Math.max(0, Math.min(left, amount)));
  return {
    ...row,
    waitsForInvoice: payment.isHeld,
    refundable: left,
    refundableAsCredit: most(roomOf(payment)),
    refundableOf: mayRefund ? (await paidOf(db, id)).map(({ number, amount }) => ({ number, amount: most(amount) })) : [],
    voided: payment.voidedAt === null ? null : { at: payment.voidedAt, reason: payment.voidReason ?? "", by: voidedBy },
    disputes,
  };
}

async function readWithVoider(db: Db, id: number) {
  const [found] = await db
    .select({ payment: payments, by: { id: users.id, contactName: users.contactName } })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.voidedBy))
    .where(eq(payments.id, id));
  if (!found) throw new Error("The payment is gone");
  return [found.payment, found.by?.id ? found.by : null] as const;
}

/**
 * The amounts that count on each invoice, less those that wait for a refund. An invoice can always
 * be credited by the amount it was paid, so no other limit applies.
 */
async function paidOf(db: Db, paymentId: number) {
  const waiting = db
    .select({ amount: sum(refunds.amountPence) })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.invoiceNumber, allocations.number),
        inArray(refunds.status, [...WAITING_REFUND_STATUSES]),
      ),
    );
  const left = sql<number>`sum(${allocations.amountPence}) - coalesce((${waiting}), 0)`.mapWith(Number);
  const rows = await db
    .select({ number: allocations.number, left })
    .from(allocations)
    .where(eq(allocations.paymentId, paymentId))
    .groupBy(allocations.number)
    .orderBy(asc(allocations.number));
  return rows.filter((row) => row.left > 0).map((row) => ({ number: invoiceNumber(row.number), amount: pence(row.left) }));
}
