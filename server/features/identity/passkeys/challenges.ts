import { and, eq, gt } from "drizzle-orm";
import type { Database, Db } from "#server/platform/db/connect.ts";
import type { SessionControl } from "#server/platform/http/call.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { type ChallengePurpose, passkeyChallenges } from "#server/schema/identity/factors.ts";
import { CHALLENGE_MS } from "#shared/contract/identity/passkeys.ts";

/** The session that a challenge belongs to. A visitor without a session has the device's cookie. */
export const holderOf = (session: SessionControl): string => session.idHash ?? session.awaitsFactor?.idHash ?? session.device().idHash;

interface Challenge {
  readonly holder: string;
  readonly purpose: ChallengePurpose;
  readonly now: Date;
}

/** Stores a new challenge of a session, by its hash, and returns the challenge. */
export async function startChallenge(db: Db, { holder, purpose, now }: Challenge): Promise<string> {
  const challenge = newToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await db.insert(passkeyChallenges).values({ challengeHash: hashToken(challenge), holderHash: holder, purpose, expiresAt });
  return challenge;
}

/**
 * Uses the challenge that a browser's reply contains. Of attempts at once with one challenge one
 * succeeds.
 * @returns the challenge, or null if this session has no such open challenge
 */
export async function redeemChallenge(
  db: Database | Db,
  clientDataJSON: string,
  { holder, purpose, now }: Challenge,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const used = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.holderHash, holder),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.challengeHash });
  return used.length === 1 ? challenge : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}
