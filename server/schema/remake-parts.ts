import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import type { CutPart } from "#shared/domain/window/saw/cut-list.ts";
import type { MakeOf } from "#shared/domain/window/saw/window-make.ts";
import { atMost, createdAt, id, makeIsNamed, texts } from "./columns.ts";
import { users } from "./companies-and-users.ts";
import { remakes } from "./orders-and-remakes.ts";
import { quoteItems } from "./quote-items.ts";

/**
 * The windows of a remake. A trigger refuses a window of another order, more pieces than were
 * ordered, and a mark outside the window.
 */
export const remakeWindows = pgTable(
  "remake_windows",
  {
    remakeId: integer("remake_id")
      .notNull()
      .references(() => remakes.id),
    quoteItemId: integer("quote_item_id")
      .notNull()
      .references(() => quoteItems.id),
    pieces: smallint("pieces").notNull(),
    /**
     * The mark's position: millimetres from the left and the top of the frame, seen from inside.
     */
    markXMm: smallint("mark_x_mm"),
    markYMm: smallint("mark_y_mm"),
    /** The requested parts of the window (rule W103); null: the whole window. */
    make: jsonb("make").$type<MakeOf<CutPart>>(),
  },
  (t) => [
    primaryKey({ columns: [t.remakeId, t.quoteItemId] }),
    check("remake_windows_pieces", sql`${t.pieces} between 1 and ${sql.raw(String(WINDOW_FIELDS.quantity.most))}`),
    check(
      "remake_windows_mark",
      sql`(${t.markXMm} is null) = (${t.markYMm} is null) and ${t.markXMm} between 0 and 10000 and ${t.markYMm} between 0 and 10000`,
    ),
    check("remake_windows_make", makeIsNamed(t.make)),
    index("remake_windows_of_item").on(t.quoteItemId),
  ],
);

export const remakeReplies = pgTable(
  "remake_replies",
  {
    id,
    remakeId: integer("remake_id")
      .notNull()
      .references(() => remakes.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    message: text("message").notNull(),
    createdAt,
  },
  (t) => [texts("remake_replies", atMost(t.message, LONGEST.reply)), uniqueIndex("remake_replies_of_remake").on(t.remakeId, t.id)],
);

export const remakePhotos = pgTable(
  "remake_photos",
  {
    remakeId: integer("remake_id")
      .notNull()
      .references(() => remakes.id),
    /**
     * Numbered from 1, as in the photo's address. Photos of replies continue the numbers of the
     * request's photos.
     */
    place: smallint("place").notNull(),
    /** The reply that brought the photo; null: the request brought it. */
    replyId: integer("reply_id"),
    storageKey: text("storage_key").notNull().unique(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.remakeId, t.place] }),
    // A photo's reply belongs to the same remake.
    foreignKey({
      name: "remake_photos_of_a_reply",
      columns: [t.remakeId, t.replyId],
      foreignColumns: [remakeReplies.remakeId, remakeReplies.id],
    }),
  ],
);
