import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { type Customer, type InvoiceLine, type Parties, quotations, users } from "#server/db/schema.ts";
import type { QuoteItem } from "#server/db/select-parts.ts";
import { companyNow } from "#server/features/settings/company.ts";
import { type MilliM2, milliM2ToM2, sizeInMillimetres } from "#shared/domain/length.ts";
import { TAX_PERCENT } from "#shared/domain/pricing.ts";
import { optionsInWords } from "#shared/domain/window-fields.ts";

export async function customerNow(db: Db, userId: number): Promise<Customer> {
  const [customer] = await db
    .select({ companyName: users.companyName, contactName: users.contactName, address: users.address })
    .from(users)
    .where(eq(users.id, userId));
  if (!customer) throw new Error(`There is no user ${userId}`);
  return { ...customer, address: customer.address?.trim() ? customer.address : null };
}

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
export type MakerItem = Omit<QuoteItem, "pricePerM2" | "itemTotalPrice">;

const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
export const inM2 = (area: MilliM2): string => `${squareMetres.format(milliM2ToM2(area))} m²`;

/** What a window is, in one sentence of a document. */
const windowInWords = (item: Omit<MakerItem, "id">): string =>
  [`${item.shutterType}, ${item.colorSelection}`, sizeInMillimetres(item), `${item.louverSize} mm louvres`, ...optionsInWords(item)].join(
    ", ",
  );

/** A quote's windows as the priced lines of a document. */
export const linesOf = (items: readonly Omit<QuoteItem, "id">[]): InvoiceLine[] =>
  items.map((item) => ({
    name: item.name,
    description: windowInWords(item),
    quantity: item.quantity,
    areaM2: item.areaM2,
    pricePerM2: item.pricePerM2,
    taxPercent: TAX_PERCENT,
    net: item.itemTotalPrice,
  }));
