import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { noSuch, Refusal } from "#server/platform/http/errors.ts";
import { companies, orderHands, orderPieces, orders, users } from "#server/schema/index.ts";
import { PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { keepInRemakes } from "./kept-words.ts";
import { STEP_COLUMNS } from "./progress.ts";

export const TAKEN = "Another workshop has taken this order";
export const MADE_BY_ANOTHER = "This order is made by another workshop now";

/**
 * A press that arrives so soon after the first mark was made while the order was still nobody's.
 */
const RACE_MS = 10_000;
/** So long who had an order in hand is told that it was moved. */
const TOLD_MS = 30 * 24 * 3_600_000;

type Asking = Pick<Context, "db" | "user" | "now">;
/** What a supplier may see whoever makes it. */
const isMade = and(isNull(orders.deletedAt), ne(orders.status, "draft"));

/**
 * Why a person can't change an order that they may not see: 409 in the race for nobody's order,
 * else 404 (rule W12).
 */
export async function notTheirs({ db, user, now }: Asking, id: number): Promise<Refusal> {
  if (user.role !== "supplier") return noSuch("order", id);
  const since = new Date(now.getTime() - RACE_MS);
  const [taken] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isMade, ne(orders.supplierId, user.companyId), gt(orders.takenAt, since)));
  return taken ? new Refusal(409, TAKEN) : noSuch("order", id);
}

/**
 * Why a person can't read it: who had it in hand is told for 30 days that another workshop makes it
 * now.
 */
export async function noLongerTheirs({ db, user, now }: Asking, id: number): Promise<Refusal> {
  if (user.role !== "supplier") return noSuch("order", id);
  const since = new Date(now.getTime() - TOLD_MS);
  const [moved] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderHands, and(eq(orderHands.orderId, orders.id), eq(orderHands.companyId, user.companyId)))
    .where(and(eq(orders.id, id), isMade, ne(orders.supplierId, user.companyId), gt(orders.movedAt, since)));
  return moved ? new Refusal(404, MADE_BY_ANOTHER) : noSuch("order", id);
}

/**
 * That a supplier has marked a shutter of an order, or scanned one. A super admin who looks on as
 * one has not.
 */
export async function keepInHand(db: Db, { role, companyId, impersonator }: SignedInUser, orderId: number): Promise<void> {
  if (role === "supplier" && !impersonator) await db.insert(orderHands).values({ orderId, companyId }).onConflictDoNothing();
}

type Locked = Pick<typeof orders.$inferSelect, "id" | "quoteId" | "supplierId">;

/**
 * Makes nobody's order a supplier's, by one conditional update of a locked order. Anybody else's
 * mark leaves it nobody's. @returns whether it was taken
 */
export async function takeOrder({ db, user, now }: Asking, order: Locked): Promise<boolean> {
  if (user.role !== "supplier") return false;
  const taken = await db
    .update(orders)
    .set({ supplierId: user.companyId, takenAt: now, movedAt: now })
    .where(and(eq(orders.id, order.id), isNull(orders.supplierId)))
    .returning({ id: orders.id });
  if (taken.length > 0) await keepInRemakes(db, order.quoteId);
  return taken.length > 0;
}

/** Gives a locked order to a company, or to nobody. */
export async function giveOrder({ db, now }: Pick<Asking, "db" | "now">, order: Locked, supplierId: number | null): Promise<void> {
  await db.update(orders).set({ supplierId, takenAt: null, movedAt: now }).where(eq(orders.id, order.id));
  await keepInRemakes(db, order.quoteId);
}

/**
 * How far an order with marks is and where, for who moves it: `3 of 4 are finished at Northmoor
 * Joinery Works`, by the furthest step that has a mark. Where nobody makes it, where that step was
 * marked last. Null without marks.
 */
export async function begunWhere(db: Db, order: Locked & { readonly shutters: number }): Promise<string | null> {
  for (const step of [...PIECE_STEPS].reverse()) {
    const begun = await markedAt(db, order, step);
    if (begun) return `${begun.done} of ${order.shutters} are ${step} at ${begun.where}`;
  }
  return null;
}

/** Whether a step of a shutter is done, whoever did it. */
export async function hasMarks(db: Db, orderId: number): Promise<boolean> {
  const [marked] = await db
    .select({ piece: orderPieces.piece })
    .from(orderPieces)
    .where(and(eq(orderPieces.orderId, orderId), isNotNull(STEP_COLUMNS[PIECE_STEPS[0]].at)))
    .limit(1);
  return marked !== undefined;
}

async function markedAt(db: Db, { id, supplierId }: Locked, step: PieceStep) {
  const { at, by } = STEP_COLUMNS[step];
  const [last] = await db
    .select({ done: sql<number>`count(*) over ()`.mapWith(Number), where: companies.name })
    .from(orderPieces)
    .innerJoin(users, eq(users.id, by))
    .innerJoin(companies, eq(companies.id, sql`coalesce(${supplierId}, ${users.companyId})`))
    .where(and(eq(orderPieces.orderId, id), isNotNull(at)))
    .orderBy(sql`${at} desc`)
    .limit(1);
  return last;
}
