import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { TestPortal } from "#server/testing/portal.ts";

const modules = import.meta.glob<Readonly<Record<string, unknown>>>("../../schema/*.ts", { eager: true });

export const TABLES = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((each) => is(each, PgTable));

/** Tables of counts that every request changes. */
const COUNTED = new Set(["rate_limits"]);

/**
 * The columns that identify a row of each table: its key, or the first two columns of a table
 * without a key.
 */
const KEYS = new Map<string, readonly string[]>(
  TABLES.map((table) => {
    const { primaryKeys, columns } = getTableConfig(table);
    const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
    return [getTableName(table), (key.length > 0 ? key : columns.slice(0, 2)).map(({ name }) => name)];
  }),
);
const JOBS = "graphile_worker.jobs";
const keyOf = (table: string): string => (KEYS.get(table) ?? ["id"]).map((column) => `t."${column}"`).join(", ");

/**
 * Every row of every table as JSON, by table and key. The rows stay text, because most tests only
 * compare them.
 */
export async function everything({ db }: TestPortal): Promise<ReadonlyMap<string, string>> {
  const tables = [...TABLES.map(getTableName), JOBS].filter((name) => !COUNTED.has(name));
  const union = tables.map((name) => `select concat_ws(' ', '${name}', ${keyOf(name)}) as key, to_jsonb(t)::text as row from ${name} t`);
  const { rows } = await db.execute<{ key: string; row: string }>(union.join(" union all "));
  return new Map(rows.map(({ key, row }) => [key, row]));
}
