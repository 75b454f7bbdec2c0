import { eq } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { lockToIssue } from "#server/features/invoices/issue-invoice.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { quotes } from "#server/schema/quotes.ts";
import { NO_COMPANY_ADDRESS, ownAddress } from "#shared/contract/parts/quote-bodies.ts";

/** A customer's company without an address, and the address that came with its first order. */
export interface Addressless {
  readonly companyId: number;
  readonly address: string | undefined;
}

/**
 * The company of a quote if its invoices have no address yet; null if it has one, or the quote is
 * no customer's. Call it before locking the quote: a saved address locks the company first, and
 * then the quotes that wait for it.
 */
export async function lockAddressless(db: Db, quoteId: number, given: string | undefined): Promise<Addressless | null> {
  const [company] = await selectCompanyOfQuote(db, quoteId);
  if (!company || !lacksAddress(company)) return null;
  if (isAddress(given)) {
    await lockToIssue(db, company.id, quoteId);
    // A colleague may have saved an address since the first check.
    const [locked] = await selectCompanyOfQuote(db, quoteId);
    if (!locked || !lacksAddress(locked)) return null;
  }
  return { companyId: company.id, address: given };
}

const selectCompanyOfQuote = (db: Db, quoteId: number) =>
  db
    .select({ id: companies.id, kind: companies.kind, address: companies.address })
    .from(companies)
    .innerJoin(quotes, eq(quotes.companyId, companies.id))
    .where(eq(quotes.id, quoteId));

const lacksAddress = ({ kind, address }: Pick<typeof companies.$inferSelect, "kind" | "address">): boolean =>
  kind === "customer" && !address?.trim();

const isAddress = (given: string | undefined): given is string => ownAddress.safeParse(given).success;

/**
 * Stores in the company's profile the address that came with its order.
 * @throws 400 without an address
 */
export async function storeCompanyAddress(
  { db, user, ip, now }: Pick<Context, "db" | "user" | "ip" | "now">,
  { companyId, address: given }: Addressless,
): Promise<void> {
  if (!isAddress(given)) throw badRequest(NO_COMPANY_ADDRESS, [{ path: "companyAddress", message: NO_COMPANY_ADDRESS }]);
  await db.update(companies).set({ address: given }).where(eq(companies.id, companyId));
  const context = { action: "clients.addressGiven", feature: "clients", paramId: companyId, user, ip, now };
  await writeAudit(db, context, { before: { address: null }, after: { address: given } });
}
