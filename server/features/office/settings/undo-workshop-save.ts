import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { workshopSettingsOf } from "#server/features/companies/workshop-settings.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { workshopSettings } from "#server/schema/workshop.ts";
import { londonClock } from "#shared/domain/period.ts";
import type { StoredSettings } from "#shared/domain/window/saw/workshop-changes.ts";
import { findLastChange } from "./workshop-changes.ts";

/**
 * Locks a workshop's settings for the undo of a save (rule W122).
 * @throws a conflict that names the person, if a figure of the save has changed since
 */
export async function lockForUndo(db: Db, companyId: number, saved: StoredSettings): Promise<void> {
  await db.select({ lap: workshopSettings.lap }).from(workshopSettings).where(eq(workshopSettings.companyId, companyId)).for("update");
  const present: StoredSettings = await workshopSettingsOf(db, companyId);
  const keys = Object.keys(saved) as (keyof StoredSettings)[];
  if (keys.every((key) => isDeepStrictEqual(toPlain(present[key]), toPlain(saved[key])))) return;
  const last = await findLastChange(db, companyId, keys);
  const change = last ? `${last.by} saved other figures at ${londonClock(last.at)}` : "Other figures were saved meanwhile";
  throw conflict(`${change}, so nothing was undone`);
}

/** A section that is not a rail has an absent height in one place and no height in the other. */
const toPlain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
