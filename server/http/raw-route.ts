import type { RequestHandler, Router } from "express";
import type { RawCall } from "#shared/contract/raw-calls.ts";

/** Serves an address of the table of raw calls, and so none that the API's description does not name. */
export function serveRaw(router: Router, call: RawCall, handler: RequestHandler): void {
  router[call.method === "GET" ? "get" : "post"](call.path, handler);
}
