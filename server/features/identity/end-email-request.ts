import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { emailChanges } from "#server/schema/identity/sessions.ts";

/** Ends a person's open request for another email address; its link to stop works on (rule A45). */
export async function endEmailRequest(db: Db, userId: number, now: Date): Promise<void> {
  const isOpen = and(isNull(emailChanges.confirmedAt), isNull(emailChanges.replacedAt));
  await db
    .update(emailChanges)
    .set({ replacedAt: now })
    .where(and(eq(emailChanges.userId, userId), isOpen));
}
