import { and, type Column, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { jsonObject, type Viewer } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { orderMeasures, workshopReviews, workshopSettings } from "#server/schema/workshop.ts";
import { WORKSHOP } from "#shared/contract/parts/people.ts";
import type { Day } from "#shared/domain/period.ts";
import { LEAD_DAYS, lastDueToStart } from "#shared/domain/trade/lead-time.ts";
import { type Clearances, completeClearances, USUAL_CLEARANCES, USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";
import { type Lap, type OwnSection, TRACK_DEPTH_MM, USUAL_LAP } from "#shared/domain/window/saw/sections.ts";
import { completeStock, type Stock } from "#shared/domain/window/saw/workshop-stock.ts";

/**
 * All settings of a supplier company (rules W8 and W72), with the default for each one that it has
 * not set.
 */
export async function workshopSettingsOf(db: Db, companyId: number) {
  const { stock, clearances, sections, lap, trackDepthMm, leadDays, weeklyM2 } = workshopSettings;
  const [row] = await db
    .select({ stock, clearances, sections, lap, trackDepthMm, leadDays, weeklyM2 })
    .from(workshopSettings)
    .where(eq(workshopSettings.companyId, companyId));
  return {
    stock: (row?.stock ?? []).map(completeStock),
    clearances: completeClearances(row?.clearances),
    sections: asSent(row?.sections ?? []),
    lap: row?.lap ?? USUAL_LAP,
    trackDepthMm: row?.trackDepthMm ?? TRACK_DEPTH_MM.usual,
    leadDays: row?.leadDays ?? LEAD_DAYS.usual,
    weeklyM2: row?.weeklyM2 ?? null,
  };
}

/**
 * An SQL expression for a query of orders: the working days that the maker set; null without a
 * setting.
 */
export const leadDaysSaid = sql<number | null>`(select ${workshopSettings.leadDays} from ${workshopSettings}
  where ${workshopSettings.companyId} = ${orders.supplierId})`;

/**
 * Matches the orders to begin by `today`: pending, and due within their makers' lead days (rule
 * W13). `leadDays` has at most 60 values, so the condition is bounded.
 */
export async function isToBegin(db: Db, today: Day): Promise<SQL> {
  const { companyId, leadDays } = workshopSettings;
  const settings = await db
    .select({ leadDays, makers: sql<number[]>`array_agg(${companyId})` })
    .from(workshopSettings)
    .where(isNotNull(leadDays))
    .groupBy(leadDays);
  const lastDue = (days: number | null) => sql`${lastDueToStart(today, days ?? LEAD_DAYS.usual)}::date`;
  const cases = settings.map((row) => sql`when ${orders.makerId} = any(${sql.param(row.makers)}::int[]) then ${lastDue(row.leadDays)}`);
  const last = settings.length > 0 ? sql`case ${sql.join(cases, sql` `)} else ${lastDue(null)} end` : lastDue(null);
  const longest = Math.max(LEAD_DAYS.usual, ...settings.map((row) => row.leadDays ?? 0));
  // The first condition on the due day uses the index; the second applies each maker's lead days.
  return sql`(${orders.status} = 'pending' and ${orders.dueOn} <= ${lastDue(longest)} and ${orders.dueOn} <= ${last})`;
}

/** The maker's settings by which an order's parts are cut. */
export interface MakersOwn {
  readonly clearances: Clearances;
  readonly sections: readonly OwnSection[];
  readonly lap: Lap;
  readonly trackDepthMm: number;
}

interface MakerSaid {
  readonly clearances: Partial<Clearances>;
  readonly sections: readonly OwnSection[];
  readonly lap: Lap;
  readonly trackDepthMm: number;
}

/**
 * An SQL expression for a query of orders: the settings of the company whose table applies; null
 * without any.
 */
export const makersOwnSaid = ({ role, companyId }: Viewer) => {
  const maker = role === "supplier" ? companyId : orders.supplierId;
  const said = ({ clearances, sections, lap, trackDepthMm }: typeof workshopSettings | typeof orderMeasures) =>
    jsonObject<MakerSaid>({ clearances, sections, lap, trackDepthMm });
  // The parts of a remake must fit the first order's, whoever makes them (rule W104).
  return sql<MakerSaid | null>`coalesce(
    (select ${said(orderMeasures)} from ${orderMeasures} where ${orderMeasures.orderId} = ${orders.id}),
    (select ${said(orderMeasures)} from ${orderMeasures} where ${orderMeasures.orderId} = (select r.order_id from remakes r where r.id = ${orders.remakeId})),
    (select ${said(workshopSettings)}
      from ${workshopSettings} where ${workshopSettings.companyId} = coalesce(
        (select o.supplier_id from remakes r join orders o on o.id = r.order_id where r.id = ${orders.remakeId}), ${maker})))`;
};
/** The settings in the form of a reply, with defaults for those that are not set. */
export const makersOwn = (said: MakerSaid | null) => ({
  clearances: completeClearances(said?.clearances),
  sections: asSent(said?.sections ?? []),
  lap: said?.lap ?? USUAL_LAP,
  trackDepthMm: said?.trackDepthMm ?? TRACK_DEPTH_MM.usual,
});
const asSent = (sections: readonly OwnSection[]) =>
  sections.map((section) => ({ ...section, heightsMm: section.heightsMm && [...section.heightsMm] }));

/** A maker's settings for cutting, with the name of their owner. */
export interface WorkshopTable extends MakersOwn {
  /**
   * The company's name; `the usual clearances` for a maker without settings and for an order
   * without a maker.
   */
  readonly table: string;
  /** The London day on which its owner last changed it; null: never. */
  readonly tableDate: Day | null;
  /**
   * Since when the order keeps this table, whatever its workshop changes; null: it has no cut part.
   */
  readonly keptAt: Date | null;
  /** True for the table of a workshop that had not reviewed its sections (rule W108). */
  readonly isUnreviewed: boolean;
}
export const USUAL: WorkshopTable = {
  clearances: USUAL_CLEARANCES,
  sections: [],
  lap: USUAL_LAP,
  trackDepthMm: TRACK_DEPTH_MM.usual,
  table: USUAL_TABLE,
  tableDate: null,
  keptAt: null,
  isUnreviewed: false,
};

/** The settings that a window needs to be laid out and cut. */
export const asMadeBy = ({ clearances, sections, lap, trackDepthMm }: MakersOwn): MakersOwn => ({
  clearances,
  sections,
  lap,
  trackDepthMm,
});

interface MadeOrder {
  readonly id: number;
  readonly supplier: { readonly id: number } | null;
}

/**
 * Returns a function that finds the table for each order (rules M16, W87, W104): a started order
 * has its own, and a remake's order the first order's; a supplier reads orders without a maker by
 * its table, everybody else by that of the order's supplier.
 */
export async function workshopFor(db: Db, user: SignedInUser, orders: readonly MadeOrder[]): Promise<(order: MadeOrder) => WorkshopTable> {
  const kept = await readKeptTables(
    db,
    user,
    orders.map(({ id }) => id),
  );
  const makerOf = ({ id, supplier }: MadeOrder) => kept.firstMakers.get(id) ?? (user.role === "supplier" ? user.companyId : supplier?.id);
  const makers = [...new Set(orders.flatMap((order) => makerOf(order) ?? []))];
  const tables = makers.length === 0 ? new Map<number, WorkshopTable>() : await presentTables(db, makers);
  return (order) => {
    const maker = makerOf(order);
    const present = tables.get(maker ?? 0) ?? USUAL;
    return kept.tables.get(order.id) ?? { ...present, table: nameFor(user, maker ?? null, present.table) };
  };
}

/** The present table of an order's workshop, whatever the order keeps. */
export async function presentTableFor(db: Db, user: SignedInUser, { supplier }: MadeOrder): Promise<WorkshopTable> {
  const maker = (user.role === "supplier" ? user.companyId : supplier?.id) ?? 0;
  return (await presentTables(db, [maker])).get(maker) ?? USUAL;
}

/** Returns the bars of each order's workshop, by which the saw's plans are made (rule W41). */
export async function barsFor(db: Db, user: SignedInUser, orders: readonly MadeOrder[]): Promise<(order: MadeOrder) => readonly Stock[]> {
  const ownerOf = ({ supplier }: MadeOrder) => (user.role === "supplier" ? user.companyId : supplier?.id);
  const owners = [...new Set(orders.flatMap((order) => ownerOf(order) ?? []))];
  const { companyId, stock } = workshopSettings;
  const rows = owners.length === 0 ? [] : await db.select({ companyId, stock }).from(workshopSettings).where(inArray(companyId, owners));
  const stocks = new Map(rows.map((row) => [row.companyId, row.stock.map(completeStock)]));
  return (order) => stocks.get(ownerOf(order) ?? 0) ?? [];
}

/** A supplier does not read another one's name (rule O19). */
const nameFor = ({ role, companyId }: SignedInUser, ownerId: number | null, name: string): string =>
  role === "supplier" && ownerId !== null && ownerId !== companyId && name !== USUAL_TABLE ? WORKSHOP : name;

/** The present tables of these companies; a company that has set nothing has the usual one. */
export async function presentTables(db: Db, makers: readonly number[]): Promise<Map<number, WorkshopTable>> {
  const { clearances, sections, lap, trackDepthMm, changedOn } = workshopSettings;
  const rows = await db
    .select({
      companyId: companies.id,
      own: { clearances, sections, lap, trackDepthMm, changedOn },
      name: companies.name,
      reviewedAt: workshopReviews.reviewedAt,
    })
    .from(companies)
    .leftJoin(workshopSettings, eq(workshopSettings.companyId, companies.id))
    .leftJoin(workshopReviews, isReviewOfSections(companies.id))
    .where(inArray(companies.id, [...makers]));
  return new Map(
    rows.map(({ companyId, own, name, reviewedAt }) => {
      const isUnreviewed = reviewedAt === null;
      if (own === null) return [companyId, { ...USUAL, isUnreviewed }];
      const { clearances, sections, lap, trackDepthMm, changedOn } = own;
      const isOwn = Object.keys(clearances).length + sections.length > 0;
      const owner = { table: isOwn ? name : USUAL_TABLE, tableDate: isOwn ? changedOn : null };
      const made = { clearances: completeClearances(clearances), sections, lap, trackDepthMm };
      return [companyId, { ...made, ...owner, keptAt: null, isUnreviewed }];
    }),
  );
}

const isReviewOfSections = (companyId: Column) => and(eq(workshopReviews.companyId, companyId), eq(workshopReviews.step, "sections"));

interface KeptTables {
  readonly tables: ReadonlyMap<number, WorkshopTable>;
  /** The suppliers of the orders that these remakes' orders make good. */
  readonly firstMakers: ReadonlyMap<number, number>;
}

/** The tables that these orders keep: their own, or those of the orders that they make good. */
async function readKeptTables(db: Db, user: SignedInUser, orderIds: readonly number[]): Promise<KeptTables> {
  const [tables, firstMakers] = [new Map<number, WorkshopTable>(), new Map<number, number>()];
  if (orderIds.length === 0) return { tables, firstMakers };
  const first = alias(orders, "first");
  const rows = await db
    .select({
      orderId: orders.id,
      supplierId: orders.supplierId,
      firstMaker: first.supplierId,
      measures: orderMeasures,
      reviewedAt: workshopReviews.reviewedAt,
    })
    .from(orders)
    .leftJoin(remakes, eq(remakes.id, orders.remakeId))
    .leftJoin(first, eq(first.id, remakes.orderId))
    .leftJoin(orderMeasures, sql`${orderMeasures.orderId} in (${orders.id}, ${first.id})`)
    .leftJoin(workshopReviews, isReviewOfSections(orders.supplierId))
    .where(inArray(orders.id, [...orderIds]))
    // The order's own table comes last and replaces the first order's.
    .orderBy(sql`${orderMeasures.orderId} = ${orders.id}`);
  for (const { orderId, supplierId, firstMaker, measures, reviewedAt } of rows) {
    if (firstMaker !== null) firstMakers.set(orderId, firstMaker);
    if (measures === null) continue;
    const { orderId: _, clearances, ownerId, owner, changedOn, storedAt, ...made } = measures;
    const table = nameFor(user, ownerId, owner ?? USUAL_TABLE);
    const isUnreviewed = supplierId !== null && (reviewedAt === null || reviewedAt > storedAt);
    const cutBy = { table, tableDate: changedOn, keptAt: storedAt, isUnreviewed };
    tables.set(orderId, { clearances: completeClearances(clearances), ...made, ...cutBy });
  }
  return { tables, firstMakers };
}
