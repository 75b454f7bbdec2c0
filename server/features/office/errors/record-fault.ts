import { DrizzleQueryError } from "drizzle-orm";
import type { Request } from "express";
import type { AppContext } from "#server/context.ts";
import { isDatabaseAway, isReadOnly } from "#server/platform/db/faults.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { loggedPath } from "#server/platform/http/log.ts";
import { signedInUser } from "#server/platform/http/session/session.ts";
import type { JobFaults } from "#server/platform/jobs/worker.ts";
import { recordError, redact } from "./record-error.ts";

/**
 * Writes a server fault to the log, and to the error records unless the database itself is away or
 * read-only. Runs after the rollback.
 */
export function recordFault(
  { db, log, clock }: Pick<AppContext, "db" | "log" | "clock">,
  error: unknown,
  req: Request,
  refusal: Refusal,
): void {
  const { type, message, stack } = describeFault(error);
  const path = loggedPath(req.originalUrl);
  const requestId = String(req.id);
  log.error({ requestId, path, error: redact(stack ?? message), status: refusal.status }, "fault");
  if (isDatabaseAway(error) || isReadOnly(error)) return;
  const userId = signedInUser(req)?.id;
  recordError(db, { type, message, path: `${req.method} ${path}`, severity: "error", stack, userId, requestId }, clock()).catch((failure) =>
    log.error({ requestId, error: redact(describeFault(failure).message) }, "the fault could not be recorded"),
  );
}

/**
 * Removes the words that identify one attempt of another server (its queue's number, a support
 * reference), so that a thousand emails that fail alike share one record.
 */
const sameForAll = (message: string): string =>
  message.replace(/[\w-]{8,}/g, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? "…" : word));

/**
 * Creates the worker's functions for failed jobs: the message for the log, and the record after the
 * last attempt (rule K4).
 */
export function jobFaults({ db, log, clock }: Pick<AppContext, "db" | "log" | "clock">): JobFaults {
  const redactFault = (error: unknown) => {
    const { message, stack } = describeFault(error);
    return { message: redact(message), stack: stack && redact(stack) };
  };
  return {
    inWords: redactFault,
    record(job, error) {
      const { message, stack } = redactFault(error);
      const fault = { type: "JobFailed", message: `${job}: ${sameForAll(message)}`, path: `job ${job}`, severity: "error" as const, stack };
      recordError(db, fault, clock()).catch((failure) =>
        log.error({ error: redactFault(failure).message }, "a failed job could not be recorded"),
      );
    },
  };
}

interface FaultInWords {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * The part of an error that may be logged. A failed query's message and stack contain its values:
 * people's data, password hashes, emails with their links. Its cause contains the reason.
 */
function describeFault(error: unknown): FaultInWords {
  const fault = error instanceof Error ? error : new Error(String(error));
  const cause = fault.cause instanceof Error ? describeFault(fault.cause).message : undefined;
  if (!(fault instanceof DrizzleQueryError)) {
    return { type: fault.name, message: cause === undefined ? fault.message : `${fault.message}: ${cause}`, stack: fault.stack };
  }
  const message = cause ?? "A query failed";
  const [, frames] = fault.stack?.split(fault.message) ?? [];
  return { type: "DatabaseError", message, stack: frames === undefined ? undefined : `DatabaseError: ${message}${frames}` };
}
