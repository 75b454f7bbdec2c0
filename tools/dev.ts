import type { Server } from "node:http";
import type { RequestHandler } from "express";
import { createServer, type ViteDevServer } from "vite";
import { ConfigError } from "#server/config.ts";
import { startServer } from "#server/start.ts";
import { startStripeStandIn } from "#stripe-stand-in/index.ts";
import { ensureStandIn } from "./stand-in.mjs";

let vite: ViteDevServer | undefined;

/**
 * Runs Vite inside the same server: the page, its modules and their hot reload use the port of the
 * calls.
 */
async function serveSources(http: Server): Promise<RequestHandler> {
  vite = await createServer({ configFile: "vite.config.ts", appType: "spa", server: { middlewareMode: true, ws: { server: http } } });
  const { middlewares } = vite;
  return (req, res, next) => {
    // Hot reload needs an inline script and a worker, which the product's policy rightly forbids;
    // the calls still send the policy.
    res.removeHeader("Content-Security-Policy");
    middlewares(req, res, next);
  };
}

await ensureStandIn(async () => startStripeStandIn);
const starting = startServer({ web: serveSources });

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, async () => {
    // Ctrl-C arrives twice: from the terminal, and from the watcher.
    if (stopping) return;
    stopping = true;
    const portal = await starting.catch(() => undefined);
    // Vite closes first, because open pages hold its connection and the server waits for all
    // connections to end.
    await vite?.close();
    await portal?.stop();
    process.exit(0);
  });
}
await starting.catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
