import { eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { type Bank, type Customer, companySettings, type Seller } from "#server/schema/company-settings.ts";
import type { CompanySettings } from "#shared/contract/office/settings.ts";
import { type BookkeepingCodes, USUAL_CODES } from "#shared/domain/trade/bookkeeping.ts";

const columns = {
  name: companySettings.name,
  address: companySettings.address,
  vatNumber: companySettings.vatNumber,
  companyNumber: companySettings.companyNumber,
  email: companySettings.email,
  phone: companySettings.phone,
};

const UNSET: Seller = { name: "", address: "", vatNumber: "", companyNumber: "", email: "", phone: "" };

/** The seller's current details. An issued document has its own snapshot of them. */
export async function companyNow(db: Db): Promise<Seller> {
  const [row] = await db.select(columns).from(companySettings).where(eq(companySettings.id, 1));
  return row ?? UNSET;
}

const { bankName, sortCode, accountNumber, reminders, mailInvoices } = companySettings;
const moneyColumns = { bankName, sortCode, accountNumber, reminders, mailInvoices };

const UNSET_MONEY = { bankName: "", sortCode: "", accountNumber: "", reminders: false, mailInvoices: true };

/** The seller's bank account, and which emails about money customers receive. */
export async function moneySettingsNow(db: Db): Promise<Bank & { readonly reminders: boolean; readonly mailInvoices: boolean }> {
  const [row] = await db.select(moneyColumns).from(companySettings).where(eq(companySettings.id, 1));
  return row ?? UNSET_MONEY;
}

const { xeroAccount, xeroTaxType, xeroBadDebt, sageNominal, sageTaxCode, sageBadDebt } = companySettings;
const codeColumns = { xeroAccount, xeroTaxType, xeroBadDebt, sageNominal, sageTaxCode, sageBadDebt };

/** The codes of sales and of their VAT in the bookkeeping software. */
export async function bookkeepingCodesNow(db: Db): Promise<BookkeepingCodes> {
  const [row] = await db.select(codeColumns).from(companySettings).where(eq(companySettings.id, 1));
  return row ?? USUAL_CODES;
}

/** All settings of the seller together. */
export async function sellersSettingsNow(db: Db) {
  const [row] = await db
    .select({ ...columns, directOrders: companySettings.directOrders, ...moneyColumns, ...codeColumns })
    .from(companySettings)
    .where(eq(companySettings.id, 1));
  return row ?? { ...UNSET, directOrders: false, ...UNSET_MONEY, ...USUAL_CODES };
}

/** The bank account for transfers; null if the settings have none. */
export async function bankNow(db: Db): Promise<Bank | null> {
  const payeesBank = await payeesBankNow(db);
  if (!payeesBank) return null;
  const { payee: _, ...bank } = payeesBank;
  return bank;
}

/** The bank account for transfers with its payee, as a customer types it; null without one. */
export async function payeesBankNow(db: Db): Promise<(Bank & { readonly payee: string }) | null> {
  const [bank] = await db
    .select({ payee: companySettings.name, bankName, sortCode, accountNumber })
    .from(companySettings)
    .where(eq(companySettings.id, 1));
  return bank?.sortCode && bank.accountNumber ? bank : null;
}

/** Stores the given fields; absent fields keep their stored values. */
export async function storeCompany(db: Db, company: Partial<CompanySettings> & Seller, now: Date): Promise<void> {
  const values = { ...company, updatedAt: now };
  await db.insert(companySettings).values(values).onConflictDoUpdate({ target: companySettings.id, set: values });
}

/** The customer's current details. */
export async function customerNow(db: Db, userId: number): Promise<Customer> {
  const [customer] = await db
    .select({ companyName: companies.name, contactName: users.contactName, address: companies.address, vatNumber: companies.vatNumber })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId));
  if (!customer) throw new Error(`There is no user ${userId}`);
  const { vatNumber, address, ...names } = customer;
  return { ...names, address: address?.trim() ? address : null, ...(vatNumber && { vatNumber }) };
}

/** Reduces a name to what readers distinguish, without case, spaces and punctuation. */
const normalizeName = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * A customer with the seller's own name could write to us and to others in that name (rule A1).
 * @throws 400
 */
export async function refuseSellersName(db: Db, productName: string, companyName: string): Promise<void> {
  const { name } = await companyNow(db);
  const own = [name, productName].map(normalizeName).filter(Boolean);
  if (own.includes(normalizeName(companyName))) throw badRequest("Company name: this is our own name, please enter your company's");
}
