import { eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { orders, quotes } from "#server/db/schema.ts";

/** What rows that a test stores past the calls keep of their quote or order. */

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
});

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
