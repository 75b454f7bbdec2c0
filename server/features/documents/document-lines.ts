import type { InvoiceLine } from "#server/db/schema.ts";
import { TAX_PERCENT } from "#shared/domain/pricing.ts";
import { type DocumentItem, windowInWords } from "./window-words.ts";

/** A quote's windows as the priced lines of a document. */
export const linesOf = (items: readonly Omit<DocumentItem, "id">[]): InvoiceLine[] =>
  items.map((item) => ({
    name: item.name,
    description: windowInWords(item),
    quantity: item.quantity,
    areaM2: item.areaM2,
    pricePerM2: item.pricePerM2,
    taxPercent: TAX_PERCENT,
    net: item.itemTotalPrice,
  }));
