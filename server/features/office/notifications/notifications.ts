import { and, count, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { notFound } from "#server/platform/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { digestNotices, notifications } from "#server/schema/notifications.ts";
import type { notifications as contract } from "#shared/contract/office/notifications.ts";
import type { NoticeKind } from "#shared/domain/notifications.ts";
import { preferences, savePreferences } from "./preferences.ts";

const rowColumns = {
  id: notifications.id,
  title: notifications.title,
  message: notifications.message,
  read: sql<boolean>`${notifications.readAt} is not null`,
  type: notifications.type,
  relatedId: notifications.relatedId,
  createdAt: notifications.createdAt,
};

/** Sets the time of reading only if it is empty: the first time counts. */
const readNow = (now: Date) => sql`coalesce(${notifications.readAt}, ${now.toISOString()}::timestamptz)`;

const ownedBy = (user: SignedInUser): SQL => eq(notifications.userId, user.id);

const unreadOf = prepared("unread notifications", (db) =>
  db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, sql.placeholder("userId")), isNull(notifications.readAt))),
);

export const notificationHandlers: Handlers<typeof contract> = {
  list: ({ db, user, page }) =>
    db
      .select(rowColumns)
      .from(notifications)
      .where(and(ownedBy(user), afterCursor(page, notifications.createdAt, notifications.id)))
      .orderBy(...newestFirst(notifications.createdAt, notifications.id))
      .limit(rowsToFetch(page)),

  unread: async ({ db, user }) => {
    const [row] = await unreadOf(db, {}, { userId: user.id });
    return { count: row?.count ?? 0 };
  },

  markAllRead: async ({ db, user, body, now }) => {
    const isSeen = body.upTo === undefined ? undefined : lte(notifications.id, body.upTo);
    await db
      .update(notifications)
      .set({ readAt: readNow(now) })
      .where(and(ownedBy(user), isNull(notifications.readAt), isSeen));
    return null;
  },

  markRead: async ({ db, user, params, now }) => {
    const [row] = await db
      .update(notifications)
      .set({ readAt: readNow(now) })
      .where(and(eq(notifications.id, params.id), ownedBy(user)))
      .returning(rowColumns);
    if (!row) throw notFound("Notification");
    return row;
  },

  preferences,
  savePreferences,
};

/** Notices that nobody can switch off: an approval, and the outcome of a slow payment. */
type FixedType = "account" | "payment";
type NotificationType = FixedType | NoticeKind;

type NewNotification = typeof notifications.$inferInsert & { readonly type: NotificationType };

/** Stores notifications, in the transaction of their cause. */
export async function storeNotifications(db: Db, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length > 0) await db.insert(notifications).values([...rows]);
}

/**
 * Marks notifications of a kind as read for everybody, and takes them out of the digests: their
 * matter is settled, or newer ones replace them.
 */
export async function settleNotifications(db: Db, type: NoticeKind, now: Date): Promise<void> {
  await db.delete(digestNotices).where(eq(digestNotices.kind, type));
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.type, type), isNull(notifications.readAt)));
}
