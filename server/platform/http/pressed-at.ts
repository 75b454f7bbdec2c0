import type { Request } from "express";
import { z } from "zod";

/** A device may be without a network for this long. */
const KEPT_MS = 7 * 24 * 3_600_000;
const instant = z.iso.datetime({ offset: true });

/**
 * The time of the press that a device sends later (rule C21). A time that is missing, in the future
 * or older than seven days is ignored, and the current time is used.
 */
export function pressedAt(req: Request, now: Date): Date {
  const said = instant.safeParse(req.headers["pressed-at"]);
  const at = said.success ? new Date(said.data) : now;
  const isTaken = at <= now && now.getTime() - at.getTime() <= KEPT_MS;
  return isTaken ? at : now;
}
