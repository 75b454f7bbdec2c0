import type { Input } from "#client/lib/api.ts";
import { lengthToMetres, toLength } from "#shared/domain/length.ts";
import { type Pence, penceToPounds, poundsToPence } from "#shared/domain/money.ts";
import { type ItemPrice, priceItem, priceQuote, type QuotePrice } from "#shared/domain/trade/pricing.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/window-fields.ts";
import { parseMeasure, sidesTyped } from "./measure-text.ts";
import { filledOf, type Products, type QuoteValues, type WindowValues, WORDS, type Word } from "./quote-values.ts";
import { keptOf, warningsOfAll } from "./window-checks.ts";

export interface QuotePreview extends QuotePrice {
  /** One for each window, null while it has no price yet. */
  readonly lines: readonly (ItemPrice | null)[];
}

/** A window has a price as soon as type, measures and quantity are there. Its other choices don't change the price. */
function priceLine(window: WindowValues, products: Products): ItemPrice | null {
  const { shutterTypeId, quantity } = window;
  const price = shutterTypeId === null ? undefined : products.get(shutterTypeId)?.pricePerM2;
  const sides = sidesTyped(window);
  const counted = Number.isInteger(quantity) && quantity >= 1 && quantity <= WINDOW_FIELDS.quantity.most;
  return price !== undefined && sides && counted
    ? priceItem({ widthTenthMm: sides.width, heightTenthMm: sides.height, quantity, pencePerM2: poundsToPence(price) })
    : null;
}

/** The prices as the person types. The server computes the same integers with the same functions. */
export function priceOf(windows: readonly WindowValues[], products: Products): QuotePreview {
  const lines = windows.map((window) => priceLine(window, products));
  return { lines, ...priceQuote(lines.flatMap((line): Pence[] => (line ? [line.totalPence] : []))) };
}

/** What is sent: metres, and the prices that the person was shown. Only for windows without problems. */
export function toBody(
  { userId, windows: all, companyName: _, version: __, ...words }: QuoteValues,
  products: Products,
): Input<"quotes", "create">["body"] {
  const windows = filledOf(all);
  const { subtotalPence, taxPence, finalTotalPence } = priceOf(windows, products);
  const warnings = warningsOfAll(windows, products);
  return {
    ...namesIn(words),
    items: windows.map((window, place) => {
      const { itemId: ___, unit, width, height, shutterTypeId, louverSize, keptChecks: ____, ...rest } = window;
      const overriddenChecks = keptOf(window, warnings[place] ?? []);
      return {
        ...rest,
        shutterTypeId: shutterTypeId ?? 0,
        louverSize: louverSize ?? 0,
        widthM: lengthToMetres(toLength(parseMeasure(width, unit), unit)),
        heightM: lengthToMetres(toLength(parseMeasure(height, unit), unit)),
        pricePerM2: products.get(shutterTypeId ?? 0)?.pricePerM2,
        ...(overriddenChecks.length > 0 && { overriddenChecks }),
      };
    }),
    subtotal: penceToPounds(subtotalPence),
    tax: penceToPounds(taxPence),
    finalTotal: penceToPounds(finalTotalPence),
    ...(userId !== null && { userId }),
  };
}

/** The same for a stored draft: which version it changes, and which windows keep their ids. */
export function toChange(values: QuoteValues, version: number, products: Products): Input<"quotes", "update">["body"] {
  const { userId: _, items, ...body } = toBody(values, products);
  const windows = filledOf(values.windows);
  return { ...body, version, items: items.map((item, place) => ({ ...item, id: windows[place]?.itemId })) };
}

/** What was not filled in is left out. */
const namesIn = (words: Pick<QuoteValues, Word>): Partial<Record<Word, string>> =>
  Object.fromEntries(WORDS.flatMap((name) => (words[name]?.trim() ? [[name, words[name]]] : [])));
