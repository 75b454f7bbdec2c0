import { createServer, type RequestListener } from "node:http";
import { Gauge, Registry } from "prom-client";
import type { Database } from "#server/db/connect.ts";
import { listen } from "#server/http/listener.ts";
import type { Worker } from "#server/jobs/worker.ts";
import { watchDatabase } from "./database-metrics.ts";
import { watchProcess } from "./process-metrics.ts";
import { watchRequests } from "./request-metrics.ts";

interface Place {
  readonly port: number;
  readonly host: string;
}
interface Measured {
  readonly db: Database;
  /** The names of the jobs there are. */
  readonly jobs: readonly string[];
  readonly worker: Pick<Worker, "isUp">;
}

/** Counts requests from the start on; `open` answers Prometheus once there is a worker to ask about. */
export function createMetrics(where: Place) {
  const registry = new Registry();
  return { watch: watchRequests(registry), open: (measured: Measured) => openMetrics(where, registry, measured) };
}

/**
 * Answers `GET /metrics` on a port of its own, which the public never reaches: no token to keep, and nothing for a proxy to leave open
 * by mistake. @throws ConfigError when the port cannot be had
 */
async function openMetrics(
  where: Place,
  registry: Registry,
  { db, jobs, worker }: Measured,
): Promise<{ url: string; close(): Promise<void> }> {
  const running = watchProcess(registry);
  const workerUp = new Gauge({ name: "tiltrod_worker_up", help: "1 while jobs are being done or looked for.", registers: [registry] });
  const askDatabase = watchDatabase(registry, db, jobs);
  const http = createServer(
    answering(registry.contentType, async () => {
      running.read();
      workerUp.set(worker.isUp() ? 1 : 0);
      await askDatabase();
      return registry.metrics();
    }),
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

function answering(contentType: string, collect: () => Promise<string>): RequestListener {
  let collecting: Promise<string> | undefined;
  return async (req, res) => {
    const say = (status: number, text: string) => {
      res.writeHead(status, { "Content-Type": contentType }).end(text);
    };
    if (req.url?.split("?")[0] !== "/metrics") return say(404, "Only /metrics is here\n");
    if (req.method !== "GET") return say(405, "Only GET is answered here\n");
    // Two that ask at once are told the same.
    collecting ??= collect().finally(() => {
      collecting = undefined;
    });
    say(200, await collecting);
  };
}
