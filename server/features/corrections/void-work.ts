import { and, eq, gt, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { releaseMeasures } from "#server/features/orders/progress.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { recutParts, sawnParts } from "#server/schema/bar-plans.ts";
import type { VoidedWork } from "#server/schema/orders-and-remakes.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";

/** The marks and sawn parts of an order's windows, and what a correction makes void (rule O21). */

/** The shutters of a window whose work is void: those after the first `from`; 0: all. */
export interface VoidedShutters {
  readonly itemId: number;
  readonly window: string;
  readonly from: number;
}

/** The ids of an order's windows of which a shutter is cut or a part is sawn. */
export async function windowsCut(db: Db, orderId: number): Promise<Set<number>> {
  const marked = await db
    .selectDistinct({ itemId: orderPieces.itemId })
    .from(orderPieces)
    .where(and(eq(orderPieces.orderId, orderId), isNotNull(orderPieces.cutAt)));
  const sawn = await db.selectDistinct({ itemId: sawnParts.itemId }).from(sawnParts).where(eq(sawnParts.orderId, orderId));
  return new Set([...marked, ...sawn].map(({ itemId }) => itemId));
}

type Table = typeof orderPieces | typeof sawnParts | typeof recutParts;
const isVoid = (table: Table, orderId: number, shutters: readonly VoidedShutters[]): SQL | undefined =>
  and(eq(table.orderId, orderId), or(...shutters.map(({ itemId, from }) => and(eq(table.itemId, itemId), gt(table.piece, from)))));

/** Counts the void work of each window; windows without any are left out. */
export async function countVoidWork(db: Db, orderId: number, shutters: readonly VoidedShutters[]): Promise<VoidedWork[]> {
  if (shutters.length === 0) return [];
  const count = sql<number>`count(*)::int`;
  const cut = await db
    .select({ itemId: orderPieces.itemId, count })
    .from(orderPieces)
    .where(and(isVoid(orderPieces, orderId, shutters), isNotNull(orderPieces.cutAt)))
    .groupBy(orderPieces.itemId);
  const sawn = await db
    .select({ itemId: sawnParts.itemId, count })
    .from(sawnParts)
    .where(isVoid(sawnParts, orderId, shutters))
    .groupBy(sawnParts.itemId);
  return shutters
    .map(({ itemId, window }) => ({
      ...{ itemId, window },
      cut: cut.find((row) => row.itemId === itemId)?.count ?? 0,
      sawn: sawn.find((row) => row.itemId === itemId)?.count ?? 0,
    }))
    .filter(({ cut, sawn }) => cut + sawn > 0);
}

const NO_MARKS = Object.fromEntries(
  PIECE_STEPS.flatMap((step) => [`${step}At`, `${step}By`, `${step}ReceivedAt`].map((name) => [name, null])),
);

/**
 * Takes the marks and sawn parts off these shutters of a locked order, and closes their recuts: the
 * spoiled parts stay scrap. Bars stay sawn, and the order releases its measures once nothing of it
 * is cut.
 */
export async function voidWork(db: Db, orderId: number, shutters: readonly VoidedShutters[], now: Date): Promise<void> {
  if (shutters.length === 0) return;
  await db
    .update(recutParts)
    .set({ doneAt: sql`coalesce(${recutParts.doneAt}, ${now.toISOString()}::timestamptz)`, doneByUserId: null })
    .where(isVoid(recutParts, orderId, shutters));
  await db.delete(sawnParts).where(isVoid(sawnParts, orderId, shutters));
  await db
    .update(orderPieces)
    .set(NO_MARKS)
    .where(isVoid(orderPieces, orderId, shutters));
  await releaseMeasures(db, orderId);
}
