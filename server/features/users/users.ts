import type { Handlers } from "#server/context.ts";
import { endAccount, isLastOfCompany, refuseLastManager, refuseNeededSupplier } from "#server/features/companies/end-account.ts";
import { companyToJoin, foundCompany, joinCompany } from "#server/features/companies/found-company.ts";
import { sessionUser } from "#server/features/companies/people.ts";
import { refuseAddress } from "#server/features/companies/refuse-address.ts";
import { removeFactors } from "#server/features/identity/remove-factors.ts";
import { exactWords } from "#server/lists/search.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict, forbidden, notFound } from "#server/platform/http/errors.ts";
import { findRequirement } from "#server/platform/http/session/required-factor.ts";
import { hashPassword } from "#server/platform/security/passwords.ts";
import type { users as contract } from "#shared/contract/users.ts";
import { changeUser, lockAccount } from "./change-user.ts";
import { refuseGuessable } from "./guessable-password.ts";
import { mailFirstLink, mailSentLink } from "./reset-links.ts";
import { findAccount, findUser, listUsers } from "./user-queries.ts";

export const userHandlers: Handlers<typeof contract> = {
  list: ({ db, query, page, now }) => listUsers(db, exactWords(query.search, now), page),

  create: async ({ db, isLeaked, post, productName, body, now, commit, record }) => {
    const { email, companyName, contactName, role, mayOrder = true, mayManage = true } = body;
    // A typed password is known to two people, so it is ignored while accounts need a second factor.
    const password = (await findRequirement(db)) === "nobody" ? body.password : undefined;
    const rights = role === "customer" ? { mayOrder, mayManage } : role === "supplier" ? { mayManage } : {};
    if (password !== undefined) await refuseGuessable({ db, isLeaked }, password, { email, companyName, productName });
    const passwordHash = password === undefined ? "" : await hashPassword(password);
    return commit(async (tx) => {
      const account = { email, contactName, role, passwordHash, ...rights, createdAt: now };
      const companyId = await companyToJoin(tx, role, companyName);
      if (companyId === undefined) refuseAddress({ path: "companyName", typed: companyName, before: undefined });
      const user =
        companyId === undefined
          ? await foundCompany(tx, account, { name: companyName, approvalStatus: "approved" })
          : await joinCompany(tx, companyId, account);
      if (password === undefined) await mailFirstLink({ db: tx, post, productName, now }, user);
      record({ targetId: user.id, after: { email, companyName, contactName, role, ...rights } });
      return user;
    });
  },

  change: async ({ db, user, params, body, now, record }) => {
    record(await changeUser(db, params.id, user, body, now));
    const row = await findUser(db, params.id);
    if (!row) throw notFound("User");
    return row;
  },

  sendResetLink: async ({ db, post, productName, params, now, record }) => {
    const account = await findUser(db, params.id);
    if (!account) throw notFound("User");
    if (account.invited) throw conflict(`${account.contactName} has not joined yet and chooses a password then`);
    if (account.suspended) throw conflict(`${account.contactName} is suspended: reinstate them first`);
    await (account.hasPassword ? mailSentLink : mailFirstLink)({ db, post, productName, now }, account);
    record({ after: { email: account.email } });
    return null;
  },

  removeFactors: async ({ db, post, user, params, body, now, record }) => {
    if (params.id === user.id) throw forbidden("Another super admin must remove your factors");
    await removeFactors(db, post, { id: params.id, reason: body.reason, now });
    record({ after: { reason: body.reason } });
    return null;
  },

  delete: async ({ db, user, params, now, record }) => {
    const { email, companyName, contactName, role } = await deleteUser(db, params.id, user, now);
    record({ before: { email, companyName, contactName, role }, after: { deleted: true } });
    return null;
  },

  impersonate: async ({ db, user, params, session, record }) => {
    const account = await accountToView(db, params.id, user);
    const impersonator = { id: user.id, email: user.email, role: user.role };
    const person = { ...account, isImpersonating: true, viewedBy: user.id, impersonator };
    session.start(person);
    record({ after: { viewedAs: account.email } });
    return { user: await sessionUser(db, person) };
  },

  stopImpersonation: async ({ db, user, session, record }) => {
    const account = await accountBehind(db, user);
    const person = { ...account, isImpersonating: false, impersonator: null };
    session.start(person);
    record({ targetId: user.id, before: { viewedAs: user.email } });
    return { user: await sessionUser(db, person) };
  },
};

/** The account that the super admin may view the portal as (rule A11). */
async function accountToView(db: Db, id: number, by: SignedInUser) {
  if (by.impersonator) throw conflict(`You already view the portal as ${by.email}: stop that first`);
  if (id === by.id) throw conflict("You cannot view the portal as yourself");
  const account = await findAccount(db, id);
  if (!account) throw notFound("User");
  if (account.role === "super_admin") throw forbidden("You cannot view the portal as another super admin");
  // These people cannot use the portal themselves, so it has no view to show.
  if (account.approvalStatus !== "approved") throw conflict(`${account.companyName} is not approved and has no portal to view`);
  if (account.invited) throw conflict(`${account.contactName} has not joined yet and has no portal to view`);
  if (account.suspended) throw conflict(`${account.contactName} is suspended and has no portal to view`);
  return account;
}

/** The super admin's own account, at the end of View As. */
async function accountBehind(db: Db, user: SignedInUser) {
  if (!user.impersonator) throw conflict("You are not viewing the portal as somebody else");
  const account = await findAccount(db, user.impersonator.id);
  if (!account) throw notFound("User");
  return account;
}

/**
 * Deletes an account (rule A10).
 * @throws 409 for one's own account, for the last manager while the company has other people, and
 * for the last person of a needed supplier
 */
async function deleteUser(db: Db, id: number, by: SignedInUser, now: Date) {
  if (id === by.id) throw conflict("You cannot delete your own account");
  const account = await lockAccount(db, id, by);
  if (await isLastOfCompany(db, account)) await refuseNeededSupplier(db, account);
  else await refuseLastManager(db, account);
  await endAccount(db, account, now);
  return account;
}
