import { Client } from "pg";
import { KEEP_ALIVE, within } from "#server/db/bounded.ts";
import type { Log } from "#server/http/log.ts";

/** An arbitrary lock number; the second half of the key is the runner's id. */
const SIGN_OF_LIFE = 7_184_354;
const EVERY_MS = 20_000;
const WAITS = { connectionTimeoutMillis: 2_000, query_timeout: 5_000 };

/**
 * Within a minute after a process was killed, another one may do the jobs that it had begun. The queue alone would wait
 * four hours. Younger locks stay: a new runner may have begun a job before its own lock is there.
 */
const FREE = `
  select graphile_worker.force_unlock_workers(array(
    select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '30 seconds') begun
    where locked_by <> $2 and pg_try_advisory_xact_lock($1, hashtext(locked_by))
  ))`;

/**
 * Holds an advisory lock for our runner, on a connection of its own, as its sign of life. Frees the jobs of runners
 * whose lock is gone: their process was killed, or their machine is lost. At worst (the lock was lost when the database
 * restarted) a job is done twice, and every job allows that.
 */
export function freeDeadJobs(databaseUrl: string, runnerId: string, log: Log): { stop(): Promise<void> } {
  let connection: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const signOn = async (): Promise<Client> => {
    const client = new Client({ connectionString: databaseUrl, application_name: "tiltrod-jobs", ...KEEP_ALIVE, ...WAITS });
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
      await within(2_000, connection?.end());
    },
  };
}
