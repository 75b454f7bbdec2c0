import { and, type Column, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { inOrder, type Sort } from "#server/http/paging.ts";
import { companies, type orders, type quotes, users } from "./schema.ts";

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

const isLike = (column: Column): SQL => sql`${column} like (select lower(${sql.placeholder("pattern")}))`;

/** The people whose company's or own name holds what was typed. The pattern is a select of its own, or it would be lowered again for each name. */
export const peopleFound = (among?: SQL): SQL =>
  sql`select ${users.id} from ${users} join ${companies} on ${eq(companies.id, users.companyId)}
    where ${and(among, or(isLike(companies.searchName), isLike(users.searchName)))}`;

/** Up to as many people are asked one by one; of more, the newest rows will most likely hold enough. */
const FEW_PEOPLE = sql.raw("50");
const NEWEST_TRIED = sql.raw("5000");
const ONE = sql.raw("1");

interface Wanted {
  readonly table: typeof orders | typeof quotes;
  readonly by: Sort;
  /** Which of its rows may be found: whose they are, a status, a place after a cursor. */
  readonly where: SQL | undefined;
  /** Which people's names may match; all of them unless said otherwise. */
  readonly among?: SQL | undefined;
  /** Whether only what `readSearch` read is wanted. */
  readonly searched: boolean;
  readonly most: SQL;
}

/**
 * The ids of a list's first rows, as a subquery: of all of them, or of those whose number was typed, or a part of whose company's or contact's
 * name. A search matches the people first and then asks an index for the first rows of each, so it costs the same however many rows there
 * are. A word that is in very many names would take long that way, but then the first rows are the answer; only if they are not, each person's are
 * asked for.
 */
export function foundIds({ table, by, where, among, searched, most }: Wanted): SQL {
  const rows = (whose: SQL | undefined, limit: SQL) =>
    sql`select id, ${by.key} as place, user_id from ${table} where ${and(where, whose) ?? sql`true`}
      order by ${sql.join(inOrder(by, table.id), sql`, `)} limit ${limit}`;
  if (!searched) return sql`(${rows(undefined, most)})`;
  const direction = sql.raw(by.newestFirst ? "desc" : "asc");
  // "is true" keeps the planner from making a join of it, which would sort every row before it stops at the first few.
  const theirs = sql`(tried.user_id in (select id from people)) is true`;
  return sql`(
    with people as materialized (${peopleFound(among)}),
    first as materialized (
      select tried.id, tried.place from (${rows(undefined, NEWEST_TRIED)}) tried
      where exists (select from people offset ${FEW_PEOPLE}) and ${theirs} limit ${most}),
    foremost as materialized (
      select people.id from people cross join lateral (${rows(eq(table.userId, sql`people.id`), ONE)}) one
      where (select count(*) from first) < ${most}
      order by one.place ${direction}, one.id ${direction} limit ${most}),
    found as (
      select id, place from first
      union
      select theirs.id, theirs.place from foremost cross join lateral (${rows(eq(table.userId, sql`foremost.id`), most)}) theirs
      union
      select id, ${by.key} from ${table} where ${and(where, eq(table.id, sql.placeholder("number")))})
    select id from found order by place ${direction}, id ${direction} limit ${most})`;
}
