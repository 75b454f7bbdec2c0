/**
 * Converts a decimal number to an integer of `10^-places` units, rounded half away from zero. The
 * conversion reads the number's shortest decimal text, which is what the person typed, and never
 * multiplies a float: 1.00005 at four places is 10001, not 10000.
 */
export function toUnits(value: number, places: number): number {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const shifted = Number(`${mantissa}e${Number(exponent) + places}`);
  const rounded = Math.round(shifted);
  return value < 0 ? -rounded : rounded;
}

/** Counts decimals in the number's shortest decimal text, as a person would. */
export function hasAtMostDecimals(value: number, places: number): boolean {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const decimals = (mantissa.split(".")[1] ?? "").length - Number(exponent);
  return decimals <= places;
}

/**
 * Divides whole numbers of at least 0 and rounds half away from zero.
 * @throws RangeError if the numerator is too large to be exact in a double
 */
export function divideRounded(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator)) throw new RangeError("The sum is too large to be exact");
  const remainder = numerator % denominator;
  const quotient = (numerator - remainder) / denominator;
  return remainder * 2 >= denominator ? quotient + 1 : quotient;
}

/**
 * Returns `amount × part ÷ whole` of whole numbers of at least 0, rounded half away from zero. BigInt
 * computes it, because the product of two large sums of pence exceeds the exact integers of a double.
 */
export function proportionOf(amount: number, part: number, whole: number): number {
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  return Number((product * 2n + divisor) / (divisor * 2n));
}

/** Formats whole hundredths: 1250 is `12.5`, 1000 is `10`. */
export const formatHundredths = (hundredths: number): string => String(hundredths / 100);
