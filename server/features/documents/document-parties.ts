import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { type Customer, type Parties, quotations, users } from "#server/db/schema.ts";
import { companyNow } from "#server/features/settings/company.ts";

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
