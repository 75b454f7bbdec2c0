import { is, type Placeholder, sql } from "drizzle-orm";
import { PgSelectBase } from "drizzle-orm/pg-core";
import type { PoolClient } from "pg";
import type { Db } from "./connect.ts";
import { rowReader, type Select } from "./row-reader.ts";

/** How often a statement comes before it is prepared: what is asked once is not worth keeping. */
const USES = 3;
/** As many as a connection keeps ready; the portal has fewer, but for lists of ids of every length. */
const MOST = 200;
const MOST_COUNTED = 2000;
/** One statement that reads or writes rows. What only opens or ends a transaction has nothing to gain. */
const WORTH_IT = /^\s*(?:select|with|insert|update|delete)\b[^;]*;?\s*$/i;

/**
 * Names statements that come again, so that each connection parses and plans them once (docs/decisions/070-speed.md). PostgreSQL goes on
 * planning anew where the values make a difference.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST || !WORTH_IT.test(text)) return known;
    const count = (uses.get(text) ?? 0) + 1;
    if (count >= USES) {
      uses.delete(text);
      names.set(text, `s${names.size}`);
    } else {
      if (uses.size >= MOST_COUNTED) uses.clear();
      uses.set(text, count);
    }
    return names.get(text);
  };
}

/** A connection that prepares what comes again. */
export function prepareRepeated(client: PoolClient, nameOf: ReturnType<typeof statementNames>): void {
  const query = client.query as (...args: unknown[]) => unknown;
  client.query = ((config: unknown, values?: unknown, ...rest: unknown[]) => {
    const named = isPlain(config) && Array.isArray(values) ? { ...config, name: nameOf(config.text) } : config;
    return Reflect.apply(query, client, [named, values, ...rest]);
  }) as typeof client.query;
}

const isPlain = (config: unknown): config is { readonly text: string } =>
  typeof config === "object" &&
  config !== null &&
  "text" in config &&
  typeof config.text === "string" &&
  !("name" in config && config.name) &&
  !("submit" in config);

/**
 * A number that stands in the statement's own text, for a limit that is always the same. As a value PostgreSQL could not know it when it plans for
 * all calls at once, and so would plan each call anew, which takes longer than most of them run.
 */
export const inText = (number: number): Placeholder => sql.raw(String(Math.trunc(number))) as unknown as Placeholder;

export interface Prepared<Rows> {
  execute(values?: Record<string, unknown>): Promise<Rows>;
}
interface Buildable<Rows> {
  prepare(name: string): Prepared<Rows>;
}

/** A select's rows by a reader of their own instead of drizzle's general one. `customResultMapper` is drizzle's place for that, but not of its types. */
function withReader<Rows>(built: Buildable<Rows>): Prepared<Rows> {
  // Without a name of its own: the connection names what comes again.
  const prepared = built.prepare("");
  if (!is(built, PgSelectBase)) return prepared;
  const { read } = rowReader(built as unknown as Select<unknown>);
  return Object.assign(prepared, { customResultMapper: (rows: unknown[][]) => rows.map(read) });
}

/** The statement on the connection of `db`: any of the pool's, or the one that a transaction has to itself. Another thing that drizzle keeps out of its types. */
function on<Rows>(db: Db, statement: Prepared<Rows>): Prepared<Rows> {
  const { client, logger } = (db as unknown as { session: { client: unknown; logger: unknown } }).session;
  return Object.assign(Object.create(statement), { client, logger });
}

/**
 * A statement that is built once and not at every request: drizzle takes longer to write a list's statement than the connection to send it.
 * What differs from call to call comes in by `sql.placeholder`; what makes it another statement (a role, a filter) is its `shape`, of
 * which there are few.
 */
export function builtOnce<Shape extends readonly (string | boolean | undefined)[], Rows>(
  build: (db: Db, ...shape: Shape) => Buildable<Rows>,
): (db: Db, shape: Readonly<Shape>, values: Record<string, unknown>) => Promise<Rows> {
  const built = new Map<string, Prepared<Rows>>();
  return (db, shape, values) => {
    const key = shape.join();
    const statement = built.get(key) ?? withReader(build(db, ...shape));
    built.set(key, statement);
    return on(db, statement).execute(values);
  };
}
