import { divideRounded, toUnits } from "./decimal.ts";

/**
 * A length on the server: whole tenths of a millimetre, the four decimals of a metre on the wire.
 */
export type TenthMm = number & { readonly __unit: "0.1 mm" };
/**
 * An area on the server: whole thousandths of a square metre (rule P3: area is rounded to 3
 * decimals).
 */
export type MilliM2 = number & { readonly __unit: "0.001 m²" };

export const LENGTH_UNITS = ["mm", "cm", "m"] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** Separates a typed figure from the unit after it: `61.5cm`. The unit is null if there is none. */
export function separateUnit(text: string): { readonly figure: string; readonly unit: LengthUnit | null } {
  const typed = text.trim();
  // `mm` and `cm` end with `m` too, and precede it in the list.
  const unit = LENGTH_UNITS.find((each) => typed.toLowerCase().endsWith(each)) ?? null;
  const figure = unit === null ? typed : typed.slice(0, -unit.length).trimEnd();
  return figure === "" ? { figure: typed, unit: null } : { figure, unit };
}

/** Decimal places between the unit and 0.1 mm (rule P2: mm divided by 1000, cm by 100). */
const PLACES = { mm: 1, cm: 2, m: 4 } as const satisfies Record<LengthUnit, number>;

/** The limit of each side of a window, in metres (rule Q3). */
export const LONGEST_SIDE_M = 10;

export const toLength = (value: number, unit: LengthUnit): TenthMm => toUnits(value, PLACES[unit]) as TenthMm;

/** Converts a length to a unit, exactly: 12345 is 1234.5 mm, 123.45 cm, 1.2345 m. */
export const lengthIn = (length: TenthMm, unit: LengthUnit): number => Number(`${length}e-${PLACES[unit]}`);

export const metresToLength = (metres: number): TenthMm => toLength(metres, "m");
export const lengthToMetres = (length: TenthMm): number => lengthIn(length, "m");

/** Returns the area to a thousandth of a square metre, rounded half away from zero. */
export const areaOf = (width: TenthMm, height: TenthMm): MilliM2 => divideRounded(width * height, 100_000) as MilliM2;

export const milliM2ToM2 = (area: MilliM2): number => Number(`${area}e-3`);
export const m2ToMilliM2 = (m2: number): MilliM2 => toUnits(m2, 3) as MilliM2;

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
/** Formats tenths of a millimetre as millimetres: `1,234.5`. */
export const inMillimetres = (length: number): string => figures.format(lengthIn(length as TenthMm, "mm"));
const exactly = new Intl.NumberFormat("en-GB", { maximumFractionDigits: PLACES.m });
/** Formats tenths of a millimetre as metres without rounding: `12.5`. */
export const inMetres = (length: number): string => exactly.format(lengthIn(length as TenthMm, "m"));

/** Formats a size with the width first: `1,200 × 1,350 mm`. */
export const sizeInMillimetres = ({
  widthTenthMm,
  heightTenthMm,
}: {
  readonly widthTenthMm: TenthMm;
  readonly heightTenthMm: TenthMm;
}): string => `${inMillimetres(widthTenthMm)} × ${inMillimetres(heightTenthMm)} mm`;
