import { eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/connect.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";

/**
 * The columns that a remake or an order copies from its quote or order, for rows that a test
 * inserts directly.
 */

const ofQuote = <Value>(id: number | SQL, column: AnyPgColumn): SQL<Value> =>
  sql`(select ${column} from ${quotes} where ${eq(quotes.id, id)})`;
const ofOrder = <Value>(id: number, column: AnyPgColumn): SQL<Value> => sql`(select ${column} from ${orders} where ${eq(orders.id, id)})`;

export const remakeOf = (orderId: number) => ({
  orderId,
  quoteId: ofOrder<number>(orderId, orders.quoteId),
  companyId: ofOrder<number>(orderId, orders.companyId),
  userId: ofOrder<number>(orderId, orders.userId),
  words: ofOrder<string>(orderId, orders.words),
  makerId: ofOrder<number>(orderId, orders.makerId),
});

export const invoiceOf = (quoteId: number) => ({
  quoteId,
  companyId: ofQuote<number>(quoteId, quotes.companyId),
  netPence: ofQuote<never>(quoteId, quotes.subtotalPence),
  vatPence: ofQuote<never>(quoteId, quotes.taxPence),
  grossPence: ofQuote<never>(quoteId, quotes.finalTotalPence),
  dueOn: "2036-03-01",
});

/** Pays a quote directly, whatever its order's status: a transfer that is held for its invoice. */
export async function payPast(db: Db, quoteId: number): Promise<void> {
  const [quote] = await db.update(quotes).set({ paidAt: new Date() }).where(eq(quotes.id, quoteId)).returning();
  if (!quote) throw new Error("The quote is gone");
  const held = { method: "bank_transfer", settles: true, isHeld: true, receivedOn: "2026-06-10" } as const;
  await db.insert(payments).values({ quoteId, companyId: quote.companyId, amount: quote.finalTotalPence, ...held });
}

export const orderOf = (quoteId: number) => ({
  quoteId,
  userId: ofQuote<number>(quoteId, quotes.userId),
  companyId: ofQuote<number>(quoteId, quotes.companyId),
  jobName: ofQuote<string | null>(quoteId, quotes.jobName),
  poNumber: ofQuote<string | null>(quoteId, quotes.poNumber),
  totalPence: ofQuote<never>(quoteId, quotes.finalTotalPence),
  isPaid: ofQuote<boolean>(quoteId, quotes.isPaid),
  windows: ofQuote<number>(quoteId, quotes.itemCount),
  shutters: ofQuote<number>(quoteId, quotes.itemCount),
  areaMilliM2: sql<never>`1000`,
});
