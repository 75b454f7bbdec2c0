import type { Db } from "#server/platform/db/connect.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { closeWords, exactWords, type Reader, type Search, searchFor, type Word } from "./search.ts";

/** A page of one row, to check that any row exists. */
export const FIRST_ROW: Page = { limit: 0, after: null };

/**
 * The text of a list's search box, and a callback for the case that only similar spellings match.
 */
interface Typed {
  readonly typed: string | undefined;
  readonly page: Page;
  readonly now: Date;
  readonly match?: (how: "close") => void;
}

/**
 * A page of the rows that match every typed word exactly (rule O17). Without any such row, a page
 * of similar spellings.
 */
export async function wordsExactOrClose<Row>(
  { typed, page, now, match }: Typed,
  find: (words: readonly Word[], page: Page) => Promise<Row[]>,
): Promise<Row[]> {
  const exact = exactWords(typed, now);
  const rows = await find(exact, page);
  const close = closeWords(typed, now);
  if (rows.length > 0 || close.length === 0) return rows;
  // A later page continues the kind of match of the first page.
  if (page.after && (await find(exact, FIRST_ROW)).length > 0) return rows;
  const found = await find(close, page);
  if (found.length > 0) match?.("close");
  return found;
}

/** A search in a list whose rows are also found by company and person names. */
export interface Sought extends Typed {
  readonly db: Db;
  readonly user: Reader;
}

/**
 * Searches a list of trade in this way, after it has looked up the names that contain the words.
 */
export const exactOrClose = <Row>(
  { db, user, ...typed }: Sought,
  find: (search: Search | undefined, page: Page) => Promise<Row[]>,
): Promise<Row[]> => wordsExactOrClose(typed, async (words, page) => find(await searchFor(db, user, words), page));
