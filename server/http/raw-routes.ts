import { sql } from "drizzle-orm";
import { type RequestHandler, Router } from "express";
import type { Database } from "#server/db/connect.ts";
import { apiPage } from "./api-page.ts";
import { describeApi } from "./openapi.ts";

interface RawRoutes {
  readonly db: Database;
  readonly productName: string;
  /** Stripe's deliveries: the raw body, no session, no same-origin rule (decisions §6). */
  readonly stripeWebhook: RequestHandler;
}

/** What is not JSON in and out, and so not a call of the contract. None of it needs a session. */
export function rawRoutes({ db, productName, stripeWebhook }: RawRoutes): Router {
  const router = Router();
  router.post("/api/stripe/webhook", stripeWebhook);

  router.get("/healthz", (_req, res) => {
    res.type("text/plain").send("ok");
  });

  router.get("/readyz", async (_req, res) => {
    try {
      // The migrations run before anything listens, so a database that answers from our newest table is a ready one.
      await db.execute(sql`select 1 from idempotency_keys limit 1`);
      res.type("text/plain").send("ready");
    } catch {
      res.status(503).type("text/plain").send("The database does not answer");
    }
  });

  const description = once(() => describeApi(productName));
  router.get("/api/openapi.json", (_req, res) => {
    res.json(description());
  });
  const page = once(() => apiPage(description()));
  router.get("/api/docs", (_req, res) => {
    res.type("html").send(page().html);
  });
  router.get("/api/docs/style.css", (_req, res) => {
    res.type("css").send(page().style);
  });
  return router;
}

/** Made for the first reader: most starts have none. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
