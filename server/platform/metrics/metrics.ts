import { createServer, type RequestListener } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { Counter, Gauge, Registry } from "prom-client";
import type { Database } from "#server/platform/db/connect.ts";
import { listen } from "#server/platform/http/listener.ts";
import type { Worker } from "#server/platform/jobs/worker.ts";
import { threadsNow } from "#server/platform/threads/threads.ts";
import { ERROR_SEVERITIES } from "#shared/domain/trade/status.ts";
import { watchRequests } from "./request-metrics.ts";

interface Place {
  readonly port: number;
  readonly host: string;
}
interface Measured {
  readonly db: Database;
  /** The names of all jobs. */
  readonly jobs: readonly string[];
  readonly worker: Pick<Worker, "isUp">;
}

/** Counts requests from the start on; `open` serves Prometheus once the worker exists. */
export function createMetrics(where: Place) {
  const registry = new Registry();
  return { watch: watchRequests(registry), open: (measured: Measured) => openMetrics(where, registry, measured) };
}

/**
 * Serves `GET /metrics` on a port that the public never reaches, so it needs no token, and no proxy
 * exposes it by mistake.
 * @throws ConfigError if the port is taken
 */
async function openMetrics(where: Place, registry: Registry, { db, jobs, worker }: Measured) {
  const running = watchProcess(registry);
  const workerUp = gaugesOf(registry)("tiltrod_worker_up", "1 while jobs are being done or looked for.");
  const readDatabase = watchDatabase(registry, db, jobs);
  const http = createServer(
    answering(registry.contentType, async () => {
      running.read();
      workerUp.set(worker.isUp() ? 1 : 0);
      await readDatabase();
      return registry.metrics();
    }),
  );
  const port = await listen(http, where, { port: "METRICS_PORT", host: "METRICS_HOST" });
  return {
    url: `http://${where.host.includes(":") ? `[${where.host}]` : where.host}:${port}/metrics`,
    close: () =>
      new Promise<void>((done) => {
        running.stop();
        http.close(() => done());
        http.closeAllConnections();
      }),
  };
}

function answering(contentType: string, collect: () => Promise<string>): RequestListener {
  let collecting: Promise<string> | undefined;
  return async (req, res) => {
    const say = (status: number, text: string) => {
      res.writeHead(status, { "Content-Type": contentType }).end(text);
    };
    if (req.url?.split("?")[0] !== "/metrics") return say(404, "Only /metrics is here\n");
    if (req.method !== "GET") return say(405, "Only GET is answered here\n");
    // Concurrent scrapes share one result.
    collecting ??= collect().finally(() => {
      collecting = undefined;
    });
    say(200, await collecting);
  };
}

const gaugesOf =
  (registry: Registry) =>
  (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

/**
 * The interval of the event loop's measurement, in milliseconds; the measured values include it.
 */
const RESOLUTION = 20;

/**
 * Memory, processor and event loop of this process. prom-client's own default metrics are six times
 * as many, and count the measurement's interval as lag. Call `read` before each scrape: the event
 * loop's figures cover the time since its last call.
 */
function watchProcess(registry: Registry): { read(): void; stop(): void } {
  const gauge = gaugesOf(registry);
  const resident = gauge("process_resident_memory_bytes", "Memory of the process.");
  const used = gauge("nodejs_heap_used_bytes", "Memory in use by JavaScript.");
  const total = gauge("nodejs_heap_total_bytes", "Memory taken for JavaScript.");
  const outside = gauge("nodejs_external_memory_bytes", "Memory of buffers and the like outside of it.");
  const processor = new Counter({ name: "process_cpu_seconds_total", help: "Processor time that was used.", registers: [registry] });
  gauge("process_start_time_seconds", "When the process started.").set(Math.round(performance.timeOrigin) / 1000);
  const usually = gauge("nodejs_eventloop_lag_p99_seconds", "How late the event loop was, 99th percentile.");
  const atWorst = gauge("nodejs_eventloop_lag_max_seconds", "How late the event loop was, at worst.");
  const threads = gauge("tiltrod_threads", "Threads that draw documents or plan bars, and those that rest until the next.", ["state"]);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION) / 1000 || 0;
  return {
    read() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      resident.set(rss);
      used.set(heapUsed);
      total.set(heapTotal);
      outside.set(external);
      const { user, system } = process.cpuUsage();
      processor.reset();
      processor.inc((user + system) / 1e6);
      usually.set(lag(delays.percentile(99)));
      atWorst.set(lag(delays.max));
      delays.reset();
      for (const [state, count] of Object.entries(threadsNow())) threads.set({ state }, count);
    },
    stop: () => delays.disable(),
  };
}

const JOB_STATES = ["due", "later", "running", "failed"] as const;
type JobCounts = Record<(typeof JOB_STATES)[number] | "oldest", number> & { readonly task: string };

const JOBS = sql`
  select task_identifier as task,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as due,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
    coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8
      as oldest
  from graphile_worker.jobs group by task_identifier`;
const NEW_ERRORS = sql`select severity, count(*)::int as count from error_records where status = 'new' group by severity`;

/**
 * Gauges from the database, and of this process's pool. `tasks` are the names of all jobs.
 * @returns a function that reads the database; call it before each scrape
 */
function watchDatabase(registry: Registry, db: Database, tasks: readonly string[]): () => Promise<void> {
  const gauge = gaugesOf(registry);
  const pool = db.$client;
  const connections = gauge("tiltrod_database_connections", "Connections to the database of this process's pool.", ["state"]);
  const most = gauge("tiltrod_database_connections_max", "As many as the pool may open.");
  const waiting = gauge("tiltrod_database_waiting", "Requests that wait for a connection.");
  const up = gauge("tiltrod_database_up", "1 while the database answers.");
  const jobs = gauge("tiltrod_jobs", "Jobs by task: due now, to be done or tried again later, running, or failed for good.", [
    "task",
    "state",
  ]);
  const oldest = gauge("tiltrod_jobs_oldest_due_seconds", "How long the oldest job that is due has been waiting.", ["task"]);
  const errors = gauge("tiltrod_error_records_new", "Error records that wait for a person to look at them.", ["severity"]);

  return async () => {
    // The pool is read before this function takes a connection itself.
    connections.set({ state: "idle" }, pool.idleCount);
    connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    most.set(pool.options.max ?? 0);
    waiting.set(pool.waitingCount);
    // Values from before the database went away must not be reported again.
    for (const told of [jobs, oldest, errors]) told.reset();
    try {
      const { rows: counts } = await db.execute<JobCounts>(JOBS);
      const { rows: severities } = await db.execute<{ severity: string; count: number }>(NEW_ERRORS);
      for (const task of tasks) {
        const count = counts.find((row) => row.task === task);
        for (const state of JOB_STATES) jobs.set({ task, state }, count?.[state] ?? 0);
        oldest.set({ task }, count?.oldest ?? 0);
      }
      for (const severity of ERROR_SEVERITIES) errors.set({ severity }, severities.find((row) => row.severity === severity)?.count ?? 0);
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}
