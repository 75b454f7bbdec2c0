import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { companySettings } from "#server/db/schema.ts";
import type { CompanySettings } from "#shared/contract/settings.ts";

const columns = {
  name: companySettings.name,
  address: companySettings.address,
  vatNumber: companySettings.vatNumber,
  companyNumber: companySettings.companyNumber,
  email: companySettings.email,
  phone: companySettings.phone,
};

const UNSET: CompanySettings = { name: "", address: "", vatNumber: "", companyNumber: "", email: "", phone: "" };

/** The seller as it is now. What a document said of it is in the document's own snapshot. */
export async function companyNow(db: Db): Promise<CompanySettings> {
  const [row] = await db.select(columns).from(companySettings).where(eq(companySettings.id, 1));
  return row ?? UNSET;
}

export async function storeCompany(db: Db, company: CompanySettings, now: Date): Promise<void> {
  const values = { ...company, updatedAt: now };
  await db.insert(companySettings).values(values).onConflictDoUpdate({ target: companySettings.id, set: values });
}
