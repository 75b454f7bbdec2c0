import { and, eq, gt, gte, isNotNull, sql } from "drizzle-orm";
import { generateSecret, generateURI } from "otplib";
import type { AppContext, Handlers } from "#server/context.ts";
import type { Database, Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { storeProof } from "#server/platform/http/session/recent-proof.ts";
import { findRequirement, isRequiredOf } from "#server/platform/http/session/required-factor.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { passkeys, recoveryCodes, totpApps } from "#server/schema/identity/factors.ts";
import { type factors as contract, FACTORS, type Factor, WRONG_CODE } from "#shared/contract/identity/factors.ts";
import { attempt } from "./factor-attempts.ts";
import { listPasskeys } from "./passkeys/find-passkeys.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { stepOf, totpPurpose } from "./totp.ts";

/** A new app waits so long for its first code. */
const WAITS_MS = 15 * 60_000;
const START_AGAIN = "This took too long: start again";

const activeApp = (userId: number) => and(eq(totpApps.userId, userId), isNotNull(totpApps.secretSealed));
const countCodes = (db: Db | Database, userId: number) => db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));

/** The kinds of factor with which a person may sign in; empty for a person without one. */
export async function findFactors(db: Db | Database, userId: number): Promise<Factor[]> {
  const [row] = await db
    .select({
      totp: sql<boolean>`exists (select from ${totpApps} where ${activeApp(userId)})`,
      passkey: sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${userId})`,
      recovery: sql<boolean>`exists (select from ${recoveryCodes} where ${recoveryCodes.userId} = ${userId})`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!row?.totp && !row?.passkey) return [];
  return FACTORS.filter((kind) => row[kind]);
}

/**
 * Checks what remains after a factor was removed, and deletes the recovery codes of a person
 * without a factor.
 * @returns true if the removed factor was the last one
 * @throws 409 if the portal requires a factor of this person and none is left
 */
export async function keepRequiredFactor(db: Db, { id, role }: SignedInUser): Promise<boolean> {
  if ((await findFactors(db, id)).length > 0) return false;
  if (isRequiredOf(await findRequirement(db), role)) throw conflict("You need a second factor here: add another one first");
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  return true;
}

/** Makes changes of an account's factors at once follow each other, so that each sees what is left. */
export async function lockFactors(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

interface Person {
  readonly id: number;
  readonly email: string;
  readonly contactName: string;
}

/** Emails a person about a change of the own factors. */
export const mailAboutFactors = (db: Db, post: AppContext["post"], { email, contactName }: Person, news: string) =>
  post.send(db, {
    to: email,
    subject: "How you sign in was changed",
    greeting: contactName,
    paragraphs: [news, "If it was not you, change your password at once, end the sessions that you do not know, and tell us."],
    action: { label: "Open your security settings", path: "/settings?tab=security" },
  });

/** A person's second factors (rules A37 and A38). */
export const factorHandlers: Handlers<Omit<typeof contract, `${string}Passkey`>> = {
  list: async ({ db, user }) => {
    const [totp] = await db
      .select({ createdAt: sql<Date>`${totpApps.activeSince}`.mapWith(totpApps.activeSince), lastUsedAt: totpApps.lastUsedAt })
      .from(totpApps)
      .where(activeApp(user.id));
    return { totp: totp ?? null, passkeys: await listPasskeys(db, user.id), recoveryCodes: await countCodes(db, user.id) };
  },

  startTotp: async ({ db, seal, productName, user, now, record }) => {
    const secret = generateSecret({ length: 20 });
    const waiting = { waitingSealed: seal.seal(secret, totpPurpose(user.id)), waitingSince: now };
    await db
      .insert(totpApps)
      .values({ userId: user.id, ...waiting })
      .onConflictDoUpdate({ target: totpApps.userId, set: waiting });
    record({ targetType: "users", targetId: user.id });
    return { secret, uri: generateURI({ issuer: productName, label: user.email, secret }) };
  },

  confirmTotp: async ({ db, post, seal, limits, user, body, session, now, commit, record }) => {
    const [app] = await db
      .select({ sealed: totpApps.waitingSealed })
      .from(totpApps)
      .where(and(eq(totpApps.userId, user.id), gt(totpApps.waitingSince, new Date(now.getTime() - WAITS_MS))));
    const { sealed } = app ?? {};
    if (!sealed) throw conflict(START_AGAIN);
    const step = await attempt({ db, post, limits }, user, async () => stepOf(seal.open(sealed, totpPurpose(user.id)), body.code, now));
    // A 401 would end the screen's session, which is valid.
    if (step === null) throw badRequest(WRONG_CODE, [{ path: "code", message: WRONG_CODE }]);
    return commit(async (tx) => {
      await lockFactors(tx, user.id);
      const isFirst = (await findFactors(tx, user.id)).length === 0;
      // The code that confirmed the app signs nobody in.
      const [active] = await tx
        .update(totpApps)
        .set({ secretSealed: sealed, activeSince: now, lastUsedAt: null, lastStep: step, waitingSealed: null, waitingSince: null })
        .where(and(eq(totpApps.userId, user.id), eq(totpApps.waitingSealed, sealed)))
        .returning({ userId: totpApps.userId });
      if (!active) throw conflict(START_AGAIN);
      await storeProof(tx, session.idHash, now);
      await mailAboutFactors(tx, post, user, "An authenticator app was added to your account. Signing in needs its code from now on.");
      record({ targetType: "users", targetId: user.id });
      return isFirst ? { recoveryCodes: await replaceRecoveryCodes(tx, seal, user.id) } : {};
    });
  },

  removeTotp: async ({ db, post, user, record }) => {
    await lockFactors(db, user.id);
    const [removed] = await db.delete(totpApps).where(activeApp(user.id)).returning({ userId: totpApps.userId });
    if (!removed) throw notFound("Authenticator app");
    const isLast = await keepRequiredFactor(db, user);
    const then = isLast ? " Your password alone signs you in now." : "";
    await mailAboutFactors(db, post, user, `The authenticator app was removed from your account.${then}`);
    record({ targetType: "users", targetId: user.id });
    return null;
  },

  renewRecoveryCodes: async ({ db, post, seal, user, record }) => {
    await lockFactors(db, user.id);
    if ((await findFactors(db, user.id)).length === 0) throw conflict("Add a second factor first");
    const codes = await replaceRecoveryCodes(db, seal, user.id);
    await mailAboutFactors(db, post, user, "New recovery codes were made for your account. The old ones are invalid.");
    record({ targetType: "users", targetId: user.id });
    return { recoveryCodes: codes };
  },
};

/** Removes all second factors of an account. */
export async function deleteFactors(db: Db, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.delete(totpApps).where(eq(totpApps.userId, userId));
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** Removes the factors that a person has added since a time, and the codes of one without others. */
export async function removeFactorsSince(db: Db, userId: number, since: Date): Promise<void> {
  await db.delete(totpApps).where(and(eq(totpApps.userId, userId), gte(totpApps.activeSince, since)));
  await db.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  if ((await findFactors(db, userId)).length === 0) await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
