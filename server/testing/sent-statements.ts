import pg from "pg";

/** A statement as it went to the database. */
export interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Keeps what all connections send from now on, in the list that it gives, but for transactions' own words. Before the portal connects: a
 * connection keeps the `query` that it was born with.
 */
export function recordStatements(): Sent[] {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const { text, values: own = [] } = typeof config === "string" ? { text: config } : config;
    if (!/^\s*(begin|commit|rollback)/i.test(text)) sent.push({ text, values: Array.isArray(values) ? values : own });
    return Reflect.apply(query, this, args);
  } as typeof query;
  return sent;
}
