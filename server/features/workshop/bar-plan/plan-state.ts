import { and, inArray } from "drizzle-orm";
import { type WorkshopTable, workshopFor } from "#server/features/companies/workshop-settings.ts";
import { ordersVisibleTo, selectOrderRows } from "#server/features/orders/order-rows.ts";
import { fingerprintsOf, isNotMade } from "#server/features/workshop/bench/fingerprint.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { isRecut } from "#shared/domain/window/saw/recuts.ts";
import type { NotMade } from "#shared/domain/window/saw/saw-work.ts";
import { cannotMake, windowsToCut } from "./bar-plan.ts";
import { type PlanPiece, sawnKey } from "./groups.ts";

/**
 * Loads the current windows of planned orders, and the ids of orders that changed since the plan or
 * are no longer visible.
 */
export async function readCurrentWindows(
  db: Db,
  user: SignedInUser,
  planned: readonly { readonly orderId: number; readonly fingerprint: string }[],
) {
  const ids = planned.map(({ orderId }) => orderId);
  const seen = await selectOrderRows(db)
    .where(and(inArray(orders.id, ids), ordersVisibleTo(user)))
    .orderBy(orders.id);
  const made = seen.filter(({ status }) => !isNotMade(status));
  const windows = made.length > 0 ? await windowsToCut(db, user, made) : [];
  const now = fingerprintsOf(windows);
  const changed = planned.filter(({ orderId, fingerprint }) => now.get(orderId) !== fingerprint).map(({ orderId }) => orderId);
  const gone = ids.filter((id) => !made.some((order) => order.id === id));
  return {
    windows,
    changed,
    cannotMake: cannotMake(windows),
    notMade: await readNotMade(db, user, gone),
    tables: await readTables(db, user, made),
  };
}

/**
 * Finds the reason for each order that is not made here any more. A supplier does not learn what
 * became of an order at another workshop.
 */
async function readNotMade(db: Db, { role, companyId }: SignedInUser, ids: readonly number[]): Promise<NotMade[]> {
  if (ids.length === 0) return [];
  const { id, status, supplierId } = orders;
  const rows = await db
    .select({ id, status, supplierId })
    .from(orders)
    .where(inArray(id, [...ids]))
    .orderBy(id);
  return rows.map(({ id: orderId, status, supplierId }) => {
    const isElsewhere = role === "supplier" && supplierId !== null && supplierId !== companyId;
    return { orderId, reason: isElsewhere || !isNotMade(status) ? "moved" : status };
  });
}

/** The tables by which these orders are cut, each once with its orders (rule W45). */
export async function readTables(db: Db, user: SignedInUser, made: Parameters<typeof workshopFor>[2]) {
  if (made.length === 0) return [];
  const workshopOf = await workshopFor(db, user, made);
  const tables = new Map<
    string,
    Pick<WorkshopTable, "table" | "tableDate"> & { readonly usualSections?: true; readonly orders: number[] }
  >();
  for (const order of made) {
    const { table, tableDate, sections } = workshopOf(order);
    const isUsual = sections.length === 0;
    const key = `${table} ${tableDate} ${isUsual}`;
    const known = tables.get(key) ?? { table, tableDate, ...(isUsual && { usualSections: true as const }), orders: [] };
    known.orders.push(order.id);
    tables.set(key, known);
  }
  return [...tables.values()];
}
type CurrentWindows = Awaited<ReturnType<typeof readCurrentWindows>>;

const ofItem = ({ orderId, itemId }: Pick<PlanPiece, "orderId" | "itemId">): string => `${orderId} ${itemId}`;

/**
 * Tells which pieces are cut: the whole shutter is marked as cut, or the single piece was sawn
 * before.
 */
export function cutAmong(windows: CurrentWindows["windows"]) {
  const known = new Map(
    windows.map(({ uncut, sawn, recuts = [], ...window }) => [
      ofItem(window),
      { uncut: new Set(uncut), sawn: new Set(sawn), recuts: new Set(recuts.map(sawnKey)) },
    ]),
  );
  const isWhole = (of: PlanPiece): boolean => {
    const window = known.get(ofItem(of));
    // A recut part belongs to a cut shutter, and has a state of its own.
    return isRecut(of) ? window?.recuts.has(sawnKey(of)) === false : window?.uncut.has(of.piece) === false;
  };
  return { isWhole, isCut: (of: PlanPiece): boolean => isWhole(of) || known.get(ofItem(of))?.sawn.has(sawnKey(of)) === true };
}
