import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { COMPANY_KINDS, ROLES } from "#shared/domain/roles.ts";
import { MOST_CREDIT_LIMIT, MOST_DISCOUNT_HUNDREDTHS, PAYMENT_DAYS } from "#shared/domain/trade/ledger.ts";
import { APPROVAL_STATUSES } from "#shared/domain/trade/status.ts";
import { at, atMost, createdAt, id, pence, texts, trimmed } from "./columns.ts";

export const role = pgEnum("role", ROLES);
export const approvalStatus = pgEnum("approval_status", APPROVAL_STATUSES);

export const companyKind = pgEnum("company_kind", COMPANY_KINDS);

/** Who trades with us, makes for us, or is us. Its people have accounts. */
export const companies = pgTable(
  "companies",
  {
    /** The id of its founder's account, for good (docs/decisions/010-companies-and-people.md). */
    id: integer("id").primaryKey(),
    kind: companyKind("kind").notNull(),
    name: text("name").notNull(),
    /** In small letters, so that a search need not lower every name anew (docs/decisions/004-search.md). */
    searchName: text("search_name")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower(${companies.name})`),
    address: text("address"),
    phone: text("phone"),
    referralCode: text("referral_code").notNull().unique(),
    approvalStatus: approvalStatus("approval_status").notNull(),
    approvalReason: text("approval_reason"),
    approvalDecidedAt: at("approval_decided_at"),
    approvalDecidedBy: integer("approval_decided_by").references((): AnyPgColumn => users.id),
    /** The terms of a customer: off the list's prices, in how many days its invoices are due, how much it may owe. */
    discountHundredths: integer("discount_hundredths").notNull().default(0),
    paymentDays: integer("payment_days").notNull().default(0),
    /** Null: no limit. */
    creditLimitPence: pence("credit_limit_pence"),
    /** Its name in the bookkeeping; null: its own. */
    accountsName: text("accounts_name"),
    createdAt,
  },
  (t) => [
    texts(
      "companies",
      trimmed(t.name, LONGEST.companyName),
      trimmed(t.address, LONGEST.address),
      trimmed(t.phone, LONGEST.phone),
      atMost(t.approvalReason, LONGEST.reason),
      trimmed(t.accountsName, LONGEST.accountsName),
    ),
    check(
      "companies_terms",
      sql`${t.discountHundredths} between 0 and ${sql.raw(String(MOST_DISCOUNT_HUNDREDTHS))} and ${t.paymentDays} in (${sql.raw(PAYMENT_DAYS.join(", "))})
        and ${t.creditLimitPence} between 0 and ${sql.raw(String(MOST_CREDIT_LIMIT))}`,
    ),
    index("companies_newest").on(t.kind, t.createdAt.desc(), t.id.desc()),
    // Two with one name in the bookkeeping would be one account there.
    uniqueIndex("companies_accounts_name").on(sql`lower(${t.accountsName})`),
    index("companies_by_name").on(t.kind, t.searchName, t.id),
  ],
);

/** Codes of companies that were made one: they still lead to it. */
export const formerReferralCodes = pgTable("former_referral_codes", {
  code: text("code").primaryKey(),
  companyId: integer("company_id")
    .notNull()
    .references(() => companies.id),
});

/** A person's account. What a company is and may do stands with the company. */
export const users = pgTable(
  "users",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    email: text("email").notNull(),
    /**
     * The e-mail of an invitation that names another company's account. `email` is a placeholder then, so
     * the row signs nobody in and holds no e-mail (rule A16).
     */
    takenEmail: text("taken_email"),
    passwordHash: text("password_hash").notNull(),
    role: role("role").notNull(),
    contactName: text("contact_name").notNull(),
    searchName: text("search_name")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower(${users.contactName})`),
    mayOrder: boolean("may_order").notNull().default(true),
    mayManage: boolean("may_manage").notNull().default(true),
    /** Null while the person is only invited: they have no password yet. */
    joinedAt: at("joined_at").defaultNow(),
    lastSeenAt: at("last_seen_at"),
    /** Signs in nowhere and hears nothing until it is null again. Of one person; a company's is its approval status. */
    suspendedAt: at("suspended_at"),
    createdAt,
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts("users", trimmed(t.email, LONGEST.email), trimmed(t.takenEmail, LONGEST.email), trimmed(t.contactName, LONGEST.contactName)),
    check("users_rights", sql`${t.role} = 'customer' or (${t.mayOrder} and (${t.mayManage} or ${t.role} = 'supplier'))`),
    check("users_suspended", sql`${t.suspendedAt} is null or ${t.joinedAt} is not null`),
    check("users_taken_email", sql`${t.takenEmail} is null or ${t.joinedAt} is null`),
    // So that a row can name a person and their company as one, and the database refuses another's.
    unique("users_of_company").on(t.id, t.companyId),
    uniqueIndex("users_email_live").on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index("users_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("users_by_company").on(t.companyId),
    index("users_of_company_newest").on(t.companyId, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
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
