import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { notifications, passwordResets, users } from "#server/db/schema.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { conflict, notFound, unauthorized } from "#server/http/errors.ts";
import { endSessions } from "#server/http/session-store.ts";
import { enqueue } from "#server/jobs/enqueue.ts";
import { hasTraded, lockAccountAndSuperAdmins } from "./user-queries.ts";

/** The name of a deleted account that never traded: histories and threads need one. */
const NOBODY = "Deleted account";

const blanked = (id: number) => ({
  email: `deleted-${id}@deleted.invalid`,
  companyName: NOBODY,
  contactName: NOBODY,
  address: null,
  approvalReason: null,
});

/**
 * Deletes an account (rule A10): it signs in no more, at once, and leaves every list. What it quoted and ordered stays
 * under the company's name; without anything of that kind nothing personal is kept.
 */
export async function deleteUser(db: Db, id: number, by: SignedInUser, now: Date) {
  if (id === by.id) throw conflict("You cannot delete your own account");
  const { account, superAdmins } = await lockAccountAndSuperAdmins(db, id);
  // Another super admin may have deleted this one while the request was on its way. A super admin who passes here
  // stays, so one always does.
  if (!superAdmins.some((admin) => admin.id === by.id)) throw unauthorized();
  if (!account) throw notFound("User");
  const trader = await hasTraded(db, id);
  await db
    .update(users)
    .set({ deletedAt: now, passwordHash: "", ...(!trader && blanked(id)) })
    .where(eq(users.id, id));
  await endSessions(db, id);
  await enqueue(db, "close-tills", {});
  await db.delete(passwordResets).where(eq(passwordResets.userId, id));
  await db.delete(notifications).where(eq(notifications.userId, id));
  return account;
}
