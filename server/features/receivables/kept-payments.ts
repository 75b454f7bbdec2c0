import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { keptForQuote, owedFor } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { payments, type quotes } from "#server/schema/index.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { addAllocations, type Balance, roomOf } from "./ledger.ts";

/*
 * What paid a quote before it had an invoice is kept for it, less what went back (rule Y11). All of
 * the quote's total together is held: the quote is paid. The caller has locked the quote.
 */

/** What of a quote without an invoice is there: in pence, neither given back nor waiting to be. */
export async function keptOfQuote(tx: Db, quoteId: number): Promise<Pence> {
  const [kept] = await tx.select({ pence: keptForQuote(sql`${quoteId}::int`) }).from(sql`(values (1)) one`);
  return kept?.pence ?? pence(0);
}

/** What is to be paid of a quote: what its invoice owes, or its total less what is kept for it. */
export async function owedOfQuote(
  tx: Db,
  { id, finalTotalPence }: Pick<typeof quotes.$inferSelect, "id" | "finalTotalPence">,
): Promise<Pence> {
  const [owed] = await tx.select({ pence: owedFor(sql`${id}::int`, sql`${finalTotalPence}::bigint`) }).from(sql`(values (1)) one`);
  return owed?.pence ?? pence(0);
}

const keptRows = (quoteId: number) =>
  and(eq(payments.quoteId, quoteId), payments.settles, isNull(payments.voidedAt), gt(payments.unallocatedPence, pence(0)));

/** All that is kept for a quote pays it in full. */
export async function holdKept(tx: Db, quoteId: number): Promise<void> {
  await tx.update(payments).set({ isHeld: true }).where(keptRows(quoteId));
}

/** Counts what is kept for a locked quote to its invoice, which was issued just now. */
export async function allocateKept(tx: Db, { number, quoteId, owedPence }: Balance, now: Date): Promise<void> {
  const kept = await tx.select().from(payments).where(keptRows(quoteId)).orderBy(asc(payments.id)).for("update");
  await tx
    .update(payments)
    .set({ isHeld: false })
    .where(and(eq(payments.quoteId, quoteId), payments.isHeld));
  let left: number = owedPence;
  const rows = kept.map((payment) => {
    const amountPence = pence(Math.min(roomOf(payment), left));
    left -= amountPence;
    return { paymentId: payment.id, number, kind: "allocated" as const, amountPence, byUserId: payment.recordedBy };
  });
  await addAllocations(tx, rows, now);
}
