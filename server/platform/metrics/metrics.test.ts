import { request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { errorRecords } from "#server/schema/records.ts";
import { startServer } from "#server/start.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { eventually, tidyUp } from "#server/testing/database/embedded-harness.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { createMetrics } from "./metrics.ts";

afterEach(tidyUp);

let portal: TestPortal;
let workerIsUp = true;
const worker = { isUp: () => workerIsUp };
const here = { port: 0, host: "127.0.0.1" };
let metrics: Awaited<ReturnType<ReturnType<typeof createMetrics>["open"]>>;
beforeAll(async () => {
  const { watch, open } = createMetrics(here);
  portal = await startPortal({ watch });
  metrics = await open({ db: portal.db, jobs: ["send-mail", "clean-up"], worker });
});
afterAll(async () => {
  await metrics.close();
  await portal.stop();
});

interface Read {
  readonly text: string;
  /** The value of each sample by its `name{labels}`. */
  readonly samples: ReadonlyMap<string, number>;
}

/**
 * Parses as strictly as Prometheus does: each line is help, type or a sample, families are
 * contiguous, no sample occurs twice.
 */
function parsed(text: string): Read {
  const samples = new Map<string, number>();
  const families: string[] = [];
  expect(text.endsWith("\n")).toBe(true);
  for (const line of text
    .slice(0, -1)
    .split("\n")
    .filter((each) => each !== "")) {
    const family = /^# (?:HELP ([a-z_]\w*) \S.*|TYPE ([a-z_]\w*) (?:counter|gauge|histogram))$/.exec(line);
    if (family) {
      const name = family[1] ?? family[2] ?? "";
      if (family[1]) expect(families).not.toContain(name);
      else expect(families.at(-1)).toBe(name);
      if (family[1]) families.push(name);
      continue;
    }
    const sample = /^([a-z_]\w*)(\{(?:[a-z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+\})? (\S+)$/.exec(line);
    expect(sample, line).not.toBeNull();
    const [, name = "", labels = "", value = ""] = sample ?? [];
    expect(name.replace(/_(bucket|sum|count)$/, "")).toSatisfy((base: string) => [base, name].includes(families.at(-1) ?? ""));
    expect(samples.has(name + labels), line).toBe(false);
    expect(Number.isNaN(Number(value)), line).toBe(false);
    samples.set(name + labels, Number(value));
  }
  return { text, samples };
}

async function scrape(url = metrics.url): Promise<Read> {
  const reply = await fetch(url);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parsed(await reply.text());
}

test("requests are counted by route, method and status, and their time by route", async () => {
  const person = await portal.signIn("customer");
  for (const id of [11, 12, 13]) await person.get(`/api/orders/${id}`);
  await portal.visitor().get("/api/orders/14");
  await person.get("/api/orders?limit=5");
  const { samples } = await scrape();
  const requests = (labels: string) => samples.get(`tiltrod_http_requests_total{${labels}}`);
  expect(requests('route="/api/orders/:id",method="GET",status="404"')).toBe(3);
  expect(requests('route="/api/orders/:id",method="GET",status="401"')).toBe(1);
  expect(requests('route="/api/orders",method="GET",status="200"')).toBe(1);
  const ofRoute = 'route="/api/orders/:id",method="GET"}';
  expect(samples.get(`tiltrod_http_request_duration_seconds_bucket{le="+Inf",${ofRoute}`)).toBe(4);
  expect(samples.get('tiltrod_http_request_duration_seconds_count{route="/api/orders/:id",method="GET"}')).toBe(4);
  expect(samples.get('tiltrod_http_request_duration_seconds_sum{route="/api/orders/:id",method="GET"}')).toBeGreaterThan(0);
  const steps = [...samples].filter(([name]) => name.includes("_bucket{le=") && name.endsWith(ofRoute)).map(([, value]) => value);
  expect(steps).toHaveLength(12);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(samples.get("tiltrod_http_requests_in_flight")).toBe(0);
});

test("the number of series depends on the routes alone, whatever is requested", async () => {
  const person = await portal.signIn("customer");
  for (const path of ["/api/secret-4711", "/assets/index-4711.js", "/quotes/4711", '/api/"4711"', "/api/orders/4711?search=ada-4711"])
    await person.get(path);
  await fetch(`${portal.url}/api/orders/4711`, { method: "PROPFIND" });
  const { text, samples } = await scrape();
  // The values may contain any digits.
  expect([...samples.keys()].filter((series) => series.includes("4711"))).toEqual([]);
  const routes = [...samples.keys()].flatMap((name) => /route="([^"]*)"/.exec(name)?.[1] ?? []);
  const declared = new Set([...CALLS.map(({ call }) => call.path), "none", "assets", "page", "/healthz", "/readyz"]);
  expect(routes.filter((route) => !declared.has(route))).toEqual([]);
  expect(text).toContain('route="none",method="other",status="404"');
});

test("a client that disconnects before the end of the reply is counted as aborted", async () => {
  const { port } = new URL(portal.url);
  const leaving = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/api/login",
    headers: { "Content-Type": "application/json", "Content-Length": 100 },
  });
  leaving.on("error", () => {});
  leaving.write("{");
  await eventually(async () => {
    if (((await scrape()).samples.get("tiltrod_http_requests_in_flight") ?? 0) < 1) throw new Error("It has not arrived yet");
  });
  leaving.destroy();
  await eventually(async () => {
    const { samples } = await scrape();
    expect(samples.get('tiltrod_http_requests_total{route="/api/login",method="POST",status="aborted"}')).toBe(1);
    expect(samples.get("tiltrod_http_requests_in_flight")).toBe(0);
  });
});

test("jobs that wait, retry and have failed for good have separate gauges, and so have new error records", async () => {
  const mail = { to: "ada@company.test", subject: "S", text: "T", html: "H" };
  await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
  for (let made = 0; made < 4; made += 1) await enqueue(portal.db, "send-mail", mail);
  const { rows } = await portal.db.execute<{ id: string; most: number }>(
    sql`select id, max_attempts as most from graphile_worker.jobs order by id`,
  );
  for (const [at, { id, most }] of rows.entries())
    await portal.db.execute(
      sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], now() + ${at === 1 ? "1 hour" : "-90 seconds"}::interval, null, ${at < 2 ? 0 : most})`,
    );
  await portal.db
    .insert(errorRecords)
    .values({ fingerprint: "f", errorType: "E", errorMessage: "m", requestPath: "/", severity: "critical" });
  const { samples } = await scrape();
  const jobs = (state: string) => samples.get(`tiltrod_jobs{task="send-mail",state="${state}"}`);
  expect([jobs("due"), jobs("later"), jobs("running"), jobs("failed")]).toEqual([1, 1, 0, 2]);
  expect(samples.get('tiltrod_jobs{task="clean-up",state="due"}')).toBe(0);
  expect(samples.get('tiltrod_jobs_oldest_due_seconds{task="send-mail"}')).toBeGreaterThanOrEqual(90);
  expect(samples.get('tiltrod_error_records_new{severity="critical"}')).toBe(1);
  expect(samples.get('tiltrod_error_records_new{severity="warning"}')).toBe(0);
  expect(samples.get("tiltrod_database_up")).toBe(1);
});

test("a worker that does no jobs has the gauge 0", async () => {
  const up = async () => (await scrape()).samples.get("tiltrod_worker_up");
  expect(await up()).toBe(1);
  workerIsUp = false;
  expect(await up()).toBe(0);
  workerIsUp = true;
});

test("the metrics include pool, memory, processor and event loop", async () => {
  const { samples } = await scrape();
  const connections = ["idle", "busy"].map((state) => samples.get(`tiltrod_database_connections{state="${state}"}`) ?? Number.NaN);
  expect(connections[0]).toBeGreaterThan(0);
  expect(connections[1]).toBe(0);
  expect(samples.get("tiltrod_database_connections_max")).toBe(10);
  expect(samples.get("tiltrod_database_waiting")).toBe(0);
  for (const name of ["process_resident_memory_bytes", "nodejs_heap_used_bytes", "process_cpu_seconds_total", "process_start_time_seconds"])
    expect(samples.get(name), name).toBeGreaterThan(0);
  expect(samples.get('tiltrod_threads{state="busy"}')).toBe(0);
  expect(samples.get("nodejs_eventloop_lag_max_seconds")).toBeGreaterThanOrEqual(samples.get("nodejs_eventloop_lag_p99_seconds") ?? 1);
});

test("the metrics without database values are served while the database is away", async () => {
  const gone = await startPortal();
  const other = await createMetrics(here).open({ db: gone.db, jobs: [], worker });
  await gone.stop();
  const { samples } = await scrape(other.url);
  expect(samples.get("tiltrod_database_up")).toBe(0);
  expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  await other.close();
});

test("the metrics port serves only /metrics", async () => {
  expect((await fetch(new URL("/", metrics.url))).status).toBe(404);
  expect((await fetch(metrics.url, { method: "POST" })).status).toBe(405);
});

test("a started portal serves metrics on their own port, and nowhere if none is set", async () => {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    SESSION_SECRET: "s".repeat(32),
    ENCRYPTION_KEY: "e".repeat(32),
    PORT: "0",
    LOG_LEVEL: "silent",
  };
  const web = async () => (_req: unknown, res: { sendStatus(status: number): unknown }) => void res.sendStatus(404);
  const started = async (more: Record<string, string>) => {
    const said: string[] = [];
    const server = await startServer({ env: { ...env, ...more }, web: web as never, say: (line) => said.push(line) });
    return { said: said.join("\n"), stop: server.stop };
  };
  const open = await started({ METRICS_PORT: "0" });
  const at = /Metrics are at (\S+)/.exec(open.said)?.[1] ?? "";
  const here = /is ready at (\S+)/.exec(open.said)?.[1] ?? "";
  expect((await scrape(at)).samples.get('tiltrod_jobs{task="reconcile-payments",state="failed"}')).toBe(0);
  expect((await scrape(at)).samples.get("tiltrod_worker_up")).toBe(1);
  expect((await fetch(`${here}/metrics`)).status).toBe(404);
  await open.stop();
  await expect(fetch(at)).rejects.toThrow();
  const closed = await started({});
  expect(closed.said).not.toContain("Metrics");
  await closed.stop();
  await database.drop();
});
