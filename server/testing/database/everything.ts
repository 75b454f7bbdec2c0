import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { TestPortal } from "#server/testing/portal.ts";

const modules = import.meta.glob<Readonly<Record<string, unknown>>>("../../schema/*.ts", { eager: true });

export const TABLES = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((each) => is(each, PgTable));

/** Tables of counts that every request changes. */
const COUNTED = new Set(["rate_limits"]);

/** The key's columns of each table; empty for a table without a key. */
const KEYS = new Map<string, readonly string[]>(
  TABLES.map((table) => {
    const { primaryKeys, columns } = getTableConfig(table);
    return [getTableName(table), (primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)).map(({ name }) => name)];
  }),
);

/** The key that identifies a row in its table. */
function keyOf(name: string, row: Readonly<Record<string, unknown>>): string {
  const columns = KEYS.get(name) ?? [];
  const own = columns.length > 0 ? columns.map((column) => row[column]) : Object.values(row).slice(0, 2);
  return String(row.id ?? row.number ?? JSON.stringify(own));
}

type Rows = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Every row of every table, by table and key. */
export async function everything({ db }: TestPortal): Promise<Rows> {
  const all = new Map<string, Record<string, unknown>>();
  const tables = [...TABLES.map(getTableName), "graphile_worker.jobs"].filter((name) => !COUNTED.has(name));
  const union = tables.map((name) => `select '${name}' as name, to_jsonb(t) as row from ${name} t`).join(" union all ");
  const { rows } = await db.execute<{ name: string; row: Record<string, unknown> }>(union);
  for (const { name, row } of rows) all.set(`${name} ${keyOf(name, row)}`, row);
  return all;
}
