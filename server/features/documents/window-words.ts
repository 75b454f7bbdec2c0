import type { quoteItems } from "#server/db/schema.ts";
import { type MilliM2, milliM2ToM2, sizeInMillimetres } from "#shared/domain/length.ts";
import { FRAME_LABEL, MOUNT_LABEL, OPENING_LABEL, TILT_ROD_LABEL } from "#shared/domain/window-options.ts";

export type DocumentItem = Omit<typeof quoteItems.$inferSelect, "quoteId" | "place">;
/** A window as its maker may see it. */
export type MakerItem = Omit<DocumentItem, "pricePerM2" | "itemTotalPrice">;

const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
export const inM2 = (area: MilliM2): string => `${squareMetres.format(milliM2ToM2(area))} m²`;

export const midRailsOf = (count: number): string => (count === 1 ? "1 mid rail" : `${count} mid rails`);

/** What a window is, in one sentence of a document. */
export function windowInWords(item: Omit<MakerItem, "id">): string {
  const rod = item.tiltRodType === "hidden" ? "hidden tilt rod" : `${TILT_ROD_LABEL[item.tiltRodType].toLowerCase()} tilt rod`;
  return [
    `${item.shutterType}, ${item.colorSelection}`,
    sizeInMillimetres(item),
    `${item.louverSize} mm louvres`,
    FRAME_LABEL[item.frameType],
    `${MOUNT_LABEL[item.mountType].toLowerCase()} mount`,
    OPENING_LABEL[item.openingDirection].toLowerCase(),
    rod,
    ...(item.numberOfMidRails > 0 ? [midRailsOf(item.numberOfMidRails)] : []),
  ].join(", ");
}
