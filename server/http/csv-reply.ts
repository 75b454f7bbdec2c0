import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { londonDay } from "#shared/domain/period.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Page } from "./call.ts";
import type { CsvTable } from "./csv.ts";
import type { Row } from "./paging.ts";

/** A longer list ends with a line that says so. */
export const MOST_CSV_ROWS = 10_000;
const ROWS_AT_ONCE = 200;

/** A list that is asked for as `text/csv` rather than JSON (rule D6). */
export const wantsCsv = (call: Endpoint, req: Request): boolean =>
  call.paged === true && req.accepts(["application/json", "text/csv"]) === "text/csv";

export interface Portion {
  readonly rows: readonly Row[];
  /** Whether the list goes on after it. */
  readonly more: boolean;
}

/** A whole list from a place on, fetched a page at a time while it is sent, so that it is never held whole. */
export async function* everyPage(fetch: (page: Page) => Promise<readonly Row[]>, from: Page): AsyncGenerator<Portion> {
  for (let page: Page | null = { ...from, limit: ROWS_AT_ONCE }; page; ) {
    const rows: readonly Row[] = await fetch(page);
    const shown = rows.slice(0, page.limit);
    const more: boolean = rows.length > page.limit;
    yield { rows: shown, more };
    page = more ? { ...page, after: placeOf(shown.at(-1)) } : null;
  }
}

function placeOf(row: Row | undefined): Page["after"] {
  const at = row?.createdAt ?? row?.at;
  if (!row || !at) throw new Error("A row of a paged list has no place");
  return { at, id: row.id };
}

interface CsvFile {
  readonly table: CsvTable;
  /** `orders` in `orders-2026-11-20.csv`. */
  readonly name: string;
  readonly now: Date;
}

export async function sendCsv(res: Response, { table, name, now }: CsvFile, portions: AsyncGenerator<Portion>): Promise<void> {
  // Before anything is sent: a refusal is still an ordinary reply.
  const first = await portions.next();
  res.setHeader("Content-Disposition", `attachment; filename="${name}-${londonDay(now)}.csv"`);
  res.type("text/csv").vary("Accept");
  await pipeline(Readable.from(lines(table, first, portions)), res).catch((error: NodeJS.ErrnoException) => {
    // The reader has gone on to something else.
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
