import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { heldAmountFor, owedFor } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { payments } from "#server/schema/payments.ts";
import type { quotes } from "#server/schema/quotes.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { addAllocations, type Balance, roomOf } from "./ledger.ts";

/**
 * Payments for a quote without an invoice stay unallocated, reserved for that quote (rule Y22).
 * Once they cover the quote's total they are held, and the quote is paid. The caller has locked the
 * quote.
 */

/** The unallocated pence of a quote without an invoice, less refunds and waiting refunds. */
export async function sumUnallocatedOfQuote(tx: Db, quoteId: number): Promise<Pence> {
  const [unallocated] = await tx.select({ pence: heldAmountFor(sql`${quoteId}::int`) }).from(sql`(values (1)) one`);
  return unallocated?.pence ?? pence(0);
}

/**
 * The amount to pay for a quote: the debt of its invoice, or its total less its unallocated
 * payments.
 */
export async function owedOfQuote(
  tx: Db,
  { id, finalTotalPence }: Pick<typeof quotes.$inferSelect, "id" | "finalTotalPence">,
): Promise<Pence> {
  const [owed] = await tx.select({ pence: owedFor(sql`${id}::int`, sql`${finalTotalPence}::bigint`) }).from(sql`(values (1)) one`);
  return owed?.pence ?? pence(0);
}

const unallocatedRows = (quoteId: number) =>
  and(eq(payments.quoteId, quoteId), payments.settles, isNull(payments.voidedAt), gt(payments.unallocatedPence, pence(0)));

/** Holds the quote's unallocated payments, because together they pay it in full. */
export async function holdUnallocatedPayments(tx: Db, quoteId: number): Promise<void> {
  await tx.update(payments).set({ isHeld: true }).where(unallocatedRows(quoteId));
}

/** Allocates the unallocated payments of a locked quote to the invoice that was just issued. */
export async function allocateUnallocatedPayments(tx: Db, { number, quoteId, owedPence }: Balance, now: Date): Promise<void> {
  const unallocated = await tx.select().from(payments).where(unallocatedRows(quoteId)).orderBy(asc(payments.id)).for("update");
  await tx
    .update(payments)
    .set({ isHeld: false })
    .where(and(eq(payments.quoteId, quoteId), payments.isHeld));
  let remaining: number = owedPence;
  const rows = unallocated.map((payment) => {
    const amountPence = pence(Math.min(roomOf(payment), remaining));
    remaining -= amountPence;
    return { paymentId: payment.id, number, kind: "allocated" as const, amountPence, byUserId: payment.recordedBy };
  });
  await addAllocations(tx, rows, now);
}
