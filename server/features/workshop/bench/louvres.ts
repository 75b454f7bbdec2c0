import { desc, inArray, isNull, sql } from "drizzle-orm";
import { storeWork } from "#server/features/orders/create-order.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { Refusal } from "#server/platform/http/errors.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { workOf } from "#shared/domain/window/saw/made-area.ts";

/**
 * A window's louvres are counted when it is stored. A job counts the louvres of older windows in
 * batches, and a sum counts the remaining ones itself.
 */

const BATCH = 500;
const BATCHES_A_MINUTE = 20;
/** The most windows that one request counts, because a longer count would delay other requests. */
export const MOST_COUNTED = 5000;

const countWork = (windows: readonly (typeof quoteItems.$inferSelect)[]) =>
  windows.map((window) => ({ ...window, ...workOf(toDraw(window)) }));

/**
 * Counts the louvres of these windows, times their quantities.
 * @throws 503 if there are too many
 */
export async function countNow(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  if (ids.length > MOST_COUNTED)
    throw new Refusal(503, "The louvres of older orders are still being counted. Please try again in a few minutes.");
  const windows = await db
    .select()
    .from(quoteItems)
    .where(inArray(quoteItems.id, [...ids]));
  return countWork(windows).reduce((sum, { louvres, quantity }) => sum + louvres * quantity, 0);
}

/** @returns true if a window was counted. */
async function countBatch(db: Db): Promise<boolean> {
  const windows = await db.select().from(quoteItems).where(isNull(quoteItems.louvres)).orderBy(desc(quoteItems.id)).limit(BATCH);
  const counted = countWork(windows);
  const known = JSON.stringify(counted.map(({ id, louvres, madeAreaMilliM2 }) => ({ id, louvres, area: madeAreaMilliM2 })));
  await db.execute(sql`update ${quoteItems} set louvres = known.louvres, made_area_milli_m2 = known.area
    from jsonb_to_recordset(${known}::jsonb) known(id int, louvres int, area int)
    where ${quoteItems.id} = known.id and ${quoteItems.louvres} is null`);
  // Orders of parts copied the whole area before rule W113.
  const ofParts = counted.flatMap(({ make, quoteId }) => (make ? [quoteId] : []));
  await storeWork(db, ofParts);
  return windows.length > 0;
}

export const louvreTasks = (db: Db) => ({
  crontab: "* * * * * count-louvres ?max=1&jobKey=count-louvres\n",
  tasks: {
    "count-louvres": async (): Promise<void> => {
      for (let batches = 0; batches < BATCHES_A_MINUTE && (await countBatch(db)); batches += 1);
    },
  },
});
