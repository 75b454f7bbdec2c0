import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import { isDatabaseAway, isReadOnly } from "./faults.ts";

/**
 * A database or a transaction in it, the parameter of every handler and query. Drizzle's own
 * `transaction` is not part of the type, because it loses connections: `inTransaction` is the one
 * way to begin one.
 */
export type Db = Omit<PgDatabase<NodePgQueryResultHKT>, "transaction">;
export type Database = Db & { readonly $client: Pool };

interface PoolOptions {
  readonly most?: number;
  readonly waits?: Partial<typeof WAITS>;
  readonly onError: (error: Error) => void;
}

/**
 * The longest waits for the database in milliseconds, after which the reply is a 503: for a
 * connection, for a lock of another transaction, for a statement, for the server's reply to it, and
 * for a transaction whose process is silent. A frozen server never replies, so the client measures
 * the reply itself.
 */
const WAITS = { connection: 1_800, lock: 8_000, statement: 10_000, answer: 12_000, idleTransaction: 30_000 };

/** The longest time to open a connection outside the pool. */
export const CONNECTING_MS = 5_000;
/**
 * A migration may rebuild years of orders, a minute for each 100,000 quotes on a busy machine. A
 * second process waits for the first.
 */
export const MIGRATING_MS = 3_600_000;

/** Detects a dead machine at the other end while no query runs. */
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
    // PostgreSQL plans as for a disk without seek costs; otherwise a whole table looks cheaper than
    // the index that contains the summed columns. JIT compilation takes longer than our statements
    // of a few milliseconds.
    options: "-c random_page_cost=1.1 -c jit=off",
    ...KEEP_ALIVE,
  });
  // An idle connection dies when the server restarts; without a listener that ends the process.
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // A checked-out connection may die between two statements of a transaction: the pool does not
    // listen then, and that too would end the process. The next statement reports the error to the
    // caller.
    client.on("error", () => {});
  });
  return drizzle(pool);
}

/**
 * A transaction on a connection that the pool always gets back. Drizzle's own keeps a connection
 * whose `begin` failed, so a server that froze for a moment would empty the pool. A connection that
 * does not reply, or leads to a standby, is closed.
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
    isOfUse = !isDatabaseAway(error) && !isReadOnly(error);
    if (isOfUse) await client.query("rollback").catch(() => (isOfUse = false));
    throw error;
  } finally {
    client.release(!isOfUse);
  }
}

/**
 * Runs work that is undone alone if it throws: the surrounding transaction continues as if it had
 * not begun.
 */
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
 * Waits for something to end, in success or failure, but at most this many milliseconds: a frozen
 * server never closes a connection.
 */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => {}), sleep(ms, undefined, { ref: false })]);
}
