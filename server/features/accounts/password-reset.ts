import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { type Db, inTransaction } from "#server/db/connect.ts";
import { companies, passwordResets, users } from "#server/db/schema.ts";
import type { Context, House } from "#server/house.ts";
import { writeAudit } from "#server/http/audit.ts";
import { badRequest } from "#server/http/errors.ts";
import type { Jobs } from "#server/jobs/enqueue.ts";
import { hashToken, newToken } from "#server/security/mailed-token.ts";
import { findByEmail } from "./sign-in.ts";

const VALID_FOR = 60 * 60_000;
const MOST_OPEN = 5;

/**
 * Mails a single-use link if the account exists; the caller's reply is the same either way (rule
 * A7). An account has at most five good links, so at most five an hour unless it uses them. In a
 * transaction: the account's locked row makes simultaneous requests count one after another.
 * @returns the account that was mailed; null where nothing was.
 */
async function mailResetLink({ db, post, now }: Pick<Context, "db" | "post" | "now">, email: string): Promise<number | null> {
  const user = await findByEmail(db, email);
  if (!user) return null;
  await db.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
  if ((await openLinks(db, user.id, now)) >= MOST_OPEN) return null;
  const token = newToken();
  await db
    .insert(passwordResets)
    .values({ tokenHash: hashToken(token), userId: user.id, createdAt: now, expiresAt: new Date(now.getTime() + VALID_FOR) });
  await post.send(db, {
    to: user.email,
    subject: "Set a new password",
    greeting: user.contactName,
    paragraphs: [
      "Somebody, we hope you, asked to set a new password for your account. The link below works once and for one hour.",
      "If it was not you, ignore this email: your password stays as it is.",
    ],
    action: { label: "Set a new password", path: `/reset-password?token=${token}` },
  });
  return user.id;
}

/** Mails the link, after the reply that is the same for everyone. */
export const resetTasks = ({ db, post, clock }: Pick<House, "db" | "post" | "clock">) => ({
  "mail-reset-link": async (payload: unknown): Promise<void> => {
    const { email, ip } = payload as Jobs["mail-reset-link"];
    const now = clock();
    await inTransaction(db, async (tx) => {
      const userId = await mailResetLink({ db: tx, post, now }, email);
      if (userId === null) return;
      const context = { action: "accounts.forgotPassword", feature: "accounts", user: null, paramId: undefined, ip, now };
      await writeAudit(tx, context, { targetType: "users", targetId: userId });
    });
  },
});

async function openLinks(db: Db, userId: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now)));
  return row?.count ?? 0;
}

const isOpen = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));

/** Whose link it is. @throws 400 `This link has expired` */
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
 * Uses up a link. One conditional update, so that two tries at once cannot both succeed.
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

/** Other links that are still open end with the password they were for. */
export async function endResetLinks(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}
