import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict, forbidden, notFound } from "#server/platform/http/errors.ts";
import { MOST_PEOPLE } from "#server/platform/http/limits.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import type { changePersonBody, company as contract, inviteBody } from "#shared/contract/companies.ts";
import { endAccount, lockCompany, refuseLastManager } from "./end-account.ts";
import { joinCompany, refuseTakenEmail } from "./found-company.ts";
import { accountElsewhere, sendInvitation, sendTakenInvitation } from "./invitations.ts";
import { knownEmail, type Person, requireMayManage, selectPeople } from "./people.ts";

/**
 * Manages the people of the caller's own company (rule A16). A change locks the company first, then
 * reads the person's right again.
 */
export const companyHandlers: Handlers<typeof contract> = {
  people: async ({ db, user, page }) => {
    await requireMayManage(db, user);
    return listPeople(db, user.companyId, page);
  },

  invite: async ({ db, post, productName, user, body, now, record }) => {
    await lockAsManager(db, user);
    const invited = body();
    const elsewhere = await accountElsewhere(db, user.companyId, invited.email, now);
    const id = await invitedAccount(db, user, { ...invited, isTaken: elsewhere !== undefined }, now);
    const person = await findPerson(db, user, id);
    const sender = { db, post, productName, now, user };
    await (elsewhere ? sendTakenInvitation(sender, elsewhere) : sendInvitation(sender, person));
    const { email, contactName, mayOrder, mayManage } = person;
    record({ targetType: "users", targetId: id, after: { email, contactName, mayOrder, mayManage } });
    return person;
  },

  changePerson: async ({ db, user, params, body, now, record }) => {
    await findPerson(db, user, params.id);
    const self = await lockAsManager(db, user);
    const before = await findPerson(db, user, params.id);
    const after = { ...before, ...rightsFor(user, body(), before) };
    if (before.mayManage && !after.mayManage) refuseNewcomer(self, before, now);
    if (!after.mayManage) await refuseLastManager(db, before);
    const rights = ({ mayOrder, mayManage }: typeof before) => ({ mayOrder, mayManage });
    await db.update(users).set(rights(after)).where(eq(users.id, before.id));
    record({ targetType: "users", before: rights(before), after: rights(after) });
    return after;
  },

  changeOpenOrders: async ({ db, params, body: { seesOpenOrders }, record }) => {
    const [before] = await db
      .select({ seesOpenOrders: companies.seesOpenOrders })
      .from(companies)
      .where(and(eq(companies.id, params.id), eq(companies.kind, "supplier")))
      .for("update");
    if (!before) throw notFound("Supplier");
    const { id, name, seesOpenOrders: sees } = companies;
    const [after] = await db
      .update(companies)
      .set({ seesOpenOrders })
      .where(eq(companies.id, params.id))
      .returning({ id, companyName: name, seesOpenOrders: sees });
    if (!after) throw notFound("Supplier");
    record({ targetType: "companies", before, after: { seesOpenOrders } });
    return after;
  },

  removePerson: async ({ db, user, params, now, record }) => {
    await findPerson(db, user, params.id);
    const self = await lockAsManager(db, user);
    const person = await findPerson(db, user, params.id);
    refuseNewcomer(self, person, now);
    await refuseLastManager(db, person);
    await endAccount(db, person, now);
    const { email, contactName } = person;
    record({ targetType: "users", before: { email, contactName }, after: { deleted: true } });
    return null;
  },
};

/** @throws 403 if the right was removed or the account deleted before the lock was acquired */
async function lockAsManager(db: Db, user: SignedInUser) {
  await lockCompany(db, user.companyId);
  const [self] = await db
    .select({ id: users.id, mayManage: users.mayManage, joinedAt: users.joinedAt })
    .from(users)
    .where(and(eq(users.id, user.id), isNull(users.deletedAt)));
  await requireMayManage(db, { ...user, mayManage: self?.mayManage ?? false });
  return { id: user.id, joinedAt: self?.joinedAt ?? null };
}

const DAY = 24 * 60 * 60_000;
/**
 * A leaked invitation must not hand over a workshop (rule A26).
 * @throws 403 if an account younger than a day would delete a supplier's founder or remove the
 * founder's right to manage
 */
function refuseNewcomer(self: Pick<Person, "id" | "joinedAt">, person: Pick<Person, "id" | "companyId" | "role">, now: Date): void {
  if (person.role !== "supplier" || person.id !== person.companyId || person.id === self.id) return;
  if (self.joinedAt === null || now.getTime() - self.joinedAt.getTime() < DAY)
    throw forbidden("Only somebody who has been here for a day may do this");
}

const listPeople = (db: Db, companyId: number, page: Page) =>
  selectPeople(db)
    .where(and(eq(users.companyId, companyId), isNull(users.deletedAt), afterCursor(page, users.createdAt, users.id)))
    .orderBy(...newestFirst(users.createdAt, users.id))
    .limit(rowsToFetch(page));

/** @throws 404, for another company's person too */
async function findPerson(db: Db, user: SignedInUser, id: number) {
  const [person] = await selectPeople(db).where(and(eq(users.id, id), eq(users.companyId, user.companyId), isNull(users.deletedAt)));
  if (!person) throw notFound("Person");
  return person;
}

type Rights = z.output<typeof changePersonBody>;

/**
 * An omitted right keeps its value. A supplier's people never order, so that right is always set.
 */
const rightsFor = ({ role }: SignedInUser, asked: Rights, before: Required<Rights>) => ({
  mayOrder: role === "supplier" || (asked.mayOrder ?? before.mayOrder),
  mayManage: asked.mayManage ?? before.mayManage,
});

/** The rights of an invited person for whom the request sets none. */
const usualRights = ({ role }: SignedInUser) => ({ mayOrder: role === "supplier", mayManage: role === "supplier" });

type Invitation = z.output<typeof inviteBody> & {
  /**
   * True if another company's account has the e-mail. The row only displays it, so this company
   * does not learn that.
   */
  readonly isTaken: boolean;
};

/**
 * Creates an account for an invited person, or updates the account of an earlier invitation.
 * @throws 409
 */
async function invitedAccount(db: Db, user: SignedInUser, body: Invitation, now: Date): Promise<number> {
  const { email, contactName, isTaken } = body;
  const emails = isTaken ? { email: `${randomUUID()}@taken.invalid`, takenEmail: email } : { email, takenEmail: null };
  const invited = { ...emails, contactName, ...rightsFor(user, body, usualRights(user)) };
  const [again] = await db
    .update(users)
    .set(invited)
    .where(
      and(
        eq(sql`lower(${knownEmail})`, email.toLowerCase()),
        eq(users.companyId, user.companyId),
        isNull(users.deletedAt),
        isNull(users.joinedAt),
      ),
    )
    .returning({ id: users.id })
    .catch(refuseTakenEmail);
  if (again) return again.id;
  const people = await db.$count(users, and(eq(users.companyId, user.companyId), isNull(users.deletedAt)));
  if (people >= MOST_PEOPLE) throw conflict(`A company can have at most ${MOST_PEOPLE} people`);
  // The person chooses the password when joining.
  const account = { ...invited, role: user.role, passwordHash: "", joinedAt: null, createdAt: now };
  return (await joinCompany(db, user.companyId, account)).id;
}
