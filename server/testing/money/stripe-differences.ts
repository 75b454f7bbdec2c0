import { eq } from "drizzle-orm";
import { invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { disputes, payments } from "#server/schema/payments.ts";
import type { TestShop } from "#server/testing/shop.ts";

/**
 * Compares Stripe's card payments of a company with the ledger, after all events were delivered.
 * Returns every fault as a sentence.
 */
export async function findStripeDifferences({ portal: { db }, standIn, stripe }: TestShop, companyId: number): Promise<string[]> {
  const faults: string[] = [];
  const ours = await db.select().from(payments).where(eq(payments.companyId, companyId));
  const given = await db.select().from(refunds).where(eq(refunds.companyId, companyId));
  const notes = await db.select().from(invoices).where(eq(invoices.companyId, companyId));
  const taken = await db.select().from(disputes).where(eq(disputes.companyId, companyId));
  const atStripe = standIn.refunds();
  for (const payment of ours.filter(({ method }) => method === "card")) {
    const name = `payment ${payment.id}`;
    const told = atStripe.filter(({ payment_intent }) => payment_intent === payment.stripePaymentIntentId);
    const mine = given.filter(({ paymentId }) => paymentId === payment.id);
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    for (const [theirs, own] of [
      ["succeeded", ["succeeded"]],
      ["pending", ["pending", "requested"]],
    ] as const) {
      const there = sum(told.filter(({ status }) => status === theirs).map(({ amount }) => amount));
      const here = sum(mine.filter(({ status }) => (own as readonly string[]).includes(status)).map(({ amountPence }) => amountPence));
      if (there !== here) faults.push(`${theirs} refunds of ${name}: ${here} is not Stripe's ${there}`);
    }
    for (const { id } of mine) {
      const marked = told.filter(({ metadata }) => metadata?.refundId === String(id));
      if (marked.length > 1) faults.push(`refund ${id} is ${marked.length} refunds at Stripe`);
      const issued = notes.filter(({ refundId }) => refundId === id).length;
      if (issued > 1) faults.push(`refund ${id} has ${issued} credit notes`);
    }
    const dispute = taken.find(({ paymentId }) => paymentId === payment.id);
    if (dispute) {
      const { balance_transactions: moves } = await stripe.disputes.retrieve(dispute.stripeDisputeId);
      const there = Math.max(0, -sum(moves.map(({ amount }) => amount)));
      if (there !== dispute.withdrawnPence) faults.push(`withdrawn of ${name}: ${dispute.withdrawnPence} is not Stripe's ${there}`);
    }
  }
  return faults;
}
