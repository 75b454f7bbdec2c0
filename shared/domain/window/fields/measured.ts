import { inMillimetres, type TenthMm, toLength } from "#shared/domain/length.ts";
import type { WindowOptions } from "./window-fields.ts";

/** A window that is measured at three places across and three down (rule M25). */

/** The number of measurements for each side. */
export const PLACES = 3;
/** The largest measurement in millimetres, because a side is at most 10 m (rule Q3). */
export const LONGEST_MEASURED_MM = 10_000;
/** A larger spread of a side, in millimetres, is reported. */
const MOST_APART_MM = 6;

/**
 * Whole millimetres: three widths from the top, three heights from the left. A missing figure in a
 * form is NaN.
 */
export interface MeasuredMm {
  readonly widths: number[];
  readonly heights: number[];
}

const isMeasured = (mm: number): boolean => Number.isInteger(mm) && mm >= 1 && mm <= LONGEST_MEASURED_MM;

/** True if all six measurements are valid. */
export const isComplete = ({ widths, heights }: MeasuredMm): boolean =>
  [widths, heights].every((side) => side.length === PLACES && side.every(isMeasured));

/**
 * Derives a side from its measurements: an inside mount must pass the narrowest place, and an
 * outside mount must cover the widest. Null until all three measurements are valid.
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

/**
 * Returns why a window's sides differ from its measurements, in a sentence; null if they agree, or
 * there are no measurements.
 */
export function measuredProblem({ mountType, widthTenthMm, heightTenthMm, measuredMm }: Measured, name: string): string | null {
  if (!measuredMm) return null;
  const follows =
    sideMeasured(measuredMm.widths, mountType) === widthTenthMm && sideMeasured(measuredMm.heights, mountType) === heightTenthMm;
  return follows ? null : `The sizes of "${name}" are not those that were measured`;
}

const spreadOf = (places: readonly number[]): number => Math.max(...places) - Math.min(...places);
const mm = (millimetres: number): string => inMillimetres(millimetres * 10);

/**
 * `The widths are 9 mm apart`, for each side that spreads by more than 6 mm. A side with missing
 * measurements has no sentence.
 */
export const spreadsInWords = ({ widths, heights }: MeasuredMm): string[] =>
  [
    { side: "widths", places: widths },
    { side: "heights", places: heights },
  ]
    .filter(({ places }) => places.length === PLACES && places.every(isMeasured) && spreadOf(places) > MOST_APART_MM)
    .map(({ side, places }) => `The ${side} are ${mm(spreadOf(places))} mm apart`);

/**
 * `1,200, 1,203 and 1,209 mm wide, 1,350, 1,350 and 1,352 mm high`, from the top and from the left.
 */
export const measuredInWords = ({ widths, heights }: MeasuredMm): string => `${listedMm(widths)} wide, ${listedMm(heights)} high`;
const listedMm = (places: readonly number[]): string => `${places.slice(0, -1).map(mm).join(", ")} and ${mm(places.at(-1) ?? 0)} mm`;
