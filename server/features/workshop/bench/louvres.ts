import { desc, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { Refusal } from "#server/platform/http/errors.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { louvresOf } from "#shared/domain/window/saw/cut-list.ts";

/**
 * A window's louvres are counted when it is stored. A job counts the louvres of older windows in
 * batches, and a sum counts the remaining ones itself.
 */

const BATCH = 500;
const BATCHES_A_MINUTE = 20;
/** The most windows that one request counts, because a longer count would delay other requests. */
export const MOST_COUNTED = 5000;

const countLouvres = (windows: readonly (typeof quoteItems.$inferSelect)[]) =>
  windows.map((window) => ({ ...window, louvres: louvresOf(toDraw(window)) }));

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
  return countLouvres(windows).reduce((sum, { louvres, quantity }) => sum + louvres * quantity, 0);
}

/** @returns true if a window was counted. */
async function countBatch(db: Db): Promise<boolean> {
  const windows = await db.select().from(quoteItems).where(isNull(quoteItems.louvres)).orderBy(desc(quoteItems.id)).limit(BATCH);
  const known = JSON.stringify(countLouvres(windows).map(({ id, louvres }) => ({ id, louvres })));
  await db.execute(sql`update ${quoteItems} set louvres = known.louvres
    from jsonb_to_recordset(${known}::jsonb) known(id int, louvres int) where ${quoteItems.id} = known.id and ${quoteItems.louvres} is null`);
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
