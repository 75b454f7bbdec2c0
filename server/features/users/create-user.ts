import { randomInt } from "node:crypto";
import type { Db } from "#server/db/connect.ts";
import { users } from "#server/db/schema.ts";
import { brokenConstraint, conflict } from "#server/http/errors.ts";

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
