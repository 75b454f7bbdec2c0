import { type Column, ilike, type SQL } from "drizzle-orm";

/** What a person typed, as a pattern: `%` and `_` are ordinary characters (rule O6). */
export const patternOf = (typed: string): string => `%${typed.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether a column contains what a person typed, without case. */
export const containsText = (column: Column, typed: string): SQL => ilike(column, patternOf(typed));

const NUMBERED = {
  ORD: /^(?:#|ORD-)?(\d{1,9})$/i,
  Q: /^(?:#|Q-)?(\d{1,9})$/i,
  RMK: /^(?:#|RMK-)?(\d{1,9})$/i,
  INV: /^(?:INV-)?(\d{1,9})$/i,
};
const POSTCODE = /^([a-z]{1,2}\d[a-z\d]?)\s+(\d[a-z]{2})$/i;

/**
 * What a search box asks for, as values for a prepared select: `12`, `#12` and `ORD-12` (`Q-12` of quotes) name a row; anything may be part of
 * the names and words of rule O6. A whole postcode is looked for as the rows have each: without its space. Undefined where nothing was typed.
 */
export function readSearch(search: string | undefined, prefix: keyof typeof NUMBERED) {
  const typed = search?.trim().replace(/\s+/g, " ");
  if (!typed) return undefined;
  const digits = NUMBERED[prefix].exec(typed)?.[1];
  const words = typed.replace(POSTCODE, "$1$2");
  return {
    pattern: patternOf(typed),
    number: digits === undefined ? null : Number(digits),
    name: typed,
    typed: words,
    words: patternOf(words),
  };
}
