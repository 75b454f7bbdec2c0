import { and, eq, getTableColumns, inArray, isNull, lte, or, type Placeholder, sql } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { requireSupplier } from "#server/features/companies/people.ts";
import { firstRows, isOpening } from "#server/lists/lists.ts";
import { holdsWord, type Word } from "#server/lists/search.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, brokenConstraint, conflict, forbidden, notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { priceChanges, productNames, products } from "#server/schema/products.ts";
import type { priceChanges as planContract } from "#shared/contract/price-changes.ts";
import type { products as contract } from "#shared/contract/products.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { type Surcharge, surchargeWords } from "#shared/domain/trade/surcharges.ts";
import { DEFAULT_PAGE } from "#shared/http/wire.ts";
import { pricePlanHandlers } from "./price-plans.ts";
import { costPerM2On, forCompany, listPriceOn, priceColumns } from "./prices.ts";

export const productHandlers: Handlers<typeof contract & typeof planContract> = {
  list: async ({ db, user, query, page, now }) => {
    const today = londonDay(now);
    const companyId = await buyerOf(db, user, query.companyId);
    const { companyId: _, ...filters } = query;
    if (isOpening(page, filters)) return (await openingTypes(db, {}, { today, companyId })).map(forCompany);
    const shown = query.archived === "include" && isStaff(user.role) ? undefined : isNull(products.archivedAt);
    const rows = await selectTypes(db, today, companyId)
      .where(and(shown, afterCursor(page, products.createdAt, products.id)))
      .orderBy(...newestFirst(products.createdAt, products.id))
      .limit(rowsToFetch(page));
    return rows.map(forCompany);
  },

  create: async ({ db, user, body, now, record }) => {
    await refuseUsedName(db, user, body.name);
    await refuseSupplier(db, user, body.supplierId ?? null, null);
    const charges = chargesAsked(user, body, { standardLouverSizes: [], colorOptions: [] });
    const costs = costsAsked(user, body, { ...body, costPerM2: null }, londonDay(now));
    const [product] = await refuseTakenName(body.name, () =>
      db
        .insert(products)
        .values({
          name: body.name,
          description: body.description ?? null,
          basePricePerM2: body.basePricePerM2,
          priceSince: londonDay(now),
          standardLouverSizes: unique(body.standardLouverSizes ?? []),
          colorOptions: unique(body.colorOptions ?? []),
          widestPanelMm: body.widestPanelMm ?? null,
          supplierId: body.supplierId ?? null,
          deductionMm: body.deductionMm ?? null,
          densityKgM3: body.densityKgM3 ?? null,
          finish: body.finish,
          ...charges,
          ...costs,
          material: body.material || null,
          leadWeeks: body.leadWeeks ?? null,
          createdAt: now,
        })
        .returning(),
    );
    if (!product) throw new Error("The shutter type was not stored");
    await recordNames(db, [product]);
    await recordPriceChange({ db, user, now }, product.id, { from: null, to: product.basePricePerM2 });
    record({ targetId: product.id, after: auditable(product) });
    return typeNow(db, product.id, now);
  },

  update: async ({ db, user, body, now, record }) => {
    const isType = body.id === undefined ? eq(products.name, body.name) : eq(products.id, body.id);
    const today = londonDay(now);
    const [before] = await db
      .select({ ...getTableColumns(products), basePricePerM2: listPriceOn(today), costPerM2: costPerM2On(today) })
      .from(products)
      .where(isType)
      .for("update");
    if (!before) throw notFound("Shutter type");
    const repriced = body.basePricePerM2 !== before.basePricePerM2;
    if (repriced && user.role !== "super_admin") throw forbidden("Only the super admin can change a price");
    await refuseSupplier(db, user, body.supplierId, before.supplierId);
    const charges = chargesAsked(user, body, before);
    const costs = costsAsked(user, body, before, today);
    if (!(await isSameName(db, body.name, before.name))) await refuseUsedName(db, user, body.name);
    await recordNames(db, [{ id: before.id, name: body.name }]);
    await refuseTakenName(body.name, () =>
      db
        .update(products)
        .set({
          name: body.name,
          // The new price holds from now on, and leaves future prices unchanged (rule P12).
          ...(repriced && { basePricePerM2: body.basePricePerM2, priceSince: today }),
          // An omitted field keeps its value: the simple dialog sends only a name and a price.
          ...(body.description !== undefined && { description: body.description }),
          ...(body.standardLouverSizes && { standardLouverSizes: unique(body.standardLouverSizes) }),
          ...(body.colorOptions && { colorOptions: unique(body.colorOptions) }),
          ...(body.widestPanelMm !== undefined && { widestPanelMm: body.widestPanelMm }),
          ...(body.supplierId !== undefined && { supplierId: body.supplierId }),
          ...(body.deductionMm !== undefined && { deductionMm: body.deductionMm }),
          ...(body.densityKgM3 !== undefined && { densityKgM3: body.densityKgM3 }),
          ...(body.finish && { finish: body.finish }),
          ...charges,
          ...costs,
          ...(body.material !== undefined && { material: body.material || null }),
          ...(body.leadWeeks !== undefined && { leadWeeks: body.leadWeeks }),
        })
        .where(eq(products.id, before.id)),
    );
    const after = await typeNow(db, before.id, now);
    if (repriced) await recordPriceChange({ db, user, now }, after.id, { from: before.basePricePerM2, to: after.basePricePerM2 });
    record({ targetId: after.id, before: auditable(before), after: auditable(after) });
    return after;
  },

  archive: async ({ db, params, now, record }) => {
    const [product] = await db
      .update(products)
      .set({ archivedAt: sql`coalesce(${products.archivedAt}, ${now.toISOString()}::timestamptz)` })
      .where(eq(products.id, params.id))
      .returning();
    if (!product) throw notFound("Shutter type");
    record({ after: { archivedAt: product.archivedAt } });
    return typeNow(db, product.id, now);
  },

  restore: async ({ db, params, now, record }) => {
    const [before] = await db.select().from(products).where(eq(products.id, params.id)).for("update");
    if (!before) throw notFound("Shutter type");
    if (before.archivedAt === null) {
      record(null);
      return typeNow(db, before.id, now);
    }
    await refuseTakenName(before.name, () => db.update(products).set({ archivedAt: null }).where(eq(products.id, before.id)));
    record({ before: { archivedAt: before.archivedAt }, after: { archivedAt: null } });
    return typeNow(db, before.id, now);
  },

  prices: async ({ db, params, page, now }) => {
    const [found] = await db.select({ id: products.id }).from(products).where(eq(products.id, params.id));
    if (!found) throw notFound("Shutter type");
    return pricesOf(db, params.id, page, now);
  },

  ...pricePlanHandlers,
};

const selectTypes = (db: Db, day: Day | Placeholder, companyId: number | null | Placeholder) =>
  db.select({ ...getTableColumns(products), ...priceColumns(day, companyId), costPerM2: costPerM2On(day) }).from(products);

const openingTypes = prepared("newest shutter types", (db) =>
  selectTypes(db, sql.placeholder("today"), sql.placeholder("companyId"))
    .where(isNull(products.archivedAt))
    .orderBy(...newestFirst(products.createdAt, products.id))
    .limit(firstRows(DEFAULT_PAGE + 1)),
);

/**
 * A type at the list price.
 * @throws 404
 */
async function typeNow(db: Db, id: number, now: Date) {
  const [row] = await selectTypes(db, londonDay(now), null).where(eq(products.id, id));
  if (!row) throw notFound("Shutter type");
  return forCompany(row);
}

/**
 * The company whose prices the list shows: a customer's own, the one that staff name, otherwise
 * none.
 * @throws 404
 */
async function buyerOf(db: Db, user: SignedInUser, requestedId: number | undefined): Promise<number | null> {
  if (user.role === "customer") return user.companyId;
  if (requestedId === undefined || !isStaff(user.role)) return null;
  // A quote names a person, and the founder's id is the company's, so both ids are accepted.
  const ofPerson = db.select({ id: users.companyId }).from(users).where(eq(users.id, requestedId));
  const [client] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(or(eq(companies.id, requestedId), inArray(companies.id, ofPerson)), eq(companies.kind, "customer")));
  if (!client) throw notFound("Client");
  return client.id;
}

/** The shutter types on offer whose name contains every word, the newest first. */
export const findProducts = (db: Db, words: readonly Word[], most: number) =>
  db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(isNull(products.archivedAt), ...words.map((word) => holdsWord(sql`lower(${products.name})`, word))))
    .orderBy(...newestFirst(products.createdAt, products.id))
    .limit(most);

/**
 * Every price that a type has had, newest first; a future price starts at its first moment, after
 * the price before it (rule P8).
 */
function pricesOf(db: Db, productId: number, page: Page, now: Date) {
  const began = db
    .select({
      id: priceChanges.id,
      from: sql<Pence | null>`case when ${priceChanges.planId} is null then ${priceChanges.from}
        else lag(${priceChanges.to}) over (order by ${priceChanges.at}, ${priceChanges.id}) end`.as("price_before"),
      to: priceChanges.to,
      at: priceChanges.at,
      byUserId: priceChanges.byUserId,
    })
    .from(priceChanges)
    .where(and(eq(priceChanges.productId, productId), lte(priceChanges.at, now)))
    .as("began");
  return db
    .select({ id: began.id, from: began.from, to: began.to, at: began.at, by: users.contactName })
    .from(began)
    .innerJoin(users, eq(users.id, began.byUserId))
    .where(afterCursor(page, began.at, began.id))
    .orderBy(...newestFirst(began.at, began.id))
    .limit(rowsToFetch(page));
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

type MadeIn = Pick<typeof products.$inferSelect, "standardLouverSizes" | "colorOptions">;
interface ChargesAsked extends Partial<MadeIn> {
  readonly minimumAreaMilliM2?: MilliM2 | null | undefined;
  readonly surcharges?: Surcharge[] | undefined;
}

/**
 * The minimum area and the surcharges, if the person may set prices; otherwise both stay (rule
 * P13). A surcharge on a colour or louvre that the type lacks is refused, because it would never be
 * charged.
 * @throws 400
 */
function chargesAsked(user: SignedInUser, asked: ChargesAsked, before: MadeIn): ChargesAsked {
  if (user.role !== "super_admin") return {};
  const { minimumAreaMilliM2, surcharges } = asked;
  refuseUnmadeChoices(surcharges, asked, before);
  return { ...(minimumAreaMilliM2 !== undefined && { minimumAreaMilliM2 }), ...(surcharges && { surcharges }) };
}

/** @throws 400 */
function refuseUnmadeChoices(surcharges: readonly Surcharge[] = [], asked: Partial<MadeIn>, before: Partial<MadeIn>): void {
  const { standardLouverSizes = before.standardLouverSizes ?? [], colorOptions = before.colorOptions ?? [] } = asked;
  for (const { field, value } of surcharges) {
    if (field === "colorSelection" && !colorOptions.includes(String(value)))
      throw badRequest(`Surcharge: ${value} is not a colour of this type`);
    if (field === "louverSize" && !standardLouverSizes.includes(Number(value)))
      throw badRequest(`Surcharge: ${value} mm is not a louver size of this type`);
  }
}

interface CostsAsked extends Partial<MadeIn> {
  readonly costPerM2?: Pence | null | undefined;
  readonly costSurcharges?: Surcharge[] | undefined;
}

/**
 * The costs, if the person is the super admin; otherwise both stay (rule P17). A changed cost holds
 * from now on, and leaves future costs unchanged.
 * @throws 400
 */
function costsAsked(user: SignedInUser, asked: CostsAsked, before: Partial<MadeIn> & { readonly costPerM2: Pence | null }, today: Day) {
  if (user.role !== "super_admin") return {};
  const { costPerM2, costSurcharges } = asked;
  refuseUnmadeChoices(costSurcharges, asked, before);
  const isChanged = costPerM2 !== undefined && costPerM2 !== before.costPerM2;
  return { ...(isChanged && { costPerM2, costSince: today }), ...(costSurcharges && { costSurcharges }) };
}

const auditable = ({
  name,
  description,
  basePricePerM2,
  standardLouverSizes,
  colorOptions,
  widestPanelMm,
  supplierId,
  deductionMm,
  densityKgM3,
  finish,
  minimumAreaMilliM2,
  surcharges,
  costPerM2,
  costSurcharges,
  leadWeeks,
}: Omit<typeof products.$inferSelect, "priceSince" | "costSince">) => ({
  name,
  description,
  basePrice: formatPence(basePricePerM2),
  standardLouverSizes,
  colorOptions,
  widestPanelMm,
  supplierId,
  deductionMm,
  densityKgM3,
  finish,
  minimumAreaMilliM2,
  surcharges: surcharges.map(surchargeWords),
  // Only the super admin reads the trail (rule P17).
  cost: costPerM2 && formatPence(costPerM2),
  costSurcharges: costSurcharges.map(surchargeWords),
  leadWeeks,
});

/**
 * Records the names of types (rule P7). A foreign key, checked at commit, refuses a type whose name
 * is not recorded.
 */
export async function recordNames(db: Db, types: readonly { readonly id: number; readonly name: string }[]): Promise<void> {
  await db
    .insert(productNames)
    .values(types.map(({ id, name }) => ({ productId: id, name })))
    .onConflictDoNothing();
}

/** Stores each price change with its date and author (rule P8). */
async function recordPriceChange(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  productId: number,
  { from, to }: { readonly from: Pence | null; readonly to: Pence },
): Promise<void> {
  await db.insert(priceChanges).values({ productId, from, to, at: now, byUserId: user.impersonator?.id ?? user.id });
}

const isSameName = async (db: Db, one: string, other: string): Promise<boolean> => {
  const { rows } = await db.execute<{ same: boolean }>(sql`select lower(${one}) = lower(${other}) as same`);
  return rows[0]?.same === true;
};

/**
 * A person who may not set prices may not use a name that another type has or had: customers would
 * buy that type at another price (rule P7).
 * @throws 409
 */
async function refuseUsedName(db: Db, user: SignedInUser, name: string): Promise<void> {
  if (user.role === "super_admin") return;
  const borne = sql<boolean>`lower(${products.name}) = lower(${name})`;
  const [used] = await db
    .select({ now: products.name, borne })
    .from(productNames)
    .innerJoin(products, eq(products.id, productNames.productId))
    .where(sql`lower(${productNames.name}) = lower(${name})`)
    .orderBy(sql`${borne} desc`)
    .limit(1);
  if (!used) return;
  throw conflict(used.borne ? nameTaken(name) : `"${used.now}" was once called "${name}": only the super admin can use that name again`);
}

/**
 * Only the super admin assigns the maker of a type (rule O11).
 * @throws 400, 403
 */
async function refuseSupplier(db: Db, user: SignedInUser, asked: number | null | undefined, before: number | null): Promise<void> {
  if (asked === undefined || asked === before) return;
  if (user.role !== "super_admin") throw forbidden("Only the super admin can choose the supplier of a shutter type");
  await requireSupplier(db, asked);
}

const nameTaken = (name: string): string => `A shutter type called "${name}" already exists`;

async function refuseTakenName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "products_name") throw conflict(nameTaken(name));
    throw error;
  }
}
