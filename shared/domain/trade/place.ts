const POSTCODE = /\b(gir|[a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})\b/gi;
/** The text in parts, of which each second one is a postcode: what a line does not break in. */
export const partsAtPostcodes = (text: string): string[] => text.split(/\b((?:gir|[a-z]{1,2}\d[a-z\d]?)[ \t]*\d[a-z]{2})\b/i);

const NO_BREAK = "\u00a0";

/** As a field shows it that breaks lines by itself: no postcode is torn in two. */
export const withWholePostcodes = (text: string): string =>
  partsAtPostcodes(text)
    .map((part, index) => (index % 2 === 0 ? part : part.replace(/[ \t]+/, NO_BREAK)))
    .join("");

/** What was typed into such a field. */
export const withPlainBlanks = (text: string): string => text.replaceAll(NO_BREAK, " ");

const COUNTRIES = new Set(
  "united kingdom,uk,great britain,britain,gb,england,scotland,wales,northern ireland,ireland,republic of ireland".split(","),
);

/**
 * Where an order goes, in a few words: the last part of its address that is no postcode and no
 * country, then the postcode (rule W5).
 */
export function placeOf(address: string): string {
  const [postcode] = [...address.matchAll(POSTCODE)].map(([, area = "", street = ""]) => `${area} ${street}`.toUpperCase()).slice(-1);
  const parts = address
    .split(/[,\n\r]/)
    .map((part) => part.replace(POSTCODE, " ").replace(/\s+/g, " ").trim())
    .filter((part) => part !== "" && !COUNTRIES.has(part.toLowerCase().replaceAll(".", "")));
  return [parts.at(-1), postcode].filter(Boolean).join(" ");
}
