import { and, eq, gte, inArray, isNull, lte } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { companies, auditEntries as entries, products, users } from "#server/db/schema.ts";
import type { Handlers } from "#server/house.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";
import type { audit as contract } from "#shared/contract/audit.ts";
import { auditText, thingPath, thingWords } from "#shared/domain/audit-words.ts";
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
    const named = await namesOf(db, rows);
    return rows.map(({ actorId, actorEmail, actorRole, onBehalfOfId, onBehalfOfEmail, onBehalfOfRole, ...entry }) => {
      const thing = named(entry);
      return {
        ...entry,
        actor: personThen(actorId, actorEmail, actorRole),
        onBehalfOf: personThen(onBehalfOfId, onBehalfOfEmail, onBehalfOfRole),
        text: auditText(entry, thing.name),
        path: thing.path,
      };
    });
  },
};

const personThen = (id: number | null, email: string | null, role: Role | null) =>
  id === null || email === null || role === null ? null : { id, email, role };

type Thing = Pick<typeof entries.$inferSelect, "targetType" | "targetId">;
interface Named {
  readonly name: string;
  readonly path: string | null;
}

/** How people call the things of a page's entries today, and where they are seen. What has a number is called by it. */
async function namesOf(db: Db, things: readonly Thing[]): Promise<(thing: Thing) => Named> {
  const idsOf = (type: string) => [
    ...new Set(things.flatMap(({ targetType, targetId }) => (targetType === type && targetId !== null ? [targetId] : []))),
  ];
  const found = (path: string, search: string) => `${path}?${new URLSearchParams({ search })}`;
  const types = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, idsOf("products")));
  // Nobody is left in the list of users under the name of an account that ended.
  const people = await db
    .select({ id: users.id, name: users.contactName, email: users.email })
    .from(users)
    .where(and(inArray(users.id, idsOf("users")), isNull(users.deletedAt)));
  const clients = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, idsOf("clients")));
  const known = new Map<string, Named>([
    ...types.map(({ id, name }) => [`products ${id}`, { name, path: "/pricing" }] as const),
    ...people.map(({ id, name, email }) => [`users ${id}`, { name, path: found("/users", email) }] as const),
    ...clients.map(({ id, name }) => [`clients ${id}`, { name, path: found("/clients", name) }] as const),
  ]);
  return (thing) => known.get(`${thing.targetType} ${thing.targetId}`) ?? { name: thingWords(thing), path: thingPath(thing) };
}
