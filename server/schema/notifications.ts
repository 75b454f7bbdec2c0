import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { at, createdAt, id } from "./columns.ts";
import { users } from "./companies-and-users.ts";

/**
 * Mails until they are sent. The queue's own tables are its library's, so what a backup must hold
 * stands here.
 */
export const waitingMails = pgTable(
  "waiting_mails",
  {
    id,
    sealed: text("sealed").notNull(),
    /** Tries that failed; as many as the queue makes: it is not tried again. */
    failures: smallint("failures").notNull().default(0),
    createdAt,
  },
  (t) => [check("waiting_mails_failures", sql`${t.failures} >= 0`)],
);

export const notifications = pgTable(
  "notifications",
  {
    id,
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    type: text("type").notNull(),
    title: text("title").notNull(),
    message: text("message").notNull(),
    relatedId: integer("related_id"),
    readAt: at("read_at"),
    createdAt,
  },
  (t) => [
    index("notifications_of_user").on(t.userId, t.createdAt.desc(), t.id.desc()),
    // What the bell counts, every 30 s for each customer who has the portal open.
    index("notifications_unread").on(t.userId, t.id).where(sql`${t.readAt} is null`),
  ],
);
