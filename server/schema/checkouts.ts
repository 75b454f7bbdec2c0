import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { at, atMost, createdAt, id, pence, texts } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";

export const checkoutSessions = pgTable(
  "checkout_sessions",
  {
    id: text("id").primaryKey(),
    /**
     * The number is no foreign key: a quote may be deleted while the customer is on Stripe's page,
     * and the payment still needs the number. Null: the session is for several invoices.
     */
    quoteId: integer("quote_id"),
    checkoutId: integer("checkout_id").references(() => accountCheckouts.id),
    /** The person who pressed Pay and is notified about a slow payment; null in older rows. */
    userId: integer("user_id").references(() => users.id),
    amount: pence("amount_pence").notNull(),
    url: text("url").notNull(),
    open: boolean("open").notNull().default(true),
    /** The person has finished on Stripe's page, and the money is on its way. */
    isPending: boolean("is_pending").notNull().default(false),
    /** The portal closed the session, so its expiry is no abandoned attempt. */
    isClosedByUs: boolean("is_closed_by_us").notNull().default(false),
    createdAt,
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    check("checkout_sessions_for_one", sql`num_nonnulls(${t.quoteId}, ${t.checkoutId}) = 1`),
    uniqueIndex("checkout_sessions_one_open_per_quote").on(t.quoteId).where(sql`${t.open}`),
    index("checkout_sessions_of_quote").on(t.quoteId),
    index("checkout_sessions_pending").on(t.quoteId, t.checkoutId).where(sql`${t.isPending}`),
    index("checkout_sessions_of_account").on(t.checkoutId).where(sql`${t.checkoutId} is not null`),
  ],
);

/** One Checkout for several invoices of a company. `checkout_sessions` stores its sessions. */
export const accountCheckouts = pgTable("account_checkouts", {
  id,
  companyId: integer("company_id")
    .notNull()
    .references(() => companies.id),
  userId: integer("user_id")
    .notNull()
    .references(() => users.id),
  createdAt,
});

/** A single row. `server/platform/security/seal.ts` seals its secrets. */
export const stripeSettings = pgTable(
  "stripe_settings",
  {
    id: integer("id").primaryKey().default(1),
    publicKey: text("public_key").notNull(),
    secretKeySealed: text("secret_key_sealed").notNull(),
    webhookEndpointId: text("webhook_endpoint_id"),
    webhookUrl: text("webhook_url"),
    webhookSecretSealed: text("webhook_secret_sealed"),
    /**
     * The newest event of Stripe that was handled. After a downtime, events are fetched from here
     * on.
     */
    eventsSeenUntil: at("events_seen_until"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [check("stripe_settings_one_row", sql`${t.id} = 1`), texts("stripe_settings", atMost(t.publicKey, LONGEST.publicKey))],
);
