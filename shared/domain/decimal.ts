/**
 * A decimal number as an integer of `10^-places` units, rounded half away from zero. It works on the number's shortest decimal
 * text, which is what the person typed, and never multiplies a float: 1.00005 at four places is 10001, not 10000.
 */
export function toUnits(value: number, places: number): number {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const shifted = Number(`${mantissa}e${Number(exponent) + places}`);
  const rounded = Math.round(shifted);
  return value < 0 ? -rounded : rounded;
}

/** Whether a number has at most so many decimals, as a person would count them. */
export function hasAtMostDecimals(value: number, places: number): boolean {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const decimals = (mantissa.split(".")[1] ?? "").length - Number(exponent);
  return decimals <= places;
}

/** `numerator / denominator` rounded half away from zero, for whole numbers of at least 0 that are exact in a double. */
export function divideRounded(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator)) throw new RangeError("The sum is too large to be exact");
  const remainder = numerator % denominator;
  const quotient = (numerator - remainder) / denominator;
  return remainder * 2 >= denominator ? quotient + 1 : quotient;
}

/** Whole hundredths as people write them: 1250 is `12.5`, 1000 is `10`. */
export const formatHundredths = (hundredths: number): string => String(hundredths / 100);
