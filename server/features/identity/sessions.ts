import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Handlers } from "#server/context.ts";
import { requireMayManage } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { notFound } from "#server/platform/http/errors.ts";
import { MOST_SESSIONS } from "#server/platform/http/limits.ts";
import { endSessions, isSessionAlive } from "#server/platform/http/session/session-store.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import type { sessions as contract } from "#shared/contract/identity/sessions.ts";

const [viewed, impersonators] = [alias(users, "viewed"), alias(users, "impersonators")];

/** Matches a person's sessions, and the View As sessions that the person started. */
const isTheirs = (userId: number) => or(eq(sessions.userId, userId), eq(sessions.impersonatorId, userId));

/** The sessions of the caller, of a user, and of a colleague (rule A30). */
export const sessionHandlers: Handlers<typeof contract> = {
  list: async ({ db, user, session, now }) => {
    const isOwn = sql`${sessions.userId} = ${user.id}`;
    return db
      .select({
        id: sql<number>`${sessions.id}`,
        device: sql<string>`coalesce(${sessions.device}, 'Unknown device')`,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        current: sql<boolean>`${sessions.idHash} = ${session.idHash}`,
        viewedBy: sql<number | null>`case when ${isOwn} then ${sessions.impersonatorId} end`,
        viewedByName: sql<string | null>`case when ${isOwn} then ${impersonators.contactName} end`,
        viewing: sql<string | null>`case when not (${isOwn}) then ${viewed.contactName} end`,
      })
      .from(sessions)
      .innerJoin(viewed, eq(viewed.id, sessions.userId))
      .leftJoin(impersonators, eq(impersonators.id, sessions.impersonatorId))
      .where(and(isTheirs(user.id), isNull(sessions.awaitsFactorUntil), isSessionAlive(now)))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .limit(2 * MOST_SESSIONS);
  },

  end: async ({ db, user, params, record }) => {
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.id, params.id), isTheirs(user.id)))
      .returning({ device: sessions.device });
    if (ended.length === 0) throw notFound("Session");
    record({ targetType: "users", targetId: user.id, before: { device: ended[0]?.device ?? null } });
    return null;
  },

  endOthers: async ({ db, user, session, record }) => {
    await endSessions(db, user.id, session.idHash);
    record({ targetType: "users", targetId: user.id });
    return null;
  },

  endOfUser: async ({ db, params, session, record }) => {
    await requirePerson(db, params.id, null);
    await endSessions(db, params.id, session.idHash);
    record({ targetType: "users", targetId: params.id });
    return null;
  },

  endOfColleague: async ({ db, user, params, session, record }) => {
    await requireMayManage(db, user);
    await requirePerson(db, params.id, user.companyId);
    await endSessions(db, params.id, session.idHash);
    record({ targetType: "users", targetId: params.id });
    return null;
  },
};

/** @throws 404 for a deleted account, or one outside the company (null: any company) */
async function requirePerson(db: Db, id: number, companyId: number | null): Promise<void> {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), companyId === null ? undefined : eq(users.companyId, companyId)));
  if (!person) throw notFound(companyId === null ? "User" : "Person");
}
