import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as others } from "node:timers/promises";
import { stringify } from "csv-stringify/sync";
import type { Request, Response } from "express";
import { z } from "zod";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { CSV_ORDER, csvHeading } from "#shared/contract/parts/csv-headings.ts";
import { londonDay } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { definitionOf, encoderFor, mayRead, type Reader } from "#shared/http/visibility.ts";
import { instant, pounds } from "#shared/http/wire.ts";
import { placeOf, type Row } from "./paging.ts";

/**
 * Characters that a spreadsheet may read as the start of a formula: full-width signs too, and
 * blanks that hide a sign.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** With an apostrophe in front, a spreadsheet shows a formula as text. */
const inert = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
/**
 * RFC 4180. The semicolon and the tab are quoted too: a spreadsheet may read one as the separator,
 * and a formula after it would start a cell.
 */
const toCsv = (lines: string[][]): string => stringify(lines, { record_delimiter: "windows", quoted_match: /[;\t\r\n]/ });

// A locale whose usual form is ours: `2026-11-20 14:05:09`, which spreadsheets read as a time.
const londonTime = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/London", dateStyle: "short", timeStyle: "medium" });

/** An entry of a list: a thing's name and number, `Door × 2`, without the objects in it. */
const wordsOf = (entry: unknown): string =>
  typeof entry === "object" && entry !== null
    ? Object.entries(entry)
        .flatMap(([key, value]) => (key === "id" || typeof value === "object" ? [] : [String(value)]))
        .join(" × ")
    : String(entry);

function cellOf(value: unknown, format: CellFormat): string {
  if (value === null || value === undefined) return "";
  if (format === "money") return Number(value).toFixed(2);
  if (format === "day") return londonDay(new Date(String(value)));
  if (format === "time") return londonTime.format(new Date(String(value)));
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return inert(value.map(wordsOf).join("; "));
  return inert(typeof value === "string" ? value : JSON.stringify(value));
}

type CellFormat = "money" | "day" | "time" | "plain";

interface Leaf {
  /** The key with dots: `user.companyName`. */
  readonly key: string;
  readonly format: CellFormat;
  readonly read: (row: unknown) => unknown;
}

/** The fields of a row that a role receives: objects are flattened; a list is one cell. */
function leavesOf(schema: z.core.$ZodType, reader: Reader, name = "", read: Leaf["read"] = (row) => row): Leaf[] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return leavesOf(schema.unwrap(), reader, name, read);
  if (!(schema instanceof z.ZodObject)) return [{ key: name, format: formatOf(schema), read }];
  return Object.entries<z.core.$ZodType>(schema.shape)
    .filter(([, field]) => mayRead(field, reader))
    .flatMap(([key, field]) =>
      leavesOf(field, reader, name ? `${name}.${key}` : key, (row) => (read(row) as Record<string, unknown> | null | undefined)?.[key]),
    );
}

/** A restricted or described field copies its schema, so the definition is compared. */
function formatOf(schema: z.core.$ZodType): CellFormat {
  const def = definitionOf(schema);
  if (def === pounds.def) return "money";
  return def === instant.def ? "day" : "plain";
}

interface Column extends Leaf {
  readonly heading: string;
}

/** The columns have the order of the table of orders; other keys come last. */
function columnsOf(name: string, list: z.ZodType, reader: Reader): Column[] {
  if (!(list instanceof z.ZodArray)) throw new Error("Only a list can be sent as CSV");
  const leaves = leavesOf(list.element, reader);
  const first = (CSV_ORDER[name] ?? "").split(" ").flatMap((key) => leaves.find((leaf) => leaf.key === key) ?? []);
  return [...new Set([...first, ...leaves])].flatMap((leaf): Column[] => {
    const column = csvHeading(name, leaf.key);
    if (!column || (column.staff && !(reader.role && isStaff(reader.role)))) return [];
    return [{ ...leaf, heading: column.heading, format: column.time ? "time" : leaf.format }];
  });
}

/**
 * A list's rows as comma-separated values for one role. The keys of the role's encoder are the
 * columns, so no other field can appear.
 */
export interface CsvTable {
  readonly head: string;
  lines(rows: readonly unknown[]): string;
  /** A line with a sentence for the reader in the first column. */
  note(sentence: string): string;
}

/** The list in a call's reply that may be requested as CSV. */
export function listOf({ paged, csvOf, response }: Endpoint): z.ZodType | undefined {
  if (paged) return response;
  if (typeof csvOf === "object") return csvOf.rows;
  return csvOf !== undefined && response instanceof z.ZodObject ? response.shape[csvOf] : undefined;
}

/** The rows of that list. */
export const rowsIn = (reply: unknown, csvOf: NonNullable<Endpoint["csvOf"]>): Iterable<Row> =>
  (typeof csvOf === "object" ? csvOf.from(reply as never) : ((reply as Record<string, unknown>)[csvOf] ?? [])) as Iterable<Row>;

/** @param name `orders.list`: its feature and its call */
export function csvTable(name: string, list: z.ZodType, reader: Reader): CsvTable {
  const columns = columnsOf(name, list, reader);
  const encode = encoderFor(list, reader.role, reader.isViewing) as (rows: readonly unknown[]) => unknown[];
  return {
    head: toCsv([columns.map(({ heading }) => heading)]),
    lines: (rows) => toCsv(encode(rows).map((row) => columns.map(({ read, format }) => cellOf(read(row), format)))),
    note: (sentence) => toCsv([columns.map((_, index) => (index === 0 ? sentence : ""))]),
  };
}

/** True if the request prefers `text/csv` to JSON for a list (rule D6). */
export const wantsCsv = (call: Endpoint, req: Request): boolean =>
  (call.paged === true || call.csvOf !== undefined) && req.accepts(["application/json", "text/csv"]) === "text/csv";

/** A longer list ends with a line that says so. */
export const MOST_CSV_ROWS = 10_000;
const ROWS_AT_ONCE = 200;
/** Rows of an in-memory list that are written at a time. */
const ROWS_AT_A_TIME = 100;

interface Portion {
  readonly rows: readonly unknown[];
  /** True if more rows follow. */
  readonly more: boolean;
}

/**
 * A whole list from a place on. Each page is fetched while the one before is sent, so memory holds
 * one page.
 */
export async function* everyPage(fetch: (page: Page) => Promise<readonly Row[]>, from: Page): AsyncGenerator<Portion> {
  for (let page: Page | null = { ...from, limit: ROWS_AT_ONCE }; page; ) {
    const rows: readonly Row[] = await fetch(page);
    const shown = rows.slice(0, page.limit);
    const more: boolean = rows.length > page.limit;
    yield { rows: shown, more };
    page = more ? { ...page, after: placeOf(shown.at(-1)) } : null;
  }
}

/** An in-memory list, a part at a time, so that other requests run in between. */
export async function* inParts(all: Promise<Iterable<unknown>>): AsyncGenerator<Portion> {
  let rows: unknown[] = [];
  for (const row of await all) {
    rows.push(row);
    if (rows.length < ROWS_AT_A_TIME) continue;
    yield { rows, more: false };
    rows = [];
    await others();
  }
  yield { rows, more: false };
}

/** A list of one page, whose length the query sets. */
export async function* onePage(rows: Promise<readonly Row[]>): AsyncGenerator<Portion> {
  yield { rows: await rows, more: false };
}

interface CsvFile {
  readonly table: CsvTable;
  /** `orders-2026-11-20` */
  readonly name: string;
}

export async function sendCsv(res: Response, { table, name }: CsvFile, portions: AsyncGenerator<Portion>): Promise<void> {
  // The first part is fetched before anything is sent, so that a refusal is still an ordinary
  // reply.
  const first = await portions.next();
  res.setHeader("Content-Disposition", `attachment; filename="${name}.csv"`);
  res.type("text/csv").vary("Accept");
  await pipeline(Readable.from(lines(table, first, portions)), res).catch((error: NodeJS.ErrnoException) => {
    // The client has disconnected.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

async function* lines(table: CsvTable, first: IteratorResult<Portion>, portions: AsyncGenerator<Portion>): AsyncGenerator<string> {
  yield table.head;
  let sent = 0;
  for (let next = first; !next.done; next = await portions.next()) {
    const { rows, more } = next.value;
    yield table.lines(rows);
    sent += rows.length;
    if (more && sent >= MOST_CSV_ROWS) {
      yield table.note(`Only ${MOST_CSV_ROWS.toLocaleString("en-GB")} rows are exported at once: narrow the list to see the rest`);
      return;
    }
  }
}
