import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { quotes, users } from "#server/db/schema.ts";
import { containsText } from "#server/db/search.ts";
import { accountColumns } from "#server/db/select-parts.ts";
import type { Page } from "#server/http/call.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";

const isLive = isNull(users.deletedAt);

const rowColumns = {
  id: users.id,
  companyName: users.companyName,
  contactName: users.contactName,
  email: users.email,
  role: users.role,
  approvalStatus: users.approvalStatus,
  createdAt: users.createdAt,
};

export const listUsers = (db: Db, search: string | undefined, page: Page) => {
  const wanted = search?.trim();
  return db
    .select(rowColumns)
    .from(users)
    .where(
      and(
        isLive,
        wanted
          ? or(containsText(users.companyName, wanted), containsText(users.contactName, wanted), containsText(users.email, wanted))
          : undefined,
        afterCursor(page, users.createdAt, users.id),
      ),
    )
    .orderBy(...newestFirst(users.createdAt, users.id))
    .limit(rowsToFetch(page));
};

/** What its owner may see of a live account. */
export async function findAccount(db: Db, id: number) {
  const [account] = await db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.id, id), isLive));
  return account;
}

/**
 * Locks an account together with every super admin, always in the same order. Counting the super admins without locking them let two
 * who deleted each other at the same moment both succeed.
 */
export async function lockAccountAndSuperAdmins(db: Db, id: number) {
  const locked = await db
    .select()
    .from(users)
    .where(and(isLive, or(eq(users.role, "super_admin"), eq(users.id, id))))
    .orderBy(asc(users.id))
    .for("update");
  return { account: locked.find((user) => user.id === id), superAdmins: locked.filter(({ role }) => role === "super_admin") };
}

/**
 * Whether anything of the trade hangs on an account, hidden or not: then its company's name has to stay (rule A10). An order is always
 * a quote's, and a remake an order's, so the quotes tell.
 */
export async function hasTraded(db: Db, id: number): Promise<boolean> {
  const [quote] = await db.select({ id: quotes.id }).from(quotes).where(eq(quotes.userId, id)).limit(1);
  return quote !== undefined;
}
