import { eq } from "drizzle-orm";
import { companyNow, customerNow } from "#server/features/invoices/parties.ts";
import type { MoneyOfItem, QuoteItem } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { type Parties, quotations } from "#server/schema/index.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import type { Lap, OwnSection } from "#shared/domain/window/saw/sections.ts";

/**
 * Who sells and who asks, as the first quotation of this quote said it: it is the same paper whenever it is printed again. As long
 * as the seller has no name yet, nothing is kept, and the paper goes out under the portal's name.
 */
export async function quotationParties(
  db: Db,
  quote: { readonly id: number; readonly userId: number },
  productName: string,
): Promise<Parties> {
  const kept = await keptParties(db, quote.id);
  if (kept) return kept;
  const [seller, customer] = [await companyNow(db), await customerNow(db, quote.userId)];
  if (seller.name === "") return { seller: { ...seller, name: productName }, customer };
  await db.insert(quotations).values({ quoteId: quote.id, parties: { seller, customer } }).onConflictDoNothing();
  return (await keptParties(db, quote.id)) ?? { seller, customer };
}

async function keptParties(db: Db, quoteId: number): Promise<Parties | undefined> {
  const [row] = await db.select({ parties: quotations.parties }).from(quotations).where(eq(quotations.quoteId, quoteId));
  return row?.parties;
}

/** A window as its maker may see it. */
export type MakerItem = Omit<QuoteItem, MoneyOfItem> & {
  /** What its workshop takes off; absent on papers that say no length to cut. */
  readonly clearances?: Clearances;
  readonly sections?: readonly OwnSection[];
  readonly lap?: Lap;
  /** Of its type's timber, in kg/m³; absent on papers that weigh nothing. */
  readonly densityKgM3?: number | null;
};
