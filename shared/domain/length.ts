import { divideRounded, toUnits } from "./decimal.ts";

/**
 * A length inside the portal: whole tenths of a millimetre. They are the four decimals of a metre
 * on the wire.
 */
export type TenthMm = number & { readonly __unit: "0.1 mm" };
/** An area inside the portal: a whole number of thousandths of a square metre (rule P3: area is rounded to 3 decimals). */
export type MilliM2 = number & { readonly __unit: "0.001 m²" };

export const LENGTH_UNITS = ["mm", "cm", "m"] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** Decimal places that separate the unit from 0.1 mm (rule P2: mm divided by 1000, cm by 100). */
const PLACES = { mm: 1, cm: 2, m: 4 } as const satisfies Record<LengthUnit, number>;

/** No side of a window is longer (rule Q3). */
export const LONGEST_SIDE_M = 10;

export const toLength = (value: number, unit: LengthUnit): TenthMm => toUnits(value, PLACES[unit]) as TenthMm;

/** A length in a unit, exact: 12345 is 1234.5 mm, 123.45 cm, 1.2345 m. */
export const lengthIn = (length: TenthMm, unit: LengthUnit): number => Number(`${length}e-${PLACES[unit]}`);

export const metresToLength = (metres: number): TenthMm => toLength(metres, "m");
export const lengthToMetres = (length: TenthMm): number => lengthIn(length, "m");

/** Width times height, to a thousandth of a square metre, half away from zero. */
export const areaOf = (width: TenthMm, height: TenthMm): MilliM2 => divideRounded(width * height, 100_000) as MilliM2;

export const milliM2ToM2 = (area: MilliM2): number => Number(`${area}e-3`);
export const m2ToMilliM2 = (m2: number): MilliM2 => toUnits(m2, 3) as MilliM2;

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
/** `1,234.5`, of tenths of a millimetre. */
export const inMillimetres = (length: number): string => figures.format(lengthIn(length as TenthMm, "mm"));
const exactly = new Intl.NumberFormat("en-GB", { maximumFractionDigits: PLACES.m });
/** `12.5`, of tenths of a millimetre: nothing is rounded. */
export const inMetres = (length: number): string => exactly.format(lengthIn(length as TenthMm, "m"));

/** `1,200 × 1,350 mm`: width first. */
export const sizeInMillimetres = ({
  widthTenthMm,
  heightTenthMm,
}: {
  readonly widthTenthMm: TenthMm;
  readonly heightTenthMm: TenthMm;
}): string => `${inMillimetres(widthTenthMm)} × ${inMillimetres(heightTenthMm)} mm`;
