import { randomInt } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Database, Db } from "#server/db/connect.ts";
import { users } from "#server/db/schema.ts";
import { brokenConstraint, conflict } from "#server/http/errors.ts";
import { hashPassword } from "#server/security/passwords.ts";

type NewUser = Omit<typeof users.$inferInsert, "referralCode">;

/** No letter or digit that a person reads out wrongly over the phone. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;

const newReferralCode = (): string => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Stores an account with a referral code of its own. The e-mail's unique index has the last word on whether it is taken. */
export async function createUser(db: Db, user: NewUser): Promise<typeof users.$inferSelect> {
  try {
    const [created] = await db
      .insert(users)
      .values({ ...user, referralCode: newReferralCode() })
      .returning();
    if (!created) throw new Error("The account was not stored");
    return created;
  } catch (error) {
    if (brokenConstraint(error) === "users_email_live") throw conflict("An account with this email already exists");
    throw error;
  }
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Makes the first super admin where there is none (rule B4). Of two processes that start at once, the e-mail's unique index lets one. @returns whether it was made now */
export async function ensureSuperAdmin(db: Database, { email, password }: Credentials, now: Date): Promise<boolean> {
  const [existing] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "super_admin"), isNull(users.deletedAt)))
    .limit(1);
  if (existing) return false;
  const passwordHash = await hashPassword(password);
  const account = {
    email,
    passwordHash,
    role: "super_admin",
    companyName: "Head office",
    contactName: "Super admin",
    approvalStatus: "approved",
  } as const;
  await createUser(db, { ...account, createdAt: now }).catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes("already exists"))) throw error;
  });
  return true;
}
