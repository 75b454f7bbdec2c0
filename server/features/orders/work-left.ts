import { type SQL, sql } from "drizzle-orm";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderPieces } from "#server/schema/workshop.ts";

/**
 * For a lateral join of a statement about orders: one row with an order's packed shutters, which
 * include the shipped ones, their area, and its windows without another shutter.
 */
export const packedWork = sql`(select coalesce(sum(done.n), 0) as shutters, coalesce(sum(done.n * done.area), 0) as area,
    count(*) filter (where done.n = done.quantity) as windows
  from (select count(*) as n, ${quoteItems.quantity} as quantity, coalesce(${quoteItems.madeAreaMilliM2}, ${quoteItems.areaMilliM2}) as area
    from ${orderPieces} join ${quoteItems} on ${quoteItems.id} = ${orderPieces.itemId}
    where ${orderPieces.orderId} = ${orders.id} and ${orderPieces.packedAt} is not null group by ${quoteItems.id}) done) packed`;

/** An order's work that is not packed yet (rule W11), in a statement that joins its packed work. */
export const WORK_LEFT = {
  windows: sql`${orders.windows} - packed.windows`,
  shutters: sql`${orders.shutters} - packed.shutters`,
  areaMilliM2: sql`${orders.areaMilliM2} - packed.area`,
} satisfies Record<string, SQL>;
