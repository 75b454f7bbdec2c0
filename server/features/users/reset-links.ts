import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { endEmailRequest } from "#server/features/identity/end-email-request.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { passwordResets } from "#server/schema/identity/sessions.ts";

const VALID_FOR = 60 * 60_000;
const MOST_OPEN = 5;

interface Owner {
  readonly id: number;
  readonly email: string;
  readonly contactName: string;
}
type Sender = Pick<Context, "db" | "post" | "now">;

/**
 * Mails a single-use link that a person requested (rule A7). An account has at most five open
 * links, so at most five an hour unless it uses them. Call it in a transaction: the lock on the
 * account's row serialises simultaneous requests.
 * @returns true if a link was mailed
 */
export async function mailAskedLink(sender: Sender, owner: Owner): Promise<boolean> {
  const { db, now } = sender;
  await lock(db, owner);
  if ((await openLinks(db, owner.id, now)) >= MOST_OPEN) return false;
  await mailLink(sender, owner, [
    "Somebody, we hope you, asked to set a new password for your account. The link below works once and for one hour.",
    "If it was not you, ignore this email: your password stays as it is.",
  ]);
  return true;
}

/**
 * Mails a link that the super admin sends (rule A22). It is always sent: if the account has five
 * open links, they end.
 */
export async function mailSentLink(sender: Sender, owner: Owner): Promise<void> {
  const { db, now } = sender;
  await lock(db, owner);
  if ((await openLinks(db, owner.id, now)) >= MOST_OPEN) await endResetLinks(db, owner.id, now);
  await mailLink(sender, owner, [
    "We send you a link to set a new password for your account. It works once and for one hour.",
    "Until you use it, your password stays as it is.",
  ]);
}

const lock = (db: Db, { id }: Owner) => db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");

async function mailLink({ db, post, now }: Sender, { id, email, contactName }: Owner, paragraphs: readonly string[]): Promise<void> {
  const token = await storeResetLink(db, id, now);
  await post.send(db, {
    to: email,
    subject: "Set a new password",
    greeting: contactName,
    paragraphs,
    action: { label: "Set a new password", path: `/reset-password#token=${token}` },
  });
}

/** Stores a single-use link without an email. Returns its token. */
export async function storeResetLink(db: Db, userId: number, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + VALID_FOR);
  await db.insert(passwordResets).values({ tokenHash: hashToken(token), userId, createdAt: now, expiresAt });
  return token;
}

async function openLinks(db: Db, userId: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now)));
  return row?.count ?? 0;
}

/**
 * Ends what somebody who had access may have left open: links for a password, and a request for
 * another email address, which would receive the next link.
 */
export async function endMailedLinks(db: Db, userId: number, now: Date): Promise<void> {
  await endResetLinks(db, userId, now);
  await endEmailRequest(db, userId, now);
}

/** Open links end with the password for which they were mailed. */
export async function endResetLinks(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}
