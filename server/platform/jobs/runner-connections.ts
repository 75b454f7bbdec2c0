import { Client, Pool, type PoolClient } from "pg";
import { KEEP_ALIVE, waitAtMost } from "#server/platform/db/connect.ts";
import { isUnanswered } from "#server/platform/db/faults.ts";
import type { Log } from "#server/platform/http/log.ts";

type Release = (error?: Error | boolean) => void;
type Lent = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A connection that ends when a statement had no reply in time (pg's `query_timeout`). Its server
 * is frozen, or the statement still runs: the next user would wait behind it, or find a foreign
 * transaction open.
 */
class RunnerClient extends Client {
  override query(...asked: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, asked);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isUnanswered(error)) void this.end();
      });
    return answer as never;
  }
}

/**
 * The runner's own connections, so that many jobs never make a request wait for one. The queue's
 * listener may release a connection twice, or release one that the ended pool never provided. pg
 * throws an unhandled error for both, and the server would end.
 */
class RunnerPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(lent: Lent): void;
  override connect(onClient?: Lent): Promise<PoolClient> | undefined {
    if (!onClient) return super.connect();
    // An ended pool calls back with only an error, although its types say otherwise.
    super.connect((error, client, release: Release | undefined) => {
      let releaseOnce = release;
      onClient(error, client, (fault) => {
        releaseOnce?.(fault);
        releaseOnce = undefined;
      });
    });
    return undefined;
  }
}

/**
 * The queue's statements are short, so its time limits are short: a runner without replies must
 * notice it.
 */
const WAITS = { connectionTimeoutMillis: 2_000, statement_timeout: 8_000, query_timeout: 10_000 };

export function runnerPool(databaseUrl: string): Pool {
  const pool = new RunnerPool({
    Client: RunnerClient,
    connectionString: databaseUrl,
    max: 3,
    application_name: "tiltrod-jobs",
    ...KEEP_ALIVE,
    ...WAITS,
  });
  // The pool replaces lost connections. Without a listener their errors would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
  });
  return pool;
}

/** An arbitrary lock number; the second half of the key is the runner's id. */
const SIGN_OF_LIFE = 7_184_354;
const EVERY_MS = 20_000;
const SIGN_WAITS = { connectionTimeoutMillis: 2_000, query_timeout: 5_000 };

/**
 * Frees the jobs of a killed process within a minute; the queue itself waits four hours. Younger
 * jobs stay: a new runner may begin a job before it holds its own lock.
 */
const FREE = `
  select graphile_worker.force_unlock_workers(array(
    select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '30 seconds') begun
    where locked_by <> $2 and pg_try_advisory_xact_lock($1, hashtext(locked_by))
  ))`;

/**
 * Holds an advisory lock on a connection of its own, as the runner's sign of life. Frees the jobs
 * of runners without a lock: their process or machine is gone. A restarted database loses the lock
 * too. Then a job is done twice at worst, and every job allows that.
 */
export function freeDeadJobs(databaseUrl: string, runnerId: string, log: Log): { stop(): Promise<void> } {
  let connection: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const signOn = async (): Promise<Client> => {
    const client = new Client({ connectionString: databaseUrl, application_name: "tiltrod-jobs", ...KEEP_ALIVE, ...SIGN_WAITS });
    client.on("error", () => {
      connection = null;
    });
    try {
      await client.connect();
      await client.query("select pg_advisory_lock($1, hashtext($2))", [SIGN_OF_LIFE, runnerId]);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    return client;
  };
  const look = async () => {
    try {
      connection ??= await signOn();
      await connection.query(FREE, [SIGN_OF_LIFE, runnerId]);
    } catch (error) {
      log.debug({ error: String(error) }, "the jobs of dead processes could not be looked for");
      connection?.end().catch(() => {});
      connection = null;
    }
    if (!stopped) timer = setTimeout(() => (looking = look()), EVERY_MS).unref();
  };
  let looking = look();

  return {
    async stop() {
      stopped = true;
      await looking;
      clearTimeout(timer);
      await waitAtMost(2_000, connection?.end());
    },
  };
}
