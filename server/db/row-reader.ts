import { Column, getTableColumns, getTableName, is, SQL, sql, Table } from "drizzle-orm";

/** A drizzle select: it knows its statement, what it selects, and which of its tables may be missing from a row. */
export interface Select<Row> {
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

/** Takes a row's values in the select's order. */
type Read = (values: readonly unknown[]) => unknown;

export interface RowReader<Row> {
  /** How many values a row has. */
  readonly width: number;
  read(values: readonly unknown[]): Row;
}

/** What drizzle does to each row by looking at every field again, worked out once for a select: a list's rows are read three times as fast. */
export function rowReader<Row>(select: Select<Row>): RowReader<Row> {
  const { config, joinsNotNullableMap } = select as Select<Row> & Inside;
  let width = 0;
  const readerOf = (field: Fields[string], depth: number): Read => {
    if (is(field, Table)) return objectReader(getTableColumns(field), depth);
    const decoder = decoderOf(field);
    if (decoder === undefined) return objectReader(field as Fields, depth);
    const index = width++;
    return cellReader(index, decoder);
  };
  const objectReader = (fields: Fields, depth: number): Read => {
    const first = width;
    const parts = Object.entries(fields).map(([name, field]) => [name, readerOf(field, depth + 1)] as const);
    const read: Read = (values) => {
      const object: Record<string, unknown> = {};
      for (const [name, readPart] of parts) object[name] = readPart(values);
      return object;
    };
    return depth === 1 && mayBeMissing(fields, joinsNotNullableMap) ? nullWhereMissing(read, first, width) : read;
  };
  const read = objectReader(config.fields, 0) as RowReader<Row>["read"];
  return { width, read };
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

function decoderOf(field: Fields[string]): Decoder | undefined {
  if (is(field, Column)) return field;
  const written = is(field, SQL) ? field : is(field, SQL.Aliased) ? field.sql : undefined;
  return (written as { decoder?: Decoder } | undefined)?.decoder;
}

const asItComes = [Column.prototype.mapFromDriverValue, (sql`` as unknown as { decoder: Decoder }).decoder.mapFromDriverValue];

function cellReader(index: number, decoder: Decoder): Read {
  if (asItComes.includes(decoder.mapFromDriverValue)) return (values) => values[index];
  return (values) => (values[index] === null ? null : decoder.mapFromDriverValue(values[index]));
}

/** An object in the row that is one table's columns, where a left join may have found no row of it: drizzle makes it null as a whole. */
function mayBeMissing(fields: Fields, alwaysFound: Readonly<Record<string, boolean>>): boolean {
  const tables = new Set(Object.values(fields).map((field) => (is(field, Column) ? getTableName(field.table) : undefined)));
  const [table] = tables;
  return tables.size === 1 && table !== undefined && !alwaysFound[table];
}

const nullWhereMissing =
  (read: Read, first: number, end: number): Read =>
  (values) => {
    for (let index = first; index < end; index += 1) if (values[index] !== null) return read(values);
    return null;
  };
