import type { Request } from "express";
import { isDatabaseAway, takesNoChanges } from "#server/db/faults.ts";
import type { House } from "#server/house.ts";
import type { Refusal } from "#server/http/errors.ts";
import { signedInUser } from "#server/http/session.ts";
import { describeFault } from "./describe-fault.ts";
import { recordError, redact } from "./record-error.ts";

/** A server fault: to the log always, and to the error records unless it is the database itself that is away or takes no changes. Runs after the rollback. */
export function recordFault({ db, log, clock }: Pick<House, "db" | "log" | "clock">, error: unknown, req: Request, refusal: Refusal): void {
  const { type, message, stack } = describeFault(error);
  const path = req.originalUrl.split("?")[0] ?? "";
  const requestId = String(req.id);
  log.error({ requestId, path, error: redact(stack ?? message), status: refusal.status }, "fault");
  if (isDatabaseAway(error) || takesNoChanges(error)) return;
  const userId = signedInUser(req)?.id;
  recordError(db, { type, message, path: `${req.method} ${path}`, severity: "error", stack, userId, requestId }, clock()).catch((failure) =>
    log.error({ requestId, error: redact(describeFault(failure).message) }, "the fault could not be recorded"),
  );
}
