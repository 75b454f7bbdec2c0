import { stringify } from "csv-stringify/sync";
import type { Pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";

/** The format of cells in bookkeeping files. */

/**
 * Joins a text into one line. An apostrophe precedes a text that a program could read as a formula.
 */
export function inert(text: string | null): string {
  const lines = (text ?? "").split(/[\r\n\u0085\u2028\u2029]/).map((line) => line.trim());
  const line = lines.filter(Boolean).join(" ");
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}

/** Shortens a text to this many characters, without splitting one. */
export const atMost = (text: string, most: number): string => [...text].slice(0, most).join("").trimEnd();

/** Formats an amount as `1234.50`. */
export const plainAmount = (amount: Pence): string => (amount / 100).toFixed(2);

/** Formats a day as `24/11/2026`. */
export const plainDay = (day: Day): string => day.split("-").toReversed().join("/");

/**
 * Joins lines with CRLF after each. A cell is quoted only where a comma, a quote or a line break
 * requires it.
 */
export const joinCsvLines = (header: string, lines: readonly (readonly string[])[]): string =>
  `${header}\r\n${stringify(lines as string[][], { record_delimiter: "windows", quoted_match: /[\r\n]/ })}`;
