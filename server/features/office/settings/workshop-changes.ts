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
    .where(
      and(
        eq(entries.targetType, "settings"),
        eq(entries.targetId, companyId),
        eq(entries.action, SAVED),
        sql`${entries.after} is distinct from ${entries.before}`,
      ),
    )
    .orderBy(...newestFirst(entries.at, entries.id))
    .limit(MOST_WORKSHOP_CHANGES);
  return rows.map(({ before, after, by, ...row }) => ({
    ...row,
    by: by ?? OFFICE,
    measures: workshopChanges((before ?? {}) as StoredSettings, (after ?? {}) as StoredSettings),
  }));
}
