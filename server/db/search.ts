import { and, type Column, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { type orders, type quotes, users } from "./schema.ts";

/** Whether a column contains what somebody typed, without case; `%` and `_` are ordinary characters (decisions §7). */
export const containsText = (column: Column, typed: string): SQL => ilike(column, `%${typed.replace(/[\\%_]/g, "\\$&")}%`);

/** Up to as many companies are looked up one by one; of more, the newest rows will most likely hold enough. */
const FEW_COMPANIES = 50;
const NEWEST_TRIED = 1000;

interface Wanted {
  readonly table: typeof orders | typeof quotes;
  /** Which of its rows may be found: whose they are, a status, a place after a cursor. */
  readonly where: SQL | undefined;
  /** Which companies' names may match; all of them unless said otherwise. */
  readonly among?: SQL | undefined;
  readonly number: number | undefined;
  readonly typed: string;
  readonly most: number;
}

/**
 * The newest rows whose number was typed, or a part of whose company's or contact's name: a subquery of their ids. It matches
 * the companies first and then asks an index for the newest rows of each, so it costs the same however many rows there are. A word that is
 * in very many names would take long that way, but then the newest rows are the answer; only if they are not, each company is asked.
 */
export function newestMatches({ table, where, among, number, typed, most }: Wanted): SQL {
  const matches = and(among, or(containsText(users.companyName, typed), containsText(users.contactName, typed)));
  const newest = sql`order by created_at desc nulls last, id desc nulls last`;
  const rows = (whose: SQL | undefined, limit: number) =>
    sql`select id, created_at, user_id from ${table} where ${and(where, whose) ?? sql`true`} ${newest} limit ${limit}`;
  const areMany = sql`(select count(*) from few) > ${FEW_COMPANIES}`;
  return sql`(
    with few as materialized (select id from ${users} where ${matches} limit ${FEW_COMPANIES + 1}),
    recent as materialized (
      select tried.id, tried.created_at from (${rows(undefined, NEWEST_TRIED)}) tried join ${users} on ${users.id} = tried.user_id
      where ${areMany} and ${matches}
      order by tried.created_at desc nulls last, tried.id desc nulls last limit ${most}),
    companies as materialized (
      select id from few where not ${areMany}
      union all
      select id from ${users} where ${areMany} and (select count(*) from recent) < ${most} and ${matches}),
    latest as materialized (
      select companies.id from companies cross join lateral (${rows(eq(table.userId, sql`companies.id`), 1)}) theirs
      order by theirs.created_at desc, theirs.id desc limit ${most}),
    found as (
      select id, created_at from recent
      union
      select theirs.id, theirs.created_at from latest cross join lateral (${rows(eq(table.userId, sql`latest.id`), most)}) theirs
      ${number === undefined ? sql`` : sql`union select id, created_at from ${table} where ${and(where, eq(table.id, number))}`})
    select id from found order by created_at desc, id desc limit ${most})`;
}
