import type { Reply } from "#client/lib/api.ts";
import { m2ToMilliM2, metresToLength } from "#shared/domain/length.ts";
import { poundsToPence } from "#shared/domain/money.ts";
import type { ItemPrice } from "#shared/domain/trade/pricing.ts";
import { optionsIn } from "#shared/domain/window/fields/window-fields.ts";
import { detailsIn } from "#shared/domain/window/text/making-text.ts";
import { differencesInWords, differencesOfOrder, type OrderedWindow } from "#shared/domain/window/text/window-rows.ts";
import { parseSides } from "./measure-text.ts";
import { listFilledWindows, type OrderedType, type Product, type Products, productOf, type WindowValues } from "./quote-values.ts";
import { toDrawable } from "./window-checks.ts";

export type OrderItem = Reply<"orders", "read">["quote"]["items"][number];

/** Adds to the types on offer each window's own type, as it was ordered (rule O25). */
export function withOrdered(items: readonly OrderItem[], types: Products): Products {
  const ordered = new Map(items.map((item) => [item.id, orderedType(item, types.get(item.shutterTypeId))]));
  return Object.assign(new Map(types), { ordered });
}

/**
 * An ordered window retains its price per m², its panels and its choices, also if they are no
 * longer sold.
 */
function orderedType(item: OrderItem, type: Product | undefined): OrderedType {
  const { shutterTypeId: id, shutterType: name, pricePerM2, listPricePerM2, widestPanelMm, deductionMm, densityKgM3 } = item;
  const sizes = type?.standardLouverSizes ?? [];
  const colors = type?.colorOptions ?? [];
  const product: Product = {
    ...(type ?? { ...NO_LONGER_SOLD, densityKgM3 }),
    ...{ id, name, pricePerM2, basePricePerM2: listPricePerM2, widestPanelMm, deductionMm },
    standardLouverSizes: sizes.includes(item.louverSize) ? sizes : [...sizes, item.louverSize],
    colorOptions: colors.includes(item.colorSelection) ? colors : [...colors, item.colorSelection],
    // A window that is free of charge has no surcharges.
    ...(pricePerM2 === 0 && { surcharges: [] }),
  };
  return { product, price: storedPrice(item), isAsOrdered: (window) => isPricedAlike(window, item) };
}

const NO_LONGER_SOLD = {
  description: null,
  material: null,
  leadWeeks: null,
  archivedAt: null,
  finish: "painted",
  createdAt: "",
} as const;

/** True if nothing differs that a price depends on, as the server compares it. */
function isPricedAlike(window: WindowValues, item: OrderItem): boolean {
  const sides = parseSides(window);
  const typed = [window.shutterTypeId, sides?.width, sides?.height, window.quantity, window.louverSize, window.colorSelection];
  const stored = [
    ...[item.shutterTypeId, metresToLength(item.widthM), metresToLength(item.heightM)],
    ...[item.quantity, item.louverSize, item.colorSelection],
  ];
  const choicesOf = (each: WindowValues | OrderItem) => [optionsIn(each), each.layoutCode || null];
  return JSON.stringify([typed, choicesOf(window)]) === JSON.stringify([stored, choicesOf(item)]);
}

function storedPrice({ areaM2, chargedAreaM2 = areaM2, surcharges = [], itemTotalPrice }: OrderItem): ItemPrice | null {
  if (itemTotalPrice === undefined) return null;
  return {
    areaMilliM2: m2ToMilliM2(areaM2),
    chargedAreaMilliM2: m2ToMilliM2(chargedAreaM2),
    surcharges: surcharges.map(({ text, amount }) => ({ text, amountPence: poundsToPence(amount) })),
    totalPence: poundsToPence(itemTotalPrice),
    makingCostPence: null,
  };
}

/** The differences between two states of a form's windows, in the words of the server's mail. */
export function changesInWords(before: readonly WindowValues[], after: readonly WindowValues[], products: Products): string[] {
  const stateOf = (windows: readonly WindowValues[]) => listFilledWindows(windows).flatMap((window) => toOrdered(window, products) ?? []);
  return differencesInWords(differencesOfOrder(stateOf(before), stateOf(after)));
}

function toOrdered(window: WindowValues, products: Products): OrderedWindow | null {
  const product = productOf(window, products);
  const drawn = toDrawable(window, product);
  if (!drawn) return null;
  const { width: widthTenthMm, height: heightTenthMm, ...rest } = drawn;
  return {
    ...{ ...rest, ...detailsIn(window), layoutCode: rest.layoutCode, widthTenthMm, heightTenthMm },
    id: window.itemId,
    name: window.name.trim(),
    shutterType: product?.name ?? "",
    quantity: window.quantity,
    note: window.note?.trim() || null,
  };
}
