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
     * No reference: a quote may be deleted while the customer is at Stripe's page, and the payment must still find its
     * number. Null: it is for several invoices.
     */
    quoteId: integer("quote_id"),
    checkoutId: integer("checkout_id").references(() => accountCheckouts.id),
    /** Who pressed Pay, and hears what becomes of a slow payment; null where this was not kept yet. */
    userId: integer("user_id").references(() => users.id),
    amount: pence("amount_pence").notNull(),
    url: text("url").notNull(),
    open: boolean("open").notNull().default(true),
    /** The person is done at Stripe's page, and the money is on its way. */
    isPending: boolean("is_pending").notNull().default(false),
    /** We closed it: that it expired is no try that was abandoned. */
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

/**
 * One Checkout for several invoices of a company. Its Checkout sessions are `checkout_sessions`.
 */
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

/** One row. Secrets are sealed by `server/platform/security/seal.ts`. */
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
     * The newest of Stripe's events that was looked at: what came while the portal was down is fetched from here on.
     */
    eventsSeenUntil: at("events_seen_until"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [check("stripe_settings_one_row", sql`${t.id} = 1`), texts("stripe_settings", atMost(t.publicKey, LONGEST.publicKey))],
);
