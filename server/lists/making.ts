import { type Column, eq, type SQL, sql } from "drizzle-orm";
import { quoteItems } from "#server/schema/quote-items.ts";
import type { Pence } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type Making, makingOf } from "#shared/domain/trade/pricing.ts";

/*
 * Costs and margins, which only the super admin reads (rule P17). The statements of other roles do
 * not load them, and the contract does not send them.
 */

interface Reader {
  readonly role: Role;
}
const readsCosts = ({ role }: Reader): boolean => role === "super_admin";

/** The cost of a quote's windows; null if a window has none. */
export const makingCostFor = (reader: Reader, quoteId: Column): { readonly makingCostPence: SQL<Pence | null> } => ({
  makingCostPence: readsCosts(reader)
    ? sql`(select case when bool_and(${quoteItems.makingCostPence} is not null) then sum(${quoteItems.makingCostPence}) end
        from ${quoteItems} where ${eq(quoteItems.quoteId, quoteId)})`.mapWith(quoteItems.makingCostPence)
    : sql<null>`null`,
});

/** The cost of a window, for the windows of a quote that a statement selects as JSON. */
export const windowCostFor = (reader: Reader): { readonly makingCostPence?: SQL<Pence | null> } =>
  readsCosts(reader) ? { makingCostPence: sql<Pence | null>`${quoteItems.makingCostPence}` } : {};

interface Costed {
  readonly makingCostPence?: Pence | null | undefined;
}
/** Adds the margin of a quote or an order to its row. */
export const addMaking = <Row extends Costed>(row: Row, soldPence: Pence): Omit<Row, "makingCostPence"> & Making => ({
  ...row,
  ...makingOf(soldPence, row.makingCostPence ?? null),
});

/** Adds the margin to each window. */
export const addMakings = <Item extends Costed & { readonly itemTotalPence: Pence }>(items: readonly Item[]) =>
  items.map((item) => addMaking(item, item.itemTotalPence));
