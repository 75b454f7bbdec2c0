import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/platform/http/errors.ts";
import { barPlanBars, barPlans, recutParts, sawnParts } from "#server/schema/bar-plans.ts";
import { FIRST_RECUT } from "#shared/domain/window/saw/recuts.ts";
import { restOfBar } from "#shared/domain/window/saw/rest-of-bar.ts";
import type { PlanPiece } from "./groups.ts";
import { barColumns, plansVisibleTo, profileIn } from "./plans.ts";

/** Bars of a plan that a call has locked, for sawing them and for undoing that. */

export type Saw = Pick<Context, "db" | "post" | "user" | "now" | "pressedAt">;
export interface Shutter {
  readonly orderId: number;
  readonly itemId: number;
  readonly piece: number;
}

/**
 * Loads and locks bars of a plan, so that two tablets which tick them off run one after the other.
 * @throws 404
 */
export async function lockBars({ db, user }: Saw, { id, bars }: { readonly id: number; readonly bars: readonly number[] }) {
  const [plan] = await db
    .select({ companyId: barPlans.companyId, profiles: barPlans.profiles })
    .from(barPlans)
    .where(and(eq(barPlans.id, id), plansVisibleTo(user)));
  if (!plan) throw notFound("Bar plan");
  const rows = await db
    .select(barColumns)
    .from(barPlanBars)
    .where(and(eq(barPlanBars.planId, id), inArray(barPlanBars.bar, [...bars])))
    .orderBy(barPlanBars.bar)
    .for("update");
  if (rows.length < bars.length) throw notFound("Bar");
  return rows.map((row) => ({ ...row, companyId: plan.companyId, plan: profileIn(plan.profiles, row.profile) }));
}
export type Locked = Awaited<ReturnType<typeof lockBars>>[number];

export const numbersOf = (bars: readonly Locked[]): number[] => bars.map(({ bar }) => bar);
export const planIdOf = ([first]: readonly Locked[]): number => first?.planId ?? 0;
export const areBars = (bars: readonly Locked[]) => and(eq(barPlanBars.planId, planIdOf(bars)), inArray(barPlanBars.bar, numbersOf(bars)));
/** Names the bar of a refusal, where a call has several. */
export const atBar = (bars: readonly Locked[], { bar }: Locked, sentence: string): string =>
  bars.length > 1 ? `Bar ${bar}: ${sentence}` : sentence;

/** The parts that are sawn from one bar. */
export interface BarWork {
  readonly locked: Locked;
  readonly pieces: readonly PlanPiece[];
}

/**
 * The rest of a bar after these of its parts, in tenths of a millimetre. A bar from the rack of which
 * nothing is cut leaves no rest.
 */
export function restOf({ locked, pieces }: BarWork): number {
  const { offcutId, lengthTenthMm, plan } = locked;
  if (pieces.length === 0 && offcutId === null) return 0;
  return Math.round(restOfBar({ offcutId, lengthMm: lengthTenthMm / 10 }, pieces, plan) * 10);
}

/** SQL of the rest of each bar, for an update of these bars. */
export const restOfBars = (work: readonly BarWork[]) => {
  const rests = work.map((each) => ({ bar: each.locked.bar, rest: restOf(each) }));
  return sql`(select asked.rest from jsonb_to_recordset(${JSON.stringify(rests)}::jsonb) asked(bar int, rest int)
    where asked.bar = ${barPlanBars.bar})`;
};

/** Matches the recut parts that were sawn from these bars. */
export const isRecutOfBars = (bars: readonly Locked[]) =>
  sql`(${recutParts.orderId}, ${recutParts.itemId}, ${recutParts.piece}, ${recutParts.panel}, ${recutParts.part}, ${recutParts.nth}) in (
    select ${sawnParts.orderId}, ${sawnParts.itemId}, ${sawnParts.piece}, ${sawnParts.panel}, ${sawnParts.part}, ${sawnParts.nth}
    from ${sawnParts} where ${and(partsOfBars(bars), gte(sawnParts.nth, FIRST_RECUT))})`;

export const partsOfBars = (bars: readonly Locked[]) => and(eq(sawnParts.planId, planIdOf(bars)), inArray(sawnParts.bar, numbersOf(bars)));
