import { Client, Pool, type PoolClient } from "pg";
import { isUnanswered, KEEP_ALIVE } from "#server/db/bounded.ts";

type Release = (error?: Error | boolean) => void;
type Lent = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A connection that ends when a statement was not answered in time (pg's `query_timeout`). Its server is frozen, or its statement goes
 * on: who got it next would wait behind that, and might find a transaction open that is not theirs.
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
 * Connections for the runner alone, so that many jobs never make a request wait for one. The queue's listener may
 * release its connection twice, or release one that it never got because the pool had ended. pg throws unhandled errors
 * for both, and the server would end.
 */
class RunnerPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(lent: Lent): void;
  override connect(lent?: Lent): Promise<PoolClient> | undefined {
    if (!lent) return super.connect();
    // An ended pool calls back with only an error, although its types say otherwise.
    super.connect((error, client, release: Release | undefined) => {
      let giveBack = release;
      lent(error, client, (fault) => {
        giveBack?.(fault);
        giveBack = undefined;
      });
    });
    return undefined;
  }
}

/** The queue's statements are short, so its time limits are short: a runner without answers must notice it. */
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
