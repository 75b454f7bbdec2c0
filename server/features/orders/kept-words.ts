import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { orders, quotes, remakes } from "#server/schema/index.ts";

/*
 * A list finds a row by its own columns. This file keeps the words that quotes, orders and remakes
 * share, while the caller holds the quote.
 */

/** What a remake keeps of its order. */
export const ofOrder = ({ id, quoteId, companyId, userId, words, makerId }: typeof orders.$inferSelect) => ({
  orderId: id,
  quoteId,
  companyId,
  userId,
  words,
  makerId,
});

/** After an order's words or maker have changed. */
export const keepInRemakes = (db: Db, quoteId: number) =>
  db
    .update(remakes)
    .set({ words: orders.words, makerId: orders.makerId })
    .from(orders)
    .where(and(eq(orders.quoteId, quoteId), eq(remakes.orderId, orders.id)));

/** After an order's tracking number has changed: its quote and remakes are found by the new one. */
export async function keepTracking(db: Db, order: { readonly id: number; readonly quoteId: number }): Promise<void> {
  const trackingNumber = db.select({ trackingNumber: orders.trackingNumber }).from(orders).where(eq(orders.id, order.id));
  await db
    .update(quotes)
    .set({ trackingNumber: sql`(${trackingNumber})` })
    .where(eq(quotes.id, order.quoteId));
  await keepInRemakes(db, order.quoteId);
}

/** Copies a quote's job words and its customer to its orders and remakes after a change. */
export async function keepJobWords(
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
  if (made.length > 0) await keepInRemakes(db, quoteId);
}
