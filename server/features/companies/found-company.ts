import { randomInt } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { brokenConstraint, conflict } from "#server/platform/http/errors.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { COMPANY_KIND_OF, type Role } from "#shared/domain/roles.ts";
import { endExpiredInvitation, findFormerOwner } from "./invitations.ts";
import { hasPeople, type Person, selectPeople } from "./people.ts";

type Company = typeof companies.$inferSelect;
type NewPerson = Omit<typeof users.$inferInsert, "companyId">;
type NewCompany = Pick<Company, "name" | "approvalStatus"> & Partial<Omit<typeof companies.$inferInsert, "id" | "kind">>;

/** Letters and digits that are not confused when they are read out on the telephone. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;

const TAKEN = "An account with this email already exists";

const newReferralCode = (): string => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * Stores a company, with its referral code, and its first person, in one transaction. The company's
 * id equals that account's, so the id is reserved before both rows.
 * @throws 409 if the e-mail has an account
 */
export async function foundCompany(db: Db, founder: NewPerson, company: NewCompany): Promise<Person> {
  const { rows } = await db.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('users', 'id'))::integer as id`);
  const id = rows[0]?.id as number;
  const { referralCode = newReferralCode(), createdAt = founder.createdAt } = company;
  const kind = COMPANY_KIND_OF[founder.role];
  // Only the first supplier sees open orders by itself; staff decide about later ones (rule W93).
  const seesOpenOrders =
    kind === "supplier" && (company.seesOpenOrders ?? sql`not exists (select from ${companies} where ${eq(companies.kind, "supplier")})`);
  await db.insert(companies).values({ ...company, id, kind, referralCode, createdAt, seesOpenOrders });
  return joinCompany(db, id, { ...founder, id });
}

/**
 * Translates a failed statement.
 * @throws 409 if it failed because a live account has the e-mail; otherwise the error itself
 */
export function refuseTakenEmail(error: unknown): never {
  if (brokenConstraint(error) === "users_email_live") throw conflict(TAKEN);
  throw error;
}

/**
 * Refuses an e-mail that another person has given up and may still restore (rule A46). Call it
 * after the statement that takes the e-mail: the statement waits for a concurrent change.
 * @throws 409
 */
export async function refuseReservedEmail(db: Db, email: string, now: Date, userId: number): Promise<void> {
  const former = await findFormerOwner(db, email, now);
  if (former && former.id !== userId) throw conflict(TAKEN);
}

/**
 * Stores an account in a company. The e-mail's unique index decides whether it is free.
 * @throws 409
 */
export async function joinCompany(db: Db, companyId: number, person: NewPerson & { readonly id?: number }): Promise<Person> {
  const now = person.createdAt ?? new Date();
  await endExpiredInvitation(db, person.email, now);
  const { id: known, ...account } = { joinedAt: person.createdAt, ...person, companyId };
  const insert =
    known === undefined
      ? db.insert(users).values(account)
      : db
          .insert(users)
          .overridingSystemValue()
          .values({ ...account, id: known });
  const [stored] = await insert.returning({ id: users.id }).catch(refuseTakenEmail);
  await refuseReservedEmail(db, person.email, now, stored?.id as number);
  const [created] = await selectPeople(db).where(eq(users.id, stored?.id as number));
  if (!created) throw new Error("The account was not stored");
  return created;
}

/**
 * The id of the oldest approved company with this name and the role's kind. Case and surrounding
 * blanks do not matter (rule A15).
 */
export async function companyToJoin(db: Db, role: Role, name: string): Promise<number | undefined> {
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        eq(companies.kind, COMPANY_KIND_OF[role]),
        eq(companies.searchName, sql`lower(${name.trim()})`),
        eq(companies.approvalStatus, "approved"),
        hasPeople(companies.id),
      ),
    )
    .orderBy(asc(companies.id))
    .limit(1);
  return company?.id;
}
