import { createHmac, timingSafeEqual } from "node:crypto";
import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import type { Request, Response } from "express";
import { badRequest } from "#server/platform/http/errors.ts";
import type { Day } from "#shared/domain/period.ts";
import { DEFAULT_PAGE, NEWEST } from "#shared/http/wire.ts";

/** A row's place in a list: its time and its id. */
export interface Place {
  readonly at: Date;
  readonly id: number;
}

/**
 * A page of a list: the handler fetches `limit + 1` rows after `after`, and `mount` makes the
 * `Link`.
 */
export interface Page {
  readonly limit: number;
  readonly after: Place | null;
}

/** A row of a list. A list that is not newest first sets `inList` itself. */
export interface Row {
  readonly id: number;
  readonly createdAt?: Date;
  readonly at?: Date;
  readonly inList?: Place;
}

/** The query parameters of a list's pages. */
interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly sort?: string | undefined;
}

/**
 * Keyset pages: the cursor is the place of the last row seen, signed for its list and sort. Any
 * other cursor is refused (rule C8).
 */
export interface Cursors {
  read(req: Request, query: PageQuery): Page;
  /**
   * The rows of a page without the surplus row. If there is one, the next page's address becomes
   * the reply's `Link`.
   */
  cutToPage<R extends Row>(req: Request, res: Response, rows: readonly R[], most: number): readonly R[];
}

/** A row's place in its list. */
export function placeOf(row: Row | undefined): Place {
  if (row?.inList) return row.inList;
  const at = row?.createdAt ?? row?.at;
  if (!row || !at) throw new Error("A row of a paged list has no place");
  return { at, id: row.id };
}

/**
 * 132 bits of the signature, six in each letter, which keep a cursor short and cannot be guessed.
 */
const LETTERS = 22;

/** The default sort may be omitted. */
const listOf = (req: Request, sort: string | null | undefined): string => `${req.baseUrl}${req.path} ${sort ?? NEWEST}`;

/** The first secret signs; a cursor signed by any of the secrets is valid. */
export function createCursors(secrets: readonly string[]): Cursors {
  const sign = (secret: string, list: string, place: string) =>
    createHmac("sha256", secret).update(`cursor:${list}:${place}`).digest("base64url").slice(0, LETTERS);
  const give = (list: string, { at, id }: Place) => {
    const place = `${at.getTime().toString(36)}.${id.toString(36)}`;
    return `${place}.${sign(secrets[0] ?? "", list, place)}`;
  };
  const take = (list: string, cursor: string) => {
    const [at = "", id = "", signature = "", ...more] = cursor.split(".");
    const given = Buffer.from(signature);
    const isOurs = secrets.some((secret) => {
      const expected = Buffer.from(sign(secret, list, `${at}.${id}`));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    if (more.length > 0 || !isOurs) throw badRequest("Cursor is not valid");
    return { at: new Date(Number.parseInt(at, 36)), id: Number.parseInt(id, 36) };
  };
  return {
    read: (req, { limit = DEFAULT_PAGE, cursor, sort }) => ({
      limit,
      after: cursor === undefined ? null : take(listOf(req, sort), cursor),
    }),
    cutToPage: (req, res, rows, most) => {
      if (rows.length <= most) return rows;
      const page = rows.slice(0, most);
      // The query is everything after the first question mark: it may contain further ones, also
      // before a filter.
      const query = new URLSearchParams(req.originalUrl.replace(/^[^?]*/, ""));
      query.set("cursor", give(listOf(req, query.get("sort")), placeOf(page.at(-1))));
      res.setHeader("Link", `<${req.baseUrl}${req.path}?${query}>; rel="next"`);
      return page;
    },
  };
}

/** The columns by which a list is sorted, the cursor's type, and the direction. */
export interface Sort {
  readonly at: Column;
  readonly id: Column;
  readonly type: "timestamptz" | "date" | "integer";
  readonly newestFirst: boolean;
}
export const newest = (at: Column, id: Column, type: Sort["type"] = "timestamptz"): Sort => ({ at, id, type, newestFirst: true });
export const earliest = (at: Column, id: Column, type: Sort["type"] = "timestamptz"): Sort => ({ at, id, type, newestFirst: false });

/**
 * "Nulls last", as in drizzle's indexes (docs/decisions/003-lists-are-plain-queries.md). A list by
 * its primary key uses that index in either direction.
 */
export function inOrder({ at, id, newestFirst }: Sort): SQL[] {
  if (at === id) return [newestFirst ? desc(id) : asc(id)];
  return newestFirst ? [sql`${at} desc nulls last`, sql`${id} desc nulls last`] : [asc(at), asc(id)];
}

/**
 * Matches the rows after a page, by one comparison of two columns that an index answers. Drizzle
 * has no such comparison.
 */
export function afterPage({ at, id, type, newestFirst }: Sort, { after }: Page): SQL | undefined {
  if (!after) return undefined;
  const place = type === "integer" ? after.id : after.at.toISOString();
  return sql`(${at}, ${id}) ${sql.raw(newestFirst ? "<" : ">")} (${place}::${sql.raw(type)}, ${after.id})`;
}

/** The rows after a page of a list that is always sorted newest first. */
export const afterCursor = (page: Page, at: Column, id: Column): SQL | undefined => afterPage(newest(at, id), page);

/** One more row than is shown reveals a next page without a count. */
export const rowsToFetch = (page: Page): number => page.limit + 1;

/**
 * The most bytes of a page, whatever its rows contain (rule C9): a hundred times an ordinary one.
 */
const MOST_PAGE_BYTES = 500_000;

/**
 * A page's rows as JSON: as many as the limit of bytes allows, and at least one. The link of a
 * shortened page continues after its last row.
 */
export function textsThatFit(rows: readonly unknown[]): string[] {
  const texts: string[] = [];
  let bytes = 2;
  for (const row of rows) {
    const text = JSON.stringify(row);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MOST_PAGE_BYTES && texts.length > 0) break;
    texts.push(text);
  }
  return texts;
}

export const newestFirst = (at: Column, id: Column): SQL[] => inOrder(newest(at, id));

/** A row without a day is sorted after every other, with those of the last day. */
export const LAST_OF_DAYS: Day = "9999-12-31";
/** The place of a row in a list that is sorted by a day. */
export const placeOfDay = (day: Day | null): Date => new Date(day ?? LAST_OF_DAYS);
