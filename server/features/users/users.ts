import type { Handlers } from "#server/house.ts";
import { hashPassword } from "#server/security/passwords.ts";
import type { users as contract } from "#shared/contract/users.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { refuseGuessable } from "./guessable-password.ts";
import { accountBehind, accountToView } from "./impersonate.ts";
import { listUsers } from "./user-queries.ts";

export const userHandlers: Handlers<typeof contract> = {
  list: ({ db, query, page }) => listUsers(db, query.search, page),

  create: async ({ productName, body, now, commit, record }) => {
    const { email, companyName, contactName, role } = body;
    await refuseGuessable(body.password, { email, companyName, productName });
    const passwordHash = await hashPassword(body.password);
    return commit(async (tx) => {
      const account = { email, companyName, contactName, role, passwordHash, approvalStatus: "approved", createdAt: now } as const;
      const user = await createUser(tx, account);
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
