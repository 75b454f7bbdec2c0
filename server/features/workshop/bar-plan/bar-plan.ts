import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { asMadeBy, workshopFor, workshopSettingsOf } from "#server/features/companies/workshop-settings.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import type { existingOrders } from "#server/features/orders/orders.ts";
import { panelOfRow } from "#server/features/orders/recuts.ts";
import { itemColumns, jsonRows } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { recutParts, sawnParts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import { cutBars } from "./cut-bars.ts";
import { type Bought, type OpenRecut, sawnKey, type WindowToCut } from "./groups.ts";

/** A workshop's own stock settings, and the profiles of its rails whose height selects the bar. */
export async function readBarSettings(db: Db, company: number): Promise<Pick<Bought, "stock" | "inHeights">> {
  const { stock, sections } = await workshopSettingsOf(db, company);
  return { stock, inHeights: sections.flatMap(({ profile, heightsMm }) => (heightsMm ? [profile] : [])) };
}

type NamedWindow = WindowToCut & { readonly name: string };
type Chosen = Awaited<ReturnType<typeof existingOrders>>;
/** The order, as far as it selects the workshop whose measures apply. */
type OrderOfWorkshop = Parameters<Awaited<ReturnType<typeof workshopFor>>>[0];

/**
 * Finds which pieces of the chosen orders are cut from which bars, without assigning pieces yet.
 * @param boughtBy receives the company that owns the bars: the supplier who asks, or the only
 * supplier of the orders, or null
 */
export async function findCuts(
  { db, user, left }: { readonly db: Db; readonly user: SignedInUser; readonly left: AbortSignal },
  chosen: Chosen,
  boughtBy: (company: number | null) => Promise<Bought>,
) {
  const shutters = chosen.reduce((sum, order) => sum + order.shutters, 0);
  const windows: NamedWindow[] = [];
  const gather = async () => {
    windows.push(...(await windowsToCut(db, user, chosen)));
    return { windows, bought: await boughtBy(findBarOwner(user, chosen)) };
  };
  return { plan: await cutBars({ shutters, gather }, { company: user.companyId, left }), windows };
}

/**
 * The company that owns the bars: the only supplier of the orders, or null for the usual bars (rule
 * W41).
 */
export function findBarOwner(user: SignedInUser, chosen: Chosen): number | null {
  const suppliers = new Set(chosen.flatMap(({ supplier }) => supplier?.id ?? []));
  const [only] = suppliers.size === 1 ? suppliers : [];
  return user.role === "supplier" ? user.companyId : (only ?? null);
}

/** Reading ten thousand windows at once would block the event loop for a fifth of a second. */
export const ORDERS_AT_A_TIME = 2;

/**
 * Loads the windows of these orders with their workshops' measures and with the parts that are
 * still to be sawn.
 */
export async function windowsToCut(db: Db, user: SignedInUser, chosen: readonly OrderOfWorkshop[]): Promise<NamedWindow[]> {
  const workshopOf = await workshopFor(db, user, chosen);
  const orderOf = new Map(chosen.map((order) => [order.id, order]));
  const ids = chosen.map(({ id }) => id);
  const rows: NamedWindow[] = [];
  for (let from = 0; from < ids.length; from += ORDERS_AT_A_TIME) {
    for (const row of await windowsOf(db, user, ids.slice(from, from + ORDERS_AT_A_TIME))) {
      const order = orderOf.get(row.orderId);
      const made = order ? { ...row, ...asMadeBy(workshopOf(order)) } : row;
      const unmakeable = unmakeablePanels(made);
      rows.push(unmakeable.length > 0 ? { ...made, unmakeable } : made);
    }
    await nextTurn();
  }
  return rows;
}

/** Names the windows with uncut shutters that have a panel which cannot be made (rule M44). */
export const cannotMake = (windows: readonly NamedWindow[]) =>
  windows.flatMap(({ orderId, itemId, name, shutters, unmakeable = [] }) =>
    shutters > 0 && unmakeable.length > 0 ? [{ orderId, itemId, window: name, asks: unmakeable.map(({ ask }) => ask) }] : [],
  );

const isOfWindow = and(eq(orderPieces.orderId, orders.id), eq(orderPieces.itemId, quoteItems.id));
const isSawnOfWindow = and(eq(sawnParts.orderId, orders.id), eq(sawnParts.itemId, quoteItems.id));
const isNotCut = sql`not exists (select from ${orderPieces} where ${isOfWindow} and ${eq(orderPieces.piece, sawnParts.piece)} and ${isNotNull(orderPieces.cutAt)})`;
const recutsOfWindow = jsonRows<OpenRecut>(
  { piece: recutParts.piece, panel: panelOfRow, part: recutParts.part, nth: recutParts.nth, replaces: recutParts.replaces },
  {
    from: sql`${recutParts} where ${and(eq(recutParts.orderId, orders.id), eq(recutParts.itemId, quoteItems.id), isNull(recutParts.doneAt))}`,
    orderBy: sql`${recutParts.piece}, ${recutParts.nth}`,
  },
);
interface Sawn {
  readonly piece: number;
  readonly panel: number;
  readonly part: string;
  readonly nth: number;
}

/**
 * Loads windows in the order of the ids, with the uncut shutters of each and the sawn parts of
 * these.
 */
async function windowsOf(db: Db, user: SignedInUser, ids: readonly number[]) {
  const rows = await db
    .select({
      ...itemColumns,
      orderId: orders.id,
      finish: products.finish,
      cut: jsonRows<{ readonly piece: number }>(
        { piece: orderPieces.piece },
        { from: sql`${orderPieces} where ${and(isOfWindow, isNotNull(orderPieces.cutAt))}`, orderBy: orderPieces.piece },
      ),
      sawn: jsonRows<Sawn>(
        { piece: sawnParts.piece, panel: sawnParts.panel, part: sawnParts.part, nth: sawnParts.nth },
        { from: sql`${sawnParts} where ${isSawnOfWindow} and ${isNotCut}`, orderBy: sawnParts.piece },
      ),
      recuts: recutsOfWindow,
    })
    .from(orders)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, orders.quoteId))
    .innerJoin(products, eq(products.id, quoteItems.shutterTypeId))
    .where(and(inArray(orders.id, [...ids]), ordersVisibleTo(user)))
    .orderBy(orders.id, quoteItems.place);
  return rows.map(({ id, shutterType, widthTenthMm, heightTenthMm, cut, sawn, ...row }): NamedWindow => {
    const done = new Set(cut.map(({ piece }) => piece));
    const uncut = Array.from({ length: row.quantity }, (_, index) => index + 1).filter((piece) => !done.has(piece));
    return {
      ...row,
      itemId: id,
      material: shutterType,
      width: widthTenthMm,
      height: heightTenthMm,
      shutters: uncut.length,
      uncut,
      sawn: sawn.map(sawnKey),
    };
  });
}
