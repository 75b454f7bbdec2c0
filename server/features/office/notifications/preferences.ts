import { and, eq, inArray, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { noticeWishes } from "#server/schema/notifications.ts";
import type { notifications as contract } from "#shared/contract/office/notifications.ts";
import { kindNamed, kindsFor, type NoticeKind, type Wish } from "#shared/domain/notifications.ts";

/** The handlers of a person's choice of notices (rule M47). */
type PreferenceHandlers = Pick<Handlers<typeof contract>, "preferences" | "savePreferences">;

export const preferences: PreferenceHandlers["preferences"] = ({ db, user }) => readPreferences(db, user);

export const savePreferences: PreferenceHandlers["savePreferences"] = async ({ db, user, body, record }) => {
  const kinds = kindsFor(user);
  if (body.some(({ kind }) => !kinds.includes(kind))) throw badRequest("Unknown kind");
  // Two requests at once compare with each other's result.
  await db.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
  const before = await readPreferences(db, user);
  const wishes = new Map(body.map(({ kind, ...wish }) => [kind, wish]));
  const after = before.map(({ kind, ...wish }) => ({ kind, ...(wishes.get(kind) ?? wish) }));
  const changed = after.filter(({ kind, ...wish }, at) => !isSame(wish, before[at]));
  if (changed.length > 0) await store(db, user.id, changed);
  record(changed.length > 0 ? { targetType: "users", targetId: user.id, after: { kinds: changed.map(({ kind }) => kind) } } : null);
  return after;
};

type Preference = Wish & { readonly kind: NoticeKind };

const isSame = (one: Wish, other: Wish | undefined): boolean => one.bell === other?.bell && one.mail === other.mail;

async function readPreferences(db: Db, user: SignedInUser): Promise<Preference[]> {
  const rows = await db.select().from(noticeWishes).where(eq(noticeWishes.userId, user.id));
  return kindsFor(user).map((kind) => {
    const { bell, mail } = rows.find((row) => row.kind === kind) ?? kindNamed(kind).usual;
    return { kind, bell, mail };
  });
}

/** Stores wishes; the usual way has no row. */
async function store(db: Db, userId: number, wishes: readonly Preference[]): Promise<void> {
  const usual = wishes.filter(({ kind, ...wish }) => isSame(wish, kindNamed(kind).usual)).map(({ kind }) => kind);
  const own = wishes.filter(({ kind }) => !usual.includes(kind)).map((wish) => ({ userId, ...wish }));
  if (usual.length > 0) await db.delete(noticeWishes).where(and(eq(noticeWishes.userId, userId), inArray(noticeWishes.kind, usual)));
  if (own.length === 0) return;
  await db
    .insert(noticeWishes)
    .values(own)
    .onConflictDoUpdate({
      target: [noticeWishes.userId, noticeWishes.kind],
      set: { bell: sql`excluded.bell`, mail: sql`excluded.mail` },
    });
}
