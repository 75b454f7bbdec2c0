import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { referrals, users } from "#server/db/schema.ts";
import { badRequest } from "#server/http/errors.ts";

/** The account whose referral code the new company gave. @throws 400 `Unknown referral code` */
export async function findReferrer(db: Db, code: string): Promise<number> {
  const [referrer] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.referralCode, code.trim().toUpperCase()), isNull(users.deletedAt)));
  if (!referrer) throw badRequest("Unknown referral code");
  return referrer.id;
}

/** Records who brought a company, at its registration, with nothing earned yet (rule A13). */
export async function recordReferral(db: Db, referrerId: number, referredUserId: number, now: Date): Promise<void> {
  await db.insert(referrals).values({ referrerId, referredUserId, createdAt: now });
}
