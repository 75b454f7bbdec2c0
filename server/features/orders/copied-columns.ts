import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { parcels } from "#server/schema/workshop.ts";
import { LONGEST } from "#shared/domain/longest.ts";

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
 * Updates a locked order after a change of its parcels, so that searches find it by each parcel's
 * number. The number of an only parcel is the order's own.
 */
export async function copyParcelTracking(db: Db, orderId: number): Promise<void> {
  const numbers = sql`(select case when count(*) > 1 then left(string_agg(${parcels.trackingNumber}, ', ' order by ${parcels.n} desc), ${sql.raw(String(LONGEST.parcelTracking))}) end
    from ${parcels} where ${eq(parcels.orderId, orderId)})`;
  const changed = await db
    .update(orders)
    .set({ parcelTracking: numbers })
    .where(and(eq(orders.id, orderId), sql`${orders.parcelTracking} is distinct from ${numbers}`))
    .returning({ quoteId: orders.quoteId });
  for (const { quoteId } of changed) await copyToRemakes(db, quoteId);
}

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
