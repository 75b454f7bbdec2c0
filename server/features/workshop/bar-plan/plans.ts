import { setImmediate as nextTurn } from "node:timers/promises";
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { existingOrders } from "#server/features/orders/orders.ts";
import { fingerprintsOf, NOT_MADE } from "#server/features/workshop/bench/fingerprint.ts";
import { type Doer, doerFor, jsonObject } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { barPlanBars, barPlanOrders, barPlans, offcuts, recutParts, sawnParts } from "#server/schema/bar-plans.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { pieceInWords } from "#shared/contract/parts/papers.ts";
import type { saw as contract } from "#shared/contract/saw.ts";
import { countOf } from "#shared/domain/text.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { FIRST_RECUT, isRecut } from "#shared/domain/window/saw/recuts.ts";
import { supplyOf } from "#shared/domain/window/saw/saw-work.ts";
import type { Section } from "#shared/domain/window/saw/sections.ts";
import { cannotMake, findBarOwner, findCuts, readBarSettings } from "./bar-plan.ts";
import { BOUGHT_AS_USUAL, type Bought, type Piece, type PlanPiece, partsLeft, profileOf } from "./groups.ts";
import { offcutsOf } from "./offcuts.ts";
import { cutAmong, readCurrentWindows, readTables } from "./plan-state.ts";
import { asPreviewed, fitsInBody, hashInputs, type Preview, previewOf } from "./preview.ts";

/** A group of equal bars, as a plan stores it. */
interface PlanProfile {
  readonly profile: string;
  readonly section: Section;
  readonly heightMm: number | null;
  readonly material: string;
  readonly color: string | null;
  readonly stockMm: number;
  readonly kerfMm: number;
  readonly trimMm: number;
  readonly keepMm: number;
  readonly lowerBound: number;
  readonly optimal: boolean;
  readonly wastePercent: number;
  /** Absent in plans that were stored before this was counted. */
  readonly savedBars?: number;
  readonly tooLong: readonly Omit<PlanPiece, "piece" | "nth">[];
}
export const profileIn = (profiles: readonly object[], place: number): PlanProfile => profiles[place] as PlanProfile;

interface NewBar {
  readonly bar: number;
  readonly profile: number;
  readonly offcutId: number | null;
  readonly lengthTenthMm: number;
  readonly leftTenthMm: number;
  readonly pieces: readonly PlanPiece[];
}
const tenths = (mm: number): number => Math.round(mm * 10);

type Asking = Parameters<typeof findCuts>[0];

type Chosen = Parameters<typeof findCuts>[1];

/**
 * The company that owns a plan of these orders. Orders without a supplier use the usual bars, and
 * their plan and offcuts belong to the company of the person who asks.
 */
export const findPlanOwner = (user: SignedInUser, chosen: Chosen): number => findBarOwner(user, chosen) ?? user.companyId;

/**
 * Creates a plan with trim and offcuts, and its owner, without storing it.
 * @throws 404 if the person may not see an order
 */
export const makePlan = async (asking: Asking, ids: readonly number[], preview?: Preview) =>
  planOf(asking, await existingOrders(asking.db, asking.user, ids), preview);

/**
 * Plans the orders' bars.
 * @param preview the plan that the person has seen: its bars are used, or the call is refused
 * @throws 409 if the stock or the orders have changed since the preview
 */
export async function planOf({ db, user, left }: Asking, chosen: Chosen, preview?: Preview) {
  const companyId = findPlanOwner(user, chosen);
  let bought: Bought = BOUGHT_AS_USUAL;
  const buy = async (company: number | null) => {
    const settings = company === null ? BOUGHT_AS_USUAL : await readBarSettings(db, company);
    bought = { ...settings, offcuts: await offcutsOf(db, companyId) };
    return bought;
  };
  const { plan: found, windows } = await findCuts({ db, user, left }, chosen, buy);
  const inputs = hashInputs(windows, bought);
  const plan = preview ? asPreviewed(found, preview, inputs) : found;
  const windowOf = new Map(windows.map((window) => [window.itemId, window]));
  const profiles: PlanProfile[] = [];
  const bars: NewBar[] = [];
  for (const { group, cutting } of plan) {
    const { bars: dealt, tooLong, ...rest } = profileOf(group, cutting);
    const next = numbered(windowOf);
    for (const { pieces, offcut, lengthMm, offcutMm } of dealt)
      bars.push({
        bar: bars.length + 1,
        profile: profiles.length,
        offcutId: offcut?.id ?? null,
        lengthTenthMm: tenths(lengthMm),
        leftTenthMm: tenths(offcutMm),
        pieces: pieces.map(next),
      });
    profiles.push({ ...rest, tooLong: tooLong.map((piece) => bare(piece, windowOf.get(piece.itemId)?.make)) });
    // A profile of tens of thousands of pieces takes a while, so other requests run between two
    // profiles.
    await nextTurn();
  }
  return { companyId, profiles, bars, orders: chosen.map(({ id }) => id), windows, preview: previewOf(plan, inputs) };
}

/** The facts of a piece that a plan stores; the window's make has the side of a single stile. */
const bare = ({ orderId, itemId, panel, part, lengthMm, ripMm, ends, bevelDeg }: Piece, make: WindowToDraw["make"]) => ({
  ...{ orderId, itemId, panel, part, lengthMm, ripMm, ends },
  ...(bevelDeg !== undefined && { bevelDeg }),
  ...(part === "stile" && make?.stile && { stile: make.stile }),
});

/** Assigns equal pieces to consecutive shutters. */
function numbered(
  windowOf: ReadonlyMap<number, Parameters<typeof partsLeft>[0] & Pick<WindowToDraw, "make">>,
): (piece: Piece) => PlanPiece {
  const dealt = new Map<Piece, ReturnType<typeof partsLeft>>();
  return (alike) => {
    const window = windowOf.get(alike.itemId);
    const from = dealt.get(alike) ?? (window && partsLeft(window, alike));
    const next = from?.next().value;
    if (!from || !next) throw new Error("A plan has more pieces than were asked for");
    dealt.set(alike, from);
    return { ...bare(alike, window?.make), ...next };
  };
}

const BARS_AT_A_TIME = 1000;

/** A plan may have tens of thousands of pieces, so other requests run between some bars. */
const BARS_IN_ONE_TURN = 200;

/** Stores a plan with no bar sawn. @returns its id */
export async function savePlan(
  tx: Db,
  user: SignedInUser,
  { companyId, profiles, bars, windows, orders: ids }: Awaited<ReturnType<typeof makePlan>>,
  now: Date,
) {
  const [stored] = await tx
    .insert(barPlans)
    .values({ companyId, profiles, createdBy: user.id, createdAt: now })
    .returning({ id: barPlans.id });
  const planId = stored?.id ?? 0;
  const prints = fingerprintsOf(windows);
  await tx.insert(barPlanOrders).values(ids.map((orderId) => ({ planId, orderId, fingerprint: prints.get(orderId) ?? "" })));
  for (let from = 0; from < bars.length; from += BARS_AT_A_TIME)
    await tx.insert(barPlanBars).values(bars.slice(from, from + BARS_AT_A_TIME).map((bar) => ({ ...bar, planId })));
  return planId;
}

/** A supplier reads its own company's plans, the super admin reads all. */
export const plansVisibleTo = ({ role, companyId }: SignedInUser) => (role === "supplier" ? eq(barPlans.companyId, companyId) : undefined);

const madeBy = (
  user: SignedInUser,
) => sql<Doer>`(select ${jsonObject<Doer>(doerFor(user))} from ${users} join ${companies} on ${eq(companies.id, users.companyId)}
  where ${users.id} = ${barPlans.createdBy})`;
export const sawnBy = (
  user: SignedInUser,
) => sql<Doer | null>`(select ${jsonObject<Doer>(doerFor(user))} from ${users} join ${companies} on ${eq(companies.id, users.companyId)}
  where ${users.id} = ${barPlanBars.sawnBy})`;

/** Loads a plan for a reply. @throws 404 */
export async function readPlan(db: Db, user: SignedInUser, id: number) {
  const [plan] = await db
    .select({ id: barPlans.id, createdAt: barPlans.createdAt, profiles: barPlans.profiles, by: madeBy(user) })
    .from(barPlans)
    // The join has a technical reason: with one table drizzle writes columns without the table's
    // name, which the subqueries need.
    .innerJoin(companies, eq(companies.id, barPlans.companyId))
    .where(and(eq(barPlans.id, id), plansVisibleTo(user)));
  if (!plan) throw notFound("Bar plan");
  const planned = await db.select().from(barPlanOrders).where(eq(barPlanOrders.planId, id)).orderBy(asc(barPlanOrders.orderId));
  const { planId: _, pieces, leftOut: __, cut: ___, sawnBy: ____, ...columns } = barColumns;
  const rows = await db
    .select({ ...columns, pieces, by: sawnBy(user) })
    .from(barPlanBars)
    .innerJoin(barPlans, eq(barPlans.id, barPlanBars.planId))
    .where(eq(barPlanBars.planId, id))
    .orderBy(asc(barPlanBars.bar));
  const ids = planned.map(({ orderId }) => orderId);
  const windows = await db
    .select({ orderId: orders.id, itemId: quoteItems.id, window: quoteItems.name, remakeId: orders.remakeId })
    .from(orders)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, orders.quoteId))
    .where(and(inArray(orders.id, ids), ordersVisibleTo(user)))
    .orderBy(orders.id, quoteItems.place);
  const { changed, cannotMake: unmade, notMade, tables, windows: now } = await readCurrentWindows(db, user, planned);
  const { isCut } = cutAmong(now);
  const barNow = (row: (typeof rows)[number]) => {
    const bar = barOf(row);
    return { ...bar, pieces: bar.pieces.map((piece) => ({ ...piece, cut: isCut(piece) })) };
  };
  const barsOf = new Map<number, ReturnType<typeof barNow>[]>();
  for (const [index, row] of rows.entries()) {
    if (index % BARS_IN_ONE_TURN === 0) await nextTurn();
    const bars = barsOf.get(row.profile) ?? [];
    bars.push(barNow(row));
    barsOf.set(row.profile, bars);
  }
  // The reply has megabytes too, so it is encoded in a turn of its own.
  await nextTurn();
  return {
    id: plan.id,
    createdAt: plan.createdAt,
    by: plan.by,
    orders: ids,
    changed,
    notMade,
    cannotMake: unmade,
    tables,
    windows,
    profiles: plan.profiles.map((_profile, place) => {
      const profile = profileIn(plan.profiles, place);
      const bars = barsOf.get(place) ?? [];
      const { buy, buyMm, taken } = supplyOf({ bars, tooLong: profile.tooLong });
      // Older plans did not count this, but offcuts are used only where they save a bar.
      const { savedBars = Math.min(taken.count, 1) } = profile;
      return { ...profile, tooLong: [...profile.tooLong], bars, buy, buyMm, savedBars };
    }),
  };
}

/** Adds to a part that is cut again its shutter, which has its other parts (rule W96). */
const nameRecut = (piece: PlanPiece) => (isRecut(piece) ? { ...piece, recutFor: pieceInWords(piece.itemId, piece.piece) } : piece);

/** Plans the bars for these orders like a stored plan, and stores nothing (rule W40). */
export async function readPreview(asking: Asking, ids: readonly number[]) {
  const chosen = await existingOrders(asking.db, asking.user, ids);
  const { profiles, bars, windows, preview } = await planOf(asking, chosen);
  const remakeOf = new Map(chosen.map(({ id, remakeId }) => [id, remakeId]));
  return {
    profiles: profiles.map((profile, place) => {
      const own = bars.filter((bar) => bar.profile === place);
      const whole = own.map(({ bar, offcutId, lengthTenthMm, leftTenthMm, pieces }) => ({
        ...{ bar, offcutId, lengthMm: lengthTenthMm / 10, offcutMm: leftTenthMm / 10, sawn: null },
        pieces: pieces.map((piece) => ({ ...nameRecut(piece), cut: false })),
      }));
      const { buy, buyMm } = supplyOf({ bars: whole, tooLong: profile.tooLong });
      const { savedBars = 0, tooLong } = profile;
      return { ...profile, tooLong: [...tooLong], bars: whole, buy, buyMm, savedBars };
    }),
    windows: windows
      .filter(({ shutters, recuts = [] }) => shutters > 0 || recuts.length > 0)
      .map(({ orderId, itemId, name }) => ({ orderId, itemId, window: name, remakeId: remakeOf.get(orderId) ?? null })),
    cannotMake: cannotMake(windows),
    tables: await readTables(asking.db, asking.user, chosen),
    preview: fitsInBody(preview) ? preview : null,
  };
}

export const barColumns = {
  planId: barPlanBars.planId,
  bar: barPlanBars.bar,
  profile: barPlanBars.profile,
  offcutId: barPlanBars.offcutId,
  lengthTenthMm: barPlanBars.lengthTenthMm,
  leftTenthMm: barPlanBars.leftTenthMm,
  pieces: barPlanBars.pieces,
  sawnAt: barPlanBars.sawnAt,
  sawnBy: barPlanBars.sawnBy,
  sawnReceivedAt: barPlanBars.sawnReceivedAt,
  leftOut: barPlanBars.leftOut,
  cut: barPlanBars.cut,
};

type BarColumn = "bar" | "offcutId" | "lengthTenthMm" | "leftTenthMm" | "pieces" | "sawnAt" | "sawnReceivedAt";
interface BarRow extends Pick<typeof barPlanBars.$inferSelect, BarColumn> {
  readonly by: Doer | null;
}
export const barOf = ({ bar, offcutId, lengthTenthMm, leftTenthMm, pieces, sawnAt, sawnReceivedAt, by }: BarRow) => ({
  bar,
  offcutId,
  lengthMm: lengthTenthMm / 10,
  pieces: (pieces as readonly PlanPiece[]).map(nameRecut),
  offcutMm: leftTenthMm / 10,
  sawn: sawnAt && by ? { at: sawnAt, by, ...(sawnReceivedAt && { receivedAt: sawnReceivedAt }) } : null,
});

/** The names of jobs in the plan, limited to orders that the person may see. */
const jobNamesFor = (user: SignedInUser) => sql<string[]>`(select coalesce(json_agg(job.name order by job.first), '[]')
  from (select ${orders.jobName} as name, min(${orders.id}) as first from ${barPlanOrders} join ${orders} on ${eq(orders.id, barPlanOrders.orderId)}
    where ${and(eq(barPlanOrders.planId, barPlans.id), isNotNull(orders.jobName), ordersVisibleTo(user))} group by ${orders.jobName}) job)`;

/** The piece's order is still made here; no stop has the pieces of others. */
const isMadeNow = (user: SignedInUser) => sql`exists (select from ${orders} where ${orders.id} = piece."orderId"
    and ${and(notInArray(orders.status, [...NOT_MADE]), ordersVisibleTo(user))})`;
/**
 * SQL of the same condition as `cutAmong`: the piece was cut by hand with its shutter or sawn from
 * a bar.
 */
const isCutNow = sql`case when piece.nth >= ${sql.raw(String(FIRST_RECUT))} then not exists (select from ${recutParts} where ${recutParts.orderId} = piece."orderId"
      and ${recutParts.itemId} = piece."itemId" and ${recutParts.piece} = piece.piece and ${recutParts.panel} = coalesce(piece.panel, 0)
      and ${recutParts.part} = piece.part and ${recutParts.nth} = piece.nth and ${isNull(recutParts.doneAt)})
    else (exists (select from ${orderPieces} where ${orderPieces.orderId} = piece."orderId" and ${orderPieces.itemId} = piece."itemId"
      and ${orderPieces.piece} = piece.piece and ${isNotNull(orderPieces.cutAt)})
    or exists (select from ${sawnParts} where ${sawnParts.orderId} = piece."orderId" and ${sawnParts.itemId} = piece."itemId"
      and ${sawnParts.piece} = piece.piece and ${sawnParts.panel} = coalesce(piece.panel, 0)
      and ${sawnParts.part} = piece.part and ${sawnParts.nth} = piece.nth)) end`;
const countBars = (counts: SQL | undefined) => sql<number>`(select count(*)::int from ${barPlanBars}
  where ${and(eq(barPlanBars.planId, barPlans.id), counts)})`;
/** Matches bars with a piece to cut. For most of them the first piece decides. */
const hasWork = (user: SignedInUser) => sql`exists (select from jsonb_to_recordset(${barPlanBars.pieces})
      as piece("orderId" integer, "itemId" integer, piece integer, panel integer, part text, nth integer)
    where not (${isCutNow}) and ${isMadeNow(user)})`;

async function listPlans(db: Db, user: SignedInUser, page: Page) {
  return db
    .select({
      id: barPlans.id,
      createdAt: barPlans.createdAt,
      by: madeBy(user),
      orders: sql<
        number[]
      >`(select json_agg(${barPlanOrders.orderId} order by ${barPlanOrders.orderId}) from ${barPlanOrders} where ${eq(barPlanOrders.planId, barPlans.id)})`,
      jobNames: jobNamesFor(user),
      // A bar whose pieces were cut elsewhere is neither sawn nor left, as on the plan.
      bars: countBars(or(isNotNull(barPlanBars.sawnAt), hasWork(user))),
      sawn: countBars(isNotNull(barPlanBars.sawnAt)),
    })
    .from(barPlans)
    .innerJoin(companies, eq(companies.id, barPlans.companyId))
    .where(and(plansVisibleTo(user), page.after ? lt(barPlans.id, page.after.id) : undefined))
    .orderBy(desc(barPlans.id))
    .limit(rowsToFetch(page));
}

/** The calls for stored plans (rule W45). */
export const planHandlers: Handlers<Pick<typeof contract, "plan" | "plans" | "readPlan" | "deletePlan">> = {
  plan: async ({ db, user, body, now, left, commit, record }) => {
    const made = await makePlan({ db, user, left: left() }, [...new Set(body.orders)], body.preview);
    return commit(async (tx) => {
      const id = await savePlan(tx, user, made, now);
      record({ targetId: id, after: { plan: id, orders: made.orders, bars: made.bars.length } });
      return readPlan(tx, user, id);
    });
  },
  plans: ({ db, user, page }) => listPlans(db, user, page),
  readPlan: ({ db, user, params }) => readPlan(db, user, params.id),

  deletePlan: async ({ db, user, params: { id }, record }) => {
    const [plan] = await db
      .select({ id: barPlans.id })
      .from(barPlans)
      .where(and(eq(barPlans.id, id), plansVisibleTo(user)));
    if (!plan) throw notFound("Bar plan");
    // The bars are locked, so that none is sawn meanwhile.
    const bars = await db.select({ sawnAt: barPlanBars.sawnAt }).from(barPlanBars).where(eq(barPlanBars.planId, id)).for("update");
    const sawn = bars.filter(({ sawnAt }) => sawnAt !== null).length;
    if (sawn > 0) throw conflict(`${countOf(sawn, "bar")} of this plan ${sawn === 1 ? "is" : "are"} sawn`);
    // Offcuts of bars that were sawn and undone are out of the stock.
    await db.update(offcuts).set({ fromPlanId: null, fromBar: null }).where(eq(offcuts.fromPlanId, id));
    for (const table of [barPlanBars, barPlanOrders]) await db.delete(table).where(eq(table.planId, id));
    await db.delete(barPlans).where(eq(barPlans.id, id));
    record({ targetId: id, before: { plan: id, bars: bars.length } });
    return null;
  },
};
