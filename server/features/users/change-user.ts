import { eq } from "drizzle-orm";
import type { z } from "zod";
import { lockCompany } from "#server/features/companies/end-account.ts";
import type { Person } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict, notFound, unauthorized } from "#server/platform/http/errors.ts";
import { endSessions } from "#server/platform/http/session/session-store.ts";
import { users } from "#server/schema/index.ts";
import type { changeUserBody } from "#shared/contract/users.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { endResetLinks } from "./reset-links.ts";
import { findAccount, lockAccountAndSuperAdmins } from "./user-queries.ts";

/**
 * An account that the super admin changes or ends. The company's row comes first of the locks, as
 * everywhere its people change.
 * @throws 401 for a super admin who is none any more, 404
 */
export async function lockAccount(db: Db, id: number, superAdmin: SignedInUser): Promise<Person> {
  const found = await findAccount(db, id);
  if (found) await lockCompany(db, found.companyId);
  const { account, superAdmins } = await lockAccountAndSuperAdmins(db, id);
  // Another super admin may have deleted or suspended this one, or taken the role, while the
  // request was on its way. A super admin who passes here stays one, so one always is left.
  if (!superAdmins.some((admin) => admin.id === superAdmin.id)) throw unauthorized();
  if (!account) throw notFound("User");
  return account;
}

/**
 * Another role, a suspension or its end (rule A10). The account's sessions end with any of them,
 * its mailed links with a suspension.
 * @returns how the account stood before and stands now; null where nothing was to change. @throws 409
 */
export async function changeUser(db: Db, id: number, by: SignedInUser, asked: z.output<typeof changeUserBody>, now: Date) {
  if (id === by.id) throw conflict(`You cannot ${asked.role === undefined ? "suspend" : "change the role of"} your own account`);
  const account = await lockAccount(db, id, by);
  const before = { role: account.role, suspended: account.suspendedAt !== null };
  const after = { role: asked.role ?? before.role, suspended: asked.suspended ?? before.suspended };
  if (asked.role !== undefined && !isStaff(before.role))
    throw conflict("Only an admin can become a super admin, and a super admin an admin");
  if (after.suspended && account.joinedAt === null) throw conflict(`${account.contactName} has not joined yet: delete the account instead`);
  if (after.role === before.role && after.suspended === before.suspended) return null;
  const suspendedAt = after.suspended ? (account.suspendedAt ?? now) : null;
  await db.update(users).set({ role: after.role, suspendedAt }).where(eq(users.id, id));
  await endSessions(db, id);
  // A link that was mailed before would set the password of who is let back in later.
  if (after.suspended) await endResetLinks(db, id, now);
  return { before, after };
}
