import { and, eq, gt, isNotNull, isNull, lte, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { nameInMail } from "#server/platform/mail/post.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { emailChanges, firstInvitations, invitations } from "#server/schema/identity/sessions.ts";
import { STOP_DAYS } from "#shared/contract/identity/email-change.ts";
import { blankPerson, lockCompany } from "./end-account.ts";
import { isJoined } from "./people.ts";

const DAY = 24 * 60 * 60_000;
const WEEK = 7 * DAY;
const VALID_FOR = WEEK;
/** The time for which an e-mail is reserved, from the company's first invitation of it. */
const HELD_FOR = WEEK;

type Inviting = Pick<Context, "db" | "post" | "now" | "productName"> & { readonly user: SignedInUser };

interface Invited {
  readonly id: number;
  readonly email: string;
  readonly contactName: string;
}

/** The form in which `first_invitations` stores an e-mail. */
const hashOf = (email: SQLWrapper | string): SQL<string> => sql`encode(sha256(convert_to(lower(${email}::text), 'UTF8')), 'hex')`;

/** Mails a person the link for joining. It replaces the person's earlier link (rule A24). */
export async function sendInvitation({ db, post, now, user, productName }: Inviting, invited: Invited): Promise<void> {
  const token = newToken();
  const link = { tokenHash: hashToken(token), invitedBy: user.id, createdAt: now, expiresAt: new Date(now.getTime() + VALID_FOR) };
  await db
    .insert(invitations)
    .values({ userId: invited.id, ...link })
    .onConflictDoUpdate({ target: invitations.userId, set: link });
  await db
    .insert(firstInvitations)
    .values({ companyId: user.companyId, emailHash: hashOf(invited.email), at: now })
    .onConflictDoNothing();
  const company = nameInMail(user.companyName);
  await post.send(db, {
    to: invited.email,
    subject: `Join ${company}`,
    greeting: invited.contactName,
    paragraphs: [
      `${nameInMail(user.contactName)} invites you to work with ${company} on ${productName}.`,
      "The link below works once and for seven days. If you do not know why you were invited, ignore this email.",
    ],
    action: { label: "Choose your password", path: `/join#token=${token}` },
  });
}

/**
 * The joined account that has an e-mail in another company, or gave it up and may still restore it.
 */
export async function accountElsewhere(db: Db, companyId: number, email: string, now: Date) {
  const [account] = await db
    .select({ email: users.email, contactName: users.contactName, suspendedAt: users.suspendedAt })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), ne(users.companyId, companyId), isJoined));
  if (account) return account;
  const former = await findFormerOwner(db, email, now);
  return former?.companyId === companyId ? undefined : former;
}

/** The person who gave up an e-mail by a change that can still be undone (rule A46). */
export async function findFormerOwner(db: Db, email: string, now: Date) {
  const [former] = await db
    .select({
      id: users.id,
      companyId: users.companyId,
      email: emailChanges.oldEmail,
      contactName: users.contactName,
      suspendedAt: users.suspendedAt,
    })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        eq(sql`lower(${emailChanges.oldEmail})`, email.toLowerCase()),
        isNotNull(emailChanges.confirmedAt),
        gt(emailChanges.createdAt, new Date(now.getTime() - STOP_DAYS * DAY)),
      ),
    )
    .limit(1);
  return former;
}

/**
 * Emails a person with an account elsewhere that another company invites them. The email has no
 * link, because an account belongs to one company. The inviting company does not learn of the
 * account (rule A25).
 */
export async function sendTakenInvitation(
  { db, post, user, productName }: Inviting,
  account: NonNullable<Awaited<ReturnType<typeof accountElsewhere>>>,
): Promise<void> {
  if (account.suspendedAt !== null) return;
  const company = nameInMail(user.companyName);
  await post.send(db, {
    to: account.email,
    subject: `${company} invites you`,
    greeting: account.contactName,
    paragraphs: [
      `${nameInMail(user.contactName)} invites you to work with ${company} on ${productName}, where this email address already has an account.`,
      `Nothing has changed, and ${company} does not know of your account. An account belongs to one company: to join ${company} too, ask them to invite another email address.`,
    ],
  });
}

const EXPIRED = "This link has expired";

const selectOpen = (db: Db, token: string, now: Date) =>
  db
    .select({
      id: users.id,
      companyId: users.companyId,
      role: users.role,
      email: users.email,
      contactName: users.contactName,
      companyName: companies.name,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(
      and(
        eq(invitations.tokenHash, hashToken(token)),
        gt(invitations.expiresAt, now),
        isNull(users.deletedAt),
        eq(companies.approvalStatus, "approved"),
      ),
    );

/**
 * The invited person of an open link.
 * @throws 400 if the link is used, old, ended or unknown, or the company is not approved
 */
export async function requireOpenInvitation(db: Db, token: string, now: Date) {
  const [invited] = await selectOpen(db, token, now);
  if (!invited) throw badRequest(EXPIRED);
  return invited;
}

/**
 * Uses a link and activates its account. One statement deletes the link and activates the account,
 * so of two attempts at once the second finds nothing.
 * @throws 400
 */
export async function redeemInvitation(db: Db, token: string, passwordHash: string, now: Date) {
  const { companyId } = await requireOpenInvitation(db, token, now);
  // A change of the company's people takes this lock too: it may be suspending the company or
  // deleting its last person.
  await lockCompany(db, companyId);
  const invited = await requireOpenInvitation(db, token, now);
  const used = db.$with("used").as(
    db
      .delete(invitations)
      .where(and(eq(invitations.tokenHash, hashToken(token)), gt(invitations.expiresAt, now)))
      .returning({ userId: invitations.userId }),
  );
  const joined = await db
    .with(used)
    .update(users)
    .set({ passwordHash, joinedAt: now })
    .from(used)
    .where(eq(users.id, used.userId))
    .returning({ id: users.id });
  if (joined.length === 0) throw badRequest(EXPIRED);
  return invited;
}

/**
 * Frees an e-mail a week after the company that reserves it first invited it, however often it
 * mailed since. The e-mail may then be registered or invited again, also elsewhere, and the
 * invitation ends (rule A25).
 */
export async function endExpiredInvitation(db: Db, email: string, now: Date): Promise<void> {
  const [expired] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(invitations, eq(invitations.userId, users.id))
    .innerJoin(firstInvitations, and(eq(firstInvitations.companyId, users.companyId), eq(firstInvitations.emailHash, hashOf(users.email))))
    .where(
      and(
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        isNull(users.deletedAt),
        lte(firstInvitations.at, new Date(now.getTime() - HELD_FOR)),
      ),
    )
    .for("update", { of: [users, invitations] });
  if (!expired) return;
  await db.delete(invitations).where(eq(invitations.userId, expired.id));
  await db
    .update(users)
    .set({ deletedAt: now, ...blankPerson(expired.id) })
    .where(eq(users.id, expired.id));
}
