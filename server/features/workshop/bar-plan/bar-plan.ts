import { setImmediate as others } from "node:timers/promises";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { orderPieces, orders, quoteItems } from "#server/db/schema.ts";
import { itemColumns } from "#server/db/select-parts.ts";
import { asMadeBy, stockOf, workshopFor } from "#server/features/companies/workshop-settings.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { existingOrders } from "#server/features/orders/orders.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { cutBars } from "./cut-bars.ts";
import { profileOf, type WindowToCut } from "./groups.ts";

/**
 * The bars for these orders (rule W40). @throws 404 where the person may not see one of the orders
 */
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
  const chosen = await existingOrders(db, user, ids);
  const shutters = chosen.reduce((sum, order) => sum + order.shutters, 0);
  const windows: NamedWindow[] = [];
  const gather = async () => {
    const workshopOf = await workshopFor(db, user, chosen);
    const orderOf = new Map(chosen.map((order) => [order.id, order]));
    const rows = (await windowsOf(db, user, ids)).map((row) => {
      const order = orderOf.get(row.orderId);
      return order ? { ...row, ...asMadeBy(workshopOf(order)) } : row;
    });
    windows.push(...rows.filter((row) => row.shutters > 0).map(({ orderId, itemId, name }) => ({ orderId, itemId, window: name })));
    return { windows: rows, stock: await stockFor(db, user, chosen) };
  };
  return { plan: await cutBars({ shutters, gather }, { company: user.companyId, left }), windows };
}

interface NamedWindow {
  readonly orderId: number;
  readonly itemId: number;
  readonly window: string;
}

/** The bars of whom the orders are for: of one supplier, or nobody's usual ones. */
async function stockFor(db: Db, user: SignedInUser, chosen: Awaited<ReturnType<typeof existingOrders>>) {
  const suppliers = new Set(chosen.flatMap(({ supplier }) => supplier?.id ?? []));
  const [only] = suppliers.size === 1 ? suppliers : [];
  const company = user.role === "supplier" ? user.companyId : only;
  return company === undefined ? [] : stockOf(db, company);
}

const isCut = and(eq(orderPieces.orderId, orders.id), eq(orderPieces.itemId, quoteItems.id), isNotNull(orderPieces.cutAt));

/** In the orders' order, with how many shutters of each are not cut yet. */
async function windowsOf(db: Db, user: SignedInUser, ids: readonly number[]) {
  const rows = await db
    .select({
      ...itemColumns,
      orderId: orders.id,
      shutters: sql<number>`${quoteItems.quantity} - (select count(*)::int from ${orderPieces} where ${isCut})`,
    })
    .from(orders)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, orders.quoteId))
    .where(and(inArray(orders.id, [...ids]), ordersVisibleTo(user)))
    .orderBy(orders.id, quoteItems.place);
  return rows.map(({ id, shutterType, widthTenthMm, heightTenthMm, ...row }): WindowToCut & { readonly name: string } => ({
    ...row,
    itemId: id,
    material: shutterType,
    width: widthTenthMm,
    height: heightTenthMm,
  }));
}
