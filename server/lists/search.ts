import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { closeTo } from "./close-words.ts";
import { isState, type TypedWord, wordsTyped } from "./typed-words.ts";

/** The LIKE pattern of typed text, with `%` and `_` as ordinary characters (rule O6). */
const patternOf = (typed: string): string => `%${typed.replace(/[\\%_]/g, "\\$&")}%`;

export interface Reader extends Pick<Account, "role" | "companyId"> {
  /** The super admin behind View As; null or undefined without one. */
  readonly impersonator?: object | null;
}

/** Ids of the companies and people whose name contains the word. Empty lists drop the condition. */
interface Names {
  readonly companyIds: readonly number[];
  readonly people: readonly { readonly id: number; readonly companyId: number }[];
}

/** A word of a search in the form of a database condition. */
export interface Word extends Omit<TypedWord, "texts"> {
  /** The word is in small letters, because it may be the name of a state. */
  readonly word: string;
  /** LIKE patterns; empty if the expression alone decides. */
  readonly patterns: readonly string[];
  /**
   * The regular expression for similar spellings: the matches of the patterns must match it too.
   */
  readonly expression?: string | undefined;
}

/** A word with the ids of the names that contain it. */
export interface Part extends Word {
  readonly names: Names;
}

/** A search: each part must be found somewhere in a row. */
export interface Search {
  readonly parts: readonly Part[];
  /** The role of the reader: fields that the role does not receive must not find a row. */
  readonly role: Role;
  /** True for a customer's own company, whose people search fields of their own. */
  readonly isOwn: boolean;
}

/** Matches a text in small letters that contains the word. */
export function holdsWord(text: Column | SQL, { patterns, expression }: Word): SQL | undefined {
  const [first, ...more] = patterns.map((pattern) => sql`lower(${pattern})`);
  const isLike = more.length === 0 ? sql`${text} like ${first}` : sql`${text} like any(array[${sql.join([first, ...more], sql`, `)}])`;
  return and(
    first && isLike,
    // "Is true" prevents PostgreSQL from estimating the expression and from using an index for it
    // beside each pattern.
    expression === undefined ? undefined : sql`(${text} ~ lower(${expression})) is true`,
  );
}

/** The words typed into a search box; empty for an empty text. */
export const exactWords = (typed: string | undefined, now: Date): Word[] =>
  wordsTyped(typed, londonDay(now)).map(({ texts, ...word }) => ({
    ...word,
    word: texts.join(" ").toLowerCase(),
    patterns: texts.map(patternOf),
  }));

/** A search for more similar spellings at once would cost too much. */
const MOST_CLOSE = 4;

/**
 * The typed words, each with its similar spellings. Empty if no word may be misspelt: a number, an
 * amount, a day, a state, or fewer than four letters.
 */
export function closeWords(typed: string | undefined, now: Date): Word[] {
  const exact = exactWords(typed, now);
  const near = new Map(exact.flatMap(({ word }) => (isState(word) ? [] : (closeTo(word) ?? []))).map((close) => [close.word, close]));
  const longestFirst = [...near.values()].toSorted((one, other) => other.word.length - one.word.length).slice(0, MOST_CLOSE);
  if (longestFirst.length === 0) return [];
  return exact.map((word) => {
    const place = longestFirst.findIndex((close) => close.word === word.word);
    if (place < 0) return word;
    const { patterns = [], expression } = longestFirst[place] ?? {};
    // Only the longest word uses an index: with several, the index would be searched for every
    // combination of their patterns.
    return { ...word, expression, patterns: place === 0 ? patterns : [] };
  });
}

/** Looks up the names that contain the words. Undefined without words. */
export async function searchFor(db: Db, reader: Reader, words: readonly Word[]): Promise<Search | undefined> {
  if (words.length === 0) return undefined;
  const names = await namesHolding(db, reader, words);
  return {
    parts: words.map((word, place) => ({ ...word, names: names[place] ?? { companyIds: [], people: [] } })),
    role: reader.role,
    isOwn: reader.role === "customer" && !reader.impersonator,
  };
}

/** A search for exactly the typed words. */
export const readSearch = (db: Db, reader: Reader, typed: string | undefined, now: Date): Promise<Search | undefined> =>
  searchFor(db, reader, exactWords(typed, now));

/**
 * Looks up the ids of the companies and people whose name contains each word; for a customer only
 * their own. One statement serves all words.
 */
async function namesHolding(db: Db, { role, companyId }: Reader, words: readonly Word[]): Promise<Names[]> {
  // Few names exist, so the expression alone decides on similar spellings.
  const typed = words.flatMap(({ patterns, expression }, place): { place: number; part?: string; close?: string }[] =>
    expression === undefined ? patterns.map((part) => ({ place, part })) : [{ place, close: expression }],
  );
  const holds = (name: Column): SQL => sql`(${name} like typed.part or ${name} ~ typed.close)`;
  const isVisible = (id: Column): SQL => (role === "customer" ? sql`${id} = ${companyId}` : sql`true`);
  const { rows } = await db.execute<{ place: number; companyId: number; id: number | null }>(sql`
    with typed as materialized (select place, lower(part) as part, lower(close) as close
      from json_to_recordset(${JSON.stringify(typed)}::json) t (place int, part text, close text))
    select place, ${companies.id} as "companyId", null::int as id
      from ${companies} join typed on ${holds(companies.searchName)} where ${isVisible(companies.id)}
    union
    select place, ${users.companyId}, ${users.id}
      from ${users} join typed on ${holds(users.searchName)} where ${isVisible(users.companyId)}`);
  return words.map((_, place) => {
    const held = rows.filter((row) => row.place === place);
    return {
      companyIds: held.filter(({ id }) => id === null).map((row) => row.companyId),
      people: held.flatMap((row) => (row.id === null ? [] : [{ id: row.id, companyId: row.companyId }])),
    };
  });
}
