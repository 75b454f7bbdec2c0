import pg from "pg";
import { expect } from "vitest";

const SOON = { timeout: 30_000, interval: 20 } as const;

/**
 * The database of a portal that a test kills, and the locks at which the server stops. It reads
 * with a pool, because a restart of the portal ends its database.
 */
export function killSteps(databaseUrl: () => string) {
  const client = new pg.Pool({ connectionString: databaseUrl() });
  client.on("error", () => {});
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows;
  const countWaits = async (): Promise<number> => {
    const [waits] = await rows<{ n: number }>(
      "select count(*)::int n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0",
    );
    return waits?.n ?? 0;
  };
  return {
    rows,
    stop: () => client.end(),
    /** Resolves when this many connections wait for a lock. */
    untilBlocked: (count = 1) => expect.poll(countWaits, SOON).toBeGreaterThanOrEqual(count),
    /** Takes a lock while the work runs, so that the server stops where it needs the same rows. */
    async holding(lock: string, work: () => Promise<unknown>): Promise<void> {
      const holder = new pg.Client({ connectionString: databaseUrl() });
      // A restart of the portal ends the lock too.
      holder.on("error", () => {});
      await holder.connect();
      try {
        await holder.query("begin");
        await holder.query(lock);
        await work();
      } finally {
        await holder.query("rollback").catch(() => {});
        await holder.end().catch(() => {});
      }
    },
    /** The job that runs every five minutes becomes due at the next start. */
    makeJobsDue: () => client.query("update graphile_worker._private_known_crontabs set last_execution = now() - interval '10 minutes'"),
  };
}
