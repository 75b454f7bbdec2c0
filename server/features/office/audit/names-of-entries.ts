import { inArray } from "drizzle-orm";
import { knownEmail } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { products } from "#server/schema/products.ts";
import type { auditEntries } from "#server/schema/records.ts";
import { COMPANY_FACTS, factsOf, type NamesById, PERSON_FACTS } from "#shared/domain/audit-facts.ts";
import { thingPath, thingWords } from "#shared/domain/audit-words.ts";
export type Entry = typeof auditEntries.$inferSelect;

interface Named {
  readonly name: string;
  /** The address of the thing's page. */
  readonly path: string | null;
}

/** The current names of the people and things in a page's entries. */
export interface Names {
  /** A thing with a number is named by its number. */
  thingOf(entry: Entry): Named;
  /** Null once the account is deleted. */
  personOf(id: number): string | null;
  readonly called: NamesById;
}

/** The numbers in the entries' old and new values under these keys. */
const numbersIn = (rows: readonly Entry[], names: readonly string[]): number[] =>
  rows
    .flatMap(({ before, after }) => [factsOf(before), factsOf(after)])
    .flatMap((facts) => names.map((name) => facts[name]))
    .filter((value) => typeof value === "number");

/**
 * Loads the names for a page with three statements: its shutter types, its people and its
 * companies.
 */
export async function namesOf(db: Db, rows: readonly Entry[]): Promise<Names> {
  const idsOf = (type: string) => rows.flatMap(({ targetType, targetId }) => (targetType === type && targetId !== null ? [targetId] : []));
  const actors = rows.flatMap(({ actorId, onBehalfOfId }) => [actorId, onBehalfOfId]).filter((id) => id !== null);
  const types = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, [...new Set(idsOf("products"))]));
  const people = await db
    .select({ id: users.id, name: users.contactName, email: knownEmail, endedAt: users.deletedAt })
    .from(users)
    .where(inArray(users.id, [...new Set([...idsOf("users"), ...actors, ...numbersIn(rows, PERSON_FACTS)])]));
  const firms = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...new Set([...idsOf("clients"), ...numbersIn(rows, COMPANY_FACTS)])]));

  const searchPath = (path: string, search: string) => `${path}?${new URLSearchParams({ search })}`;
  // The list of users does not show a deleted account, so its name gets no link.
  const livePeople = people.filter(({ endedAt }) => endedAt === null);
  const known = new Map<string, Named>([
    ...types.map(({ id, name }) => [`products ${id}`, { name, path: "/pricing" }] as const),
    ...livePeople.map(({ id, name, email }) => [`users ${id}`, { name, path: searchPath("/users", email) }] as const),
    ...firms.map(({ id, name }) => [`clients ${id}`, { name, path: `/clients/${id}` }] as const),
  ]);
  return {
    thingOf: (entry) =>
      known.get(`${entry.targetType} ${entry.targetId}`) ?? { name: nameThen(entry) ?? thingWords(entry), path: thingPath(entry) },
    personOf: (id) => livePeople.find((person) => person.id === id)?.name ?? null,
    called: {
      people: new Map(people.map(({ id, name }) => [id, name])),
      companies: new Map(firms.map(({ id, name }) => [id, name])),
    },
  };
}

/** The name that an entry recorded for a person whose account is deleted. */
function nameThen({ targetType, before, after }: Entry): string | null {
  if (targetType !== "users") return null;
  const { contactName, email, viewedAs } = { ...factsOf(before), ...factsOf(after) };
  const name = contactName ?? email ?? viewedAs;
  return typeof name === "string" ? name : null;
}
