import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { workshopSettings } from "#server/db/schema.ts";

/** What a supplier company said of its bars and its saw (rule W8). */
export async function stockOf(db: Db, companyId: number) {
  const [row] = await db.select({ stock: workshopSettings.stock }).from(workshopSettings).where(eq(workshopSettings.companyId, companyId));
  return [...(row?.stock ?? [])];
}
