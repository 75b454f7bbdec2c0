import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { DELIVERY_STATES, TEST_TYPE, WEBHOOK_STOPS, WEBHOOK_TYPES, type WebhookType } from "#shared/contract/identity/webhooks.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { MAIL_TIMES, NOTICE_KIND_NAMES } from "#shared/domain/notifications.ts";
import { at, atMost, createdAt, id, texts } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";

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

const listed = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join());

/** How a person wants a kind of notice, where that differs from the usual way (rule M47). */
export const noticeWishes = pgTable(
  "notice_wishes",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: NOTICE_KIND_NAMES }).notNull(),
    bell: boolean("bell").notNull(),
    mail: text("mail", { enum: MAIL_TIMES }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check("notice_wishes_kind", sql`${t.kind} in (${listed(NOTICE_KIND_NAMES)})`),
    check("notice_wishes_mail", sql`${t.mail} in (${listed(MAIL_TIMES)})`),
  ],
);

/** Notices that wait for their person's digest (rule M49). An emailed notice has no row. */
export const digestNotices = pgTable(
  "digest_notices",
  {
    id,
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: NOTICE_KIND_NAMES }).notNull(),
    title: text("title").notNull(),
    message: text("message").notNull(),
    relatedId: integer("related_id"),
    /** The London day whose digest contains the notice. */
    sendOn: date("send_on", { mode: "string" }).notNull(),
  },
  (t) => [
    check("digest_notices_kind", sql`${t.kind} in (${listed(NOTICE_KIND_NAMES)})`),
    index("digest_notices_of_user").on(t.userId, t.sendOn),
  ],
);

/** The London day of each person's last digest, so that a day has one for each person. */
export const digests = pgTable("digests", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sentOn: date("sent_on", { mode: "string" }).notNull(),
});

/**
 * Addresses that receive a company's events (rule C28). An office's webhook receives all companies'
 * events.
 */
export const webhooks = pgTable(
  "webhooks",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    url: text("url").notNull(),
    types: text("types").array().$type<WebhookType[]>().notNull(),
    secretSealed: text("secret_sealed").notNull(),
    active: boolean("active").notNull().default(true),
    stopped: text("stopped", { enum: WEBHOOK_STOPS }),
    /** Until then one process delivers to this address, and no other. */
    leasedUntil: at("leased_until"),
    createdAt,
  },
  (t) => [
    texts("webhooks", atMost(t.url, LONGEST.webhookUrl)),
    check("webhooks_types", sql`${t.types} <@ ${sql.raw("array[")}${listed(WEBHOOK_TYPES)}${sql.raw("]")} and cardinality(${t.types}) > 0`),
    check("webhooks_stopped", sql`${t.stopped} is null or (not ${t.active} and ${t.stopped} in (${listed(WEBHOOK_STOPS)}))`),
    index("webhooks_of_company").on(t.companyId),
  ],
);

/** Events for webhooks, stored in the transactions that cause them, for 30 days (rule C30). */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id,
    webhookId: integer("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    messageId: uuid("message_id").notNull().defaultRandom(),
    type: text("type", { enum: [...WEBHOOK_TYPES, TEST_TYPE] }).notNull(),
    /**
     * The kind and the id of the thing that the event is about. Its deliveries are sent in order.
     */
    thing: text("thing").notNull(),
    thingId: integer("thing_id").notNull(),
    /**
     * The order whose supplier may receive the event; null for events that suppliers never receive.
     */
    orderId: integer("order_id"),
    number: text("number").notNull(),
    status: text("status"),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("waiting"),
    attempts: smallint("attempts").notNull().default(0),
    dueAt: at("due_at"),
    lastStatus: smallint("last_status"),
    lastFault: text("last_fault"),
    createdAt,
  },
  (t) => [
    texts("webhook_deliveries", atMost(t.lastFault, LONGEST.deliveryFault)),
    check("webhook_deliveries_type", sql`${t.type} in (${listed([...WEBHOOK_TYPES, TEST_TYPE])})`),
    check(
      "webhook_deliveries_state",
      sql`${t.state} in (${listed(DELIVERY_STATES)}) and (${t.state} = 'waiting') = (${t.dueAt} is not null)`,
    ),
    check("webhook_deliveries_attempts", sql`${t.attempts} between 0 and 10`),
    index("webhook_deliveries_of_webhook").on(t.webhookId, t.createdAt.desc(), t.id.desc()),
    index("webhook_deliveries_waiting").on(t.webhookId, t.thing, t.thingId, t.id).where(sql`${t.dueAt} is not null`),
    index("webhook_deliveries_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index("webhook_deliveries_made").on(t.createdAt),
  ],
);
