import { eq } from "drizzle-orm";
import type { z } from "zod";
import { lockCompany } from "#server/features/companies/end-account.ts";
import type { Person } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict, notFound, unauthorized } from "#server/platform/http/errors.ts";
import { endTokens } from "#server/platform/http/session/bearer-token.ts";
import { endSessions } from "#server/platform/http/session/session-store.ts";
import { users } from "#server/schema/companies-and-users.ts";
import type { changeUserBody } from "#shared/contract/users.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { endMailedLinks } from "./reset-links.ts";
import { findAccount, lockAccountAndSuperAdmins } from "./user-queries.ts";

/**
 * Locks an account that the super admin changes or deletes. The company's row is locked first, as
 * in every change of its people.
 * @throws 401 if the caller is no super admin any more, 404
 */
export async function lockAccount(db: Db, id: number, superAdmin: SignedInUser): Promise<Person> {
  const found = await findAccount(db, id);
  if (found) await lockCompany(db, found.companyId);
  const { account, superAdmins } = await lockAccountAndSuperAdmins(db, id);
  // Another super admin may have deleted or suspended the caller, or removed the role, since the
  // request began. A caller who passes this check stays a super admin, so at least one always
  // remains.
  if (!superAdmins.some((admin) => admin.id === superAdmin.id)) throw unauthorized();
  if (!account) throw notFound("User");
  return account;
}

/**
 * Changes a role, or suspends or reinstates an account (rule A22). Each change ends the account's
 * sessions; a suspension also ends its mailed links.
 * @returns the values before and after; null without a change
 * @throws 409
 */
export async function changeUser(db: Db, id: number, by: SignedInUser, change: z.output<typeof changeUserBody>, now: Date) {
  if (id === by.id) throw conflict(`You cannot ${change.role === undefined ? "suspend" : "change the role of"} your own account`);
  const account = await lockAccount(db, id, by);
  const before = { role: account.role, suspended: account.suspendedAt !== null };
  const after = { role: change.role ?? before.role, suspended: change.suspended ?? before.suspended };
  if (change.role !== undefined && !isStaff(before.role))
    throw conflict("Only an admin can become a super admin, and a super admin an admin");
  if (after.suspended && account.joinedAt === null) throw conflict(`${account.contactName} has not joined yet: delete the account instead`);
  if (after.role === before.role && after.suspended === before.suspended) return null;
  const suspendedAt = after.suspended ? (account.suspendedAt ?? now) : null;
  await db.update(users).set({ role: after.role, suspendedAt }).where(eq(users.id, id));
  await endSessions(db, id);
  await endTokens(db, id);
  // An older link would otherwise change password or email after the person is reinstated.
  if (after.suspended) await endMailedLinks(db, id, now);
  return { before, after };
}
