import { randomInt } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { recoveryCodes } from "#server/schema/identity/factors.ts";

const COUNT = 10;
/** Without the letters and digits that people confuse. */
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PURPOSE = "recovery code";

const newCode = (): string => Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join("");

/** Replaces an account's recovery codes. The codes are not stored, only their HMACs. */
export async function replaceRecoveryCodes(db: Db, seal: Seal, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: seal.fingerprints(code, PURPOSE)[0] ?? "" })));
  return codes;
}

/** Uses a recovery code. Of attempts at once with one code one succeeds. */
export async function redeemRecoveryCode(db: Db, seal: Seal, userId: number, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, seal.fingerprints(code, PURPOSE))))
    .returning({ userId: recoveryCodes.userId });
  return used.length === 1;
}
