import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { users } from "#server/db/schema.ts";
import { forbidden, unauthorized } from "#server/http/errors.ts";
import { isPassword } from "#server/http/passwords.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

/** Why a person with the right password may not come in (decisions §3). */
const NOT_APPROVED = {
  pending: "Your account is waiting for admin approval",
  rejected: "Your registration was declined",
  suspended: "Your account is suspended",
} as const satisfies Record<Exclude<ApprovalStatus, "approved">, string>;

export const findByEmail = async (db: Db, email: string) => {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)));
  return user;
};

/** Who this is, if the password is right and the account approved. Counts failures; a want of approval is none. */
export async function verifySignIn(db: Db, limits: SignInLimits, given: { email: string; password: string }, ip: string) {
  const [, user] = await Promise.all([limits.check(given.email, ip), findByEmail(db, given.email)]);
  if (!(await isPassword(user?.passwordHash, given.password)) || !user) {
    await limits.failed(given.email, ip);
    throw unauthorized("Invalid email or password");
  }
  // Guesses that ran beside this one may have used up the limit meanwhile: then the right one comes too late as well.
  const { accountFailed } = await limits.check(given.email, ip);
  if (user.approvalStatus !== "approved") throw forbidden(NOT_APPROVED[user.approvalStatus]);
  if (accountFailed) await limits.succeeded(given.email, ip);
  return user;
}
