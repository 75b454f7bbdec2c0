import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { at, createdAt, id } from "./columns.ts";
import { users } from "./companies-and-users.ts";

/**
 * Emails until they are sent. The library owns the queue's tables, so a backup reads the emails
 * from here.
 */
export const waitingMails = pgTable(
  "waiting_mails",
  {
    id,
    sealed: text("sealed").notNull(),
    /** Failed attempts. After the queue's limit the email is not tried again. */
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
    // The bell counts unread notifications every 30 s for each customer with an open portal.
    index("notifications_unread").on(t.userId, t.id).where(sql`${t.readAt} is null`),
  ],
);
