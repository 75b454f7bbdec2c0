import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { typeTerms } from "#server/schema/clients.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { costChanges, priceChanges, pricePlans, products } from "#server/schema/products.ts";
import type { priceChanges as contract } from "#shared/contract/price-changes.ts";
import { MOST_PLANS_AHEAD, MOST_UNMOVED } from "#shared/domain/longest.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { type Day, formatDay, londonDay, startOfDay } from "#shared/domain/period.ts";
import { applyPercent, HIGHEST_PRICE_PER_M2 } from "#shared/domain/trade/pricing.ts";
import { refuseUnplannableDay } from "./planned-day.ts";
import { costPerM2On, listPriceOn } from "./prices.ts";

/** Future prices, which only the super admin manages (rule P12). */
export const pricePlanHandlers: Handlers<typeof contract> = {
  planPrices: async ({ db, user, body, now, record }) => {
    const { from, changes, percent } = body;
    refuseUnplannableDay(from, now);
    if ((await db.$count(pricePlans, gt(pricePlans.firstDay, londonDay(now)))) >= MOST_PLANS_AHEAD)
      throw conflict(`At most ${MOST_PLANS_AHEAD} price changes ahead`);
    const types = await typesOn(db, from, changes?.map(({ productId }) => productId) ?? body.productIds);
    const asked = new Map(changes?.map((change) => [change.productId, change]));
    const priced = types.flatMap((type) => {
      const after = percent === undefined ? asked.get(type.id)?.basePricePerM2 : applyPercent(type.before, percent);
      return after === undefined ? [] : [{ ...type, after }];
    });
    const costed = types.flatMap(({ id, name }) => {
      const costPerM2 = asked.get(id)?.costPerM2;
      return costPerM2 === undefined ? [] : [{ id, name, costPerM2 }];
    });
    await refuseTakenDay(db, from, priced, costed);
    if (priced.some(({ after }) => after > HIGHEST_PRICE_PER_M2)) throw badRequest("Price must be at most £100,000");
    const createdBy = user.impersonator?.id ?? user.id;
    const [plan] = await db.insert(pricePlans).values({ firstDay: from, createdAt: now, createdBy }).returning();
    if (!plan) throw new Error("The price change was not stored");
    const held = { planId: plan.id, firstDay: from };
    const began = { ...held, at: startOfDay(from), byUserId: createdBy, from: null };
    if (priced.length > 0) await db.insert(priceChanges).values(priced.map(({ id, after }) => ({ productId: id, to: after, ...began })));
    if (costed.length > 0)
      await db.insert(costChanges).values(costed.map(({ id, costPerM2 }) => ({ productId: id, to: costPerM2, ...held })));
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

type Named = Pick<TypeOnDay, "id" | "name">;

/**
 * Requires the lock on the types.
 * @throws 409
 */
async function refuseTakenDay(db: Db, day: Day, priced: readonly Named[], costed: readonly Named[]): Promise<void> {
  const taken = async (table: typeof priceChanges | typeof costChanges, types: readonly Named[]) => {
    const ids = types.map(({ id }) => id);
    const rows = await db
      .select({ id: table.productId })
      .from(table)
      .where(and(inArray(table.productId, ids), eq(table.firstDay, day)));
    return types.find(({ id }) => rows.some((row) => row.id === id));
  };
  const [price, cost] = [await taken(priceChanges, priced), await taken(costChanges, costed)];
  const on = formatDay(startOfDay(day));
  if (price) throw conflict(`${price.name} already has a price from ${on}`);
  if (cost) throw conflict(`${cost.name} already has a cost from ${on}`);
}

/**
 * The plans that have not started, soonest first, each price and cost with the one that would hold
 * before it.
 */
async function plansAhead(db: Db, now: Date): Promise<PlanAhead[]> {
  const today = londonDay(now);
  const rows = await db
    .select({
      plan: pricePlans,
      by: users.contactName,
      productId: products.id,
      name: products.name,
      priceToday: listPriceOn(today),
      price: priceChanges.to,
      costToday: costPerM2On(today),
      cost: costChanges.to,
    })
    .from(pricePlans)
    .innerJoin(users, eq(users.id, pricePlans.createdBy))
    .innerJoin(products, changedBy(pricePlans.id))
    .leftJoin(priceChanges, and(eq(priceChanges.planId, pricePlans.id), eq(priceChanges.productId, products.id)))
    .leftJoin(costChanges, and(eq(costChanges.planId, pricePlans.id), eq(costChanges.productId, products.id)))
    .where(gt(pricePlans.firstDay, today))
    .orderBy(asc(pricePlans.firstDay), asc(pricePlans.id), asc(products.name), asc(products.id));
  const [prices, costs] = [new Map<number, Pence>(), new Map<number, Pence>()];
  const plans = new Map<number, PlanAhead>();
  const unmoved = await unmovedPrices(db, today);
  for (const { plan, by, productId, name, priceToday, price, costToday, cost } of rows) {
    const { id, firstDay, createdAt, createdBy } = plan;
    const change: PlannedChange = {
      ...{ productId, name },
      ...(price !== null && { before: prices.get(productId) ?? priceToday, after: price }),
      ...(cost !== null && { costBefore: costs.get(productId) ?? costToday, costAfter: cost }),
    };
    if (price !== null) prices.set(productId, price);
    if (cost !== null) costs.set(productId, cost);
    const known = plans.get(id) ?? {
      ...{ id, from: firstDay, changes: [], unmoved: unmoved.get(id) ?? [] },
      ...{ createdAt, createdBy: { id: createdBy, contactName: by } },
    };
    known.changes.push(change);
    plans.set(id, known);
  }
  return [...plans.values()];
}

/** Selects the types whose price or cost a plan changes. */
const changedBy = (planId: PgColumn) => sql`${products.id} in (
  select ${priceChanges.productId} from ${priceChanges} where ${eq(priceChanges.planId, planId)}
  union select ${costChanges.productId} from ${costChanges} where ${eq(costChanges.planId, planId)})`;

interface PlannedChange {
  readonly productId: number;
  readonly name: string;
  /** Omitted if only the cost changes. */
  readonly before?: Pence;
  readonly after?: Pence;
  /** Omitted if only the price changes; null: the type had no cost before. */
  readonly costBefore?: Pence | null;
  readonly costAfter?: Pence;
}
interface PlanAhead {
  readonly id: number;
  readonly from: Day;
  readonly changes: PlannedChange[];
  readonly unmoved: UnmovedPrice[];
  readonly createdAt: Date;
  readonly createdBy: { readonly id: number; readonly contactName: string };
}

/** A client's fixed price of a type, which a change of the list price does not move (rule P18). */
interface UnmovedPrice {
  readonly companyId: number;
  readonly companyName: string;
  readonly productId: number;
  readonly pricePerM2: Pence;
}

/**
 * The fixed prices that hold on the first day of each plan, by plan, in the order of clients'
 * names.
 */
async function unmovedPrices(db: Db, today: Day): Promise<ReadonlyMap<number, UnmovedPrice[]>> {
  const onFirstDay = db
    .selectDistinctOn([priceChanges.planId, typeTerms.productId, typeTerms.companyId], {
      planId: priceChanges.planId,
      productId: typeTerms.productId,
      companyId: typeTerms.companyId,
      pricePerM2: typeTerms.pricePerM2,
    })
    .from(priceChanges)
    .innerJoin(typeTerms, and(eq(typeTerms.productId, priceChanges.productId), lte(typeTerms.firstDay, priceChanges.firstDay)))
    .where(gt(priceChanges.firstDay, today))
    .orderBy(priceChanges.planId, typeTerms.productId, typeTerms.companyId, desc(typeTerms.firstDay), desc(typeTerms.changeId))
    .as("on_first_day");
  const place = sql<number>`row_number() over (partition by ${onFirstDay.planId} order by ${companies.searchName}, ${companies.id}, ${onFirstDay.productId})`;
  const ranked = db
    .select({
      planId: onFirstDay.planId,
      companyId: companies.id,
      companyName: companies.name,
      productId: onFirstDay.productId,
      pricePerM2: onFirstDay.pricePerM2,
      place: place.as("place"),
    })
    .from(onFirstDay)
    .innerJoin(companies, eq(companies.id, onFirstDay.companyId))
    .where(isNotNull(onFirstDay.pricePerM2))
    .as("ranked");
  const rows = await db.select().from(ranked).where(lte(ranked.place, MOST_UNMOVED)).orderBy(ranked.place);
  const byPlan = new Map<number, UnmovedPrice[]>();
  for (const { planId, companyId, companyName, productId, pricePerM2 } of rows) {
    if (planId === null || pricePerM2 === null) continue;
    byPlan.set(planId, [...(byPlan.get(planId) ?? []), { companyId, companyName, productId, pricePerM2 }]);
  }
  return byPlan;
}

const move = (name: string, before: Pence | null | undefined, after: Pence): string =>
  `${name} ${before === null || before === undefined ? "none" : formatPence(before)} → ${formatPence(after)}`;
function trailOf({ from, changes }: PlanAhead) {
  const prices = changes.flatMap(({ name, before, after }) => (after === undefined ? [] : [move(name, before, after)]));
  const costs = changes.flatMap(({ name, costBefore, costAfter }) => (costAfter === undefined ? [] : [move(name, costBefore, costAfter)]));
  return { from, ...(prices.length > 0 && { prices }), ...(costs.length > 0 && { costs }) };
}
