import pg from "pg";

/** A statement as it went to the database. */
export interface Sent {
  readonly text: string;
  readonly values: unknown[];
  /** The name of a prepared statement. */
  readonly name?: string | undefined;
}

/**
 * Records the statements of all connections into the returned list, except BEGIN, COMMIT and
 * ROLLBACK. Call it before the portal connects: a connection keeps the `query` of its creation.
 */
export function recordStatements(): Sent[] {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | { text: string; values?: unknown[]; name?: string }, unknown[] | undefined];
    const { text, values: own = [], name } = typeof config === "string" ? { text: config } : config;
    if (!/^\s*(begin|commit|rollback)/i.test(text)) sent.push({ text, values: Array.isArray(values) ? values : own, name });
    return Reflect.apply(query, this, args);
  } as typeof query;
  return sent;
}
