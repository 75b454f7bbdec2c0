import { Pool, type PoolClient } from "pg";

type Lent = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error | boolean) => void) => void;

/**
 * Connections for the runner alone, so that many jobs never make a request wait for one. The queue's listener may give its connection back
 * twice, when the database goes away while the runner ends; pg takes that for a fault that nobody handles, and the server ends with it.
 */
class RunnerPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(lent: Lent): void;
  override connect(lent?: Lent): Promise<PoolClient> | undefined {
    if (!lent) return super.connect();
    super.connect((error, client, release) => {
      let held = true;
      lent(error, client, (fault) => {
        if (held) release(fault);
        held = false;
      });
    });
    return undefined;
  }
}

export function runnerPool(databaseUrl: string): Pool {
  const pool = new RunnerPool({ connectionString: databaseUrl, max: 3, application_name: "tiltrod-jobs", keepAlive: true });
  // Lost connections are replaced; unheard, their errors would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
