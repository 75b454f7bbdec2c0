import { date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { REMINDERS } from "#shared/domain/trade/reminders.ts";
import { at, atMost, createdAt, id, texts } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { invoiceBalances } from "./invoices-and-refunds.ts";

/* The office's notes about clients, and the reminders that clients received. */

/** A note of the office about a client. It is never changed. */
export const clientNotes = pgTable(
  "client_notes",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    byUserId: integer("by_user_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    createdAt,
  },
  (t) => [texts("client_notes", atMost(t.text, LONGEST.clientNote)), index("client_notes_newest").on(t.companyId, t.id.desc())],
);

export const reminderKind = pgEnum("reminder_kind", REMINDERS);

/**
 * The days on which a company was reminded: once a day, by one email to each person who may order.
 */
export const reminderMails = pgTable(
  "reminder_mails",
  {
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    sentOn: date("sent_on", { mode: "string" }).notNull(),
    sentAt: at("sent_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.sentOn] })],
);

/** The invoices that a reminder named. The key refuses a reminder that was sent before. */
export const reminders = pgTable(
  "reminders",
  {
    number: integer("number")
      .notNull()
      .references(() => invoiceBalances.number),
    kind: reminderKind("kind").notNull(),
    companyId: integer("company_id").notNull(),
    sentOn: date("sent_on", { mode: "string" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.number, t.kind] }),
    foreignKey({
      name: "reminders_of_mail",
      columns: [t.companyId, t.sentOn],
      foreignColumns: [reminderMails.companyId, reminderMails.sentOn],
    }),
  ],
);
