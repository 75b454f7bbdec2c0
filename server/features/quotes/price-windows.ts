import { getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import { costPerM2On, priceColumns } from "#server/features/products/prices.ts";
import type { QuoteItem } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { products } from "#server/schema/products.ts";
import type { createQuoteBody } from "#shared/contract/parts/quote-bodies.ts";
import { areaOf } from "#shared/domain/length.ts";
import { formatPence, isOtherAmount, type Pence, penceToPounds, poundsToPence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import {
  costOfMaking,
  type MakingCosts,
  priceItem,
  priceOnTerms,
  priceQuote,
  type QuotePrice,
  type TypeTerms,
} from "#shared/domain/trade/pricing.ts";
import { measuredProblem } from "#shared/domain/window/fields/measured.ts";
import { defaultWindowName, optionsIn } from "#shared/domain/window/fields/window-fields.ts";
import { makingProblem } from "#shared/domain/window/geometry/making.ts";
import { DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import { postCountOf, toDraw } from "#shared/domain/window/geometry/window-layout.ts";

/** A type at the list price of a day, and the terms of the quote's company. */
export type Product = Omit<typeof products.$inferSelect, "priceSince" | "costSince"> & { readonly terms: TypeTerms | null };

interface Quoted {
  readonly shutterTypes: readonly number[];
  /** The account for which the quote is made: its company's terms apply. */
  readonly ownerId: number;
  readonly now: Date;
}

/**
 * The shutter types of a quote by id, locked until the quote is stored, so that a concurrent price
 * change applies to the whole quote or not at all.
 */
export async function productsForQuote(db: Db, { shutterTypes, ownerId, now }: Quoted): Promise<ReadonlyMap<number, Product>> {
  const owner = sql`(select ${users.companyId} from ${users} where ${users.id} = ${ownerId})`;
  const today = londonDay(now);
  const { basePricePerM2, terms } = priceColumns(today, owner);
  const rows = await db
    .select({ ...getTableColumns(products), basePricePerM2, terms, costPerM2: costPerM2On(today) })
    .from(products)
    .where(sql`${products.id} = any(${sql.param(shutterTypes)}::integer[])`)
    .for("share", { of: products })
    .prepare("shutter types of a quote")
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type WindowAsked = Omit<z.output<typeof createQuoteBody>["items"][number], "pricePerM2">;
export type PricedWindow = ReturnType<typeof priceWindow>;

/** A window of an order, which keeps its price per square metre and its construction (rule O21). */
export type OrderedItem = QuoteItem & { readonly makingCostPence: Pence | null; readonly isFixedPrice: boolean };

/** True if nothing differs that a price depends on. */
function isPricedAlike(one: PricingInputs, other: PricingInputs): boolean {
  const inputsOf = (window: PricingInputs) => [
    ...[window.shutterTypeId, window.widthTenthMm, window.heightTenthMm, window.quantity, window.louverSize, window.colorSelection],
    ...[optionsIn(window), window.layoutCode ?? null],
  ];
  return JSON.stringify(inputsOf(one)) === JSON.stringify(inputsOf(other));
}
type PricingInputs = Parameters<typeof optionsIn>[0] &
  Pick<OrderedItem, "shutterTypeId" | "widthTenthMm" | "heightTenthMm" | "quantity" | "louverSize" | "colorSelection"> & {
    readonly layoutCode?: string | null | undefined;
  };

/**
 * Checks a window against its shutter type and prices it (rule Q3). `ordered`: the window as it was
 * ordered, whose choices stay available and whose price per square metre stays.
 */
function priceWindow(window: WindowAsked, place: number, products: ReadonlyMap<number, Product>, ordered?: OrderedItem) {
  const name = window.name || defaultWindowName(place);
  const product = products.get(window.shutterTypeId);
  const kept = ordered?.shutterTypeId === window.shutterTypeId ? ordered : undefined;
  if (!product || (product.archivedAt !== null && !kept)) throw badRequest(`Product not found for window "${name}"`);
  if (window.louverSize !== kept?.louverSize && !product.standardLouverSizes.includes(window.louverSize)) {
    throw badRequest(`Louver size ${window.louverSize} mm is not made in ${product.name} (window "${name}")`);
  }
  if (window.colorSelection !== kept?.colorSelection && !product.colorOptions.includes(window.colorSelection)) {
    throw badRequest(`Color ${window.colorSelection} is not made in ${product.name} (window "${name}")`);
  }
  if (areaOf(window.widthTenthMm, window.heightTenthMm) === 0) throw badRequest(`Window "${name}" is too small to price`);
  const details = detailsOf(window);
  const construction = {
    widestPanelMm: kept?.widestPanelMm ?? product.widestPanelMm ?? WIDEST_PANEL.usual,
    deductionMm: kept?.deductionMm ?? product.deductionMm ?? DEDUCTION.usual,
  };
  const size = toDraw({ ...window, ...details, ...construction, name });
  const problem = measuredProblem(window, name) ?? makingProblem(size)?.sentence;
  if (problem) throw badRequest(problem);
  const { terms, minimumAreaMilliM2 } = product;
  // A window of a remake stays free of charge, also as another type, and has no surcharges.
  const free = ordered?.pencePerM2 === 0 ? ordered : undefined;
  const priced = free ?? kept;
  const pencePerM2 = priced?.pencePerM2 ?? priceOnTerms(product.basePricePerM2, terms);
  const tariff = free ? [] : product.surcharges;
  const { areaMilliM2, chargedAreaMilliM2, surcharges, totalPence, makingCostPence } = priceItem(
    { ...window, posts: () => postCountOf(size) },
    { pencePerM2, minimumAreaMilliM2, surcharges: tariff, costs: costsOf(product) },
  );
  const isSame = kept !== undefined && isPricedAlike(window, kept);
  return {
    place,
    name,
    shutterTypeId: product.id,
    shutterType: kept?.shutterType ?? product.name,
    widthTenthMm: window.widthTenthMm,
    heightTenthMm: window.heightTenthMm,
    areaMilliM2,
    louverSize: window.louverSize,
    ...optionsIn(window),
    ...details,
    colorSelection: window.colorSelection,
    quantity: window.quantity,
    overriddenChecks: window.overriddenChecks ?? [],
    ...construction,
    pencePerM2,
    listPencePerM2: priced?.listPencePerM2 ?? product.basePricePerM2,
    discountHundredths: priced?.discountHundredths ?? terms?.discountHundredths ?? 0,
    isFixedPrice: priced?.isFixedPrice ?? (terms !== null && terms.fixedPence !== null),
    chargedAreaMilliM2: isSame ? kept.chargedAreaMilliM2 : chargedAreaMilliM2,
    surcharges: isSame ? kept.surcharges : surcharges,
    itemTotalPence: isSame ? kept.itemTotalPence : totalPence,
    makingCostPence: isSame ? kept.makingCostPence : makingCostPence,
  };
}

/** The costs of a type; null if the owner has not entered its cost per square metre. */
const costsOf = ({ costPerM2, costSurcharges }: Pick<Product, "costPerM2" | "costSurcharges">): MakingCosts | null =>
  costPerM2 === null ? null : { pencePerM2: costPerM2, surcharges: costSurcharges };

/** The cost of making a stored window again today; null: its type has none. */
export function costAgain(window: QuoteItem, type: Product | undefined): Pence | null {
  const costs = type ? costsOf(type) : null;
  return costs && costOfMaking({ ...window, posts: () => postCountOf(toDraw(window)) }, costs);
}

/** Omitted details are null; an empty list and a blank note count as omitted. */
const detailsOf = ({ layoutCode, facetsMm, postAngles, tPostsMm, midRailHeightsMm, tiltSplitMm, measuredMm, note }: WindowAsked) => ({
  layoutCode: layoutCode ?? null,
  facetsMm: facetsMm?.length ? facetsMm : null,
  postAngles: postAngles?.length ? postAngles : null,
  tPostsMm: tPostsMm?.length ? tPostsMm : null,
  midRailHeightsMm: midRailHeightsMm?.length ? midRailHeightsMm : null,
  tiltSplitMm: tiltSplitMm ?? null,
  measuredMm: measuredMm ?? null,
  note: note?.trim() ? note : null,
});

export interface PricedQuote extends QuotePrice {
  readonly windows: readonly PricedWindow[];
}

/** `ordered` returns the window that was ordered at a place of the list, if there was one. */
export function priceWindows(
  asked: readonly WindowAsked[],
  products: ReadonlyMap<number, Product>,
  ordered: (index: number) => OrderedItem | undefined = () => undefined,
): PricedQuote {
  const windows = asked.map((window, index) => priceWindow(window, index + 1, products, ordered(index)));
  return { windows, ...priceQuote(windows.map((window) => window.itemTotalPence)) };
}

type Claims = Pick<z.output<typeof createQuoteBody>, "subtotal" | "tax" | "finalTotal" | "items">;

/**
 * Refuses a quote whose total differs from the one that the person saw, so that the person can
 * review the change first (rule Q4).
 */
export function refuseStaleTotals(claims: Claims, priced: PricedQuote): void {
  const isTrue =
    !isOtherAmount(claims.subtotal, priced.subtotalPence) &&
    !isOtherAmount(claims.tax, priced.taxPence) &&
    !isOtherAmount(claims.finalTotal, priced.finalTotalPence);
  if (isTrue) return;
  const lines = priced.windows.flatMap((window, index) => changedPrice(window, claims.items[index]?.pricePerM2));
  throw conflict(`Prices have changed: the total is now ${formatPence(priced.finalTotalPence)}`, {
    lines,
    finalTotal: penceToPounds(priced.finalTotalPence),
  });
}

function changedPrice(window: PricedWindow, believed: unknown) {
  const oldPricePerM2 = typeof believed === "number" && Number.isFinite(believed) ? believed : null;
  if (oldPricePerM2 !== null && poundsToPence(oldPricePerM2) === window.pencePerM2) return [];
  return [{ name: window.name, oldPricePerM2, newPricePerM2: penceToPounds(window.pencePerM2) }];
}
