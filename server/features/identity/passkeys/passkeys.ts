import { and, eq } from "drizzle-orm";
import type { AppContext, Handlers } from "#server/context.ts";
import { attempt } from "#server/features/identity/factor-attempts.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { storeProof } from "#server/platform/http/session/recent-proof.ts";
import { passkeys } from "#server/schema/identity/factors.ts";
import type { factors } from "#shared/contract/identity/factors.ts";
import { CHALLENGE_MS, MOST_PASSKEYS, type PasskeyCreation, WRONG_PASSKEY } from "#shared/contract/identity/passkeys.ts";
import { findFactors, keepRequiredFactor, lockFactors, mailAboutFactors } from "../factors.ts";
import { replaceRecoveryCodes } from "../recovery-codes.ts";
import { holderOf, redeemChallenge, startChallenge } from "./challenges.ts";
import { describePasskeys, passkeyColumns } from "./find-passkeys.ts";

type Contract = Pick<typeof factors, "startPasskey" | "addPasskey" | "renamePasskey" | "removePasskey">;

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

const isOwn = (id: number, userId: number) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

/** A person's passkeys (rule A42). */
export const passkeyHandlers: Handlers<Contract> = {
  startPasskey: async ({ db, seal, publicUrl, productName, user, session, now }) => ({
    challenge: await startChallenge(db, { holder: holderOf(session), purpose: "enrol", now }),
    rp: { id: publicUrl.hostname, name: productName },
    // An authenticator replaces a passkey of the same person, and learns nothing else from the id.
    user: { id: seal.fingerprints(String(user.id), "passkey user")[0] ?? "", name: user.email, displayName: user.contactName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: await describePasskeys(db, user.id),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  }),

  addPasskey: async ({ db, post, seal, limits, publicUrl, user, body: { name, response }, session, now, commit, record }) => {
    const challengeOwner = { holder: holderOf(session), purpose: "enrol", now } as const;
    const credential = await attempt({ db, post, limits }, user, async () => {
      const challenge = await inTransaction(db, (tx) => redeemChallenge(tx, response.response.clientDataJSON, challengeOwner));
      return challenge === null ? null : verifyCreation(publicUrl, challenge, response);
    });
    // A 401 would end the screen's session, which is valid.
    if (credential === null) throw badRequest(WRONG_PASSKEY, [{ path: "response", message: WRONG_PASSKEY }]);
    return commit(async (tx) => {
      await lockFactors(tx, user.id);
      if ((await tx.$count(passkeys, eq(passkeys.userId, user.id))) >= MOST_PASSKEYS) throw conflict(`At most ${MOST_PASSKEYS} passkeys`);
      const isFirst = (await findFactors(tx, user.id)).length === 0;
      const [added] = await tx
        .insert(passkeys)
        .values({ userId: user.id, name, ...credential, createdAt: now })
        .onConflictDoNothing()
        .returning(passkeyColumns);
      if (!added) throw conflict("This passkey was added before");
      await storeProof(tx, session.idHash, now);
      await mailAboutFactors(tx, post, user, `The passkey “${name}” was added to your account. It signs in without a password.`);
      record({ targetType: "users", targetId: user.id, after: { passkey: name } });
      return isFirst ? { ...added, recoveryCodes: await replaceRecoveryCodes(tx, seal, user.id) } : added;
    });
  },

  renamePasskey: async ({ db, user, params, body: { name }, record }) => {
    const [before] = await db.select({ name: passkeys.name }).from(passkeys).where(isOwn(params.id, user.id)).for("update");
    const [renamed] = await db.update(passkeys).set({ name }).where(isOwn(params.id, user.id)).returning(passkeyColumns);
    if (!before || !renamed) throw notFound("Passkey");
    record({ targetType: "users", targetId: user.id, before: { passkey: before.name }, after: { passkey: name } });
    return renamed;
  },

  removePasskey: async ({ db, post, user, params, record }) => {
    await lockFactors(db, user.id);
    const [removed] = await db.delete(passkeys).where(isOwn(params.id, user.id)).returning({ name: passkeys.name });
    if (!removed) throw notFound("Passkey");
    const isLast = await keepRequiredFactor(db, user);
    const then = isLast ? " Your password alone signs you in now." : "";
    await mailAboutFactors(db, post, user, `The passkey “${removed.name}” was removed from your account.${then}`);
    record({ targetType: "users", targetId: user.id, before: { passkey: removed.name } });
    return null;
  },
};

/** The credential of a new passkey; null for a wrong reply. */
async function verifyCreation(publicUrl: AppContext["publicUrl"], challenge: string, { id, response }: PasskeyCreation) {
  try {
    // The library is loaded on demand, because its certificates' formats slow the start down.
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: publicUrl.origin,
      expectedRPID: publicUrl.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  } catch {
    return null;
  }
}
