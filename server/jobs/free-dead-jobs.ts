import { Client } from "pg";
import { KEEP_ALIVE, within } from "#server/db/bounded.ts";
import type { Log } from "#server/http/log.ts";

/** Any number; the second half of the key is the runner's id. */
const SIGN_OF_LIFE = 7_184_354;
const EVERY_MS = 20_000;
const WAITS = { connectionTimeoutMillis: 2_000, query_timeout: 5_000 };

/**
 * A minute at the most after a process was killed, what it had begun is anybody's again; left alone, the queue would wait four hours.
 * Younger locks are let be: a runner that has just started may have begun a job before its sign of life is there.
 */
const FREE = `
  select graphile_worker.force_unlock_workers(array(
    select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '30 seconds') begun
    where locked_by <> $2 and pg_try_advisory_xact_lock($1, hashtext(locked_by))
  ))`;

/**
 * Gives a sign of life for our runner, an advisory lock on a connection of its own, and frees the jobs of runners that give none any more:
 * their process was killed, or their machine is gone. At worst (the sign was lost with the database's restart) a job is done twice, which
 * every job bears.
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
