import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { knownByWord, knownEmail, selectPeople } from "#server/features/companies/people.ts";
import { holdsWord, type Word } from "#server/lists/search.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { afterCursor, newestFirst, type Page, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { accountColumns } from "#server/platform/http/session/account-columns.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";

const isLive = isNull(users.deletedAt);

const invited = sql<boolean>`${users.joinedAt} is null`;
const hasPassword = sql<boolean>`${users.passwordHash} <> ''`;
const suspended = sql<boolean>`${users.suspendedAt} is not null`;

const rowColumns = {
  id: users.id,
  companyName: companies.name,
  contactName: users.contactName,
  email: knownEmail,
  role: users.role,
  approvalStatus: companies.approvalStatus,
  invited,
  hasPassword,
  suspended,
  lastSeenAt: users.lastSeenAt,
  companyId: companies.id,
  seesOpenOrders: sql<boolean | null>`case when ${companies.kind} = 'supplier' then ${companies.seesOpenOrders} end`,
  createdAt: users.createdAt,
};

const selectRows = (db: Db) => db.select(rowColumns).from(users).innerJoin(companies, eq(companies.id, users.companyId));

/** Accounts that match every word by a name or the email. */
export const listUsers = (db: Db, words: readonly Word[], page: Page) =>
  selectRows(db)
    .where(
      and(
        isLive,
        ...words.map((word) => or(holdsWord(companies.searchName, word), holdsWord(users.searchName, word), knownByWord(word))),
        afterCursor(page, users.createdAt, users.id),
      ),
    )
    .orderBy(...newestFirst(users.createdAt, users.id))
    .limit(rowsToFetch(page));

/** A live account as the list shows it. */
export async function findUser(db: Db, id: number) {
  const [row] = await selectRows(db).where(and(eq(users.id, id), isLive));
  return row;
}

/** The fields of a live account that its owner may see. */
export async function findAccount(db: Db, id: number) {
  const [account] = await db
    .select({ ...accountColumns, invited, suspended })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, id), isLive));
  return account;
}

/**
 * Locks an account and every super admin, always in the same order. With a count instead of locks,
 * two super admins could delete each other at the same moment.
 * @returns the account, and the super admins who are not suspended
 */
export async function lockAccountAndSuperAdmins(db: Db, id: number) {
  const locked = await selectPeople(db)
    .where(and(isLive, or(eq(users.role, "super_admin"), eq(users.id, id))))
    .orderBy(asc(users.id))
    .for("update", { of: users });
  const superAdmins = locked.filter(({ role, suspendedAt }) => role === "super_admin" && suspendedAt === null);
  return { account: locked.find((user) => user.id === id), superAdmins };
}
