import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { claimOrder, recordInHand } from "#server/features/orders/order-maker.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import { refuseShipped } from "#server/features/orders/parcels.ts";
import { readRecut } from "#server/features/orders/recuts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { recutParts, recuts } from "#server/schema/bar-plans.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { workshopEvents } from "#server/schema/workshop.ts";
import { pieceInWords } from "#shared/contract/parts/papers.ts";
import type { recuts as contract } from "#shared/contract/parts/recuts.ts";
import { londonClock } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { readPieces, refuseUnseen } from "./pieces.ts";

type Working = Pick<Context, "db" | "user" | "now">;

/**
 * Locks the order of a recut, so that its deletion, its cutting and its packing run one after the
 * other.
 * @throws 404, 409 `This order is shipped`
 */
async function lockRecut({ db, user, now }: Working, { id, recutId }: { readonly id: number; readonly recutId: number }) {
  const order = await lockOrder({ db, user, now }, id);
  const [recut] = await db
    .select()
    .from(recuts)
    .where(and(eq(recuts.orderId, order.id), eq(recuts.id, recutId)));
  if (!recut) throw notFound("Recut");
  if (!isInWorkshop(order.status)) throw conflict(`This order is ${order.status}`);
  const parts = await db
    .select({ doneAt: recutParts.doneAt, doneByUserId: recutParts.doneByUserId })
    .from(recutParts)
    .where(eq(recutParts.recutId, recut.id));
  return { order, recut, parts };
}
type Locked = Awaited<ReturnType<typeof lockRecut>>;

/**
 * A recut's parts wait again only while its shutter is as it was at the press.
 * @throws 409
 */
async function requireUnchanged({ db, user, now }: Working, { order, recut, parts }: Locked, seen: Date | undefined): Promise<void> {
  const read = await readPieces({ db, user, now }, order.id, recut.itemId);
  const [{ marks } = { marks: null }] = read.rows
    .filter(({ piece }) => piece === recut.piece)
    .map(({ cutAt, packedAt }) => ({ marks: { cutAt, packedAt } }));
  const shutter = pieceInWords(recut.itemId, recut.piece);
  if (seen !== undefined) {
    refuseUnseen(read, user.id, { step: "cut", seen, isAsked: (piece) => piece === recut.piece });
    await refuseUnseenCut(db, user.id, { parts, seen });
  }
  await refuseShipped(db, order.id, [recut]);
  if (!marks?.cutAt) throw conflict(`${shutter} is not cut yet`);
  if (marks.packedAt) throw conflict(`${shutter} is already packed`);
}

/** @throws 409 if another person has cut the parts since */
async function refuseUnseenCut(db: Db, userId: number, { parts, seen }: Pick<Locked, "parts"> & { readonly seen: Date }): Promise<void> {
  const newer = parts.find(({ doneAt, doneByUserId: by }) => by !== null && by !== userId && doneAt !== null && doneAt > seen);
  if (!newer?.doneAt || newer.doneByUserId === null) return;
  const [doer] = await db.select({ contactName: users.contactName }).from(users).where(eq(users.id, newer.doneByUserId));
  throw conflict(`${doer?.contactName} marked it cut at ${londonClock(newer.doneAt)}`);
}

const cutInWords = ({ parts }: Locked): string => {
  const cut = parts.filter(({ doneAt }) => doneAt !== null).length;
  return `${cut} of ${countOf(parts.length, "part")} ${cut === 1 ? "is" : "are"} already cut`;
};

/** The calls that take a recut back, or its cutting by hand (rule W117). */
export const changeRecutHandlers: Handlers<Pick<typeof contract, "cutRecut" | "deleteRecut">> = {
  cutRecut: async ({ db, user, params, body, now, record }) => {
    const locked = await lockRecut({ db, user, now }, params);
    const { order, recut, parts } = locked;
    if (recut.deletedAt !== null) throw conflict("This recut was deleted");
    const isOfRecut = eq(recutParts.recutId, recut.id);
    const waiting = parts.filter(({ doneAt }) => doneAt === null).length;
    if (waiting === (body.cut ? 0 : parts.length)) {
      record(null);
      return readRecut(db, user, recut.id);
    }
    if (body.cut) {
      const byHand = { doneAt: now, doneByUserId: user.id };
      await db
        .update(recutParts)
        .set(byHand)
        .where(and(isOfRecut, isNull(recutParts.doneAt)));
      await claimOrder({ db, user, now }, order);
    } else {
      await requireUnchanged({ db, user, now }, locked, body.seen === undefined ? undefined : new Date(body.seen));
      const undone = await db
        .update(recutParts)
        .set({ doneAt: null, doneByUserId: null })
        .where(and(isOfRecut, isNotNull(recutParts.doneByUserId)))
        .returning({ nth: recutParts.nth });
      if (undone.length === 0) throw conflict("These parts were not marked as cut by hand");
      await db
        .insert(workshopEvents)
        .values({ orderId: order.id, kind: "recut-undone", recutId: recut.id, createdAt: now, byUserId: user.id });
    }
    await recordInHand(db, user, order.id);
    record({ targetType: "orders", after: { recut: pieceInWords(recut.itemId, recut.piece), parts: parts.length, cut: body.cut } });
    return readRecut(db, user, recut.id);
  },

  deleteRecut: async ({ db, user, params, now, record }) => {
    const locked = await lockRecut({ db, user, now }, params);
    const { order, recut, parts } = locked;
    if (recut.deletedAt !== null) {
      record(null);
      return null;
    }
    if (parts.some(({ doneAt }) => doneAt !== null)) throw conflict(cutInWords(locked));
    await db.update(recuts).set({ deletedAt: now }).where(eq(recuts.id, recut.id));
    await db.update(recutParts).set({ doneAt: now }).where(eq(recutParts.recutId, recut.id));
    await db
      .insert(workshopEvents)
      .values({ orderId: order.id, kind: "recut-deleted", recutId: recut.id, createdAt: now, byUserId: user.id });
    await recordInHand(db, user, order.id);
    const before = { recut: pieceInWords(recut.itemId, recut.piece), parts: parts.length, reason: recut.reason };
    record({ targetType: "orders", before, after: { deleted: true } });
    return null;
  },
};
