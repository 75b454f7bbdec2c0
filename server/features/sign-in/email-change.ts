import { and, eq, gt, gte, isNull, sql } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { refuseReservedEmail, refuseTakenEmail } from "#server/features/companies/found-company.ts";
import { endExpiredInvitation, findFormerOwner } from "#server/features/companies/invitations.ts";
import { endEmailRequest } from "#server/features/identity/end-email-request.ts";
import { removeFactorsSince } from "#server/features/identity/factors.ts";
import { endResetLinks, storeResetLink } from "#server/features/users/reset-links.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { endTokens } from "#server/platform/http/session/bearer-token.ts";
import { endSessions } from "#server/platform/http/session/session-store.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { hashPassword } from "#server/platform/security/passwords.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { calendars, emailChanges } from "#server/schema/identity/sessions.ts";
import { CONFIRM_HOURS, type emailChange as contract, STOP_DAYS } from "#shared/contract/identity/email-change.ts";

const HOUR = 60 * 60_000;
const SAME = "This is your email address already";
const EXPIRED = "This link has expired";

type Sender = Pick<Context, "post" | "productName"> & { readonly db: Db };
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** True for a change that is neither confirmed nor replaced nor older than a day. */
const isConfirmable = (now: Date) =>
  and(
    isNull(emailChanges.confirmedAt),
    isNull(emailChanges.replacedAt),
    gt(emailChanges.createdAt, new Date(now.getTime() - CONFIRM_HOURS * HOUR)),
  );

/** Changes a person's own email address (rules A45 and A46). */
export const emailChangeHandlers: Handlers<typeof contract> = {
  open: async ({ db, user, now }) => {
    const [open] = await db
      .select({ email: emailChanges.newEmail, createdAt: emailChanges.createdAt })
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, user.id), isConfirmable(now)));
    return { open: open ? { email: open.email, until: new Date(open.createdAt.getTime() + CONFIRM_HOURS * HOUR) } : null };
  },

  cancel: async ({ db, user, now, record }) => {
    await lockPerson(db, user.id);
    const email = await endEmailRequest(db, user.id, now);
    record(email === undefined ? null : { targetType: "users", targetId: user.id, before: { email } });
    return null;
  },

  request: async ({ db, post, productName, user, body: { email }, now, record }) => {
    const person = await lockPerson(db, user.id);
    if (!person || isSame(email, person.email)) throw badRequest(SAME, [{ path: "email", message: SAME }]);
    await endExpiredInvitation(db, email, now);
    await endEmailRequest(db, user.id, now);
    const [confirmToken, stopToken] = [newToken(), newToken()];
    const hashes = { confirmHash: hashToken(confirmToken), stopHash: hashToken(stopToken) };
    await db.insert(emailChanges).values({ userId: user.id, oldEmail: person.email, newEmail: email, createdAt: now, ...hashes });
    await mailStopLink({ db, post, productName }, person, email, stopToken);
    const holder = await findHolder(db, email, now);
    if (!holder || holder.id === user.id) await mailConfirmLink({ db, post, productName }, { ...person, email }, confirmToken);
    else if (holder.suspendedAt === null) await mailHolder({ db, post, productName }, { ...holder, email });
    record({ targetType: "users", targetId: user.id, before: { email: person.email }, after: { email } });
    return null;
  },

  confirm: async ({ db, post, productName, body: { token }, now, record }) => {
    const isValid = and(eq(emailChanges.confirmHash, hashToken(token)), isConfirmable(now));
    const [found] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(isValid);
    const person = found && (await lockPerson(db, found.userId));
    if (!person || person.suspendedAt !== null) throw badRequest(EXPIRED);
    // The link may have been stopped, replaced or used while this call waited for the lock.
    const [change] = await db.update(emailChanges).set({ confirmedAt: now }).where(isValid).returning();
    if (!change) throw badRequest(EXPIRED);
    await endExpiredInvitation(db, change.newEmail, now);
    await db.update(users).set({ email: change.newEmail }).where(eq(users.id, person.id)).catch(refuseTakenEmail);
    await refuseReservedEmail(db, change.newEmail, now, person.id);
    // Links that were mailed to the former address set no password any more.
    await endResetLinks(db, person.id, now);
    const words = [`The email address of your account on ${productName} is ${change.newEmail} now. You log in with it from now on.`];
    await mailAbout(post, db, { ...person, email: change.newEmail }, words);
    const undo = "If it was not you, use the link of our earlier email about this change at once: it restores this address.";
    await mailAbout(post, db, person, [...words, undo]);
    const [before, after] = [{ email: person.email }, { email: change.newEmail }];
    record({ targetType: "users", targetId: person.id, actor: person, before, after });
    return after;
  },

  stop: async ({ db, post, productName, body: { token }, ip, now, commit, record }) => {
    const isValid = and(
      eq(emailChanges.stopHash, hashToken(token)),
      gt(emailChanges.createdAt, new Date(now.getTime() - STOP_DAYS * 24 * HOUR)),
    );
    // The link is checked before the costly hash, like a link for a password.
    const [found] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(isValid);
    if (!found) throw badRequest(EXPIRED);
    const noPassword = await hashPassword(newToken(), networkOf(ip));
    return commit(async (tx) => {
      const person = await lockPerson(tx, found.userId);
      const [change] = await tx.select().from(emailChanges).where(isValid);
      if (!person || !change) throw badRequest(EXPIRED);
      // Later changes began from an address that this link disputes, so they end with it.
      const ended = await tx
        .delete(emailChanges)
        .where(and(eq(emailChanges.userId, person.id), gte(emailChanges.id, change.id)))
        .returning({ confirmedAt: emailChanges.confirmedAt });
      const email = change.oldEmail;
      record({ targetType: "users", targetId: person.id, actor: person, before: { email: person.email }, after: { email } });
      if (ended.every(({ confirmedAt }) => confirmedAt === null)) return { stopped: "request", email, passwordToken: null };
      await tx.update(users).set({ email, passwordHash: noPassword }).where(eq(users.id, person.id)).catch(refuseTakenEmail);
      await endAccess(tx, person.id, change.createdAt, now);
      if (person.suspendedAt !== null) return { stopped: "change", email, passwordToken: null };
      const words = `The email address of your account on ${productName} is ${email} again: its owner undid the change. All sessions ended.`;
      const next = "Set a new password before you log in.";
      await mailAbout(post, tx, { ...person, email }, [words, next]);
      if (!isSame(person.email, email)) await mailAbout(post, tx, person, [words, "If this is wrong, tell us."]);
      return { stopped: "change", email, passwordToken: await storeResetLink(tx, person.id, now) };
    });
  },
};

/**
 * Ends everything by which somebody who took the account could return: sessions, tokens, the
 * calendar's address, mailed links, and the factors that were added since the change was requested.
 */
async function endAccess(db: Db, userId: number, since: Date, now: Date): Promise<void> {
  await endSessions(db, userId);
  await endTokens(db, userId);
  await db.delete(calendars).where(eq(calendars.userId, userId));
  await endResetLinks(db, userId, now);
  await removeFactorsSince(db, userId, since);
}

/** The lock makes all steps of a person's changes follow each other. */
async function lockPerson(db: Db, id: number) {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update");
  return person;
}

/** The person whose account has an address, or may still restore it. */
async function findHolder(db: Db, email: string, now: Date) {
  const [owner] = await db
    .select({ id: users.id, contactName: users.contactName, suspendedAt: users.suspendedAt })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)));
  return owner ?? findFormerOwner(db, email, now);
}

interface Recipient {
  readonly email: string;
  readonly contactName: string;
}

const mailConfirmLink = ({ db, post, productName }: Sender, { email, contactName }: Recipient, token: string) =>
  post.send(db, {
    to: email,
    subject: "Confirm your email address",
    greeting: contactName,
    paragraphs: [
      `Somebody, we hope you, asked to use this address for an account on ${productName}. The link below works once and for ${CONFIRM_HOURS} hours.`,
      "If it was not you, ignore this email: nothing changes.",
    ],
    action: { label: "Confirm the address", path: `/confirm-email#token=${token}` },
  });

const mailStopLink = ({ db, post, productName }: Sender, { email, contactName }: Recipient, to: string, token: string) =>
  post.send(db, {
    to: email,
    subject: "Your email address is about to change",
    greeting: contactName,
    paragraphs: [
      `Somebody, we hope you, asked to change the email address of your account on ${productName} to ${to}. It changes as soon as that address is confirmed.`,
      `If it was not you, stop it with the link below. The link works for ${STOP_DAYS} days, also after the change: it then restores this address, and you set a new password.`,
    ],
    action: { label: "Stop the change", path: `/stop-email#token=${token}` },
  });

/** The person who asked learns nothing of the other account. */
const mailHolder = ({ db, post, productName }: Sender, { email, contactName }: Recipient) =>
  post.send(db, {
    to: email,
    subject: "Your email address has an account already",
    greeting: contactName,
    paragraphs: [
      `Somebody asked to use this address for another account on ${productName}, where it already has one. Nothing has changed.`,
      "If it was you, use another address for that account.",
    ],
  });

const mailAbout = (post: Context["post"], db: Db, { email, contactName }: Recipient, paragraphs: readonly string[]) =>
  post.send(db, { to: email, subject: "Your email address was changed", greeting: contactName, paragraphs });
