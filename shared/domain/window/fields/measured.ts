import { inMillimetres, type TenthMm, toLength } from "#shared/domain/length.ts";
import type { WindowOptions } from "./window-fields.ts";

/** A window that was measured at three places across and three down (rule M25). */

/** How often each side is measured. */
export const PLACES = 3;
/** No figure is longer, in millimetres: a side is at most 10 m (rule Q3). */
export const LONGEST_MEASURED_MM = 10_000;
/** More than so many millimetres between the least and the most of a side is said. */
const MOST_APART_MM = 6;

/**
 * Whole millimetres: the widths from the top, the heights from the left, three of each. While they
 * are typed a figure that is missing is NaN.
 */
export interface MeasuredMm {
  readonly widths: number[];
  readonly heights: number[];
}

const isMeasured = (mm: number): boolean => Number.isInteger(mm) && mm >= 1 && mm <= LONGEST_MEASURED_MM;

/** Whether all six are there. */
export const isComplete = ({ widths, heights }: MeasuredMm): boolean =>
  [widths, heights].every((side) => side.length === PLACES && side.every(isMeasured));

/**
 * A side as it follows from what was measured: what stands inside has to pass the narrowest place,
 * what covers from outside has to cover the widest. Null until all three are there.
 */
export function sideMeasured(places: readonly number[], mountType: WindowOptions["mountType"]): TenthMm | null {
  if (places.length !== PLACES || !places.every(isMeasured)) return null;
  return toLength(mountType === "inside" ? Math.min(...places) : Math.max(...places), "mm");
}

interface Measured {
  readonly mountType: WindowOptions["mountType"];
  readonly widthTenthMm: TenthMm;
  readonly heightTenthMm: TenthMm;
  readonly measuredMm?: MeasuredMm | null | undefined;
}

/** Why a window's sides can't be what was measured, in a sentence; null where they are, or nothing was measured so. */
export function measuredProblem({ mountType, widthTenthMm, heightTenthMm, measuredMm }: Measured, name: string): string | null {
  if (!measuredMm) return null;
  const follows =
    sideMeasured(measuredMm.widths, mountType) === widthTenthMm && sideMeasured(measuredMm.heights, mountType) === heightTenthMm;
  return follows ? null : `The sizes of "${name}" are not those that were measured`;
}

const apart = (places: readonly number[]): number => Math.max(...places) - Math.min(...places);
const mm = (millimetres: number): string => inMillimetres(millimetres * 10);

/**
 * `The widths are 9 mm apart`, for each side that is not true by more than 6 mm. Of a side that is
 * not measured yet nothing is said.
 */
export const spreadsInWords = ({ widths, heights }: MeasuredMm): string[] =>
  [
    { side: "widths", places: widths },
    { side: "heights", places: heights },
  ]
    .filter(({ places }) => places.length === PLACES && places.every(isMeasured) && apart(places) > MOST_APART_MM)
    .map(({ side, places }) => `The ${side} are ${mm(apart(places))} mm apart`);

/** `1,200, 1,203 and 1,209 mm wide, 1,350, 1,350 and 1,352 mm high`, from the top and from the left. */
export const measuredInWords = ({ widths, heights }: MeasuredMm): string => `${listedMm(widths)} wide, ${listedMm(heights)} high`;
const listedMm = (places: readonly number[]): string => `${places.slice(0, -1).map(mm).join(", ")} and ${mm(places.at(-1) ?? 0)} mm`;
