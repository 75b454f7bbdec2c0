import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { pino } from "pino";
import { signedInUser } from "./session.ts";

declare module "http" {
  interface IncomingMessage {
    /** Names this request in the log and in the error record that comes of it. */
    id: string;
  }
}

export type Log = ReturnType<typeof createLog>;

/** One line of JSON for each thing worth knowing. Nothing personal beyond ids goes in, so there is nothing to redact but by mistake. */
export const createLog = (level: string, destination: ReturnType<typeof pino.destination> = pino.destination({ fd: 1, sync: true })) =>
  pino({ level, base: undefined, redact: ["req.headers", "res.headers", "*.password", "*.secretKey", "*.token"] }, destination);

/** How long a line may wait to be written with its neighbours, in milliseconds. */
const GATHERED_FOR = 100;

/**
 * Standard output, written a few lines at a time: under load a write for each line costs more than making the line. A killed
 * process (`kill -9`) takes the lines of its last tenth of a second with it; an orderly end and an uncaught fault do not.
 */
export function gatheredOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ fd: 1, sync: true, minLength: 8_192 });
  setInterval(() => output.flush(), GATHERED_FOR).unref();
  process.once("exit", () => output.flushSync());
  return output;
}

/**
 * A line for each request: an id that the error record shares, the path without its query (a query can hold a name or a token), who by
 * id, of refusals from where. What went wrong is logged once, by the error handler; here it would be a stack that says only "failed with status code 503".
 */
export function requestLog(log: Log): RequestHandler {
  // What these lines hold is said below, field by field: nothing to redact, and no child of the log for each request.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    req.id = randomUUID();
    const started = performance.now();
    res.once("close", () => {
      const line = {
        req: { id: req.id, method: req.method, path: pathOf(req) },
        res: { status: res.statusCode },
        responseTime: Math.round(performance.now() - started),
        userId: signedInUser(req)?.id,
        // Who tries doors is found by it; of all others no address is kept.
        ...(REFUSED.has(res.statusCode) && { ip: req.ip }),
      };
      if (!res.writableFinished) lines.info(line, "request aborted");
      else if (res.statusCode >= 500) lines.error(line, "request completed");
      else lines.info(line, "request completed");
    });
    next();
  };
}

const REFUSED = new Set([403, 429]);

const pathOf = ({ originalUrl }: Request): string => {
  const query = originalUrl.indexOf("?");
  return query < 0 ? originalUrl : originalUrl.slice(0, query);
};
