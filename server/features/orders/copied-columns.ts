import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";

/*
 * Lists search only their own columns. This file copies the words that quotes, orders and remakes
 * share; the caller holds the lock on the quote.
 */

/** The columns that a remake copies from its order. */
export const remakeColumnsOf = ({ id, quoteId, companyId, userId, words, makerId }: typeof orders.$inferSelect) => ({
  orderId: id,
  quoteId,
  companyId,
  userId,
  words,
  makerId,
});

/** Updates the remakes after a change of an order's words or maker. */
export const copyToRemakes = (db: Db, quoteId: number) =>
  db
    .update(remakes)
    .set({ words: orders.words, makerId: orders.makerId })
    .from(orders)
    .where(and(eq(orders.quoteId, quoteId), eq(remakes.orderId, orders.id)));

/**
 * Updates a quote and its remakes after a change of the order's tracking number, so that searches
 * find them by the new one.
 */
export async function copyTrackingNumber(db: Db, order: { readonly id: number; readonly quoteId: number }): Promise<void> {
  const trackingNumber = db.select({ trackingNumber: orders.trackingNumber }).from(orders).where(eq(orders.id, order.id));
  await db
    .update(quotes)
    .set({ trackingNumber: sql`(${trackingNumber})` })
    .where(eq(quotes.id, order.quoteId));
  await copyToRemakes(db, order.quoteId);
}

/** Copies a quote's job words and its customer to its orders and remakes after a change. */
export async function copyJobWords(
  db: Db,
  quoteId: number,
  {
    jobName,
    poNumber,
    customerName,
    siteAddress,
  }: Pick<typeof quotes.$inferSelect, "jobName" | "poNumber" | "customerName" | "siteAddress">,
): Promise<void> {
  const words = { jobName, poNumber, customerName, siteAddress };
  const made = await db.update(orders).set(words).where(eq(orders.quoteId, quoteId)).returning({ id: orders.id });
  if (made.length > 0) await copyToRemakes(db, quoteId);
}
