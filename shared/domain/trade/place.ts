const POSTCODE = /\b(gir|[a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})\b/gi;
/** Splits a text so that every second part is a postcode, in which no line may break. */
export const partsAtPostcodes = (text: string): string[] => text.split(/\b((?:gir|[a-z]{1,2}\d[a-z\d]?)[ \t]*\d[a-z]{2})\b/i);

const NO_BREAK = "\u00a0";

/** Puts no-break spaces into postcodes, for a field that wraps its lines. */
export const protectPostcodes = (text: string): string =>
  partsAtPostcodes(text)
    .map((part, index) => (index % 2 === 0 ? part : part.replace(/[ \t]+/, NO_BREAK)))
    .join("");

/** Restores the text that a person typed into a field with no-break spaces. */
export const restoreSpaces = (text: string): string => text.replaceAll(NO_BREAK, " ");

const COUNTRIES = new Set(
  "united kingdom,uk,great britain,britain,gb,england,scotland,wales,northern ireland,ireland,republic of ireland".split(","),
);

/**
 * Returns a short form of a delivery address: the last part that is neither postcode nor country,
 * then the postcode (rule W5).
 */
export function placeOf(address: string): string {
  const [postcode] = [...address.matchAll(POSTCODE)].map(([, area = "", street = ""]) => `${area} ${street}`.toUpperCase()).slice(-1);
  const parts = address
    .split(/[,\n\r]/)
    .map((part) => part.replace(POSTCODE, " ").replace(/\s+/g, " ").trim())
    .filter((part) => part !== "" && !COUNTRIES.has(part.toLowerCase().replaceAll(".", "")));
  return [parts.at(-1), postcode].filter(Boolean).join(" ");
}
