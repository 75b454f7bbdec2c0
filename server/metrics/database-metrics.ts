import { sql } from "drizzle-orm";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "#server/db/connect.ts";
import { ERROR_SEVERITIES } from "#shared/domain/status.ts";

interface JobCounts extends Record<string, unknown> {
  readonly task: string;
  readonly due: number;
  readonly later: number;
  readonly running: number;
  readonly failed: number;
  readonly oldest: number;
}

/**
 * What only the database knows, and the pool on this side of it. `tasks` are the names of the jobs there are.
 * @returns what asks the database; goes before each scrape
 */
export function watchDatabase(registry: Registry, db: Database, tasks: readonly string[]): () => Promise<void> {
  const registers = [registry];
  const pool = db.$client;
  const connections = new Gauge({
    name: "tiltrod_database_connections",
    help: "Connections to the database of this process's pool.",
    labelNames: ["state"],
    registers,
  });
  const most = new Gauge({ name: "tiltrod_database_connections_max", help: "As many as the pool may open.", registers });
  const waiting = new Gauge({ name: "tiltrod_database_waiting", help: "Requests that wait for a connection.", registers });
  const up = new Gauge({ name: "tiltrod_database_up", help: "1 while the database answers.", registers });
  const jobs = new Gauge({
    name: "tiltrod_jobs",
    help: "Jobs by task: due now, to be done or tried again later, running, or failed for good.",
    labelNames: ["task", "state"],
    registers,
  });
  const oldest = new Gauge({
    name: "tiltrod_jobs_oldest_due_seconds",
    help: "How long the oldest job that is due has been waiting.",
    labelNames: ["task"],
    registers,
  });
  const errors = new Gauge({
    name: "tiltrod_error_records_new",
    help: "Error records that wait for a person to look at them.",
    labelNames: ["severity"],
    registers,
  });

  return async () => {
    // Before we ask for a connection ourselves.
    connections.set({ state: "idle" }, pool.idleCount);
    connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    most.set(pool.options.max ?? 0);
    waiting.set(pool.waitingCount);
    // What was true before the database went away is not told again.
    for (const gauge of [jobs, oldest, errors]) gauge.reset();
    try {
      const counts = await jobCounts(db);
      const severities = await newErrors(db);
      for (const task of tasks) {
        const count = counts.get(task);
        for (const state of ["due", "later", "running", "failed"] as const) jobs.set({ task, state }, count?.[state] ?? 0);
        oldest.set({ task }, count?.oldest ?? 0);
      }
      for (const severity of ERROR_SEVERITIES) errors.set({ severity }, severities.get(severity) ?? 0);
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}

async function jobCounts(db: Database): Promise<ReadonlyMap<string, JobCounts>> {
  const { rows } = await db.execute<JobCounts>(sql`
    select task_identifier as task,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8
        as oldest
    from graphile_worker.jobs group by task_identifier`);
  return new Map(rows.map((row) => [row.task, row]));
}

async function newErrors(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ severity: string; count: number }>(
    sql`select severity, count(*)::int as count from error_records where status = 'new' group by severity`,
  );
  return new Map(rows.map(({ severity, count }) => [severity, count]));
}
