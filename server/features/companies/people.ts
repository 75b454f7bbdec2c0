import { and, asc, type Column, desc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { holdsWord, type Word } from "#server/lists/search.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, forbidden } from "#server/platform/http/errors.ts";
import { MOST_PEOPLE } from "#server/platform/http/limits.ts";
import { afterCursor, newestFirst, type Page, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, companySettings, users } from "#server/schema/index.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import { NO_SUPPLIER } from "#shared/contract/products.ts";
/** Not only invited, and not gone. */
export const isJoined: SQL | undefined = and(isNull(users.deletedAt), isNotNull(users.joinedAt));
/** Of those, who is not suspended: they act and hear for their company. */
export const isHere: SQL | undefined = and(isJoined, isNull(users.suspendedAt));
/**
 * Who can sign in: they are here, and their company is approved. Of users joined with their
 * companies.
 */
export const isActive: SQL | undefined = and(isHere, eq(companies.approvalStatus, "approved"));

const { searchName: _, takenEmail: __, ...account } = getTableColumns(users);

/** The e-mail by which a company knows its person: the invited one where another account has it. */
export const knownEmail: SQL<string> = sql<string>`coalesce(${users.takenEmail}, ${users.email})`;
/** Names that e-mail in a search, each by its own index. */
export const knownByWord = (word: Word): SQL | undefined =>
  or(holdsWord(sql`lower(${users.email})`, word), holdsWord(sql`lower(${users.takenEmail})`, word));

/** People with what stands with their company. */
export const selectPeople = (db: Db) =>
  db
    .select({
      ...account,
      email: knownEmail,
      /** Not joined yet. */
      invited: sql<boolean>`${users.joinedAt} is null`,
      companyName: companies.name,
      address: companies.address,
      phone: companies.phone,
      referralCode: companies.referralCode,
      approvalStatus: companies.approvalStatus,
      approvalReason: companies.approvalReason,
      approvalDecidedAt: companies.approvalDecidedAt,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId));

export type Person = Awaited<ReturnType<typeof selectPeople>>[number];

const peopleWith = (db: Db, companyId: number, right: Right): Promise<Person[]> =>
  selectPeople(db)
    .where(and(eq(users.companyId, companyId), eq(users[right], true), isHere))
    .orderBy(asc(users.joinedAt), asc(users.id));

/** The people of a company who hear of its approval and its invoices: those who may manage it. */
export const managersOf = (db: Db, companyId: number): Promise<Person[]> => peopleWith(db, companyId, "mayManage");

/**
 * All of a company's people, the invited and the suspended ones too: the first to be there first.
 */
export async function membersOf(db: Db, companyId: number) {
  const people = await selectPeople(db)
    .where(and(eq(users.companyId, companyId), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(MOST_PEOPLE);
  return people.map(({ suspendedAt, ...person }) => ({ ...person, suspended: suspendedAt !== null }));
}

/** Who can place what a colleague quoted; where nobody may order, those who can give that right. */
export async function orderersOf(db: Db, companyId: number): Promise<Person[]> {
  const orderers = await peopleWith(db, companyId, "mayOrder");
  return orderers.length > 0 ? orderers : managersOf(db, companyId);
}

/**
 * Who hears of a person's thing: that person; once they are gone or suspended, those who may manage
 * their company (rule A16). `managersToo`: those hear of it in any case, each once.
 */
export async function whoHears(db: Db, makerId: number, { managersToo = false } = {}): Promise<Person[]> {
  const [maker] = await selectPeople(db).where(eq(users.id, makerId));
  if (!maker) return [];
  const hears = maker.deletedAt === null && maker.joinedAt !== null && maker.suspendedAt === null;
  if (hears && !managersToo) return [maker];
  const managers = await managersOf(db, maker.companyId);
  return hears ? [maker, ...managers.filter(({ id }) => id !== maker.id)] : managers;
}

/** Whether anyone who has joined a company is left. */
export const hasPeople = (companyId: Column): SQL =>
  sql`exists (select from ${users} where ${and(eq(users.companyId, companyId), isJoined)})`;

type Right = "mayOrder" | "mayManage";

/**
 * The first to join a company among those with a right; else among those who may manage it (rule
 * A15).
 */
async function whoMay(db: Db, companyId: number, right: Right): Promise<string> {
  const [person] = await db
    .select({ contactName: users.contactName })
    .from(users)
    .where(and(eq(users.companyId, companyId), isHere))
    .orderBy(desc(users[right]), desc(users.mayManage), asc(users.joinedAt), asc(users.id))
    .limit(1);
  return person?.contactName ?? "us";
}

/** Whether placing a quote makes its order at once (rule Q14). */
export const ordersGoStraight = async (db: Db): Promise<boolean> => (await forCustomers(db)).directOrders;

/** What customers, who can't read the settings, are told of them. */
async function forCustomers(db: Db): Promise<{ readonly directOrders: boolean; readonly sellerPhone: string | null }> {
  const [row] = await db
    .select({ directOrders: companySettings.directOrders, phone: companySettings.phone })
    .from(companySettings)
    .where(eq(companySettings.id, 1));
  return { directOrders: row?.directOrders ?? false, sellerPhone: row?.phone || null };
}

/**
 * A person's own account, with whom to ask; customers also read what placing does and whom to ring
 * (rules A15, Q14, O12).
 */
export async function sessionUser<Someone extends Account>(db: Db, person: Someone) {
  const managedBy = person.mayManage ? undefined : await whoMay(db, person.companyId, "mayManage");
  if (person.role !== "customer") return { ...person, managedBy };
  const orderedBy = person.mayOrder ? undefined : await whoMay(db, person.companyId, "mayOrder");
  return { ...person, orderedBy, managedBy, ...(await forCustomers(db)) };
}

/**
 * Ordering, accepting, declining, paying and taking back need the right to order (rule A15).
 * @throws 403 that names whom to ask
 */
export async function requireMayOrder(db: Db, user: SignedInUser): Promise<void> {
  if (!user.mayOrder) throw forbidden(`Ask ${await whoMay(db, user.companyId, "mayOrder")} to place this order`);
}

/**
 * The company's details and its people are changed by who may manage them (rule A15). @throws 403
 * that names whom to ask
 */
export async function requireMayManage(db: Db, user: SignedInUser): Promise<void> {
  if (!user.mayManage) throw forbidden(`Ask ${await whoMay(db, user.companyId, "mayManage")} to change your company's details`);
}

const isSupplier = eq(companies.kind, "supplier");

/**
 * The companies that make shutters, the newest first. One that everybody has left is none any more
 * (rule A16).
 */
export const listSuppliers = (db: Db, page: Page) =>
  db
    .select({ id: companies.id, companyName: companies.name, createdAt: companies.createdAt })
    .from(companies)
    .where(and(isSupplier, hasPeople(companies.id), afterCursor(page, companies.createdAt, companies.id)))
    .orderBy(...newestFirst(companies.createdAt, companies.id))
    .limit(rowsToFetch(page));

/** A company that makes shutters and that somebody is in, or none. @throws 400 */
export async function requireSupplier(db: Db, companyId: number | null): Promise<void> {
  if (companyId === null) return;
  const [found] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, companyId), isSupplier, hasPeople(companies.id)));
  if (!found) throw badRequest(NO_SUPPLIER);
}
