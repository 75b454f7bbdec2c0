import { and, eq, gt, isNull } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { mailAskedLink } from "#server/features/users/reset-links.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { writeAudit } from "#server/platform/http/audit.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import type { Jobs } from "#server/platform/jobs/enqueue.ts";
import { hashToken } from "#server/platform/security/mailed-token.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { passwordResets } from "#server/schema/identity/sessions.ts";
import { findByEmail } from "./credentials.ts";

/**
 * Mails the link if the account exists. A job does it after the reply, which is the same for
 * everyone (rule A7).
 */
export const resetTasks = ({ db, post, clock }: Pick<AppContext, "db" | "post" | "clock">) => ({
  "mail-reset-link": async (payload: unknown): Promise<void> => {
    const { email, ip } = payload as Jobs["mail-reset-link"];
    const now = clock();
    await inTransaction(db, async (tx) => {
      const user = await findByEmail(tx, email);
      if (!user || !(await mailAskedLink({ db: tx, post, now }, user))) return;
      const context = { action: "accounts.forgotPassword", feature: "accounts", user: null, paramId: undefined, ip, now };
      await writeAudit(tx, context, { targetType: "users", targetId: user.id });
    });
  },
});

const isOpen = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));

/**
 * The owner of an open link.
 * @throws 400 `This link has expired`
 */
export async function requireOpenLink(db: Db, token: string, now: Date): Promise<{ email: string; companyName: string }> {
  const [owner] = await db
    .select({ email: users.email, companyName: companies.name })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(isOpen(token, now));
  if (!owner) throw badRequest("This link has expired");
  return owner;
}

/**
 * Uses a link. One conditional update, so that two attempts at once cannot both succeed.
 * @throws 400 `This link has expired`
 */
export async function redeemResetLink(db: Db, token: string, now: Date) {
  const [used] = await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(isOpen(token, now))
    .returning({ userId: passwordResets.userId });
  if (!used) throw badRequest("This link has expired");
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, used.userId), isNull(users.deletedAt)));
  if (!user) throw badRequest("This link has expired");
  return user;
}
