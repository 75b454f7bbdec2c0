import { and, asc, inArray, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { corrections } from "#server/schema/orders-and-remakes.ts";
import { formatListedDay, londonDay } from "#shared/domain/period.ts";
import { changesInShort } from "#shared/domain/window/text/window-rows.ts";

/**
 * Returns the changes that no job card of these orders has named yet, and marks them as printed: a
 * correction is named by the first card after it alone (rule O21).
 */
export async function takeUnprinted(db: Db, orderIds: readonly number[], now: Date): Promise<(orderId: number) => string[]> {
  const isUnprinted = and(inArray(corrections.orderId, [...orderIds]), isNull(corrections.printedAt));
  const waiting = await db.select({ id: corrections.id }).from(corrections).where(isUnprinted).orderBy(asc(corrections.id));
  if (waiting.length === 0) return () => [];
  const taken = await db
    .update(corrections)
    .set({ printedAt: now })
    .where(isUnprinted)
    .returning({ id: corrections.id, orderId: corrections.orderId, differences: corrections.differences, at: corrections.createdAt });
  const today = londonDay(now);
  return (orderId) =>
    taken
      .filter((one) => one.orderId === orderId)
      .toSorted((one, other) => one.id - other.id)
      .map(({ differences, at }) => `Changed on ${formatListedDay(londonDay(at), today)}: ${changesInShort(differences)}`);
}
