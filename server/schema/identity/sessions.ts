import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { SCOPES, type Scope } from "#shared/contract/identity/scopes.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { at, atMost, createdAt, id, texts, trimmed } from "../columns.ts";
import { companies, users } from "../companies-and-users.ts";

export const sessions = pgTable(
  "sessions",
  {
    /** The SHA-256 hash of the cookie's id: a stolen backup signs no one in. */
    idHash: text("id_hash").primaryKey(),
    /** The number that names the session in a list of sessions. It is no part of the cookie. */
    id: integer("id").generatedByDefaultAsIdentity().unique(),
    /** The browser and the system in words; null for sessions from before the words were stored. */
    device: text("device"),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    impersonatorId: integer("impersonator_id").references(() => users.id, { onDelete: "cascade" }),
    createdAt,
    lastSeenAt: at("last_seen_at").notNull().defaultNow(),
    /** The time of the last proof that it is the person who acts (rule A36). */
    provedAt: at("proved_at"),
    /** True after a sign-in by a recovery code, until a factor is added. */
    isRecovered: boolean("is_recovered").notNull().default(false),
    /** A partly authenticated session waits until then for its second factor; null: signed in. */
    awaitsFactorUntil: at("awaits_factor_until"),
  },
  (t) => [
    texts("sessions", atMost(t.device, LONGEST.device)),
    index("sessions_user").on(t.userId),
    index("sessions_impersonator").on(t.impersonatorId),
    index("sessions_last_seen").on(t.lastSeenAt),
  ],
);

/**
 * The devices at which an account has signed in, by the hash of the device's cookie. A sign-in at
 * another device is emailed to the person (rule A31).
 */
export const devices = pgTable(
  "devices",
  {
    idHash: text("id_hash").notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lastSeenAt: at("last_seen_at").notNull(),
    /** The time of the last email about the device; null if none was sent. */
    mailedAt: at("mailed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.idHash] }),
    index("devices_last_seen").on(t.lastSeenAt),
    check("devices_hash", sql`char_length(${t.idHash}) = 43`),
  ],
);

/** API tokens (rule A32). A revoked or ended token has no row. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id,
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The SHA-256 hash of the token. */
    tokenHash: text("token_hash").notNull().unique(),
    lastFour: text("last_four").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    createdAt,
    expiresAt: at("expires_at").notNull(),
    lastUsedAt: at("last_used_at"),
    /** The time of the email that the token ends soon. */
    warnedAt: at("warned_at"),
  },
  (t) => [
    texts("api_tokens", trimmed(t.name, LONGEST.tokenName)),
    check(
      "api_tokens_scopes",
      sql`${t.scopes} <@ ${sql.raw(`array[${SCOPES.map((scope) => `'${scope}'`).join()}]`)} and cardinality(${t.scopes}) > 0`,
    ),
    check("api_tokens_days", sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '366 days'`),
    index("api_tokens_of_user").on(t.userId),
    index("api_tokens_ending").on(t.expiresAt),
  ],
);

/** The addresses of people's calendars (rule A34). Only the hash of an address is stored. */
export const calendars = pgTable("calendars", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  tokenHash: text("token_hash").notNull().unique(),
  createdAt,
});

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

/**
 * The changes of people's email addresses in the last week (rule A45). A former address stays
 * reserved for its person as long as its link can restore it.
 */
export const emailChanges = pgTable(
  "email_changes",
  {
    id,
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    oldEmail: text("old_email").notNull(),
    newEmail: text("new_email").notNull(),
    confirmHash: text("confirm_hash").notNull().unique(),
    stopHash: text("stop_hash").notNull().unique(),
    createdAt,
    confirmedAt: at("confirmed_at"),
    /** The time of the next request, or of the new password, that ended this one unconfirmed. */
    replacedAt: at("replaced_at"),
  },
  (t) => [
    texts("email_changes", trimmed(t.oldEmail, LONGEST.email), trimmed(t.newEmail, LONGEST.email)),
    check("email_changes_differ", sql`lower(${t.oldEmail}) <> lower(${t.newEmail})`),
    check(
      "email_changes_course",
      sql`${t.confirmedAt} is null
        or ${t.replacedAt} is null and ${t.confirmedAt} between ${t.createdAt} and ${t.createdAt} + interval '24 hours'`,
    ),
    uniqueIndex("email_changes_open").on(t.userId).where(sql`${t.confirmedAt} is null and ${t.replacedAt} is null`),
    index("email_changes_of_user").on(t.userId),
    index("email_changes_former").on(sql`lower(${t.oldEmail})`).where(sql`${t.confirmedAt} is not null`),
  ],
);

/** Open invitations: one link for each invited person, deleted when it is used (rule A24). */
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
 * The first time at which a company invited an email. The company reserves it for a week from then,
 * and a new invitation does not extend the week. Only a hash is stored, because the email may
 * belong to a person who never joined.
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

/** The table of rate-limiter-flexible, created here so that no process creates it at run time. */
export const rateLimits = pgTable(
  "rate_limits",
  { key: text("key").primaryKey(), points: integer("points").notNull().default(0), expire: bigint("expire", { mode: "number" }) },
  (t) => [index("rate_limits_expire").on(t.expire)],
);
