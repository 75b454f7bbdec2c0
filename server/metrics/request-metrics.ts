import type { Request, RequestHandler } from "express";
import type { Metric, Sample } from "./metric.ts";

/** Seconds: from a list out of memory to a reply that nobody waits for. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Anybody may send any method; only these get a series of their own. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Series {
  readonly labels: { readonly route: string; readonly method: string };
  /** By status, or `aborted` where the asker went away before the reply was out. */
  readonly statuses: Map<string, number>;
  /** How many took at most that long; the last one counts all that took longer. */
  readonly buckets: number[];
  seconds: number;
  count: number;
}

export interface RequestMetrics {
  /** Goes before everything else. */
  readonly watch: RequestHandler;
  read(): Metric[];
}

/** Counts requests by the route that answered them, never by their path: the series are as many as the routes, whatever is asked for. */
export function requestMetrics(): RequestMetrics {
  const all = new Map<string, Series>();
  let inFlight = 0;

  const watch: RequestHandler = (req, res, next) => {
    const began = performance.now();
    inFlight += 1;
    res.once("close", () => {
      inFlight -= 1;
      const series = seriesOf(all, req);
      const status = res.writableFinished ? String(res.statusCode) : "aborted";
      series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
      const seconds = (performance.now() - began) / 1000;
      const place = BUCKETS.findIndex((most) => seconds <= most);
      const bucket = place < 0 ? BUCKETS.length : place;
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
      series.seconds += seconds;
      series.count += 1;
    });
    next();
  };

  const read = (): Metric[] => [
    {
      name: "tiltrod_http_requests_total",
      kind: "counter",
      help: "Requests that were answered, by route, method and status.",
      samples: [...all.values()].flatMap(({ labels, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { ...labels, status }, value })),
      ),
    },
    {
      name: "tiltrod_http_request_duration_seconds",
      kind: "histogram",
      help: "How long requests took, by route and method.",
      samples: [...all.values()].flatMap(histogram),
    },
    {
      name: "tiltrod_http_requests_in_flight",
      kind: "gauge",
      help: "Requests that are being answered.",
      samples: [{ value: inFlight }],
    },
  ];
  return { watch, read };
}

function seriesOf(all: Map<string, Series>, req: Request): Series {
  const labels = { route: routeOf(req), method: METHODS.has(req.method) ? req.method : "other" };
  const key = `${labels.method} ${labels.route}`;
  const known = all.get(key);
  if (known) return known;
  const series: Series = { labels, statuses: new Map(), buckets: BUCKETS.map(() => 0).concat(0), seconds: 0, count: 0 };
  all.set(key, series);
  return series;
}

/** As the route was declared (`/api/orders/:id`). What no route answered is a file of the client, or unknown. */
function routeOf(req: Request): string {
  const path: unknown = req.route?.path;
  if (typeof path === "string") return path;
  if (path instanceof RegExp) return "page";
  return req.originalUrl.startsWith("/assets/") ? "assets" : "none";
}

function histogram({ labels, buckets, seconds, count }: Series): Sample[] {
  let upTo = 0;
  const steps = [...BUCKETS.map(String), "+Inf"].map((le, place) => {
    upTo += buckets[place] ?? 0;
    return { suffix: "_bucket", labels: { ...labels, le }, value: upTo };
  });
  return [...steps, { suffix: "_sum", labels, value: seconds }, { suffix: "_count", labels, value: count }];
}
