import { stringify } from "csv-stringify/sync";
import type { Pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";

/** How cells of a file for the bookkeeping are written. */

/** A text in one line. One that a program could take for a formula has an apostrophe in front. */
export function inert(text: string | null): string {
  const lines = (text ?? "").split(/[\r\n\u0085\u2028\u2029]/).map((line) => line.trim());
  const line = lines.filter(Boolean).join(" ");
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}

/** The first so many characters, without a torn one at the end. */
export const atMost = (text: string, most: number): string => [...text].slice(0, most).join("").trimEnd();

/** `1234.50` */
export const plainAmount = (amount: Pence): string => (amount / 100).toFixed(2);

/** `24/11/2026` */
export const plainDay = (day: Day): string => day.split("-").toReversed().join("/");

/** Lines with CRLF behind each. A cell is quoted where it must be: for a comma, a quote or a line break in it. */
export const writtenLines = (header: string, lines: readonly (readonly string[])[]): string =>
  `${header}\r\n${stringify(lines as string[][], { record_delimiter: "windows", quoted_match: /[\r\n]/ })}`;
