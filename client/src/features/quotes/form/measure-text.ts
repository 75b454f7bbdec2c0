import { type LengthUnit, LONGEST_SIDE_M, lengthIn, metresToLength, separateUnit, type TenthMm, toLength } from "#shared/domain/length.ts";
import { type MeasuredMm, sideMeasured } from "#shared/domain/window/fields/measured.ts";
import { isBay } from "#shared/domain/window/geometry/bay.ts";
import type { WindowValues } from "./quote-values.ts";

/**
 * Parses a measure as a person types it (docs/decisions/002-whole-numbers-and-units.md). A dot is a
 * decimal sign. A comma is one too, unless it can only separate thousands: the portal itself writes
 * `1,200` in mm or cm, but no window is 1,200 metres wide. If both signs occur, the last one is the
 * decimal sign. A unit after the figure replaces the window's: `61.5cm` is 615 in mm. Unreadable
 * text, such as `12,00,5`, gives NaN and never a guess.
 */
export function parseMeasure(text: string, unit: LengthUnit): number {
  const { figure, unit: named } = separateUnit(text);
  if (named === null) return parseFigure(text, unit);
  const value = parseFigure(figure, named);
  return named === unit || Number.isNaN(value) ? value : lengthIn(toLength(value, named), unit);
}

/**
 * Replaces text that names its unit by the same length in the window's unit, once it is complete.
 */
export function withoutUnit(text: string, unit: LengthUnit): string {
  const length = separateUnit(text).unit !== null ? parseLength(text, unit) : null;
  return length === null ? text : formatMeasure(length, unit);
}

function parseFigure(text: string, unit: LengthUnit): number {
  const plain = text.replace(/\s/g, "");
  const grouped = plain.includes(".") || unit !== "m";
  if (/^\d*(\.\d*)?$/.test(plain) && /\d/.test(plain)) return Number(plain);
  if (grouped && /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) return Number(plain.replaceAll(",", ""));
  if (/^[1-9]\d{0,2}(\.\d{3})+,\d*$/.test(plain)) return Number(plain.replaceAll(".", "").replace(",", "."));
  if (/^\d*,\d*$/.test(plain) && /\d/.test(plain)) return Number(plain.replace(",", "."));
  return Number.NaN;
}

/** Parses the typed text as a length. Null if it is unreadable, or if no window is that long. */
export function parseLength(text: string, unit: LengthUnit): TenthMm | null {
  const value = parseMeasure(text, unit);
  if (Number.isNaN(value)) return null;
  const length = toLength(value, unit);
  return length > 0 && length <= metresToLength(LONGEST_SIDE_M) ? length : null;
}

interface TypedSides {
  readonly width: string;
  readonly height: string;
  readonly unit: LengthUnit;
}

/** Parses both sides of a window. Null until both are readable. */
export function parseSides({ width, height, unit }: TypedSides): { width: TenthMm; height: TenthMm } | null {
  const [across, down] = [parseLength(width, unit), parseLength(height, unit)];
  return across === null || down === null ? null : { width: across, height: down };
}

/**
 * Converts a length to another unit: 1200 mm is 120 cm. Text that is not a length is returned
 * unchanged.
 */
export function convertMeasure(text: string, from: LengthUnit, to: LengthUnit): string {
  const length = from === to ? null : parseLength(text, from);
  return length === null ? text : formatMeasure(length, to);
}

/** The sum of a bay's facets, which is its width, in whole millimetres (rule M20). */
export const sumFacets = (facetsMm: readonly number[], unit: LengthUnit): string =>
  formatMeasure(
    toLength(
      facetsMm.reduce((sum, facet) => sum + facet, 0),
      "mm",
    ),
    unit,
  );

/**
 * Calculates width and height of a window measured at three places (rule M25); a side is blank
 * until its three measures are complete. A window measured once has no calculated sides. A bay's
 * width follows from its facets, so an earlier measured width is discarded.
 */
export function calculateSides({
  measuredMm,
  mountType,
  unit,
  ...window
}: Pick<WindowValues, "measuredMm" | "mountType" | "unit" | "layoutCode">): Partial<Pick<WindowValues, "width" | "height" | "measuredMm">> {
  if (!measuredMm) return {};
  if (isBay(window)) return { measuredMm: null };
  const textOf = (places: readonly number[]) => {
    const side = sideMeasured(places, mountType);
    return side === null ? "" : formatMeasure(side, unit);
  };
  return { width: textOf(measuredMm.widths), height: textOf(measuredMm.heights) };
}

/** The field name of one measuring place; the first of three is 0. */
export const placeName = (at: string, side: keyof MeasuredMm, place: number): string => `${at}.measuredMm.${side}.${place}`;

/** The field of the first place without a measure, or the first place if all three are complete. */
export function findPlaceToMeasure(at: string, side: keyof MeasuredMm, measured: MeasuredMm): string {
  return placeName(at, side, Math.max(0, measured[side].findIndex(Number.isNaN)));
}

/** Formats a length for the form: 0.0001, never 1e-4. */
export const formatMeasure = (length: TenthMm, unit: LengthUnit): string =>
  lengthIn(length, unit).toLocaleString("en-GB", { maximumFractionDigits: 4, useGrouping: false });
