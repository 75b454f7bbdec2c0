import { createServer, type RequestListener } from "node:http";
import type { Database } from "#server/db/connect.ts";
import type { Worker } from "#server/jobs/worker.ts";
import { listen } from "#server/listener.ts";
import { databaseMetrics } from "./database-metrics.ts";
import { type Metric, single, toText } from "./metric.ts";
import { processMetrics } from "./process-metrics.ts";
import type { RequestMetrics } from "./request-metrics.ts";

interface Measured {
  readonly requests: RequestMetrics;
  readonly db: Database;
  /** The names of the jobs there are. */
  readonly jobs: readonly string[];
  readonly worker: Pick<Worker, "isUp">;
}

/**
 * Answers `GET /metrics` on a port of its own, which the public never reaches: no token to keep, and nothing for a proxy to leave open
 * by mistake. @throws ConfigError when the port cannot be had
 */
export async function openMetrics(
  where: { readonly port: number; readonly host: string },
  { requests, db, jobs, worker }: Measured,
): Promise<{ url: string; close(): Promise<void> }> {
  const running = processMetrics();
  const http = createServer(
    answering(async () => [...requests.read(), ...running.read(), workerUp(worker), ...(await databaseMetrics(db, jobs))]),
  );
  const port = await listen(http, where, { port: "METRICS_PORT", host: "METRICS_HOST" });
  return {
    url: `http://${where.host.includes(":") ? `[${where.host}]` : where.host}:${port}/metrics`,
    close: () =>
      new Promise((done) => {
        running.stop();
        http.close(() => done());
        http.closeAllConnections();
      }),
  };
}

const workerUp = (worker: Pick<Worker, "isUp">): Metric =>
  single("tiltrod_worker_up", "gauge", "1 while jobs are being done or looked for.", worker.isUp() ? 1 : 0);

function answering(collect: () => Promise<Metric[]>): RequestListener {
  let collecting: Promise<Metric[]> | undefined;
  return async (req, res) => {
    const say = (status: number, text: string) => {
      res.writeHead(status, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    };
    if (req.url?.split("?")[0] !== "/metrics") return say(404, "Only /metrics is here\n");
    if (req.method !== "GET") return say(405, "Only GET is answered here\n");
    // Two that ask at once are told the same.
    collecting ??= collect().finally(() => {
      collecting = undefined;
    });
    say(200, toText(await collecting));
  };
}
