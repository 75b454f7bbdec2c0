import { setImmediate as others } from "node:timers/promises";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { orderPieces, orders, quoteItems } from "#server/db/schema.ts";
import { itemColumns } from "#server/db/select-parts.ts";
import { stockOf } from "#server/features/companies/workshop-stock.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { cutBars } from "./cut-bars.ts";
import { profileOf, type WindowToCut } from "./groups.ts";

/** The bars for these orders, as the person who asks may see them (rule W40). @throws 404 where an order of them is not to be seen */
export async function planBars(...asked: Parameters<typeof findBars>) {
  const { plan, windows } = await findBars(...asked);
  const profiles: ReturnType<typeof profileOf>[] = [];
  for (const { group, cutting } of plan) {
    profiles.push(profileOf(group, cutting));
    // Of tens of thousands of pieces each profile takes a while.
    await others();
  }
  return { profiles, windows };
}

/** The same before pieces are dealt out to bars: of alike ones once, so that it is soon told to another thread. */
export async function findBars(db: Db, user: SignedInUser, ids: readonly number[], left: AbortSignal) {
  const rows = await windowsOf(db, user, ids);
  const seen = new Set(rows.map(({ orderId }) => orderId));
  for (const id of ids) if (!seen.has(id)) throw noSuch("order", id);
  const suppliers = new Set(rows.flatMap(({ supplierId }) => supplierId ?? []));
  const [only] = suppliers.size === 1 ? suppliers : [];
  const company = user.role === "supplier" ? user.companyId : only;
  const stock = company === undefined ? [] : await stockOf(db, company);
  const windows = rows.map(({ supplierId: _, ...window }): WindowToCut => window);
  const named = rows.filter(({ shutters }) => shutters > 0).map(({ orderId, itemId, name }) => ({ orderId, itemId, window: name }));
  return { plan: await cutBars({ windows, stock }, { company: user.companyId, left }), windows: named };
}

const isCut = and(eq(orderPieces.orderId, orders.id), eq(orderPieces.itemId, quoteItems.id), isNotNull(orderPieces.cutAt));

/** In the orders' order, with how many shutters of each are not cut yet. */
async function windowsOf(db: Db, user: SignedInUser, ids: readonly number[]) {
  const rows = await db
    .select({
      ...itemColumns,
      orderId: orders.id,
      supplierId: orders.supplierId,
      shutters: sql<number>`${quoteItems.quantity} - (select count(*)::int from ${orderPieces} where ${isCut})`,
    })
    .from(orders)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, orders.quoteId))
    .where(and(inArray(orders.id, [...ids]), ordersVisibleTo(user)))
    .orderBy(orders.id, quoteItems.place);
  return rows.map(({ id, shutterType, widthTenthMm, heightTenthMm, ...row }) => ({
    ...row,
    itemId: id,
    material: shutterType,
    width: widthTenthMm,
    height: heightTenthMm,
  }));
}
