import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { endEmailRequest } from "#server/features/identity/end-email-request.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { passwordResets } from "#server/schema/identity/sessions.ts";

const HOUR = 60 * 60_000;
const WEEK = 7 * 24 * HOUR;
const MOST_OPEN = 5;

interface Owner {
  readonly id: number;
  readonly email: string;
  readonly contactName: string;
}
type Sender = Pick<Context, "db" | "post" | "now">;

interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
}
const reset = (...paragraphs: readonly string[]): Words => ({ subject: "Set a new password", paragraphs, label: "Set a new password" });

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
  const words = reset(
    "Somebody, we hope you, asked to set a new password for your account. The link below works once and for one hour.",
    "If it was not you, ignore this email: your password stays as it is.",
  );
  await mailLink(sender, owner, words, HOUR);
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
  const words = reset(
    "We send you a link to set a new password for your account. It works once and for one hour.",
    "Until you use it, your password stays as it is.",
  );
  await mailLink(sender, owner, words, HOUR);
}

/**
 * Mails the link with which the person of a new account chooses the first password, valid for seven
 * days like an invitation's (rule A48). It ends earlier links.
 */
export async function mailFirstLink(sender: Sender & Pick<Context, "productName">, owner: Owner): Promise<void> {
  const { db, now, productName } = sender;
  await lock(db, owner);
  await endResetLinks(db, owner.id, now);
  const words = {
    subject: "Choose your password",
    paragraphs: [
      `An account on ${productName} was created for you. You log in as ${owner.email}, with a password that you choose.`,
      "The link below works once and for seven days.",
    ],
    label: "Choose your password",
  };
  await mailLink(sender, owner, words, WEEK);
}

const lock = (db: Db, { id }: Owner) => db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");

async function mailLink({ db, post, now }: Sender, { id, email, contactName }: Owner, words: Words, validFor: number): Promise<void> {
  const token = await storeResetLink(db, id, now, validFor);
  const { subject, paragraphs, label } = words;
  const action = { label, path: `/reset-password#token=${token}` };
  await post.send(db, { to: email, subject, greeting: contactName, paragraphs, action });
}

/**
 * Stores a single-use link without an email.
 * @param validFor milliseconds
 * @returns its token
 */
export async function storeResetLink(db: Db, userId: number, now: Date, validFor = HOUR): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + validFor);
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
