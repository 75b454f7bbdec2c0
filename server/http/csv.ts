import { stringify } from "csv-stringify/sync";
import type { z } from "zod";
import type { Role } from "#shared/domain/roles.ts";
import { audienceOf, encoderFor } from "#shared/http/visibility.ts";

/** What a spreadsheet may take for a formula at the start of a cell: the full-width signs too, and what hides a sign behind it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * RFC 4180. The semicolon and the tab are quoted too: where a spreadsheet takes one of them for the separator, a formula behind it would
 * begin a cell.
 */
const written = (lines: string[][]): string => stringify(lines, { record_delimiter: "windows", quoted_match: /[;\t\r\n]/ });

interface Column {
  readonly name: string;
  readonly read: (row: unknown) => unknown;
}

/** A list's rows as comma-separated values, for one role: its encoder's keys are the columns, and nothing else can be. */
export interface CsvTable {
  readonly head: string;
  lines(rows: readonly unknown[]): string;
  /** A line of words for the reader, in the first column. */
  note(sentence: string): string;
}

export function csvTable(list: z.core.$ZodType, role: Role | null): CsvTable {
  const { element } = (list as z.core.$ZodArray)._zod.def;
  const encode = encoderFor(element, role);
  const columns = columnsOf(element, role);
  return {
    head: written([columns.map(({ name }) => name)]),
    lines: (rows) => written(rows.map(encode).map((row) => columns.map(({ read }) => cellOf(read(row))))),
    note: (sentence) => written([columns.map((_, index) => (index === 0 ? sentence : ""))]),
  };
}

/** Objects lie flat, with dots in the names; a list is one cell. */
function columnsOf(schema: z.core.$ZodType, role: Role | null, name = "", read: Column["read"] = (row) => row): Column[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "nullable" || def.type === "optional") return columnsOf(def.innerType, role, name, read);
  if (def.type !== "object") return [{ name, read }];
  return Object.entries(def.shape)
    .filter(([, field]) => isFor(role, field))
    .flatMap(([key, field]) =>
      columnsOf(field, role, name ? `${name}.${key}` : key, (row) => (read(row) as Record<string, unknown> | null | undefined)?.[key]),
    );
}

function isFor(role: Role | null, field: z.core.$ZodType): boolean {
  const audience = audienceOf(field);
  return audience === undefined || (role !== null && audience.includes(role));
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object")) return inert(value.join("; "));
  return inert(typeof value === "string" ? value : JSON.stringify(value));
}

/** A text that looks like a formula is only looked at: the apostrophe is how spreadsheets themselves say so. */
const inert = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
