import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { pino } from "pino";
import { pinoHttp } from "pino-http";
import { signedInUser } from "./session.ts";

export type Log = ReturnType<typeof createLog>;

/** One line of JSON for each thing worth knowing. Nothing personal beyond ids goes in, so there is nothing to redact but by mistake. */
export const createLog = (level: string) =>
  pino({ level, base: undefined, redact: ["req.headers", "res.headers", "*.password", "*.secretKey", "*.token"] });

/** A line for each request: an id that the error record shares, the path without its query (a query can hold a name or a token), who by id. */
export const requestLog = (log: Log): RequestHandler =>
  pinoHttp({
    logger: log,
    genReqId: () => randomUUID(),
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({ id: req.id, method: req.method, path: req.url.split("?")[0] }),
      // What went wrong is logged once, by the error handler; here it would be a stack that says only "failed with status code 503".
      err: () => undefined,
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    customProps: (req) => ({ userId: signedInUser(req as never)?.id }),
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? "error" : "info"),
  }) as unknown as RequestHandler;
