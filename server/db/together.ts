import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./connect.ts";
import type { Prepared } from "./prepared.ts";
import { rowReader, type Select } from "./row-reader.ts";

type Rows<S> = { [K in keyof S]: S[K] extends Select<infer Row> ? Row[] : never };

/**
 * Several selects as one statement: each comes back as JSON that PostgreSQL makes of its rows, and is read as drizzle would have read
 * them. One round trip and one connection instead of one for each. For lists of a page's length.
 */
export function together<S extends Record<string, Select<unknown>>>(db: Db, selects: S) {
  const columns = Object.entries(selects).map(([name, select]) => [name, asJson(select)] as const);
  const statement = db.select(Object.fromEntries(columns)).from(sql`(select 1) one`);
  const { read } = rowReader(statement as unknown as Select<Rows<S>>);
  return {
    prepare: (name: string): Prepared<Rows<S>> =>
      Object.assign(statement.prepare(name) as unknown as Prepared<Rows<S>>, {
        customResultMapper: ([row = []]: unknown[][]) => read(row),
      }),
  };
}

function asJson(select: Select<unknown>): SQL<unknown[]> {
  const { width, read } = rowReader(select);
  // Named anew by their place: a list may well have two columns called "id".
  const names = Array.from({ length: width }, (_, index) => sql.identifier(`c${index}`));
  const list = sql.join(names, sql`, `);
  return sql`(select coalesce(json_agg(json_build_array(${list})), '[]') from (${select.getSQL()}) t(${list}))`.mapWith(
    (rows: unknown[][]) => rows.map(read),
  );
}
