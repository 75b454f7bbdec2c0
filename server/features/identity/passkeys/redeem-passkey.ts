import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#server/platform/db/connect.ts";
import { type ChallengePurpose, passkeys } from "#server/schema/identity/factors.ts";
import type { PasskeyAssertion, requestOptions } from "#shared/contract/identity/passkeys.ts";
import { CHALLENGE_MS } from "#shared/contract/identity/passkeys.ts";
import { redeemChallenge, startChallenge } from "./challenges.ts";
import { describePasskeys } from "./find-passkeys.ts";

interface Holder {
  readonly holder: string;
  readonly purpose: Exclude<ChallengePurpose, "enrol">;
  readonly now: Date;
}

/** The options of a request for one of a person's passkeys; without a person: for any passkey. */
export async function requestPasskey(
  db: Db,
  publicUrl: URL,
  { userId, ...given }: Holder & { readonly userId: number | null },
): Promise<z.output<typeof requestOptions>> {
  return {
    challenge: await startChallenge(db, given),
    rpId: publicUrl.hostname,
    timeout: CHALLENGE_MS,
    allowCredentials: userId === null ? [] : await describePasskeys(db, userId),
    userVerification: "required",
  };
}

interface Given {
  readonly userId: number;
  readonly passkey: PasskeyAssertion;
  readonly now: Date;
}

/**
 * Uses a person's passkey and the challenge in its reply (rule A42).
 * @returns false for a wrong passkey; its challenge is used up too
 */
export async function redeemPasskey(db: Db, publicUrl: URL, { userId, passkey, ...holder }: Holder & Given): Promise<boolean> {
  const challenge = await redeemChallenge(db, passkey.response.clientDataJSON, holder);
  return challenge !== null && verifyPasskey(db, publicUrl, { userId, passkey, challenge, now: holder.now });
}

/**
 * Verifies the reply of a person's passkey to a challenge, and stores its counter. The lock makes
 * two replies at once follow each other, so that a copy's counter is compared with the last one.
 */
export async function verifyPasskey(
  db: Db,
  publicUrl: URL,
  { userId, passkey: { id, response }, challenge, now }: Given & { readonly challenge: string },
): Promise<boolean> {
  const [stored] = await db
    .select({ id: passkeys.id, publicKey: passkeys.publicKey, counter: passkeys.counter })
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, id), eq(passkeys.userId, userId)))
    .for("update");
  if (!stored) return false;
  try {
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: publicUrl.origin,
      expectedRPID: publicUrl.hostname,
      credential: { id, publicKey: Uint8Array.from(Buffer.from(stored.publicKey, "base64url")), counter: stored.counter },
      requireUserVerification: true,
    });
    if (!verified) return false;
    await db.update(passkeys).set({ counter: authenticationInfo.newCounter, lastUsedAt: now }).where(eq(passkeys.id, stored.id));
    return true;
  } catch {
    // The library throws for a wrong reply, and for a counter that is not above the stored one.
    return false;
  }
}
