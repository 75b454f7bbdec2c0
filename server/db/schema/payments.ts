import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { at, atMost, createdAt, id, pence, texts } from "./columns.ts";

export const checkoutSessions = pgTable(
  "checkout_sessions",
  {
    id: text("id").primaryKey(),
    /**
     * No reference: a quote may be deleted while the customer is at Stripe's page, and the payment must still find its
     * number.
     */
    quoteId: integer("quote_id").notNull(),
    amount: pence("amount_pence").notNull(),
    url: text("url").notNull(),
    open: boolean("open").notNull().default(true),
    createdAt,
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("checkout_sessions_one_open_per_quote").on(t.quoteId).where(sql`${t.open}`),
    index("checkout_sessions_of_quote").on(t.quoteId),
  ],
);

export const payments = pgTable(
  "payments",
  {
    id,
    quoteId: integer("quote_id").notNull(),
    stripeSessionId: text("stripe_session_id").notNull().unique(),
    stripePaymentIntentId: text("stripe_payment_intent_id").unique(),
    amount: pence("amount_pence").notNull(),
    currency: text("currency").notNull(),
    live: boolean("live").notNull(),
    /**
     * False: money came that settles nothing (a deleted or already paid quote). It is kept, and an error record asks a
     * person to look.
     */
    settles: boolean("settles").notNull(),
    refunded: pence("refunded_pence").notNull().default(sql`0`),
    createdAt,
  },
  (t) => [uniqueIndex("payments_one_settles_a_quote").on(t.quoteId).where(sql`${t.settles}`), index("payments_of_quote").on(t.quoteId)],
);

/** One row. Secrets are sealed by `server/security/seal.ts`. */
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
