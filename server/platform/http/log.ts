import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { pino } from "pino";
import { pinoHttp } from "pino-http";
import { signedInUser } from "./session/session.ts";

/**
 * The message for bytes that could not be read as a request: the line has the status, the code and
 * the address.
 */
export const UNREADABLE = "request unreadable";

export type Log = ReturnType<typeof createLog>;

/**
 * One line of JSON for each event. It contains no personal data beyond ids; `redact` only guards
 * against mistakes.
 */
export const createLog = (level: string, destination: ReturnType<typeof pino.destination> = pino.destination({ fd: 1, sync: true })) =>
  pino({ level, base: undefined, redact: ["req.headers", "res.headers", "*.password", "*.secretKey", "*.token"] }, destination);

/**
 * Standard output, written a few lines at a time: under load a write for each line costs more than
 * building the line. After `kill -9` the lines of the last tenth of a second are lost; after an
 * orderly end or an uncaught fault they are not.
 */
export function gatheredOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ fd: 1, sync: true, minLength: 8_192, periodicFlush: 100 });
  process.once("exit", () => output.flushSync());
  return output;
}

/** No path of ours has so long a word, except a secret or an id that somebody made up. */
const LONG_WORD = /[\w-]{40,}/g;

/**
 * The path for logs and records: without the host that some programs send before it, without the
 * query, and without the secret of a quotation's link (rule T6) or of a calendar (rule A34), however
 * the path before that secret is written.
 */
export const loggedPath = (url: string): string =>
  url
    .replace(/\?.*/s, "")
    .replace(/^\w+:\/\/[^/]*/, "")
    .replace(/^\/(r|calendar)\/[^/]+/i, "/$1/…")
    .replace(LONG_WORD, "…");

/**
 * Logs a line for each request: an id that the error record shares, the path, the account's id, and
 * the address of a refused request. The query is left out, because it may contain a name or a
 * token. The error handler logs the cause; this line would only contain "failed with status code
 * 503".
 */
export const requestLog = (log: Log): RequestHandler =>
  pinoHttp<Request, Response>({
    logger: log,
    genReqId: () => randomUUID(),
    wrapSerializers: false,
    serializers: {
      req: ({ id, method, originalUrl }: Request) => ({ id, method, path: loggedPath(originalUrl) }),
      res: ({ statusCode }: Response) => ({ status: statusCode }),
    },
    customLogLevel: (_req, res) => (!res.writableFinished || res.statusCode < 500 ? "info" : res.locals.isBusy ? "warn" : "error"),
    customSuccessMessage: message,
    customErrorMessage: message,
    customSuccessObject: (req, res, { responseTime }) => fields(req, res, responseTime),
    customErrorObject: (req, res, _error, { responseTime }) => fields(req, res, responseTime),
  });

const message = (_req: Request, res: Response): string => (res.writableFinished ? "request completed" : "request aborted");

const REFUSED = new Set([403, 429]);

const fields = (req: Request, res: Response, responseTime: number) => ({
  res,
  responseTime,
  userId: signedInUser(req)?.id,
  // The address identifies attackers; no other request's address is logged.
  ...(REFUSED.has(res.statusCode) && { ip: req.ip }),
});
