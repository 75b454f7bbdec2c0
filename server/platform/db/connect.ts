import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import { isDatabaseAway, takesNoChanges } from "./faults.ts";

/**
 * A database or a transaction in it: what every handler and query takes. Drizzle's own
 * `transaction` is not part of the type, because it loses connections: `inTransaction` is the one
 * way to begin.
 */
export type Db = Omit<PgDatabase<NodePgQueryResultHKT>, "transaction">;
export type Database = Db & { readonly $client: Pool };

interface PoolOptions {
  readonly most?: number;
  readonly waits?: Partial<typeof WAITS>;
  readonly onError: (error: Error) => void;
}

/**
 * How long anything waits for the database, in milliseconds; then it is a 503. In turn: for a
 * connection, for a lock of another transaction, for a statement, for the server's answer to it,
 * and for a transaction whose process is silent. A frozen server never answers, so we count the
 * answer ourselves.
 */
const WAITS = { connection: 1_800, lock: 8_000, statement: 10_000, answer: 12_000, idleTransaction: 30_000 };

/** How long anything waits for a connection of its own to be made. */
export const CONNECTING_MS = 5_000;
/**
 * A migration may rebuild years of orders, a minute for each 100,000 quotes on a busy machine. A
 * second process waits for the first.
 */
export const MIGRATING_MS = 3_600_000;

/** Says it when the other side's machine is gone, where nothing is being asked. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A pool on a PostgreSQL server. */
export function connect(url: string, { most = 10, waits, onError }: PoolOptions): Database {
  const wait = { ...WAITS, ...waits };
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: wait.connection,
    lock_timeout: wait.lock,
    statement_timeout: wait.statement,
    query_timeout: wait.answer,
    idle_in_transaction_session_timeout: wait.idleTransaction,
    idleTimeoutMillis: 30_000,
    application_name: "tiltrod",
    // As on a disk that need not seek. Otherwise a whole table looks cheaper than the index that holds
    // what is added up. Machine code for a statement of milliseconds takes longer than the statement.
    options: "-c random_page_cost=1.1 -c jit=off",
    ...KEEP_ALIVE,
  });
  // An idle connection dies when the server restarts; without a listener that ends the process.
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // One that is lent out dies between two statements of a transaction: the pool does not listen then, and that too would end the
    // process. The next statement tells its holder.
    client.on("error", () => {});
  });
  return drizzle(pool);
}

/**
 * A transaction on a connection that the pool always gets back. Drizzle's keeps a connection whose
 * `begin` failed, so a server that froze for a moment would empty the pool. An unanswered
 * connection, or one to a standby, ends here.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const client = await db.$client.connect();
  let isOfUse = true;
  try {
    await client.query("begin");
    const result = await work(drizzle(client));
    await client.query("commit");
    return result;
  } catch (error) {
    isOfUse = !isDatabaseAway(error) && !takesNoChanges(error);
    if (isOfUse) await client.query("rollback").catch(() => (isOfUse = false));
    throw error;
  } finally {
    client.release(!isOfUse);
  }
}

/** Work that undoes itself alone when it throws: the transaction around it goes on as if it had not begun. */
export async function inSavepoint<Result>(tx: Db, work: () => Promise<Result>): Promise<Result> {
  await tx.execute(sql`savepoint work`);
  try {
    const result = await work();
    await tx.execute(sql`release savepoint work`);
    return result;
  } catch (error) {
    await tx.execute(sql`rollback to savepoint work`);
    throw error;
  }
}

/**
 * Waits for something to end, however it does, but not longer than so many milliseconds: a frozen server never says
 * goodbye.
 */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => {}), sleep(ms, undefined, { ref: false })]);
}
