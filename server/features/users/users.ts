import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { companies, notifications, passwordResets, users } from "#server/db/schema.ts";
import { companyToJoin, foundCompany, joinCompany } from "#server/features/companies/found-company.ts";
import type { Handlers } from "#server/house.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { conflict, forbidden, notFound, unauthorized } from "#server/http/errors.ts";
import { endSessions } from "#server/http/session-store.ts";
import { enqueue } from "#server/jobs/enqueue.ts";
import { hashPassword } from "#server/security/passwords.ts";
import type { users as contract } from "#shared/contract/users.ts";
import { refuseGuessable } from "./guessable-password.ts";
import { findAccount, hasTraded, isLastOfCompany, listUsers, lockAccountAndSuperAdmins } from "./user-queries.ts";

export const userHandlers: Handlers<typeof contract> = {
  list: ({ db, query, page }) => listUsers(db, query.search, page),

  create: async ({ productName, body, now, commit, record }) => {
    const { email, companyName, contactName, role } = body;
    await refuseGuessable(body.password, { email, companyName, productName });
    const passwordHash = await hashPassword(body.password);
    return commit(async (tx) => {
      const account = { email, contactName, role, passwordHash, createdAt: now };
      const companyId = await companyToJoin(tx, role, companyName);
      const user =
        companyId === undefined
          ? await foundCompany(tx, account, { name: companyName, approvalStatus: "approved" })
          : await joinCompany(tx, companyId, account);
      record({ targetId: user.id, after: { email, companyName, contactName, role } });
      return user;
    });
  },

  delete: async ({ db, user, params, now, record }) => {
    const { email, companyName, contactName, role } = await deleteUser(db, params.id, user, now);
    record({ before: { email, companyName, contactName, role }, after: { deleted: true } });
    return null;
  },

  impersonate: async ({ db, user, params, session, record }) => {
    const account = await accountToView(db, params.id, user);
    const person = { ...account, isImpersonating: true, impersonator: { id: user.id, email: user.email, role: user.role } };
    session.start(person);
    record({ after: { viewedAs: account.email } });
    return { user: person };
  },

  stopImpersonation: async ({ db, user, session, record }) => {
    const account = await accountBehind(db, user);
    const person = { ...account, isImpersonating: false, impersonator: null };
    session.start(person);
    record({ targetId: user.id, before: { viewedAs: user.email } });
    return { user: person };
  },
};

/** The account through whose eyes the super admin may look now (rule A11). */
async function accountToView(db: Db, id: number, by: SignedInUser) {
  if (by.impersonator) throw conflict(`You already view the portal as ${by.email}: stop that first`);
  if (id === by.id) throw conflict("You cannot view the portal as yourself");
  const account = await findAccount(db, id);
  if (!account) throw notFound("User");
  if (account.role === "super_admin") throw forbidden("You cannot view the portal as another super admin");
  // They cannot see the portal themselves, and no session of theirs is valid.
  if (account.approvalStatus !== "approved") throw conflict(`${account.companyName} is not approved and has no portal to view`);
  return account;
}

/** The super admin's own account, at the end of the view. */
async function accountBehind(db: Db, user: SignedInUser) {
  if (!user.impersonator) throw conflict("You are not viewing the portal as somebody else");
  const account = await findAccount(db, user.impersonator.id);
  if (!account) throw notFound("User");
  return account;
}

/** The name of a deleted account that never traded: histories and threads need one. */
const NOBODY = "Deleted account";

const blanked = (id: number) => ({ email: `deleted-${id}@deleted.invalid`, contactName: NOBODY });
const blankedCompany = { name: NOBODY, address: null, approvalReason: null };

/**
 * Deletes an account (rule A10): it signs in no more, at once, and leaves every list. What the person quoted and ordered
 * stays under their name and the company's; without anything of that kind nothing personal is kept. The company's name and
 * address stay as long as another of its people is left, and after the last where it traded.
 */
async function deleteUser(db: Db, id: number, by: SignedInUser, now: Date) {
  if (id === by.id) throw conflict("You cannot delete your own account");
  const { account, superAdmins } = await lockAccountAndSuperAdmins(db, id);
  // Another super admin may have deleted this one while the request was on its way. A super admin who passes here
  // stays, so one always does.
  if (!superAdmins.some((admin) => admin.id === by.id)) throw unauthorized();
  if (!account) throw notFound("User");
  const isLast = await isLastOfCompany(db, account);
  const trader = await hasTraded(db, isLast ? { companyId: account.companyId } : { userId: id });
  await db
    .update(users)
    .set({ deletedAt: now, passwordHash: "", ...(!trader && blanked(id)) })
    .where(eq(users.id, id));
  if (isLast && !trader) await db.update(companies).set(blankedCompany).where(eq(companies.id, account.companyId));
  await endSessions(db, id);
  await enqueue(db, "close-tills", {});
  await db.delete(passwordResets).where(eq(passwordResets.userId, id));
  await db.delete(notifications).where(eq(notifications.userId, id));
  return account;
}
