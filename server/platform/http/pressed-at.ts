import type { Request } from "express";
import { z } from "zod";

/** A device may have no network for so long. */
const KEPT_MS = 7 * 24 * 3_600_000;
const instant = z.iso.datetime({ offset: true });

/**
 * When a person pressed what a device sends later (rule C21). A time that is in the future, older
 * than seven days or none at all counts for nothing: then it is now.
 */
export function pressedAt(req: Request, now: Date): Date {
  const said = instant.safeParse(req.headers["pressed-at"]);
  const at = said.success ? new Date(said.data) : now;
  const isTaken = at <= now && now.getTime() - at.getTime() <= KEPT_MS;
  return isTaken ? at : now;
}
