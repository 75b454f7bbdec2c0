import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { priceChanges, pricePlans, products } from "#server/schema/products.ts";
import type { priceChanges as contract } from "#shared/contract/price-changes.ts";
import { MOST_PLANS_AHEAD } from "#shared/domain/longest.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { type Day, formatDay, isTooFar, londonDay, startOfDay, WITHIN_TWO_YEARS } from "#shared/domain/period.ts";
import { applyPercent, HIGHEST_PRICE_PER_M2 } from "#shared/domain/trade/pricing.ts";
import { listPriceOn } from "./prices.ts";

/** Future prices, which only the super admin manages (rule P12). */
export const pricePlanHandlers: Handlers<typeof contract> = {
  planPrices: async ({ db, user, body, now, record }) => {
    const { from, changes, percent } = body;
    refuseDay(from, now);
    if ((await db.$count(pricePlans, gt(pricePlans.firstDay, londonDay(now)))) >= MOST_PLANS_AHEAD)
      throw conflict(`At most ${MOST_PLANS_AHEAD} price changes ahead`);
    const types = await typesOn(db, from, changes?.map(({ productId }) => productId) ?? body.productIds);
    await refuseTakenDay(db, from, types);
    const asked = new Map(changes?.map(({ productId, basePricePerM2 }) => [productId, basePricePerM2]));
    const priced = types.map((type) => ({ ...type, after: asked.get(type.id) ?? applyPercent(type.before, percent ?? 0) }));
    if (priced.some(({ after }) => after > HIGHEST_PRICE_PER_M2)) throw badRequest("Price must be at most £100,000");
    const createdBy = user.impersonator?.id ?? user.id;
    const [plan] = await db.insert(pricePlans).values({ firstDay: from, createdAt: now, createdBy }).returning();
    if (!plan) throw new Error("The price change was not stored");
    const held = { at: startOfDay(from), byUserId: createdBy, planId: plan.id, firstDay: from };
    await db.insert(priceChanges).values(priced.map(({ id, after }) => ({ productId: id, from: null, to: after, ...held })));
    const stored = (await plansAhead(db, now)).find(({ id }) => id === plan.id);
    if (!stored) throw new Error("The price change is not ahead");
    record({ targetType: "price_changes", targetId: plan.id, after: trailOf(stored) });
    return stored;
  },

  plannedPrices: ({ db, now }) => plansAhead(db, now),

  dropPlannedPrices: async ({ db, params, now, record }) => {
    const [plan] = await db.select().from(pricePlans).where(eq(pricePlans.id, params.id)).for("update");
    if (!plan) throw notFound("Price change");
    if (plan.firstDay <= londonDay(now)) throw conflict("These prices already hold");
    const gone = (await plansAhead(db, now)).find(({ id }) => id === plan.id);
    await db.delete(pricePlans).where(eq(pricePlans.id, plan.id));
    record({ targetType: "price_changes", before: gone && trailOf(gone) });
    return null;
  },
};

/** @throws 400 for a day that is not after today, in London, or in more than two years */
function refuseDay(from: Day, now: Date): void {
  const today = londonDay(now);
  if (from <= today) throw badRequest("The day must be after today");
  if (isTooFar(from, today)) throw badRequest(WITHIN_TWO_YEARS);
}

interface TypeOnDay {
  readonly id: number;
  readonly name: string;
  /** The list price that would otherwise apply on that day. */
  readonly before: Pence;
}

/**
 * Locks and returns the named types, or all on offer. A price saved at the same time is stored
 * either before or after.
 * @throws 404
 */
async function typesOn(db: Db, day: Day, typeIds: readonly number[] | undefined): Promise<readonly TypeOnDay[]> {
  const types = await db
    .select({ id: products.id, name: products.name, before: listPriceOn(day) })
    .from(products)
    .where(and(isNull(products.archivedAt), typeIds && inArray(products.id, [...typeIds])))
    .orderBy(asc(products.id))
    .for("update");
  if (types.length < (typeIds?.length ?? 1)) throw notFound("Shutter type");
  return types;
}

/**
 * Requires the lock on the types.
 * @throws 409
 */
async function refuseTakenDay(db: Db, day: Day, types: readonly TypeOnDay[]): Promise<void> {
  const ids = types.map(({ id }) => id);
  const conflicts = await db
    .select({ id: priceChanges.productId })
    .from(priceChanges)
    .where(and(inArray(priceChanges.productId, ids), eq(priceChanges.firstDay, day)));
  const first = types.find(({ id }) => conflicts.some((one) => one.id === id));
  if (first) throw conflict(`${first.name} already has a price from ${formatDay(startOfDay(day))}`);
}

/**
 * The plans that have not started, soonest first, each price with the one that would hold before
 * it.
 */
async function plansAhead(db: Db, now: Date) {
  const today = londonDay(now);
  const rows = await db
    .select({
      plan: pricePlans,
      by: users.contactName,
      productId: products.id,
      name: products.name,
      held: listPriceOn(today),
      after: priceChanges.to,
    })
    .from(pricePlans)
    .innerJoin(users, eq(users.id, pricePlans.createdBy))
    .innerJoin(priceChanges, eq(priceChanges.planId, pricePlans.id))
    .innerJoin(products, eq(products.id, priceChanges.productId))
    .where(gt(pricePlans.firstDay, today))
    .orderBy(asc(pricePlans.firstDay), asc(pricePlans.id), asc(products.name), asc(products.id));
  const last = new Map<number, Pence>();
  const plans = new Map<number, PlanAhead>();
  for (const { plan, by, productId, name, held, after } of rows) {
    const known = plans.get(plan.id);
    const change = { productId, name, before: last.get(productId) ?? held, after };
    last.set(productId, after);
    if (known) known.changes.push(change);
    else {
      const { id, firstDay, createdAt, createdBy } = plan;
      plans.set(id, { id, from: firstDay, changes: [change], createdAt, createdBy: { id: createdBy, contactName: by } });
    }
  }
  return [...plans.values()];
}

interface PlanAhead {
  readonly id: number;
  readonly from: Day;
  readonly changes: { productId: number; name: string; before: Pence; after: Pence }[];
  readonly createdAt: Date;
  readonly createdBy: { readonly id: number; readonly contactName: string };
}

const trailOf = ({ from, changes }: PlanAhead) => ({
  from,
  prices: changes.map(({ name, before, after }) => `${name} ${formatPence(before)} → ${formatPence(after)}`),
});
