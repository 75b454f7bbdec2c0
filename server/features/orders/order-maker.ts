import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { noSuch, Refusal } from "#server/platform/http/errors.ts";
import { barPlans, sawnParts } from "#server/schema/bar-plans.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { orderHands, orderPieces } from "#server/schema/workshop.ts";
import { countOf } from "#shared/domain/text.ts";
import { PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { copyToRemakes } from "./copied-columns.ts";
import { STEP_COLUMNS } from "./progress.ts";

export const TAKEN = "Another workshop has taken this order";
export const MADE_BY_ANOTHER = "This order is made by another workshop now";
/** The workshop of an order that the office has set to draft (rule W109). */
const ON_HOLD = "The office is changing this order";

/**
 * A supplier's press within this time after another supplier's first mark counts as a race for the
 * unassigned order.
 */
const RACE_MS = 10_000;
/** For this long a supplier that had an order in hand is told that it moved to another workshop. */
const TOLD_MS = 30 * 24 * 3_600_000;

type Asking = Pick<Context, "db" | "user" | "now">;
/** Matches orders that suppliers may see, whoever makes them. */
const isMade = and(isNull(orders.deletedAt), ne(orders.status, "draft"));

async function isOnHold(db: Db, { companyId }: SignedInUser, id: number): Promise<boolean> {
  const isOwnDraft = and(isNull(orders.deletedAt), eq(orders.status, "draft"), eq(orders.makerId, companyId));
  return (await db.$count(orders, and(eq(orders.id, id), isOwnDraft))) > 0;
}

/**
 * The reason why a person cannot change an order that is hidden from them: 409 after a race for an
 * unassigned order, otherwise 404 (rule W73).
 */
export async function notTheirs({ db, user, now }: Asking, id: number): Promise<Refusal> {
  if (user.role !== "supplier") return noSuch("order", id);
  if (await isOnHold(db, user, id)) return new Refusal(409, ON_HOLD);
  const since = new Date(now.getTime() - RACE_MS);
  const [taken] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(companies, and(eq(companies.id, user.companyId), companies.seesOpenOrders))
    .where(and(eq(orders.id, id), isMade, ne(orders.supplierId, user.companyId), gt(orders.takenAt, since)));
  return taken ? new Refusal(409, TAKEN) : noSuch("order", id);
}

/**
 * The reason why a person cannot read an order: for 30 days, a supplier that had it in hand learns
 * that another workshop makes it now.
 */
export async function noLongerTheirs({ db, user, now }: Asking, id: number): Promise<Refusal> {
  if (user.role !== "supplier") return noSuch("order", id);
  if (await isOnHold(db, user, id)) return new Refusal(404, ON_HOLD);
  const since = new Date(now.getTime() - TOLD_MS);
  const [moved] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderHands, and(eq(orderHands.orderId, orders.id), eq(orderHands.companyId, user.companyId)))
    .where(and(eq(orders.id, id), isMade, ne(orders.supplierId, user.companyId), gt(orders.movedAt, since)));
  return moved ? new Refusal(404, MADE_BY_ANOTHER) : noSuch("order", id);
}

/**
 * Records that a supplier has marked or scanned a shutter of an order. A super admin's View As does
 * not count.
 */
export async function recordInHand(db: Db, { role, companyId, impersonator }: SignedInUser, orderId: number): Promise<void> {
  if (role === "supplier" && !impersonator) await db.insert(orderHands).values({ orderId, companyId }).onConflictDoNothing();
}

type Locked = Pick<typeof orders.$inferSelect, "id" | "quoteId" | "supplierId">;

/**
 * Assigns an unassigned order to the supplier, by one conditional update of a locked order. Each
 * production act of a supplier calls it (rule W90). Other roles leave the order unassigned.
 * @returns true if the supplier took the order
 */
export async function claimOrder({ db, user, now }: Asking, order: Locked): Promise<boolean> {
  if (user.role !== "supplier") return false;
  const takenOrder = await db
    .update(orders)
    .set({ supplierId: user.companyId, takenAt: now, movedAt: now })
    .where(and(eq(orders.id, order.id), isNull(orders.supplierId)))
    .returning({ id: orders.id });
  if (takenOrder.length > 0) await copyToRemakes(db, order.quoteId);
  return takenOrder.length > 0;
}

/**
 * True if a change sets one of these values anew. Clearing or repeating a value is no work on an
 * order, so it claims none (rule W90).
 */
export const setsAny = <Values extends object>(before: { readonly [Name in keyof Values]: unknown }, after: Values): boolean =>
  (Object.keys(after) as (keyof Values)[]).some((name) => after[name] !== null && after[name] !== before[name]);

/** Assigns a locked order to a company, or to none. */
export async function assignOrder({ db, now }: Pick<Asking, "db" | "now">, order: Locked, supplierId: number | null): Promise<void> {
  await db.update(orders).set({ supplierId, takenAt: null, movedAt: now }).where(eq(orders.id, order.id));
  await copyToRemakes(db, order.quoteId);
}

/**
 * The progress of an order with marks, for the person who moves it: `3 of 4 are finished at
 * Northmoor Joinery Works`, by the furthest step that has a mark. For an unassigned order it names
 * the place of the last mark of that step. Null without marks.
 */
export async function begunWhere(db: Db, order: Locked & { readonly shutters: number }): Promise<string | null> {
  for (const step of [...PIECE_STEPS].reverse()) {
    const begun = await markedAt(db, order, step);
    if (begun) return `${begun.done} of ${order.shutters} are ${step} at ${begun.where}`;
  }
  const sawn = await sawnAt(db, order.id);
  return sawn && `${countOf(sawn.bars, "bar")} of it ${sawn.bars === 1 ? "is" : "are"} sawn at ${sawn.where}`;
}

/** The bars that are sawn for an order, and the company of their plan. */
async function sawnAt(db: Db, orderId: number) {
  const [sawn] = await db
    .select({ bars: sql<number>`count(distinct (${sawnParts.planId}, ${sawnParts.bar}))::int`, where: companies.name })
    .from(sawnParts)
    .innerJoin(barPlans, eq(barPlans.id, sawnParts.planId))
    .innerJoin(companies, eq(companies.id, barPlans.companyId))
    .where(eq(sawnParts.orderId, orderId))
    .groupBy(companies.name)
    .limit(1);
  return sawn ?? null;
}

/** True if a step of any shutter is done or a bar of it is sawn, by whichever company. */
export async function hasMarks(db: Db, orderId: number): Promise<boolean> {
  const [marked] = await db
    .select({ piece: orderPieces.piece })
    .from(orderPieces)
    .where(and(eq(orderPieces.orderId, orderId), isNotNull(STEP_COLUMNS[PIECE_STEPS[0]].at)))
    .limit(1);
  return marked !== undefined || (await sawnAt(db, orderId)) !== null;
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
