import { Column, getTableColumns, getTableName, is, SQL, sql, Table } from "drizzle-orm";
import type { Db } from "./connect.ts";

/** A drizzle select: it knows its statement, what it selects, and which of its tables may be missing from a row. */
interface Select<Row> {
  getSQL(): SQL;
  then<T>(done: (rows: Row[]) => T): PromiseLike<T>;
}
interface Inside {
  /** Drizzle leaves these two out of its types; together.test.ts holds what is made of them against drizzle's own rows. */
  readonly config: { readonly fields: Fields };
  readonly joinsNotNullableMap: Readonly<Record<string, boolean>>;
}
interface Fields {
  readonly [name: string]: Column | SQL | SQL.Aliased | Table | Fields;
}

interface Cell {
  readonly path: readonly string[];
  readonly decode: (value: unknown) => unknown;
  /** The table of a plain column, for rows of a left join that found nothing. */
  readonly table: string | undefined;
}

type Rows<S> = { [K in keyof S]: S[K] extends Select<infer Row> ? Row[] : never };

/**
 * Several selects as one statement: each comes back as JSON that PostgreSQL makes of its rows, and is read as drizzle would have read
 * them. One round trip and one connection instead of one for each. For lists of a page's length.
 */
export function together<S extends Record<string, Select<unknown>>>(db: Db, selects: S) {
  const columns = Object.entries(selects).map(([name, select]) => [name, asJson(select)] as const);
  const statement = db.select(Object.fromEntries(columns)).from(sql`(select 1) one`);
  return {
    prepare(name: string) {
      const prepared = statement.prepare(name);
      return {
        async execute(values: Record<string, unknown> = {}): Promise<Rows<S>> {
          const [row] = await prepared.execute(values);
          return row as Rows<S>;
        },
      };
    },
  };
}

function asJson(select: Select<unknown>): SQL<unknown[]> {
  const { config, joinsNotNullableMap } = select as Select<unknown> & Inside;
  const cells = cellsOf(config.fields);
  const missing = maybeMissing(cells, joinsNotNullableMap);
  // Named anew by their place: a list may well have two columns called "id".
  const names = cells.map((_, index) => sql.identifier(`c${index}`));
  const list = sql.join(names, sql`, `);
  return sql`(select coalesce(json_agg(json_build_array(${list})), '[]') from (${select.getSQL()}) t(${list}))`.mapWith(
    (rows: unknown[][]) => rows.map((row) => readRow(cells, row, missing)),
  );
}

function cellsOf(fields: Fields, at: readonly string[] = []): Cell[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...at, name];
    if (is(field, Column)) return [{ path, decode: (value) => field.mapFromDriverValue(value), table: getTableName(field.table) }];
    if (is(field, Table)) return cellsOf(getTableColumns(field), path);
    const decoderOf = is(field, SQL) ? field : is(field, SQL.Aliased) ? field.sql : undefined;
    if (decoderOf === undefined) return cellsOf(field as Fields, path);
    const { decoder } = decoderOf as unknown as { decoder: { mapFromDriverValue(value: unknown): unknown } };
    return [{ path, decode: (value) => decoder.mapFromDriverValue(value), table: undefined }];
  });
}

/** The objects in a row that are one table's columns, where a left join may have found no row of it: drizzle makes them null as a whole. */
function maybeMissing(cells: readonly Cell[], alwaysFound: Readonly<Record<string, boolean>>): string[] {
  const objects = new Set(cells.filter(({ path }) => path.length === 2).map(({ path: [name = ""] }) => name));
  return [...objects].filter((name) => {
    const tables = new Set(cells.filter(({ path }) => path.length === 2 && path[0] === name).map(({ table }) => table));
    const [table] = tables;
    return tables.size === 1 && table !== undefined && !alwaysFound[table];
  });
}

function readRow(cells: readonly Cell[], values: readonly unknown[], missing: readonly string[]): unknown {
  const row: Record<string, unknown> = {};
  for (const [index, { path, decode }] of cells.entries()) {
    const value = values[index];
    let node = row;
    for (const part of path.slice(0, -1)) {
      node[part] ??= {};
      node = node[part] as Record<string, unknown>;
    }
    node[path.at(-1) as string] = value === null ? null : decode(value);
  }
  for (const name of missing) {
    if (Object.values(row[name] as object).every((value) => value === null)) row[name] = null;
  }
  return row;
}
