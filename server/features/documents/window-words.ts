import type { quoteItems } from "#server/db/schema.ts";
import { type MilliM2, milliM2ToM2, sizeInMillimetres } from "#shared/domain/length.ts";
import { optionsInWords } from "#shared/domain/window-options.ts";

export type DocumentItem = Omit<typeof quoteItems.$inferSelect, "quoteId" | "place">;
/** A window as its maker may see it. */
export type MakerItem = Omit<DocumentItem, "pricePerM2" | "itemTotalPrice">;

const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
export const inM2 = (area: MilliM2): string => `${squareMetres.format(milliM2ToM2(area))} m²`;

/** What a window is, in one sentence of a document. */
export const windowInWords = (item: Omit<MakerItem, "id">): string =>
  [`${item.shutterType}, ${item.colorSelection}`, sizeInMillimetres(item), `${item.louverSize} mm louvres`, ...optionsInWords(item)].join(
    ", ",
  );
