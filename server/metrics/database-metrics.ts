import { sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { ERROR_SEVERITIES } from "#shared/domain/status.ts";
import { type Metric, type Sample, single } from "./metric.ts";

interface JobCounts extends Record<string, unknown> {
  readonly task: string;
  readonly due: number;
  readonly later: number;
  readonly running: number;
  readonly failed: number;
  readonly oldest: number;
}

/** What only the database knows, asked at each scrape, and the pool on this side of it. `tasks` are the names of the jobs there are. */
export async function databaseMetrics(db: Database, tasks: readonly string[]): Promise<Metric[]> {
  const pool = db.$client;
  const connections = (state: string, value: number): Sample => ({ labels: { state }, value });
  // Before we ask for one ourselves.
  const here: Metric[] = [
    {
      name: "tiltrod_database_connections",
      kind: "gauge",
      help: "Connections to the database of this process's pool.",
      samples: [connections("idle", pool.idleCount), connections("busy", pool.totalCount - pool.idleCount)],
    },
    single("tiltrod_database_connections_max", "gauge", "As many as the pool may open.", pool.options.max ?? 0),
    single("tiltrod_database_waiting", "gauge", "Requests that wait for a connection.", pool.waitingCount),
  ];
  const up = (value: number) => single("tiltrod_database_up", "gauge", "1 while the database answers.", value);
  try {
    return [...here, up(1), ...(await jobMetrics(db, tasks)), await errorMetrics(db)];
  } catch {
    return [...here, up(0)];
  }
}

async function jobMetrics(db: Database, tasks: readonly string[]): Promise<Metric[]> {
  const { rows } = await db.execute<JobCounts>(sql`
    select task_identifier as task,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8
        as oldest
    from graphile_worker.jobs group by task_identifier`);
  const of = (task: string) => rows.find((row) => row.task === task);
  return [
    {
      name: "tiltrod_jobs",
      kind: "gauge",
      help: "Jobs by task: due now, to be done or tried again later, running, or failed for good.",
      samples: tasks.flatMap((task) =>
        (["due", "later", "running", "failed"] as const).map((state) => ({ labels: { task, state }, value: of(task)?.[state] ?? 0 })),
      ),
    },
    {
      name: "tiltrod_jobs_oldest_due_seconds",
      kind: "gauge",
      help: "How long the oldest job that is due has been waiting.",
      samples: tasks.map((task) => ({ labels: { task }, value: of(task)?.oldest ?? 0 })),
    },
  ];
}

async function errorMetrics(db: Database): Promise<Metric> {
  const { rows } = await db.execute<{ severity: string; count: number }>(
    sql`select severity, count(*)::int as count from error_records where status = 'new' group by severity`,
  );
  return {
    name: "tiltrod_error_records_new",
    kind: "gauge",
    help: "Error records that nobody has looked at.",
    samples: ERROR_SEVERITIES.map((severity) => ({
      labels: { severity },
      value: rows.find((row) => row.severity === severity)?.count ?? 0,
    })),
  };
}
