import type { MoneyOfItem, QuoteItem } from "#server/lists/select-parts.ts";
import type { InvoiceLine } from "#server/schema/invoices-and-refunds.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { optionsInWords } from "#shared/domain/window/fields/window-fields.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { makingInWords } from "#shared/domain/window/text/making-text.ts";

/** Describes a window in one sentence of a document. */
const windowInWords = (item: Omit<QuoteItem, "id" | MoneyOfItem>): string =>
  [
    `${item.shutterType}, ${item.colorSelection}`,
    sizeInMillimetres(item),
    `${item.louverSize} mm louvres`,
    ...optionsInWords(item),
    ...makingInWords(toDraw(item)),
  ].join(", ");

/** Converts a quote's windows to the priced lines of a document. */
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
