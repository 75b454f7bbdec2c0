import { and, asc, type Column, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { holdsWord, type Word } from "#server/lists/search.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, forbidden } from "#server/platform/http/errors.ts";
import { MOST_PEOPLE } from "#server/platform/http/limits.ts";
import { afterCursor, newestFirst, type Page, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import { NO_SUPPLIER } from "#shared/contract/products.ts";
import { staff } from "#shared/domain/roles.ts";
/** Matches accounts that have joined and are not deleted. */
export const isJoined: SQL | undefined = and(isNull(users.deletedAt), isNotNull(users.joinedAt));
/**
 * Matches joined accounts that are not suspended: they act for their company and receive its
 * notifications.
 */
export const isHere: SQL | undefined = and(isJoined, isNull(users.suspendedAt));
/**
 * Matches accounts that can sign in: not suspended, and of an approved company. Needs users joined
 * with companies.
 */
export const isActive: SQL | undefined = and(isHere, eq(companies.approvalStatus, "approved"));

const { searchName: _, takenEmail: __, ...account } = getTableColumns(users);

/** The e-mail by which the company knows its person: the invited one if another account has it. */
export const knownEmail: SQL<string> = sql<string>`coalesce(${users.takenEmail}, ${users.email})`;
/** Matches that e-mail in a search. Each column has an index of its own. */
export const knownByWord = (word: Word): SQL | undefined =>
  or(holdsWord(sql`lower(${users.email})`, word), holdsWord(sql`lower(${users.takenEmail})`, word));

/** People with the details of their company. */
export const selectPeople = (db: Db) =>
  db
    .select({
      ...account,
      email: knownEmail,
      invited: sql<boolean>`${users.joinedAt} is null`,
      companyName: companies.name,
      address: companies.address,
      phone: companies.phone,
      vatNumber: companies.vatNumber,
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

/** The people of a company who receive its approval and its invoices: those who may manage it. */
export const managersOf = (db: Db, companyId: number): Promise<Person[]> => peopleWith(db, companyId, "mayManage");

/**
 * All people of a company, the invited and the suspended ones too, in the order in which they were
 * added.
 */
export async function membersOf(db: Db, companyId: number) {
  const people = await selectPeople(db)
    .where(and(eq(users.companyId, companyId), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(MOST_PEOPLE);
  return people.map(({ suspendedAt, ...person }) => ({ ...person, suspended: suspendedAt !== null }));
}

/** The approved admins and super admins. */
export const findStaff = (db: Db): Promise<Person[]> => selectPeople(db).where(and(inArray(users.role, [...staff]), isActive));

/**
 * The people who may place a colleague's quote; if nobody may order, those who may grant that
 * right.
 */
export async function orderersOf(db: Db, companyId: number): Promise<Person[]> {
  const orderers = await peopleWith(db, companyId, "mayOrder");
  return orderers.length > 0 ? orderers : managersOf(db, companyId);
}

/**
 * The recipients of notifications about a person's record: that person, or the company's managers
 * once the person is deleted or suspended (rule A27). `managersToo` always includes the managers,
 * each once.
 */
export async function findRecipients(db: Db, makerId: number, { managersToo = false } = {}): Promise<Person[]> {
  const [maker] = await selectPeople(db).where(eq(users.id, makerId));
  if (!maker) return [];
  const hears = maker.deletedAt === null && maker.joinedAt !== null && maker.suspendedAt === null;
  if (hears && !managersToo) return [maker];
  const managers = await managersOf(db, maker.companyId);
  return hears ? [maker, ...managers.filter(({ id }) => id !== maker.id)] : managers;
}

/** True if the company has a person who has joined. */
export const hasPeople = (companyId: Column): SQL =>
  sql`exists (select from ${users} where ${and(eq(users.companyId, companyId), isJoined)})`;

type Right = "mayOrder" | "mayManage";

/**
 * The contact name of the first person to join among those with the right; if nobody has it, of
 * those who may manage the company (rule A23).
 */
async function findContactName(db: Db, companyId: number, right: Right): Promise<string> {
  const [person] = await db
    .select({ contactName: users.contactName })
    .from(users)
    .where(and(eq(users.companyId, companyId), isHere))
    .orderBy(desc(users[right]), desc(users.mayManage), asc(users.joinedAt), asc(users.id))
    .limit(1);
  return person?.contactName ?? "us";
}

/** True if placing a quote creates its order at once (rule Q30). */
export const ordersGoStraight = async (db: Db): Promise<boolean> => (await forCustomers(db)).directOrders;

/** The settings that customers need, although they may not read the settings themselves. */
async function forCustomers(db: Db): Promise<{ readonly directOrders: boolean; readonly sellerPhone: string | null }> {
  const [row] = await db
    .select({ directOrders: companySettings.directOrders, phone: companySettings.phone })
    .from(companySettings)
    .where(eq(companySettings.id, 1));
  return { directOrders: row?.directOrders ?? false, sellerPhone: row?.phone || null };
}

async function seesOpenOrders(db: Db, companyId: number): Promise<boolean> {
  const [company] = await db.select({ sees: companies.seesOpenOrders }).from(companies).where(eq(companies.id, companyId));
  return company?.sees ?? false;
}

/**
 * The signed-in person's own account, with the colleagues who have the rights that the person
 * lacks. Customers also receive the effect of placing and the seller's telephone (rules A23, Q30,
 * O12), suppliers whether they see open orders (rule W93).
 */
export async function sessionUser<Someone extends Account>(db: Db, person: Someone) {
  const managedBy = person.mayManage ? undefined : await findContactName(db, person.companyId, "mayManage");
  if (person.role === "supplier") return { ...person, managedBy, seesOpenOrders: await seesOpenOrders(db, person.companyId) };
  if (person.role !== "customer") return { ...person, managedBy };
  const orderedBy = person.mayOrder ? undefined : await findContactName(db, person.companyId, "mayOrder");
  return { ...person, orderedBy, managedBy, ...(await forCustomers(db)) };
}

/**
 * Ordering, accepting, declining, paying and withdrawing need the right to order (rule A23).
 * @throws 403 that names a person with the right
 */
export async function requireMayOrder(db: Db, user: SignedInUser): Promise<void> {
  if (!user.mayOrder) throw forbidden(`Ask ${await findContactName(db, user.companyId, "mayOrder")} to place this order`);
}

/**
 * Changing the company's details and its people needs the right to manage (rule A23).
 * @throws 403 that names a person with the right
 */
export async function requireMayManage(db: Db, user: SignedInUser): Promise<void> {
  if (!user.mayManage) throw forbidden(`Ask ${await findContactName(db, user.companyId, "mayManage")} to change your company's details`);
}

const isSupplier = eq(companies.kind, "supplier");

/** The supplier companies, newest first, without those that have no people left (rule W60). */
export const listSuppliers = (db: Db, page: Page) =>
  db
    .select({ id: companies.id, companyName: companies.name, createdAt: companies.createdAt })
    .from(companies)
    .where(and(isSupplier, hasPeople(companies.id), afterCursor(page, companies.createdAt, companies.id)))
    .orderBy(...newestFirst(companies.createdAt, companies.id))
    .limit(rowsToFetch(page));

/**
 * Accepts null, or a supplier company that has people.
 * @throws 400
 */
export async function requireSupplier(db: Db, companyId: number | null): Promise<void> {
  if (companyId === null) return;
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, companyId), isSupplier, hasPeople(companies.id)));
  if (!company) throw badRequest(NO_SUPPLIER);
}
