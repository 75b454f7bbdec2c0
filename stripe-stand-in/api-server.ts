import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { checkKey } from "./account.ts";
import { findRoute } from "./api-routes.ts";
import { API_VERSION } from "./events.ts";
import type { Faults, FaultsOfOneCall } from "./faults.ts";
import { idempotency } from "./idempotency.ts";
import { expandPaths } from "./lists.ts";
import { ParamReader, parseForm } from "./params.ts";
import type { Context } from "./state.ts";
import { StripeApiError } from "./stripe-error.ts";
import { newId } from "./stripe-objects.ts";

interface Reply {
  status: number;
  body: string;
  headers?: Record<string, string>;
  /** True if an idempotency key stores this reply. */
  kept?: boolean;
}

interface Incoming {
  method: string;
  url: URL;
  body: string;
  requestId: string;
  key: string | null;
}

interface Options {
  context: Context;
  faults: Faults;
  saved(): Promise<void>;
  log(line: string): void;
}

/** Answers every path under /v1. A reply is sent only after its content is on disk. */
export function apiServer({ context, faults, saved, log }: Options) {
  const keys = idempotency(context);

  const work = (incoming: Incoming): Reply => {
    const { handler, id } = findRoute(incoming.method, incoming.url.pathname);
    const form = parseForm(incoming.method === "POST" ? incoming.body : incoming.url.search);
    const params = new ParamReader(form);
    const paths = params.texts("expand");
    const cause = { id: incoming.requestId, idempotency_key: incoming.key };
    const shown = handler({ context, id, params, cause });
    params.rejectUnread();
    return { status: 200, body: toJson(expandPaths(shown, paths, context)), kept: true };
  };

  /**
   * Accepts idempotency keys only for POST, like Stripe, because the other methods can be repeated
   * anyway.
   */
  const workOnce = async (incoming: Incoming, wait: number): Promise<Reply> => {
    const { key, method, url, body, requestId } = incoming;
    const attempt = key !== null && method === "POST" ? { key, endpoint: url.pathname, body } : undefined;
    const earlier = attempt && keys.begin(attempt);
    if (earlier) {
      const headers = { "idempotent-replayed": "true", "original-request": earlier.requestId };
      return { status: earlier.status, body: earlier.body, headers };
    }
    await sleep(wait);
    const reply = attemptWork(() => work(incoming), log);
    if (attempt) keys.finish(attempt, reply.kept ? { requestId, status: reply.status, body: reply.body } : undefined);
    return reply;
  };

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const requestId = newId.request();
    const method = request.method ?? "GET";
    const fault = faults.take(method, url.pathname);
    const reply = await answer(fault, async () => {
      checkKey(request.headers.authorization);
      const key = request.headers["idempotency-key"];
      const body = await readBody(request);
      return workOnce({ method, url, body, requestId, key: typeof key === "string" ? key : null }, fault.waitBeforeWork);
    });
    if (method !== "GET") await saved();
    await sleep(fault.waitBeforeReply);
    await fault.released;
    log(`${method} ${url.pathname} ${reply.status}${fault.loseReply ? " (reply lost)" : ""}`);
    if (fault.loseReply) request.socket.destroy();
    else send(request, response, requestId, reply);
  };
}

async function answer(fault: FaultsOfOneCall, proceed: () => Promise<Reply>): Promise<Reply> {
  try {
    if (fault.failure) throw fault.failure;
    return await proceed();
  } catch (error) {
    return errorReply(error);
  }
}

function attemptWork(work: () => Reply, log: (line: string) => void): Reply {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StripeApiError)) log(`The Stripe stand-in failed: ${error instanceof Error ? error.stack : error}`);
    return errorReply(error);
  }
}

function errorReply(error: unknown): Reply {
  if (error instanceof StripeApiError) return { status: error.status, body: toJson({ error: error.body }), kept: error.kept };
  return { status: 500, body: toJson({ error: { type: "api_error", message: "The stand-in itself failed; its log says how." } }) };
}

function send(request: IncomingMessage, response: ServerResponse, requestId: string, { status, body, headers }: Reply): void {
  const key = request.headers["idempotency-key"];
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": requestId,
    "stripe-version": request.headers["stripe-version"] ?? API_VERSION,
    ...(typeof key === "string" && { "idempotency-key": key }),
    ...headers,
  });
  response.end(body);
}

const toJson = (object: object) => `${JSON.stringify(object, null, 2)}\n`;

const LARGEST = 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST) throw new StripeApiError(413, "The request is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
