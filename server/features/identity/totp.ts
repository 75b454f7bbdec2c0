import { timingSafeEqual } from "node:crypto";
import { and, eq, isNotNull, lt } from "drizzle-orm";
import { generateSync } from "otplib";
import type { Db } from "#server/platform/db/connect.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { totpApps } from "#server/schema/identity/factors.ts";

const STEP_MS = 30_000;
/** A code is accepted for so long after its own 30 seconds. */
const LATE_MS = 10_000;

/** The purpose under which a secret is sealed, so that no row's secret opens in another's. */
export const totpPurpose = (userId: number): string => `totp of ${userId}`;

/** The code of a secret in a step of 30 seconds. */
export const totpCodeAt = (secret: string, step: number): string => generateSync({ secret, epoch: step * 30 });

/** The step whose code this is, now or in the 10 seconds after it; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const step = Math.floor(now.getTime() / STEP_MS);
  const steps = now.getTime() % STEP_MS < LATE_MS ? [step, step - 1] : [step];
  return steps.find((each) => timingSafeEqual(Buffer.from(totpCodeAt(secret, each)), Buffer.from(code))) ?? null;
}

interface Attempt {
  readonly userId: number;
  readonly code: string;
  readonly now: Date;
}

/**
 * Uses a code of an account's authenticator app. Of attempts at once with one code one succeeds,
 * because the condition and the update are one statement.
 */
export async function redeemTotp(db: Db, seal: Seal, { userId, code, now }: Attempt): Promise<boolean> {
  const [app] = await db.select({ sealed: totpApps.secretSealed }).from(totpApps).where(eq(totpApps.userId, userId));
  if (!app?.sealed) return false;
  const step = stepOf(seal.open(app.sealed, totpPurpose(userId)), code, now);
  if (step === null) return false;
  const used = await db
    .update(totpApps)
    .set({ lastStep: step, lastUsedAt: now })
    .where(and(eq(totpApps.userId, userId), isNotNull(totpApps.secretSealed), lt(totpApps.lastStep, step)))
    .returning({ userId: totpApps.userId });
  return used.length === 1;
}
