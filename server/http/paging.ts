import { createHmac, timingSafeEqual } from "node:crypto";
import { type Column, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Request } from "express";
import { inText } from "#server/db/prepared.ts";
import { DEFAULT_PAGE } from "#shared/http/wire.ts";
import type { Page } from "./call.ts";
import { badRequest } from "./errors.ts";

/** What every row of a paged list has: its place in the list. */
export interface Row {
  readonly id: number;
  readonly createdAt?: Date;
  readonly at?: Date;
}

/** Keyset pages: the cursor is the place of the last row seen, signed, so that one that we did not give is refused (rule C8). */
export interface Cursors {
  read(query: { limit?: number | undefined; cursor?: string | undefined }): Page;
  /** The address of the next page. */
  link(req: Request, last: { at: Date; id: number }): string;
}

/** Of six bits each: 132 bits of the signature, which keep a cursor short and are more than anybody can try. */
const LETTERS = 22;

/** The first secret signs; what any of them signed is one of ours. */
export function createCursors(secrets: readonly string[]): Cursors {
  const sign = (secret: string, place: string) =>
    createHmac("sha256", secret).update(`cursor:${place}`).digest("base64url").slice(0, LETTERS);
  const give = (at: Date, id: number) => {
    const place = `${at.getTime().toString(36)}.${id.toString(36)}`;
    return `${place}.${sign(secrets[0] ?? "", place)}`;
  };
  const take = (cursor: string) => {
    const [at = "", id = "", signature = "", ...more] = cursor.split(".");
    const given = Buffer.from(signature);
    const isOurs = secrets.some((secret) => {
      const expected = Buffer.from(sign(secret, `${at}.${id}`));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    if (more.length > 0 || !isOurs) throw badRequest("Cursor is not one of ours");
    return { at: new Date(Number.parseInt(at, 36)), id: Number.parseInt(id, 36) };
  };
  return {
    read: ({ limit = DEFAULT_PAGE, cursor }) => ({ limit, after: cursor === undefined ? null : take(cursor) }),
    link: (req, last) => {
      const query = new URLSearchParams(req.originalUrl.split("?")[1] ?? "");
      query.set("cursor", give(last.at, last.id));
      return `<${req.baseUrl}${req.path}?${query}>; rel="next"`;
    },
  };
}

/** The part of a `where` that goes on after a page, as one row comparison that the newest-first index answers. */
export const afterCursor = (page: Page, at: Column, id: Column): SQL | undefined =>
  page.after ? beyond(at, id, page.after.at.toISOString(), page.after.id) : undefined;

/** What a page weighs at most, whatever its rows hold (rule C9): a hundred times an ordinary one. */
export const MOST_PAGE_BYTES = 500_000;

/** How many of a page's rows may be sent: a shorter page is a page as well, and its link goes on after its last row. One is always. */
export function rowsThatFit(rows: readonly unknown[]): number {
  let bytes = 2;
  const surplus = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    return bytes > MOST_PAGE_BYTES;
  });
  return surplus === -1 ? rows.length : Math.max(1, surplus);
}

/** One more than is shown tells whether there is a next page without counting. */
const withOneMore = (limit: number): number => limit + 1;

/** A page of the usual length has its limit in its statement, which is then planned once; of another length it is a value. */
export const isUsual = (page: Page): boolean => page.limit === DEFAULT_PAGE;
export const mostRows = (usual: boolean): Placeholder => (usual ? inText(withOneMore(DEFAULT_PAGE)) : sql.placeholder("most"));

/** The same in a statement that is built once: `pageValues` has what goes into it. */
export const afterPlace = (at: Column, id: Column): SQL => beyond(at, id, sql.placeholder("afterAt"), sql.placeholder("afterId"));

export const pageValues = (page: Page) => ({
  most: withOneMore(page.limit),
  ...(page.after && { afterAt: page.after.at.toISOString(), afterId: page.after.id }),
});

const beyond = (at: Column, id: Column, afterAt: string | Placeholder, afterId: number | Placeholder): SQL =>
  sql`(${at}, ${id}) < (${afterAt}::timestamptz, ${afterId})`;

/** "nulls last" as drizzle makes the indexes: a plain `desc` means nulls first, and then no index serves the order, nulls or not. */
export const newestFirst = (at: Column, id: Column): [SQL, SQL] => [sql`${at} desc nulls last`, sql`${id} desc nulls last`];

export const rowsToFetch = (page: Page): number | Placeholder => (isUsual(page) ? mostRows(true) : withOneMore(page.limit));
