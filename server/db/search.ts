import { and, type Column, eq, ilike, type SQL, sql } from "drizzle-orm";
import type { Account } from "#shared/contract/people.ts";
import { type NumberPrefix, numberTyped } from "#shared/domain/trade/status.ts";
import type { Db } from "./connect.ts";
import type { Names } from "./lists.ts";
import { companies, users } from "./schema.ts";

/** What a person typed, as a pattern: `%` and `_` are ordinary characters (rule O6). */
export const patternOf = (typed: string): string => `%${typed.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether a column contains what a person typed, without case. */
export const containsText = (column: Column, typed: string): SQL => ilike(column, patternOf(typed));

const POSTCODE = /^([a-z]{1,2}\d[a-z\d]?)\s+(\d[a-z]{2})$/i;

type Reader = Pick<Account, "role" | "companyId">;

/** What a search box asks for. */
export interface Search {
  /** The number of a row that was typed: `12`, `#12` and `ORD-12` (`Q-12` of quotes). */
  readonly number: number | null;
  /** A pattern for the words of rule O6. A whole postcode is looked for as the rows have each: without its space. */
  readonly words: string;
  readonly names: Names;
}

/** Reads what was typed into a search box, and asks first whose name holds it. Undefined where nothing was typed. */
export async function readSearch(db: Db, reader: Reader, search: string | undefined, prefix: NumberPrefix): Promise<Search | undefined> {
  const typed = search?.trim().replace(/\s+/g, " ");
  if (!typed) return undefined;
  return {
    number: numberTyped(prefix, typed),
    words: patternOf(typed.replace(POSTCODE, "$1$2")),
    names: await namesHolding(db, reader, patternOf(typed)),
  };
}

/** The companies and people whose name holds what was typed; a customer's own alone. */
async function namesHolding(db: Db, { role, companyId }: Reader, pattern: string): Promise<Names> {
  const ours = (id: Column) => (role === "customer" ? eq(id, companyId) : undefined);
  const holds = (name: Column) => sql`${name} like lower(${pattern})`;
  const found = await db
    .select({ companyId: companies.id, id: sql<number | null>`null::int` })
    .from(companies)
    .where(and(ours(companies.id), holds(companies.searchName)))
    .unionAll(
      db
        .select({ companyId: users.companyId, id: sql<number | null>`${users.id}` })
        .from(users)
        .where(and(ours(users.companyId), holds(users.searchName))),
    );
  return {
    companyIds: found.filter(({ id }) => id === null).map((row) => row.companyId),
    people: found.flatMap((row) => (row.id === null ? [] : [{ id: row.id, companyId: row.companyId }])),
  };
}
