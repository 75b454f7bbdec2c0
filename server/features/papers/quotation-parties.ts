import { eq } from "drizzle-orm";
import { companyNow, customerNow } from "#server/features/invoices/parties.ts";
import type { MoneyOfItem, QuoteItem } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Parties } from "#server/schema/company-settings.ts";
import { quotations } from "#server/schema/quotes.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import type { Lap, OwnSection } from "#shared/domain/window/saw/sections.ts";

/**
 * The seller and the customer as the quote's first quotation printed them, so that every later
 * print is equal. While the seller has no name, nothing is stored, and the document has the
 * product's name.
 */
export async function quotationParties(
  db: Db,
  quote: { readonly id: number; readonly userId: number },
  productName: string,
): Promise<Parties> {
  const stored = await readStoredParties(db, quote.id);
  if (stored) return stored;
  const [seller, customer] = [await companyNow(db), await customerNow(db, quote.userId)];
  if (seller.name === "") return { seller: { ...seller, name: productName }, customer };
  await db.insert(quotations).values({ quoteId: quote.id, parties: { seller, customer } }).onConflictDoNothing();
  return (await readStoredParties(db, quote.id)) ?? { seller, customer };
}

async function readStoredParties(db: Db, quoteId: number): Promise<Parties | undefined> {
  const [row] = await db.select({ parties: quotations.parties }).from(quotations).where(eq(quotations.quoteId, quoteId));
  return row?.parties;
}

/** A window without prices, as its maker may see it. */
export type MakerItem = Omit<QuoteItem, MoneyOfItem> & {
  /** The workshop's clearances; absent in documents without cut lengths. */
  readonly clearances?: Clearances;
  readonly sections?: readonly OwnSection[];
  readonly lap?: Lap;
  readonly trackDepthMm?: number;
  /** The density of the type's timber in kg/m³; absent in documents without weights. */
  readonly densityKgM3?: number | null;
};
