import { and, asc, inArray, isNotNull } from "drizzle-orm";
import { itemColumns } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { amountToMake } from "#shared/domain/window/saw/make-amount.ts";

interface BoardOrder {
  readonly id: number;
  readonly quoteId: number;
  readonly remakeId: number | null;
  readonly windows: number;
  readonly shutters: number;
}

/**
 * Counts what the remakes of parts on a page of the board make (rule W103): `1 louvre`. Other
 * orders make whole windows and are absent.
 */
export async function partsOnBoard(db: Db, orders: readonly BoardOrder[]): Promise<ReadonlyMap<number, string>> {
  const remakes = orders.filter(({ remakeId }) => remakeId !== null);
  if (remakes.length === 0) return new Map();
  const quoteIds = remakes.map(({ quoteId }) => quoteId);
  const windows = await db
    .select({ ...itemColumns, make: quoteItems.make, quoteId: quoteItems.quoteId })
    .from(quoteItems)
    .where(and(inArray(quoteItems.quoteId, quoteIds), isNotNull(quoteItems.make)))
    .orderBy(asc(quoteItems.quoteId), asc(quoteItems.place));
  return new Map(
    remakes.flatMap((order): [number, string][] => {
      const partial = windows
        .filter(({ quoteId }) => quoteId === order.quoteId)
        .map((item) => ({ ...toDraw(item), quantity: item.quantity }));
      return partial.length === 0 ? [] : [[order.id, amountToMake(order, partial)]];
    }),
  );
}
