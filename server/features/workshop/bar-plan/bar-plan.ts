import { setImmediate as others } from "node:timers/promises";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { asMadeBy, workshopFor, workshopSettingsOf } from "#server/features/companies/workshop-settings.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { existingOrders } from "#server/features/orders/orders.ts";
import { itemColumns, jsonRows } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { orderPieces, orders, products, quoteItems, sawnParts } from "#server/schema/index.ts";
import { cutBars } from "./cut-bars.ts";
import { BOUGHT_AS_USUAL, type Bought, profileOf, sawnKey, type WindowToCut } from "./groups.ts";

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
  const found = await findCuts({ db, user, left }, chosen, async (company) =>
    company === null ? BOUGHT_AS_USUAL : { ...BOUGHT_AS_USUAL, ...(await saidOf(db, company)) },
  );
  const windows = found.windows.filter((row) => row.shutters > 0).map(named);
  return { plan: found.plan, windows };
}

const named = ({ orderId, itemId, name }: NamedWindow) => ({ orderId, itemId, window: name });

/** What a workshop said of its bars, and of which rails the height says from which bar they come. */
export async function saidOf(db: Db, company: number): Promise<Pick<Bought, "stock" | "inHeights">> {
  const { stock, sections } = await workshopSettingsOf(db, company);
  return { stock, inHeights: sections.flatMap(({ profile, heightsMm }) => (heightsMm ? [profile] : [])) };
}

type NamedWindow = WindowToCut & { readonly name: string };
type Chosen = Awaited<ReturnType<typeof existingOrders>>;
/** Whose table an order is cut by. */
type Made = Parameters<Awaited<ReturnType<typeof workshopFor>>>[0];

/**
 * What is cut for chosen orders from which bars, not dealt out yet.
 * @param boughtBy asked for the company whose bars they are: a supplier's own, the one supplier of the
 * orders, else null
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
    return { windows, bought: await boughtBy(whoseBars(user, chosen)) };
  };
  return { plan: await cutBars({ shutters, gather }, { company: user.companyId, left }), windows };
}

/** The bars of whom the orders are for: of one supplier, or nobody's usual ones (rule W41). */
export function whoseBars(user: SignedInUser, chosen: Chosen): number | null {
  const suppliers = new Set(chosen.flatMap(({ supplier }) => supplier?.id ?? []));
  const [only] = suppliers.size === 1 ? suppliers : [];
  return user.role === "supplier" ? user.companyId : (only ?? null);
}

/** Ten thousand windows that are read at once hold the event loop for a fifth of a second. */
const ORDERS_AT_A_TIME = 2;

/** The windows of these orders by their workshops' tables, with what of them is still to be sawn. */
export async function windowsToCut(db: Db, user: SignedInUser, chosen: readonly Made[]): Promise<NamedWindow[]> {
  const workshopOf = await workshopFor(db, user, chosen);
  const orderOf = new Map(chosen.map((order) => [order.id, order]));
  const ids = chosen.map(({ id }) => id);
  const rows: NamedWindow[] = [];
  for (let from = 0; from < ids.length; from += ORDERS_AT_A_TIME) {
    rows.push(...(await windowsOf(db, user, ids.slice(from, from + ORDERS_AT_A_TIME))));
    await others();
  }
  return rows.map((row) => {
    const order = orderOf.get(row.orderId);
    return order ? { ...row, ...asMadeBy(workshopOf(order)) } : row;
  });
}

const isOfWindow = and(eq(orderPieces.orderId, orders.id), eq(orderPieces.itemId, quoteItems.id));
const isSawnOfWindow = and(eq(sawnParts.orderId, orders.id), eq(sawnParts.itemId, quoteItems.id));
const isNotCut = sql`not exists (select from ${orderPieces} where ${isOfWindow} and ${eq(orderPieces.piece, sawnParts.piece)} and ${isNotNull(orderPieces.cutAt)})`;
interface Sawn {
  readonly piece: number;
  readonly panel: number;
  readonly part: string;
  readonly nth: number;
}

/** In the orders' order, with which shutters of each are not cut yet, and what of those is sawn. */
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
