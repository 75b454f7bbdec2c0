/** The parts of an address that a bookkeeping program requires. */
export interface AddressParts {
  readonly street: readonly string[];
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
}

const POSTCODE = /\b(?:GIR|[A-Z]{1,2}\d[A-Z\d]?)\s{0,3}\d[A-Z]{2}$/i;
const COUNTRY = /^united kingdom$/i;

/**
 * Splits an address that a person typed, on several lines or on one line with commas. The country
 * is empty unless the person typed it. The place is the last line before the postcode, unless that
 * line contains a digit.
 */
export function addressParts(address: string | null): AddressParts {
  const typed = linesOf(address ?? "", /[\r\n\u2028\u2029]+/);
  const lines = typed.length === 1 ? linesOf(typed[0] ?? "", /,/) : typed;
  const country = COUNTRY.test(lines.at(-1) ?? "") ? "United Kingdom" : "";
  if (country) lines.pop();
  const line = lines.at(-1) ?? "";
  const postcode = POSTCODE.exec(line)?.[0] ?? "";
  const before = linesOf(line.slice(0, line.length - postcode.length), /,/).join(", ");
  if (postcode) lines.splice(-1, 1, ...(before ? [before] : []));
  const last = lines.at(-1) ?? "";
  const hasCity = lines.length > 1 && !/\d/.test(last);
  return { street: hasCity ? lines.slice(0, -1) : lines, city: hasCity ? last : "", postcode, country };
}

const linesOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((line) => line.trim().replace(/,$/, ""))
    .filter(Boolean);

/** Returns exactly `most` lines: the last one joins all further lines with commas. */
export const fitIntoLines = (lines: readonly string[], most: number): string[] =>
  Array.from({ length: most }, (_, place) => (place === most - 1 ? lines.slice(place).join(", ") : (lines[place] ?? "")));
