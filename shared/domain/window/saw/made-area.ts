import type { MilliM2 } from "#shared/domain/length.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type Cut, cutList, louvresOf } from "./cut-list.ts";
import { isWholeWindow } from "./window-make.ts";

/** A rail's face is as high as the rail; every other part shows its section's width. */
const faceOf = ({ nominalMm, ripMm, section, count }: Cut): number => count * nominalMm * (ripMm ?? section.widthMm);
const facesOf = (item: WindowToDraw): number => cutList(item).reduce((sum, cut) => sum + faceOf(cut), 0);

/**
 * The area of one window that a remake makes (rule W113): the window's area times the share that
 * the faces of the made parts have in the faces of all its parts, by the drawn sizes. The shares of
 * several makes that have no part in common add up. Null: the whole window is made.
 */
export function madeAreaOf({ areaMilliM2, ...item }: WindowToDraw & { readonly areaMilliM2: MilliM2 }): MilliM2 | null {
  if (isWholeWindow(item.make)) return null;
  const whole = facesOf({ ...item, make: null });
  const share = whole > 0 ? facesOf(item) / whole : 1;
  return Math.max(1, Math.round(areaMilliM2 * share)) as MilliM2;
}

/** The amounts of work of one window, which the workshop's totals sum. */
export const workOf = (item: Parameters<typeof madeAreaOf>[0]) => ({ louvres: louvresOf(item), madeAreaMilliM2: madeAreaOf(item) });
