import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { companies, users } from "#server/schema/index.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { closeTo } from "./close-words.ts";
import { isState, type TypedWord, wordsTyped } from "./typed-words.ts";

/** What a person typed, as a pattern: `%` and `_` are ordinary characters (rule O6). */
const patternOf = (typed: string): string => `%${typed.replace(/[\\%_]/g, "\\$&")}%`;

export interface Reader extends Pick<Account, "role" | "companyId"> {
  /** Who views the portal as them, if somebody does. */
  readonly impersonator?: object | null;
}

/** Who has a name that a search looks for. Empty where nobody has: then nobody is asked for. */
interface Names {
  readonly companyIds: readonly number[];
  readonly people: readonly { readonly id: number; readonly companyId: number }[];
}

/** A word of a search as the database is asked for it. */
export interface Word extends Omit<TypedWord, "texts"> {
  /** In small letters: it may be the word for a state. */
  readonly word: string;
  /** None where the expression alone tells. */
  readonly patterns: readonly string[];
  /** Of what comes close: what the patterns find has to fit it too. */
  readonly expression?: string | undefined;
}

/** A word with whose names hold it. */
export interface Part extends Word {
  readonly names: Names;
}

/** What a search box asks for: each part has to be found somewhere in a row. */
export interface Search {
  readonly parts: readonly Part[];
  /** Of who searches: a row is found by nothing that its reader is not sent. */
  readonly role: Role;
  /** Of a customer's company, by one of its own people. */
  readonly isOwn: boolean;
}

/** Whether a text that is in small letters holds a word. */
export function holdsWord(text: Column | SQL, { patterns, expression }: Word): SQL | undefined {
  const [first, ...more] = patterns.map((pattern) => sql`lower(${pattern})`);
  const isLike = more.length === 0 ? sql`${text} like ${first}` : sql`${text} like any(array[${sql.join([first, ...more], sql`, `)}])`;
  return and(
    first && isLike,
    // "Is true": PostgreSQL counts how many it may be, and asks no index for the whole expression beside each pattern.
    expression === undefined ? undefined : sql`(${text} ~ lower(${expression})) is true`,
  );
}

/** The words that were typed into a search box; none where nothing was. */
export const exactWords = (typed: string | undefined, now: Date): Word[] =>
  wordsTyped(typed, londonDay(now)).map(({ texts, ...word }) => ({
    ...word,
    word: texts.join(" ").toLowerCase(),
    patterns: texts.map(patternOf),
  }));

/** A search for so many words at once costs enough. */
const MOST_CLOSE = 4;

/** The same, with what comes close to a word in place of it. None where nothing may: of a number, an amount, a day, a state, or less than four letters. */
export function closeWords(typed: string | undefined, now: Date): Word[] {
  const exact = exactWords(typed, now);
  const near = new Map(exact.flatMap(({ word }) => (isState(word) ? [] : (closeTo(word) ?? []))).map((close) => [close.word, close]));
  const longestFirst = [...near.values()].toSorted((one, other) => other.word.length - one.word.length).slice(0, MOST_CLOSE);
  if (longestFirst.length === 0) return [];
  return exact.map((word) => {
    const place = longestFirst.findIndex((close) => close.word === word.word);
    if (place < 0) return word;
    const { patterns = [], expression } = longestFirst[place] ?? {};
    // By the longest alone an index is asked: by several it would be asked for each pattern of one with each of the others.
    return { ...word, expression, patterns: place === 0 ? patterns : [] };
  });
}

/** Asks first whose names hold the words. Undefined where there are none. */
export async function searchFor(db: Db, reader: Reader, words: readonly Word[]): Promise<Search | undefined> {
  if (words.length === 0) return undefined;
  const names = await namesHolding(db, reader, words);
  return {
    parts: words.map((word, place) => ({ ...word, names: names[place] ?? { companyIds: [], people: [] } })),
    role: reader.role,
    isOwn: reader.role === "customer" && !reader.impersonator,
  };
}

/** A search for just what was typed. */
export const readSearch = (db: Db, reader: Reader, typed: string | undefined, now: Date): Promise<Search | undefined> =>
  searchFor(db, reader, exactWords(typed, now));

/** For each word the companies and people whose name holds it; a customer's own alone. One statement for all words. */
async function namesHolding(db: Db, { role, companyId }: Reader, words: readonly Word[]): Promise<Names[]> {
  // Names are few: what comes close is told by its expression alone.
  const typed = words.flatMap(({ patterns, expression }, place): { place: number; part?: string; close?: string }[] =>
    expression === undefined ? patterns.map((part) => ({ place, part })) : [{ place, close: expression }],
  );
  const holds = (name: Column): SQL => sql`(${name} like typed.part or ${name} ~ typed.close)`;
  const ours = (id: Column): SQL => (role === "customer" ? sql`${id} = ${companyId}` : sql`true`);
  const { rows } = await db.execute<{ place: number; companyId: number; id: number | null }>(sql`
    with typed as materialized (select place, lower(part) as part, lower(close) as close
      from json_to_recordset(${JSON.stringify(typed)}::json) t (place int, part text, close text))
    select place, ${companies.id} as "companyId", null::int as id
      from ${companies} join typed on ${holds(companies.searchName)} where ${ours(companies.id)}
    union
    select place, ${users.companyId}, ${users.id}
      from ${users} join typed on ${holds(users.searchName)} where ${ours(users.companyId)}`);
  return words.map((_, place) => {
    const held = rows.filter((row) => row.place === place);
    return {
      companyIds: held.filter(({ id }) => id === null).map((row) => row.companyId),
      people: held.flatMap((row) => (row.id === null ? [] : [{ id: row.id, companyId: row.companyId }])),
    };
  });
}
