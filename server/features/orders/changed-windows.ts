import { and, arrayOverlaps, desc, eq, gt, lt, max } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { corrections } from "#server/schema/orders-and-remakes.ts";
import { londonClock } from "#shared/domain/period.ts";

/** Corrections that a person at the bench cannot have read before pressing (rule O22). */

/**
 * The newest correction of an order that was stored when a person pressed. The caller reads it
 * before locking the order, so that a correction that commits while the caller waits is newer.
 */
export async function knownCorrection(db: Db, orderId: number, pressedAt: Date): Promise<number> {
  const isBefore = and(eq(corrections.orderId, orderId), lt(corrections.createdAt, pressedAt));
  const [known] = await db
    .select({ id: max(corrections.id) })
    .from(corrections)
    .where(isBefore);
  return known?.id ?? 0;
}

const isNewer = (orderId: number, known: number) => and(eq(corrections.orderId, orderId), gt(corrections.id, known));

/**
 * Refuses shutters of a locked order whose windows a newer correction changed: the shutters in the
 * person's hands are other ones now. @throws 409
 */
export async function refuseChangedWindows(
  db: Db,
  orderId: number,
  { known, windows }: { readonly known: number; readonly windows: readonly { readonly id: number; readonly name: string }[] },
): Promise<void> {
  const ids = windows.map(({ id }) => id);
  const [changed] = await db
    .select({ at: corrections.createdAt, remade: corrections.remade })
    .from(corrections)
    .where(and(isNewer(orderId, known), arrayOverlaps(corrections.remade, ids)))
    .orderBy(desc(corrections.id))
    .limit(1);
  const name = windows.find(({ id }) => changed?.remade.includes(id))?.name;
  if (changed) throw conflict(`${name} was changed at ${londonClock(changed.at)}: look at its new card`);
}

/** Refuses to ship a locked order that a newer correction changed. @throws 409 */
export async function refuseChangedOrder(db: Db, orderId: number, known: number): Promise<void> {
  const [changed] = await db
    .select({ at: corrections.createdAt })
    .from(corrections)
    .where(isNewer(orderId, known))
    .orderBy(desc(corrections.id))
    .limit(1);
  if (changed) throw conflict(`This order was changed at ${londonClock(changed.at)}: look at its new card`);
}
