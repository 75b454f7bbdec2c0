import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { allocations } from "#server/schema/allocations.ts";
import { bookkeepingReceipts } from "#server/schema/bookkeeping.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { refunds } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import type { Pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import type { PaymentMethod } from "#shared/domain/trade/ledger.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";

interface Wanted extends Days {
  /** True to include money movements that were already exported. */
  readonly again: boolean;
}

/** Received or refunded money; the amount is positive in both cases. */
export interface Receipt {
  readonly kind: "receipt" | "refund";
  readonly paymentId: number;
  readonly refundId: number | null;
  readonly on: Day;
  readonly amountPence: Pence;
  readonly method: PaymentMethod;
  readonly reference: string | null;
  readonly companyId: number;
  readonly companyName: string;
  readonly accountsName: string | null;
  readonly address: string | null;
  /** The invoices that the payment paid, or the invoice that the refund credits. */
  readonly numbers: readonly number[];
  readonly isExported: boolean;
}

const ofCompany = {
  companyId: companies.id,
  companyName: companies.name,
  accountsName: companies.accountsName,
  address: companies.address,
  method: payments.method,
  reference: payments.reference,
};

/**
 * Receipts by the day of receipt and refunds by the day of their success, without voided transfers.
 */
export async function receiptsToExport(db: Db, { from, to, again }: Wanted): Promise<Receipt[]> {
  const paidInvoices = sql<
    number[]
  >`coalesce((select array_agg(distinct ${allocations.number} order by ${allocations.number}) from ${allocations}
    where ${and(eq(allocations.paymentId, payments.id), eq(allocations.kind, "allocated"))}), '{}')`;
  const came = await db
    .select({
      ...ofCompany,
      paymentId: payments.id,
      on: payments.receivedOn,
      amountPence: payments.amount,
      numbers: paidInvoices,
      exportId: bookkeepingReceipts.exportId,
    })
    .from(payments)
    .innerJoin(companies, eq(companies.id, payments.companyId))
    .leftJoin(
      bookkeepingReceipts,
      and(eq(bookkeepingReceipts.paymentId, payments.id), isNull(bookkeepingReceipts.refundId), bookkeepingReceipts.isFirst),
    )
    .where(
      and(
        gte(payments.receivedOn, from),
        lte(payments.receivedOn, to),
        isNull(payments.voidedAt),
        eq(payments.currency, "gbp"),
        again ? undefined : isNull(bookkeepingReceipts.exportId),
      ),
    )
    .orderBy(asc(payments.receivedOn), asc(payments.id));
  const went = await db
    .select({
      ...ofCompany,
      paymentId: payments.id,
      refundId: refunds.id,
      on: sql<Day>`${refunds.paidOn}`,
      amountPence: refunds.amountPence,
      number: refunds.invoiceNumber,
      exportId: bookkeepingReceipts.exportId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(companies, eq(companies.id, payments.companyId))
    .leftJoin(bookkeepingReceipts, and(eq(bookkeepingReceipts.refundId, refunds.id), bookkeepingReceipts.isFirst))
    .where(
      and(
        eq(refunds.status, "succeeded"),
        gte(refunds.paidOn, from),
        lte(refunds.paidOn, to),
        eq(payments.currency, "gbp"),
        again ? undefined : isNull(bookkeepingReceipts.exportId),
      ),
    )
    .orderBy(asc(refunds.paidOn), asc(refunds.id));
  return [
    ...came.map(({ exportId, ...row }) => ({ ...row, kind: "receipt" as const, refundId: null, isExported: exportId !== null })),
    ...went.map(({ exportId, number, ...row }) => ({
      ...row,
      kind: "refund" as const,
      numbers: number === null ? [] : [number],
      isExported: exportId !== null,
    })),
  ];
}
