import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, index, integer, pgEnum, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { APPROVAL_STATUSES } from "#shared/domain/status.ts";
import { at, atMost, createdAt, id, texts, trimmed } from "./columns.ts";

export const role = pgEnum("role", ROLES);
export const approvalStatus = pgEnum("approval_status", APPROVAL_STATUSES);

export const users = pgTable(
  "users",
  {
    id,
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    role: role("role").notNull(),
    companyName: text("company_name").notNull(),
    contactName: text("contact_name").notNull(),
    /**
     * Both names in small letters, a line each, so that a search need not lower every name anew
     * (docs/decisions/072-search.md).
     */
    searchNames: text("search_names")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower(${users.companyName} || chr(10) || ${users.contactName})`),
    address: text("address"),
    referralCode: text("referral_code").notNull().unique(),
    approvalStatus: approvalStatus("approval_status").notNull(),
    approvalReason: text("approval_reason"),
    approvalDecidedAt: at("approval_decided_at"),
    approvalDecidedBy: integer("approval_decided_by").references((): AnyPgColumn => users.id),
    createdAt,
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts(
      "users",
      trimmed(t.email, LONGEST.email),
      trimmed(t.companyName, LONGEST.companyName),
      trimmed(t.contactName, LONGEST.contactName),
      trimmed(t.address, LONGEST.address),
      atMost(t.approvalReason, LONGEST.reason),
    ),
    uniqueIndex("users_email_live").on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index("users_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
  ],
);

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

/** rate-limiter-flexible's table, made here so that no process makes it at run time. */
export const rateLimits = pgTable(
  "rate_limits",
  { key: text("key").primaryKey(), points: integer("points").notNull().default(0), expire: bigint("expire", { mode: "number" }) },
  (t) => [index("rate_limits_expire").on(t.expire)],
);
