import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { newestFirst } from "#server/platform/http/paging/paging.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { auditEntries as entries } from "#server/schema/records.ts";
import { MOST_WORKSHOP_CHANGES } from "#shared/contract/office/settings.ts";
import { type StoredSettings, workshopChanges } from "#shared/domain/window/saw/workshop-changes.ts";

const SAVED = "settings.saveWorkshop";
const OFFICE = "The office";

/**
 * The newest changes of a workshop's settings, from the audit trail (rule W122). A save without a
 * change has no row.
 */
export async function listWorkshopChanges(db: Db, companyId: number) {
  return (await readChanges(db, companyId)).map(({ before, after, ...row }) => ({ ...row, measures: workshopChanges(before, after) }));
}

type SettingsKey = keyof StoredSettings;

/** The newest change of one of these settings. */
export const findLastChange = async (db: Db, companyId: number, keys: readonly SettingsKey[]) =>
  (await readChanges(db, companyId)).find(({ before, after }) => keys.some((key) => !isDeepStrictEqual(before[key], after[key])));

const isSaveOf = (companyId: number) => and(eq(entries.targetType, "settings"), eq(entries.targetId, companyId), eq(entries.action, SAVED));

async function readChanges(db: Db, companyId: number) {
  const rows = await db
    .select({
      id: entries.id,
      at: entries.at,
      by: sql<string>`case when ${entries.onBehalfOfId} is null then ${users.contactName} else ${OFFICE} end`,
      before: entries.before,
      after: entries.after,
    })
    .from(entries)
    .leftJoin(users, eq(users.id, entries.actorId))
    .where(and(isSaveOf(companyId), sql`${entries.after} is distinct from ${entries.before}`))
    .orderBy(...newestFirst(entries.at, entries.id))
    .limit(MOST_WORKSHOP_CHANGES);
  return rows.map(({ before, after, by, ...row }) => ({
    ...row,
    by: by ?? OFFICE,
    before: (before ?? {}) as StoredSettings,
    after: (after ?? {}) as StoredSettings,
  }));
}
