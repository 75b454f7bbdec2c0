import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { emailChanges } from "#server/schema/identity/sessions.ts";

/**
 * Ends a person's open request for another email address; its link to stop works on (rule A45).
 * @returns the address that was requested; undefined without an open request
 */
export async function endEmailRequest(db: Db, userId: number, now: Date): Promise<string | undefined> {
  const isOpen = and(isNull(emailChanges.confirmedAt), isNull(emailChanges.replacedAt));
  const [ended] = await db
    .update(emailChanges)
    .set({ replacedAt: now })
    .where(and(eq(emailChanges.userId, userId), isOpen))
    .returning({ email: emailChanges.newEmail });
  return ended?.email;
}
