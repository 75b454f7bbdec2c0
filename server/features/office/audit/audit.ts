import { and, eq, gte, lte } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { auditEntries as entries } from "#server/schema/records.ts";
import type { audit as contract } from "#shared/contract/office/audit.ts";
import { differences } from "#shared/domain/audit-facts.ts";
import { auditText } from "#shared/domain/audit-words.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type Entry, type Names, namesOf } from "./names-of-entries.ts";

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
    const names = await namesOf(db, rows);
    return rows.map((row) => inWords(row, names));
  },
};

function inWords(row: Entry, { thingOf, personOf, called }: Names) {
  const { actorId, actorEmail, actorRole, onBehalfOfId, onBehalfOfEmail, onBehalfOfRole, ...entry } = row;
  const { name: thing, path } = thingOf(row);
  const personThen = (id: number | null, email: string | null, role: Role | null) =>
    id === null || email === null || role === null ? null : { id, name: personOf(id), email, role };
  return {
    ...entry,
    actor: personThen(actorId, actorEmail, actorRole),
    onBehalfOf: personThen(onBehalfOfId, onBehalfOfEmail, onBehalfOfRole),
    text: auditText({ ...entry, role: onBehalfOfRole ?? actorRole }, thing, called),
    changes: differences(entry.before, entry.after, called),
    thing,
    path,
  };
}
