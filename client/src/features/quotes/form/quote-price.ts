import type { Input } from "#client/lib/api.ts";
import { lengthToMetres, m2ToMilliM2, toLength } from "#shared/domain/length.ts";
import { type Pence, penceToPounds, poundsToPence } from "#shared/domain/money.ts";
import { type ItemPrice, priceItem, priceQuote, type QuotePrice, type Tariff } from "#shared/domain/trade/pricing.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { postCountOf } from "#shared/domain/window/geometry/window-layout.ts";
import { parseMeasure, parseSides } from "./measure-text.ts";
import {
  listFilledWindows,
  orderedTypeOf,
  type Product,
  type Products,
  productOf,
  type QuoteValues,
  type WindowValues,
  WORDS,
  type Word,
} from "./quote-values.ts";
import { checkAllWindows, findConfirmedChecks, toDrawable } from "./window-checks.ts";

export interface QuotePreview extends QuotePrice {
  /** One entry per window; null while the window has no price yet. */
  readonly lines: readonly (ItemPrice | null)[];
}

/** A type's prices in the API's format; null for people who may not see them. */
function toTariff({ pricePerM2, minimumAreaM2 = null, surcharges = [] }: Product): Tariff | null {
  if (pricePerM2 === undefined) return null;
  return {
    pencePerM2: poundsToPence(pricePerM2),
    minimumAreaMilliM2: minimumAreaM2 === null ? null : m2ToMilliM2(minimumAreaM2),
    surcharges: surcharges.map(({ amount, ...surcharge }) => ({ ...surcharge, amountPence: poundsToPence(amount) })),
  };
}

/**
 * A window has a price once type, measures and quantity are complete. Its other choices change the
 * price only through surcharges.
 */
function calculateLine(window: WindowValues, products: Products): ItemPrice | null {
  const { quantity } = window;
  const ordered = orderedTypeOf(window, products);
  if (ordered?.price && ordered.isAsOrdered(window)) return ordered.price;
  const product = productOf(window, products);
  const tariff = product && toTariff(product);
  const sides = parseSides(window);
  const counted = Number.isInteger(quantity) && quantity >= 1 && quantity <= WINDOW_FIELDS.quantity.most;
  if (!tariff || !sides || !counted) return null;
  const posts = () => {
    const drawn = toDrawable(window, product);
    return drawn ? postCountOf(drawn) : 0;
  };
  return priceItem({ ...window, widthTenthMm: sides.width, heightTenthMm: sides.height, posts }, tariff);
}

/**
 * Calculates the prices during typing. The server computes the same integers with the same
 * functions.
 */
export function calculatePrices(windows: readonly WindowValues[], products: Products): QuotePreview {
  const lines = windows.map((window) => calculateLine(window, products));
  return { lines, ...priceQuote(lines.flatMap((line): Pence[] => (line ? [line.totalPence] : []))) };
}

/**
 * The request body: sizes in metres, and the prices that the person saw. Only for windows without
 * problems. @param askPrices false accepts the server's prices at that time
 */
export function toBody(
  { userId, windows: all, companyName: _, version: __, ...words }: QuoteValues,
  products: Products,
  askPrices = true,
): Input<"quotes", "create">["body"] {
  const windows = listFilledWindows(all);
  const { subtotalPence, taxPence, finalTotalPence } = calculatePrices(windows, products);
  const warnings = checkAllWindows(windows, products);
  return {
    ...namesIn(words),
    items: windows.map((window, place) => {
      const { itemId: ___, photosKey: _____, unit, width, height, shutterTypeId, louverSize, keptChecks: ____, ...rest } = window;
      const overriddenChecks = findConfirmedChecks(window, warnings[place] ?? []);
      return {
        ...rest,
        shutterTypeId: shutterTypeId ?? 0,
        louverSize: louverSize ?? 0,
        widthM: lengthToMetres(toLength(parseMeasure(width, unit), unit)),
        heightM: lengthToMetres(toLength(parseMeasure(height, unit), unit)),
        ...(askPrices && { pricePerM2: products.get(shutterTypeId ?? 0)?.pricePerM2 }),
        ...(overriddenChecks.length > 0 && { overriddenChecks }),
      };
    }),
    ...(askPrices && {
      subtotal: penceToPounds(subtotalPence),
      tax: penceToPounds(taxPence),
      finalTotal: penceToPounds(finalTotalPence),
    }),
    ...(userId !== null && { userId }),
  };
}

/**
 * The request body for a stored draft, with the version that it changes and the stored windows'
 * ids.
 */
export function toChange(values: QuoteValues, version: number, products: Products): Input<"quotes", "update">["body"] {
  const { userId: _, items, ...body } = toBody(values, products);
  const windows = listFilledWindows(values.windows);
  return { ...body, version, items: items.map((item, place) => ({ ...item, id: windows[place]?.itemId })) };
}

/** The windows of a correction, in the API's format, with the ids of those that were ordered. */
export function toOrderedWindows(values: QuoteValues, products: Products): Input<"orders", "changeWindows">["body"]["windows"] {
  const windows = listFilledWindows(values.windows);
  return toBody(values, products, false).items.map((item, place) => ({ ...item, id: windows[place]?.itemId }));
}

type RequestedWindow = NonNullable<Input<"orders", "requestChange">["body"]["windows"]>[number];

/**
 * The changes that a customer requests: each window's changed fields alone, and the removed
 * windows.
 */
export function toRequest(before: QuoteValues, after: QuoteValues, products: Products): RequestedWindow[] {
  const now = toOrderedWindows(after, products);
  return toOrderedWindows(before, products).flatMap((old): RequestedWindow[] => {
    const itemId = old.id ?? 0;
    const window = now.find(({ id }) => id === old.id);
    if (!window) return [{ itemId, remove: true }];
    const { id: _, overriddenChecks: __, ...fields } = window;
    const changed = Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(old[name as keyof typeof old] ?? null),
    );
    return changed.length > 0 ? [{ itemId, fields: Object.fromEntries(changed) }] : [];
  });
}

/** Omits blank texts. */
const namesIn = (words: Pick<QuoteValues, Word>): Partial<Record<Word, string>> =>
  Object.fromEntries(WORDS.flatMap((name) => (words[name]?.trim() ? [[name, words[name]]] : [])));
