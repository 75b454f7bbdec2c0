import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, createdAt } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie's id: a stolen backup signs no one in. */
    idHash: text("id_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    impersonatorId: integer("impersonator_id").references(() => users.id, { onDelete: "cascade" }),
    createdAt,
    lastSeenAt: at("last_seen_at").notNull().defaultNow(),
  },
  (t) => [
    index("sessions_user").on(t.userId),
    index("sessions_impersonator").on(t.impersonatorId),
    index("sessions_last_seen").on(t.lastSeenAt),
  ],
);

export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt,
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (t) => [index("password_resets_user").on(t.userId)],
);

/** Who was invited into a company and has not joined yet: one link a person, gone once it was used (rule A16). */
export const invitations = pgTable("invitations", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  tokenHash: text("token_hash").notNull().unique(),
  invitedBy: integer("invited_by")
    .notNull()
    .references(() => users.id),
  createdAt,
  expiresAt: at("expires_at").notNull(),
});

/**
 * When a company invited an e-mail first: it holds it for a week from then, also where it invites
 * anew. Kept without the e-mail, which may be of a person who never joined.
 */
export const firstInvitations = pgTable(
  "first_invitations",
  {
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    emailHash: text("email_hash").notNull(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.emailHash] }), check("first_invitations_hash", sql`char_length(${t.emailHash}) = 64`)],
);

/** rate-limiter-flexible's table, made here so that no process makes it at run time. */
export const rateLimits = pgTable(
  "rate_limits",
  { key: text("key").primaryKey(), points: integer("points").notNull().default(0), expire: bigint("expire", { mode: "number" }) },
  (t) => [index("rate_limits_expire").on(t.expire)],
);
