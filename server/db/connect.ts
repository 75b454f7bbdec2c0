import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import { prepareRepeated, statementNames } from "./prepared.ts";
import * as schema from "./schema.ts";

export type Database = NodePgDatabase<typeof schema> & { readonly $client: Pool };
/** A database or a transaction in it: what every handler and query takes. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

interface PoolOptions {
  readonly most?: number;
  readonly onError: (error: Error) => void;
}

/** A pool on a PostgreSQL server. A caller that gets no connection within two seconds fails, so that a full pool is a 503 and not a hang. */
export function connect(url: string, { most = 10, onError }: PoolOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    application_name: "tiltrod",
    keepAlive: true,
  });
  // An idle connection dies when the server restarts; without a listener that ends the process.
  pool.on("error", onError);
  const nameOf = statementNames();
  pool.on("connect", (client) => {
    prepareRepeated(client, nameOf);
    // One that is lent out dies between two statements of a transaction: the pool does not listen then, and that too would end the
    // process. The next statement says it to whoever holds it.
    client.on("error", () => {});
  });
  return drizzle(pool, { schema });
}
