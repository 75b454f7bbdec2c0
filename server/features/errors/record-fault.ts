import type { Request } from "express";
import type { Database } from "#server/db/connect.ts";
import { isDatabaseAway, type Refusal } from "#server/http/errors.ts";
import type { Log } from "#server/http/log.ts";
import { signedInUser } from "#server/http/session.ts";
import { recordError, redact } from "./record-error.ts";

/** A server fault: to the log always, and to the error records unless it is the database itself that is away. Runs after the rollback. */
export function recordFault(db: Database, log: Log, clock: () => Date, error: unknown, req: Request, refusal: Refusal): void {
  const fault = error instanceof Error ? error : new Error(String(error));
  const path = req.originalUrl.split("?")[0] ?? "";
  const requestId = String((req as { id?: unknown }).id ?? "");
  log.error({ requestId, path, error: redact(fault.stack ?? fault.message), status: refusal.status }, "fault");
  if (isDatabaseAway(error)) return;
  const cause = fault.cause instanceof Error ? `: ${fault.cause.message}` : "";
  recordError(
    db,
    {
      type: fault.name,
      // A failed query's own message holds its values; the cause beneath says what was wrong with it.
      message: fault.name === "DrizzleQueryError" && cause ? cause.slice(2) : fault.message + cause,
      path: `${req.method} ${path}`,
      severity: "error",
      stack: fault.stack,
      userId: signedInUser(req)?.id,
      requestId,
    },
    clock(),
  ).catch((failure) => log.error({ requestId, error: redact(String(failure)) }, "the fault could not be recorded"));
}
