import type { Request, RequestHandler } from "express";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** The buckets in seconds: from a list in memory to a reply for which no person waits. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A request may name any method; only these get a series of their own. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Counts requests by their route, never by their path, so that the number of series is bounded by
 * the routes.
 * @returns middleware that must come before every route
 */
export function watchRequests(registry: Registry): RequestHandler {
  const registers = [registry];
  const requests = new Counter({
    name: "tiltrod_http_requests_total",
    help: "Requests that were answered, by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "tiltrod_http_request_duration_seconds",
    help: "How long requests took, by route and method.",
    labelNames: ["route", "method"],
    buckets: BUCKETS,
    registers,
  });
  const inFlight = new Gauge({ name: "tiltrod_http_requests_in_flight", help: "Requests that are being answered.", registers });

  return (req, res, next) => {
    const began = performance.now();
    inFlight.inc();
    res.once("close", () => {
      inFlight.dec();
      const labels = { route: routeOf(req), method: METHODS.has(req.method) ? req.method : "other" };
      // `aborted` if the client disconnected before the reply was complete.
      requests.inc({ ...labels, status: res.writableFinished ? String(res.statusCode) : "aborted" });
      durations.observe(labels, (performance.now() - began) / 1000);
    });
    next();
  };
}

/**
 * The route as declared (`/api/orders/:id`). Without a route the path is a file of the client, or
 * unknown.
 */
function routeOf(req: Request): string {
  const path: unknown = req.route?.path;
  if (typeof path === "string") return path;
  if (path instanceof RegExp) return "page";
  return req.originalUrl.startsWith("/assets/") ? "assets" : "none";
}
