import { and, eq, type SQL, sql } from "drizzle-orm";
import { notifications } from "#server/db/schema.ts";
import type { Handlers, SignedInUser } from "#server/http/call.ts";
import { notFound } from "#server/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";
import type { notifications as contract } from "#shared/contract/notifications.ts";

const rowColumns = {
  id: notifications.id,
  title: notifications.title,
  message: notifications.message,
  read: sql<boolean>`${notifications.readAt} is not null`,
  type: notifications.type,
  relatedId: notifications.relatedId,
  createdAt: notifications.createdAt,
};

const ownedBy = (user: SignedInUser): SQL => eq(notifications.userId, user.id);

export const notificationHandlers: Handlers<typeof contract> = {
  list: ({ db, user, page }) =>
    db
      .select(rowColumns)
      .from(notifications)
      .where(and(ownedBy(user), afterCursor(page, notifications.createdAt, notifications.id)))
      .orderBy(...newestFirst(notifications.createdAt, notifications.id))
      .limit(rowsToFetch(page)),

  markRead: async ({ db, user, params, now }) => {
    const [row] = await db
      .update(notifications)
      // The first time counts: reading it again changes nothing.
      .set({ readAt: sql`coalesce(${notifications.readAt}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(notifications.id, params.id), ownedBy(user)))
      .returning(rowColumns);
    if (!row) throw notFound("Notification");
    return row;
  },
};
