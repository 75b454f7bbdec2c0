import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { MOST_DISCOUNT_HUNDREDTHS } from "#shared/domain/trade/ledger.ts";
import { HIGHEST_PRICE_PER_M2 } from "#shared/domain/trade/pricing.ts";
import { REMINDERS } from "#shared/domain/trade/reminders.ts";
import { at, atMost, createdAt, id, texts } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { invoiceBalances } from "./invoices-and-refunds.ts";
import { products } from "./products.ts";

/* Clients' terms from a day on, the office's notes about them, and the reminders they received. */

/** A note of the office about a client. Its text never changes. */
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
    /** The author is reminded from this London day on, until the author marks the note as done. */
    remindOn: date("remind_on", { mode: "string" }),
    doneAt: at("done_at"),
    createdAt,
  },
  (t) => [
    texts("client_notes", atMost(t.text, LONGEST.clientNote)),
    check("client_notes_done", sql`${t.doneAt} is null or ${t.remindOn} is not null`),
    index("client_notes_newest").on(t.companyId, t.id.desc()),
    index("client_notes_to_do").on(t.byUserId, t.remindOn).where(sql`${t.remindOn} is not null and ${t.doneAt} is null`),
  ],
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

const MOST_DISCOUNT = sql.raw(String(MOST_DISCOUNT_HUNDREDTHS));

/** A client's terms from a day on (rule P18). */
export const termsChanges = pgTable(
  "terms_changes",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    /** The general discount; null: it stays. */
    discountHundredths: integer("discount_hundredths"),
    createdAt,
    createdBy: integer("created_by")
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    unique("terms_changes_of_company").on(t.companyId, t.firstDay, t.id),
    check("terms_changes_discount", sql`${t.discountHundredths} between 0 and ${MOST_DISCOUNT}`),
  ],
);

/**
 * The terms of a shutter type in a change: a fixed price per square metre or a discount. Neither
 * ends the type's own terms, and the general discount applies.
 */
export const typeTerms = pgTable(
  "type_terms",
  {
    changeId: integer("change_id").notNull(),
    companyId: integer("company_id").notNull(),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id),
    discountHundredths: integer("discount_hundredths"),
    pricePerM2: integer("price_per_m2_pence").$type<Pence>(),
  },
  (t) => [
    primaryKey({ columns: [t.changeId, t.productId] }),
    index("type_terms_of_type").on(t.productId, t.companyId, t.firstDay, t.changeId),
    foreignKey({
      name: "type_terms_of_change",
      columns: [t.companyId, t.firstDay, t.changeId],
      foreignColumns: [termsChanges.companyId, termsChanges.firstDay, termsChanges.id],
    }).onDelete("cascade"),
    check(
      "type_terms_are_one",
      sql`num_nonnulls(${t.discountHundredths}, ${t.pricePerM2}) <= 1 and ${t.discountHundredths} between 0 and ${MOST_DISCOUNT}
        and ${t.pricePerM2} between 1 and ${sql.raw(String(HIGHEST_PRICE_PER_M2))}`,
    ),
  ],
);
