import { and, eq, gt, isNull } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { selectPeople } from "#server/features/companies/people.ts";
import { attempt } from "#server/features/identity/factor-attempts.ts";
import { mailAboutFactors } from "#server/features/identity/factors.ts";
import { holderOf, redeemChallenge } from "#server/features/identity/passkeys/challenges.ts";
import { redeemPasskey, verifyPasskey } from "#server/features/identity/passkeys/redeem-passkey.ts";
import { redeemRecoveryCode } from "#server/features/identity/recovery-codes.ts";
import { redeemTotp } from "#server/features/identity/totp.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import type { SessionControl } from "#server/platform/http/call.ts";
import { forbidden, unauthorized } from "#server/platform/http/errors.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { passkeys } from "#server/schema/identity/factors.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { type Factor, WRONG_CODE } from "#shared/contract/identity/factors.ts";
import { type PasskeyAssertion, WRONG_PASSKEY } from "#shared/contract/identity/passkeys.ts";
import { refusalOf, toAccount } from "./credentials.ts";
import { recordFailedSignIn } from "./failed-sign-ins.ts";

type Deps = Pick<AppContext, "db" | "limits" | "post" | "seal" | "clock" | "publicUrl"> & {
  readonly session: SessionControl;
  readonly now: Date;
  readonly ip: string;
};
interface Given {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
  readonly recoveryCode?: string | undefined;
}

/**
 * Verifies the second factor of a partly authenticated session (rule A37).
 * @returns the person, with the hash that the session's password matched
 * @throws 401 without such a session or for a wrong code, 429 after five wrong ones
 */
export async function verifyFactor(deps: Deps, { code, passkey, recoveryCode }: Given) {
  const { db, seal, post, publicUrl, session, now, ip } = deps;
  const { awaitsFactor } = session;
  const [found] = awaitsFactor ? await selectPeople(db).where(eq(users.id, awaitsFactor.userId)) : [];
  if (!awaitsFactor || !found) throw unauthorized();
  const isRecovered = recoveryCode !== undefined;
  const factor: Factor = isRecovered ? "recovery" : passkey ? "passkey" : "totp";
  const person = { ...toAccount(found), impersonator: null };
  const userId = person.id;
  const isRight = (tx: Db): Promise<boolean> => {
    if (isRecovered) return redeemRecoveryCode(tx, seal, userId, recoveryCode);
    if (passkey) return redeemPasskey(tx, publicUrl, { holder: awaitsFactor.idHash, purpose: "sign-in", userId, passkey, now });
    return redeemTotp(tx, seal, { userId, code: code ?? "", now });
  };
  const passwordHash = await attempt(deps, person, () =>
    inTransaction(db, async (tx) => {
      // A password change ends the session, and a session starts only with the hash of this moment.
      const [waiting] = await tx
        .select({ passwordHash: users.passwordHash })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.idHash, awaitsFactor.idHash), gt(sessions.awaitsFactorUntil, now)));
      if (!waiting) throw unauthorized();
      if (!(await isRight(tx))) return null;
      if (isRecovered)
        await mailAboutFactors(tx, post, person, "A recovery code signed in to your account. It is used up; add a new factor now.");
      return waiting.passwordHash;
    }),
  );
  if (passwordHash === null) {
    await recordFailedSignIn(deps, { typed: person.email, ip, userId: person.id, why: "wrong second factor" });
    throw unauthorized(passkey ? WRONG_PASSKEY : WRONG_CODE);
  }
  return { person, passwordHash, factor };
}

/**
 * Verifies the passkey of a visitor, which signs in without a password (rule A43).
 * @throws 401 for a wrong or an unknown passkey, 403 for a person who may not sign in, 429 after
 * many wrong ones
 */
export async function verifyPasskeyAlone(deps: Deps, passkey: PasskeyAssertion) {
  const { db, limits, publicUrl, session, now, ip } = deps;
  const address = limits["sign-in:address"];
  await address.count(networkOf(ip));
  const [owner] = await db.select({ id: passkeys.userId }).from(passkeys).where(eq(passkeys.credentialId, passkey.id));
  const [found] = owner ? await selectPeople(db).where(and(eq(users.id, owner.id), isNull(users.deletedAt))) : [];
  const holder = { holder: holderOf(session), purpose: "sign-in", now } as const;
  // A reply to no challenge of this device is no guess, and must not lock the person out.
  const challenge = found && (await redeemChallenge(db, passkey.response.clientDataJSON, holder));
  const isRight =
    challenge &&
    (await attempt(deps, found, async () => {
      const verified = await inTransaction(db, (tx) => verifyPasskey(tx, publicUrl, { userId: found.id, passkey, challenge, now }));
      return verified ? true : null;
    }));
  const refused = (why: string) => recordFailedSignIn(deps, { typed: found?.email ?? "", ip, userId: found?.id ?? null, why });
  if (!found || !isRight) {
    await refused("wrong passkey");
    throw unauthorized(WRONG_PASSKEY);
  }
  const refusal = refusalOf(found);
  if (refusal) {
    await refused(refusal.status);
    throw forbidden(refusal.sentence);
  }
  await address.subtract(networkOf(ip));
  return { person: { ...toAccount(found), impersonator: null }, passwordHash: found.passwordHash };
}
