import type { Db } from "#server/platform/db/connect.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { closeWords, exactWords, type Reader, type Search, searchFor, type Word } from "./search.ts";

/** The first row alone: whether there is any. */
export const FIRST_ROW: Page = { limit: 0, after: null };

/**
 * What was typed into a list's search box, and who is to hear that what it finds only comes close.
 */
interface Typed {
  readonly typed: string | undefined;
  readonly page: Page;
  readonly now: Date;
  readonly match?: (how: "close") => void;
}

/**
 * A page of what holds all that was typed (rule O6). Where nothing at all does, of what comes
 * close.
 */
export async function wordsExactOrClose<Row>(
  { typed, page, now, match }: Typed,
  find: (words: readonly Word[], page: Page) => Promise<Row[]>,
): Promise<Row[]> {
  const exact = exactWords(typed, now);
  const rows = await find(exact, page);
  const close = closeWords(typed, now);
  if (rows.length > 0 || close.length === 0) return rows;
  // A later page goes on with what the first was of.
  if (page.after && (await find(exact, FIRST_ROW)).length > 0) return rows;
  const found = await find(close, page);
  if (found.length > 0) match?.("close");
  return found;
}

/** A search in a list of trade, whose rows are found by names too. */
export interface Sought extends Typed {
  readonly db: Db;
  readonly user: Reader;
}

/** The same of a list of trade: whose names hold the words is asked first. */
export const exactOrClose = <Row>(
  { db, user, ...typed }: Sought,
  find: (search: Search | undefined, page: Page) => Promise<Row[]>,
): Promise<Row[]> => wordsExactOrClose(typed, async (words, page) => find(await searchFor(db, user, words), page));
