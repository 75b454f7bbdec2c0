import { and, type Column, eq, ilike, type SQL, sql } from "drizzle-orm";
import { type orders, type quotes, users } from "./schema.ts";

/** What a person typed, as a pattern: `%` and `_` are ordinary characters (rule O6). */
const patternOf = (typed: string): string => `%${typed.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether a column contains what a person typed, without case. */
export const containsText = (column: Column, typed: string): SQL => ilike(column, patternOf(typed));

const NUMBERED = { ORD: /^(?:#|ORD-)?(\d{1,9})$/i, Q: /^(?:#|Q-)?(\d{1,9})$/i, RMK: /^(?:#|RMK-)?(\d{1,9})$/i };

/**
 * What a search box asks for, as values for a prepared select: `12`, `#12` and `ORD-12` (`Q-12` of quotes) name a row; anything may be part of a
 * company's or a contact's name (rule O6). Undefined where nothing was typed.
 */
export function readSearch(
  search: string | undefined,
  prefix: keyof typeof NUMBERED,
): { pattern: string; number: number | null } | undefined {
  const typed = search?.trim();
  if (!typed) return undefined;
  const digits = NUMBERED[prefix].exec(typed)?.[1];
  return { pattern: patternOf(typed), number: digits === undefined ? null : Number(digits) };
}

/** Whose company's or contact's name holds what was typed. A select of its own, or it would be lowered again for each name. */
export const namesMatch: SQL = sql`${users.searchNames} like (select lower(${sql.placeholder("pattern")}))`;

/** Up to as many companies are asked one by one; of more, the newest rows will most likely hold enough. */
const FEW_COMPANIES = sql.raw("50");
const NEWEST_TRIED = sql.raw("5000");
const ONE = sql.raw("1");

interface Wanted {
  readonly table: typeof orders | typeof quotes;
  /** Which of its rows may be found: whose they are, a status, a place after a cursor. */
  readonly where: SQL | undefined;
  /** Which companies' names may match; all of them unless said otherwise. */
  readonly among?: SQL | undefined;
  /** Whether only what `readSearch` read is wanted. */
  readonly searched: boolean;
  readonly most: SQL;
}

/**
 * The ids of the newest rows, as a subquery: of all of them, or of those whose number was typed, or a part of whose company's or contact's
 * name. A search matches the companies first and then asks an index for the newest rows of each, so it costs the same however many rows there
 * are. A word that is in very many names would take long that way, but then the newest rows are the answer; only if they are not, each company is
 * asked.
 */
export function newestIds({ table, where, among, searched, most }: Wanted): SQL {
  const newest = sql`order by created_at desc nulls last, id desc nulls last`;
  const rows = (whose: SQL | undefined, limit: SQL) =>
    sql`select id, created_at, user_id from ${table} where ${and(where, whose) ?? sql`true`} ${newest} limit ${limit}`;
  if (!searched) return sql`(${rows(undefined, most)})`;
  const matches = and(among, namesMatch);
  // "is true" keeps the planner from making a join of it, which would sort every row before it stops at the first few.
  const theirs = sql`(tried.user_id in (select id from companies)) is true`;
  return sql`(
    with companies as materialized (select id from ${users} where ${matches}),
    recent as materialized (
      select tried.id, tried.created_at from (${rows(undefined, NEWEST_TRIED)}) tried
      where exists (select from companies offset ${FEW_COMPANIES}) and ${theirs} limit ${most}),
    latest as materialized (
      select companies.id from companies cross join lateral (${rows(eq(table.userId, sql`companies.id`), ONE)}) newest
      where (select count(*) from recent) < ${most}
      order by newest.created_at desc, newest.id desc limit ${most}),
    found as (
      select id, created_at from recent
      union
      select newest.id, newest.created_at from latest cross join lateral (${rows(eq(table.userId, sql`latest.id`), most)}) newest
      union
      select id, created_at from ${table} where ${and(where, eq(table.id, sql.placeholder("number")))})
    select id from found order by created_at desc, id desc limit ${most})`;
}
