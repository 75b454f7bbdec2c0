import { and, eq, gte, lte } from "drizzle-orm";
import { auditEntries as entries } from "#server/db/schema.ts";
import type { Handlers } from "#server/house.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";
import type { audit as contract } from "#shared/contract/audit.ts";
import type { Role } from "#shared/domain/roles.ts";

export const auditHandlers: Handlers<typeof contract> = {
  list: async ({ db, query, page }) => {
    const rows = await db
      .select()
      .from(entries)
      .where(
        and(
          query.actorId === undefined ? undefined : eq(entries.actorId, query.actorId),
          query.action ? eq(entries.action, query.action) : undefined,
          query.targetType ? eq(entries.targetType, query.targetType) : undefined,
          query.targetId === undefined ? undefined : eq(entries.targetId, query.targetId),
          query.from && gte(entries.at, query.from),
          query.to && lte(entries.at, query.to),
          afterCursor(page, entries.at, entries.id),
        ),
      )
      .orderBy(...newestFirst(entries.at, entries.id))
      .limit(rowsToFetch(page));
    return rows.map(({ actorId, actorEmail, actorRole, onBehalfOfId, onBehalfOfEmail, onBehalfOfRole, ...entry }) => ({
      ...entry,
      actor: personThen(actorId, actorEmail, actorRole),
      onBehalfOf: personThen(onBehalfOfId, onBehalfOfEmail, onBehalfOfRole),
    }));
  },
};

const personThen = (id: number | null, email: string | null, role: Role | null) =>
  id === null || email === null || role === null ? null : { id, email, role };
