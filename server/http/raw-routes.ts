import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type RequestHandler, Router } from "express";
import type { Database } from "#server/db/connect.ts";
import { type RawCall, rawCalls } from "#shared/contract/raw-calls.ts";
import { apiPage } from "./api-page.ts";
import { describeApi } from "./openapi.ts";

/** Serves a call of the table of raw calls, so that the API's description names it. */
export function serveRaw(router: Router, call: RawCall, handler: RequestHandler): void {
  router[call.method === "GET" ? "get" : "post"](call.path, handler);
}

interface RawRoutes {
  readonly db: Database;
  readonly productName: string;
  /** What the portal looks like: `/api/docs` is one of its pages. */
  readonly stylesheets: readonly string[];
  /** Stripe's deliveries: the raw body, no session, no same-origin rule (rule Y7). */
  readonly stripeWebhook: RequestHandler;
  readonly leaving: AbortSignal | undefined;
}

/** What is not JSON in and out, and so not a call of the contract. None of it needs a session. */
export function rawRoutes({ db, productName, stylesheets, stripeWebhook, leaving }: RawRoutes): Router {
  const router = Router();
  serveRaw(router, rawCalls.webhook, stripeWebhook);

  serveRaw(router, rawCalls.healthz, (_req, res) => {
    res.type("text/plain").send("ok");
  });

  const unready = readiness(db);
  serveRaw(router, rawCalls.readyz, async (_req, res) => {
    const sentence = leaving?.aborted ? "The portal is stopping" : await unready();
    res
      .status(sentence === null ? 200 : 503)
      .type("text/plain")
      .send(sentence ?? "ready");
  });

  const description = once(() => describeApi(productName));
  serveRaw(router, rawCalls.description, (_req, res) => {
    res.json(description());
  });
  const page = once(() => apiPage(description(), stylesheets));
  serveRaw(router, rawCalls.page, (_req, res) => {
    res.type("html").send(page().html);
  });
  serveRaw(router, rawCalls.pageStyle, (_req, res) => {
    res.type("css").send(page().style);
  });
  return router;
}

const READY_WITHIN_MS = 1_500;

/** Why the portal cannot serve just now, in a sentence; null where it can. It answers soon even if the database never does. */
function readiness(db: Database): () => Promise<string | null> {
  let asked: Promise<string | null> | undefined;
  const ask = async () => {
    // The migrations run before anything listens, so a database that answers from our newest table is a ready one.
    const { rows } = await db.execute<{ standby: boolean }>(
      sql`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby, (select count(*) from idempotency_keys where false)`,
    );
    return rows[0]?.standby ? "The database takes no changes: it is a standby, or still recovering" : null;
  };
  const silent = "The database does not answer";
  return () => {
    // One question at a time: probes must not use up the connections while a database is frozen.
    asked ??= ask()
      .catch(() => silent)
      .finally(() => {
        asked = undefined;
      });
    return Promise.race([asked, sleep(READY_WITHIN_MS, silent, { ref: false })]);
  };
}

/** Made when it is first asked for: most starts never are. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
