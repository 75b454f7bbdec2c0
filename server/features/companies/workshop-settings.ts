import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { companies, orders, workshopSettings } from "#server/db/schema.ts";
import type { Viewer } from "#server/db/select-parts.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { type Clearances, completed, USUAL_CLEARANCES, USUAL_TABLE } from "#shared/domain/window/clearances.ts";

/** What a supplier company said of its bars and its saw (rule W8). */
export async function stockOf(db: Db, companyId: number) {
  const [row] = await db.select({ stock: workshopSettings.stock }).from(workshopSettings).where(eq(workshopSettings.companyId, companyId));
  return [...(row?.stock ?? [])];
}

/** All that it said, with the usual of what it did not. */
export async function workshopSettingsOf(db: Db, companyId: number) {
  const { stock, clearances } = workshopSettings;
  const [row] = await db.select({ stock, clearances }).from(workshopSettings).where(eq(workshopSettings.companyId, companyId));
  return { stock: [...(row?.stock ?? [])], clearances: completed(row?.clearances) };
}

/**
 * In a statement about an order: what the company said whose clearances are taken off it; null
 * where nobody did.
 */
export const clearancesSaid = ({ role, companyId }: Viewer) => {
  const maker = role === "supplier" ? companyId : orders.supplierId;
  return sql<Partial<Clearances> | null>`(select ${workshopSettings.clearances} from ${workshopSettings} where ${workshopSettings.companyId} = ${maker})`;
};

/** By what an order's parts are cut, and whose that is. */
export interface ClearanceTable {
  readonly clearances: Clearances;
  /**
   * The company's name; `the usual clearances` where it said nothing else, or the order is
   * nobody's.
   */
  readonly table: string;
}
export const USUAL: ClearanceTable = { clearances: USUAL_CLEARANCES, table: USUAL_TABLE };

interface MadeOrder {
  readonly id: number;
  readonly supplier: { readonly id: number } | null;
}

/**
 * By which table each of these orders is cut (rule M15): a supplier reads nobody's orders by its
 * own, everybody else by that of the order's supplier.
 */
export async function clearancesFor(
  db: Db,
  user: SignedInUser,
  orders: readonly MadeOrder[],
): Promise<(order: MadeOrder) => ClearanceTable> {
  const makerOf = ({ supplier }: MadeOrder) => (user.role === "supplier" ? user.companyId : supplier?.id);
  const makers = [...new Set(orders.flatMap((order) => makerOf(order) ?? []))];
  if (makers.length === 0) return () => USUAL;
  const { companyId, clearances } = workshopSettings;
  const rows = await db
    .select({ companyId, clearances, name: companies.name })
    .from(workshopSettings)
    .innerJoin(companies, eq(companies.id, companyId))
    .where(inArray(companyId, makers));
  const said = rows.filter((row) => Object.keys(row.clearances).length > 0);
  const tables = new Map(said.map((row) => [row.companyId, { clearances: completed(row.clearances), table: row.name }]));
  return (order) => tables.get(makerOf(order) ?? 0) ?? USUAL;
}
