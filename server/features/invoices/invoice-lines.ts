import type { InvoiceLine } from "#server/db/schema.ts";
import type { MoneyOfItem, QuoteItem } from "#server/db/select-parts.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { makingInWords } from "#shared/domain/window/making-words.ts";
import { optionsInWords } from "#shared/domain/window/window-fields.ts";
import { toDraw } from "#shared/domain/window/window-layout.ts";

/** What a window is, in one sentence of a document. */
const windowInWords = (item: Omit<QuoteItem, "id" | MoneyOfItem>): string =>
  [
    `${item.shutterType}, ${item.colorSelection}`,
    sizeInMillimetres(item),
    `${item.louverSize} mm louvres`,
    ...optionsInWords(item),
    ...makingInWords(toDraw(item)),
  ].join(", ");

/** A quote's windows as the priced lines of a document. */
export const linesOf = (items: readonly Omit<QuoteItem, "id">[]): InvoiceLine[] =>
  items.map((item) => ({
    name: item.name,
    description: windowInWords(item),
    quantity: item.quantity,
    areaM2: item.areaMilliM2,
    pricePerM2: item.pencePerM2,
    ...(item.listPencePerM2 !== item.pencePerM2 && { listPricePerM2: item.listPencePerM2, discountHundredths: item.discountHundredths }),
    ...(item.chargedAreaMilliM2 !== item.areaMilliM2 && { chargedAreaM2: item.chargedAreaMilliM2 }),
    ...(item.surcharges.length > 0 && { surcharges: item.surcharges }),
    taxPercent: TAX_PERCENT,
    net: item.itemTotalPence,
  }));
