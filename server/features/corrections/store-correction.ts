import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { WindowAsked } from "#server/features/quotes/price-windows.ts";
import { itemColumns } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { corrections } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import type { quotes } from "#server/schema/quotes.ts";
import { type Difference, MOST_DIFFERENCES } from "#shared/domain/differences.ts";
import type { QuotePrice } from "#shared/domain/trade/pricing.ts";
import { differencesOfOrder, type OrderedWindow } from "#shared/domain/window/text/window-rows.ts";

/** The windows of a locked quote as they are stored, with their prices and costs. */
export const storedWindows = (db: Db, quoteId: number) =>
  db
    .select({ ...itemColumns, makingCostPence: quoteItems.makingCostPence, isFixedPrice: quoteItems.isFixedPrice })
    .from(quoteItems)
    .where(eq(quoteItems.quoteId, quoteId))
    .orderBy(asc(quoteItems.place));
export type StoredWindows = Awaited<ReturnType<typeof storedWindows>>;

/** A requested window names a stored one if its id is known and no other window has it. */
export function namedIds(asked: readonly (WindowAsked & { readonly id?: number | null | undefined })[], stored: StoredWindows) {
  const named = asked.map(({ id }) => id);
  return named.map(
    (id) => (stored.some((each) => each.id === id) && named.filter((each) => each === id).length === 1 ? id : undefined) ?? undefined,
  );
}

/** The differences between the stored windows and the new ones. */
export const differencesFrom = (
  stored: StoredWindows,
  windows: readonly Omit<OrderedWindow, "id">[],
  ids: readonly (number | undefined)[],
): Difference[] =>
  differencesOfOrder(
    stored,
    windows.map((window, index) => ({ ...window, id: ids[index] })),
  ).slice(0, MOST_DIFFERENCES);

interface NewCorrection
  extends Pick<typeof corrections.$inferInsert, "orderId" | "reason" | "remade" | "voidedWork" | "byUserId" | "createdAt"> {
  readonly stored: StoredWindows;
  readonly differences: readonly Difference[];
  readonly after: QuotePrice;
}

/**
 * Stores a correction of a locked quote before its windows change. A trigger lets no window of the
 * quote be deleted without it.
 */
export async function storeCorrection(
  db: Db,
  quote: typeof quotes.$inferSelect,
  { stored, after, ...correction }: NewCorrection,
): Promise<number> {
  const [row] = await db
    .insert(corrections)
    .values({
      ...correction,
      quoteId: quote.id,
      version: quote.version,
      windows: stored,
      totalBeforePence: quote.finalTotalPence,
      totalAfterPence: after.finalTotalPence,
    })
    .returning({ id: corrections.id });
  if (!row) throw new Error("The correction was not stored");
  return row.id;
}

/** True if a quote was corrected after this time. */
export async function wasCorrectedSince(db: Db, quoteId: number, since: Date): Promise<boolean> {
  const [found] = await db
    .select({ id: corrections.id })
    .from(corrections)
    .where(and(eq(corrections.quoteId, quoteId), gt(corrections.createdAt, since)))
    .orderBy(desc(corrections.id))
    .limit(1);
  return found !== undefined;
}
