import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type RequestHandler, Router } from "express";
import type { Database } from "#server/platform/db/connect.ts";
import { watchPool } from "#server/platform/db/pool-health.ts";
import { type RawCall, rawCalls } from "#shared/contract/parts/raw-calls.ts";
import { mayCall } from "#shared/http/endpoint.ts";
import { apiPage } from "./api-page.ts";
import { forbidden, unauthorized } from "./errors.ts";
import { describeApi } from "./openapi.ts";
import { checkQuery } from "./parse-request.ts";
import { requireScope } from "./session/bearer-token.ts";
import { requireProof } from "./session/recent-proof.ts";
import { requireFactor } from "./session/required-factor.ts";
import { signedInUser } from "./session/session.ts";

/** A handler for each raw call. A missing one is a compile error in app.ts. */
type RawHandlers = Readonly<Record<keyof typeof rawCalls, RequestHandler>>;

/**
 * The routes of the raw calls: calls for anyone need no session, the others need one and are
 * limited to their roles.
 */
export function rawRoutes(
  handlers: RawHandlers,
  { countReads, clock }: { readonly countReads: RequestHandler; readonly clock: () => Date },
): { readonly open: Router; readonly behindSession: Router } {
  const [open, behindSession] = [Router(), Router()];
  for (const [name, handler] of Object.entries(handlers)) {
    const call: RawCall = rawCalls[name as keyof RawHandlers];
    const serve = call.method === "GET" ? "get" : "post";
    if (call.roles === "anyone") open[serve](call.path, handler);
    else
      behindSession[serve](
        call.path,
        ...(call.uncounted ? [] : [countReads]),
        onlyFor(name, call, clock),
        refuseOtherQueries(call),
        handler,
      );
  }
  return { open, behindSession };
}

/** @throws 401 or 403 if the person may not use the call */
const onlyFor =
  (name: string, call: RawCall, clock: () => Date): RequestHandler =>
  (req, _res, next) => {
    const user = signedInUser(req);
    requireScope(req, name);
    if (!mayCall(user?.role, call)) throw user ? forbidden() : unauthorized();
    requireFactor(user, false);
    if (call.proof) requireProof(req, clock());
    next();
  };

/** @throws 400 if the query does not match the call's description (rule C1) */
const refuseOtherQueries =
  ({ query }: RawCall): RequestHandler =>
  (req, _res, next) => {
    checkQuery(query, req.query);
    next();
  };

interface OfPortal {
  readonly db: Database;
  readonly clock: () => Date;
  readonly productName: string;
  /** The client's stylesheets, because `/api/docs` has the look of the portal. */
  readonly stylesheets: readonly string[];
  readonly leaving: AbortSignal | undefined;
}

/** The raw calls that belong to no feature. */
export function portalsHandlers({ db, clock, productName, stylesheets, leaving }: OfPortal) {
  const unready = readiness(db);
  const hasLostPool = watchPool(db, clock);
  const description = once(() => describeApi(productName));
  const page = once(() => apiPage(description(), stylesheets));
  const healthz: RequestHandler = (_req, res) => {
    if (hasLostPool()) res.status(503).type("text/plain").send("The portal has lost its connections to the database: restart it");
    else res.type("text/plain").send("ok");
  };
  const readyz: RequestHandler = async (_req, res) => {
    const sentence = leaving?.aborted ? "The portal is stopping" : await unready();
    res
      .status(sentence === null ? 200 : 503)
      .type("text/plain")
      .send(sentence ?? "ready");
  };
  return {
    healthz,
    readyz,
    description: finished("json", () => JSON.stringify(description())),
    page: finished("html", () => page().html),
    pageStyle: finished("css", () => page().style),
  };
}

const READY_WITHIN_MS = 1_500;

/**
 * The reason why the portal cannot serve at present, in a sentence; null if it can. It replies soon
 * even if the database never does.
 */
function readiness(db: Database): () => Promise<string | null> {
  let asking: Promise<string | null> | undefined;
  const ask = async () => {
    // The migrations run before the port opens, so a database that can read the newest table is
    // ready.
    const { rows } = await db.execute<{ standby: boolean }>(
      sql`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby, (select count(*) from idempotency_keys where false)`,
    );
    return rows[0]?.standby ? "The database takes no changes: it is a standby, or still recovering" : null;
  };
  const silent = "The database does not answer";
  return () => {
    // One query at a time: probes must not use up the connections while a database is frozen.
    asking ??= ask()
      .catch(() => silent)
      .finally(() => {
        asking = undefined;
      });
    return Promise.race([asking, sleep(READY_WITHIN_MS, silent, { ref: false })]);
  };
}

/** Serves a text that no request changes. It needs no sign-in, so it is built and hashed once. */
function finished(type: string, make: () => string): RequestHandler {
  const content = once(() => {
    const bytes = Buffer.from(make());
    return { bytes, tag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
  });
  return (_req, res) => {
    res.type(type).set("ETag", content().tag).send(content().bytes);
  };
}

/** The text is built at the first request, because most processes get none. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
