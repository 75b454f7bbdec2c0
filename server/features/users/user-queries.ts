import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { companies, quotes, users } from "#server/db/schema.ts";
import { containsText } from "#server/db/search.ts";
import { accountColumns } from "#server/db/select-parts.ts";
import { selectPeople } from "#server/features/companies/people.ts";
import type { Page } from "#server/http/call.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";

const isLive = isNull(users.deletedAt);

const rowColumns = {
  id: users.id,
  companyName: companies.name,
  contactName: users.contactName,
  email: users.email,
  role: users.role,
  approvalStatus: companies.approvalStatus,
  createdAt: users.createdAt,
};

export const listUsers = (db: Db, search: string | undefined, page: Page) => {
  const wanted = search?.trim();
  return db
    .select(rowColumns)
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(
      and(
        isLive,
        wanted
          ? or(containsText(companies.name, wanted), containsText(users.contactName, wanted), containsText(users.email, wanted))
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
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, id), isLive));
  return account;
}

/**
 * Locks an account together with every super admin, always in the same order. Counting the super admins without locking them let two
 * who deleted each other at the same moment both succeed.
 */
export async function lockAccountAndSuperAdmins(db: Db, id: number) {
  const locked = await selectPeople(db)
    .where(and(isLive, or(eq(users.role, "super_admin"), eq(users.id, id))))
    .orderBy(asc(users.id))
    .for("update", { of: users });
  return { account: locked.find((user) => user.id === id), superAdmins: locked.filter(({ role }) => role === "super_admin") };
}

/**
 * Whether anything of the trade hangs on an account or a company, hidden or not: then its name has to stay (rule A10). An order is
 * always a quote's, and a remake an order's, so the quotes tell.
 */
export async function hasTraded(db: Db, of: { readonly userId: number } | { readonly companyId: number }): Promise<boolean> {
  const theirs = "userId" in of ? eq(quotes.userId, of.userId) : eq(quotes.companyId, of.companyId);
  const [quote] = await db.select({ id: quotes.id }).from(quotes).where(theirs).limit(1);
  return quote !== undefined;
}

/** Whether no other live account is left in the company. Its row is locked, so that two who go at once come one after the other. */
export async function isLastOfCompany(db: Db, { id, companyId }: { readonly id: number; readonly companyId: number }): Promise<boolean> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for("update");
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), ne(users.id, id), isLive))
    .limit(1);
  return other === undefined;
}
