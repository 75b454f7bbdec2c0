import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, createdAt, id } from "./columns.ts";

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
