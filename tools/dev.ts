import type { Server } from "node:http";
import { createServer } from "vite";
import { startServer } from "#server/start.ts";
import { ensureStandIn } from "#tools/stand-in.mjs";
import { startStripeStandIn } from "#tools/stripe-stand-in/index.ts";

/** Vite inside the same server: the page, its modules and their hot reload come from the one port that the calls come from. */
async function serveSources(http: Server) {
  const vite = await createServer({
    configFile: "vite.config.ts",
    appType: "spa",
    server: { middlewareMode: true, ws: { server: http } },
  });
  return vite.middlewares;
}

await ensureStandIn(async () => startStripeStandIn);
await startServer({ web: serveSources });
