import { STATUS_CODES } from "node:http";
import type { ErrorRequestHandler, Request, Response } from "express";
import { findPostgresField, isDatabaseAway, isReadOnly } from "#server/platform/db/faults.ts";
import { invoiceNumber, orderNumber, quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";

export interface BrokenRule {
  readonly path: string;
  readonly message: string;
}

interface Extras {
  readonly errors?: readonly BrokenRule[];
  /** Whole seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** Further members of the problem document (rule Q4: `lines`, `finalTotal`). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * A refusal that a person can act on. Any other thrown error is a fault of the server and becomes a
 * 500.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly extras: Extras;
  constructor(status: number, sentence: string, extras: Extras = {}) {
    super(sentence, { cause: extras.cause });
    this.name = "Refusal";
    this.status = status;
    this.extras = extras;
  }
}

/** The most broken rules in one reply; nobody reads more (rule C9). */
export const MOST_PROBLEMS = 100;
export const badRequest = (sentence: string, errors?: readonly BrokenRule[]) =>
  new Refusal(400, sentence, errors ? { errors: errors.slice(0, MOST_PROBLEMS) } : {});
export const unauthorized = (sentence = "Please sign in") => new Refusal(401, sentence);
export const forbidden = (sentence = "Your account may not do this") => new Refusal(403, sentence);
/**
 * The refusal is equal for a record of another company, because the reply must not reveal that the
 * record exists.
 */
export const notFound = (what: string) => new Refusal(404, `${what} not found`);
const NUMBER = { invoice: invoiceNumber, order: orderNumber, quote: quoteNumber, remake: remakeNumber };
/**
 * The refusal is equal for a record of another company. No row has the id 0: it is the parsed value
 * of a text that is no number (`shared/http/wire.ts`).
 */
export const noSuch = (what: keyof typeof NUMBER, id: number) =>
  new Refusal(404, id === 0 ? `There is no such ${what}` : `There is no ${what} ${NUMBER[what](id)}`);
export const conflict = (sentence: string, members?: Extras["members"]) => new Refusal(409, sentence, members ? { members } : {});
export const tooMany = (sentence: string, retryAfter: number) => new Refusal(429, sentence, { retryAfter });

const FAULT = "Something went wrong on our side. Please try again; if it happens again, tell us what you were doing.";
const UNAVAILABLE = "The portal cannot reach its database just now. Please try again in a moment.";
const NO_CHANGES = "The portal's database is being switched over and accepts no changes. Nothing was stored; please try again in a moment.";
const BUSY = "Somebody else is changing the same record. Please try again in a moment.";
/**
 * A lock or statement that took too long (`server/platform/db/connect.ts`), a deadlock, an idle
 * transaction that was ended.
 */
const WAITED = new Set(["55P03", "57014", "40P01", "25P03"]);

/** The name of the PostgreSQL constraint that refused a write; undefined for any other error. */
export const brokenConstraint = (error: unknown): string | undefined => findPostgresField(error, "constraint");

const NOT_NULL = "23502";
/** The NOT NULL column that a write left empty; undefined for any other error. */
export const missingColumn = (error: unknown): string | undefined =>
  findPostgresField(error, "code") === NOT_NULL ? findPostgresField(error, "column") : undefined;

interface BodyParserError {
  readonly type?: string;
  /** The limit in bytes. */
  readonly limit?: number;
  readonly status?: number;
}

const sizeInWords = (bytes: number): string => (bytes < 1024 ** 2 ? `${bytes / 1024} kB` : `${bytes / 1024 ** 2} MB`);

/** Translates the errors of express and its parsers into our sentences. */
function fromParser(error: unknown): Refusal | undefined {
  const { type, status, limit = 0 } = (error ?? {}) as BodyParserError;
  if (type === "entity.too.large") return new Refusal(413, `The request is too large: at most ${sizeInWords(limit)}`);
  if (type === "entity.parse.failed") return badRequest("The request is not valid JSON");
  if (type === "encoding.unsupported" || type === "charset.unsupported") return new Refusal(415, "The request's encoding is not supported");
  if (error instanceof URIError) return notFound("Page");
  if (status !== undefined && status >= 400 && status < 500) return badRequest("The request could not be read");
  return undefined;
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isReadOnly(error)) return new Refusal(503, NO_CHANGES, { retryAfter: 2, cause: error });
  if (isDatabaseAway(error)) return new Refusal(503, UNAVAILABLE, { retryAfter: 2, cause: error });
  if (WAITED.has(findPostgresField(error, "code") ?? "")) return new Refusal(503, BUSY, { retryAfter: 2, cause: error });
  return fromParser(error) ?? new Refusal(500, FAULT, { cause: error });
}

/**
 * Sends one sentence of plain text, or RFC 9457 problem details to a program that requests them
 * (rule C6).
 */
function sendRefusal(req: Request, res: Response, { status, message, extras }: Refusal): void {
  // The sentence may contain text that a person typed.
  const sentence = message.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
  if (extras.retryAfter !== undefined) res.setHeader("Retry-After", String(extras.retryAfter));
  res.status(status);
  if ((req.headers.accept ?? "").includes("application/problem+json")) {
    const { errors, members } = extras;
    const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail: sentence, ...(errors && { errors }), ...members };
    res.type("application/problem+json").send(JSON.stringify(problem));
    return;
  }
  res.type("text/plain").send(sentence);
}

/** The last handler. `onFault` receives every fault of the server, after the rollback. */
export const errorHandler =
  (onFault: (error: unknown, req: Request, refusal: Refusal) => void): ErrorRequestHandler =>
  (error, req, res, next) => {
    const refusal = toRefusal(error);
    // A 503 without a cause is a refusal because of overload. It is no fault, and an attacker could
    // otherwise cause thousands of records.
    const isFault = refusal !== error || refusal.extras.cause !== undefined;
    if (refusal.status >= 500 && isFault) onFault(refusal.extras.cause ?? error, req, refusal);
    // The log line of the request reads it (log.ts).
    res.locals.isBusy = !isFault;
    if (res.headersSent) {
      next(error);
      return;
    }
    sendRefusal(req, res, refusal);
  };
