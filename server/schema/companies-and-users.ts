import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, date, index, integer, pgEnum, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { COMPANY_KINDS, ROLES } from "#shared/domain/roles.ts";
import { MOST_CREDIT_LIMIT, MOST_DISCOUNT_HUNDREDTHS, PAYMENT_DAYS } from "#shared/domain/trade/ledger.ts";
import { APPROVAL_STATUSES } from "#shared/domain/trade/status.ts";
import { at, atMost, createdAt, id, pence, texts, trimmed } from "./columns.ts";

export const approvalStatus = pgEnum("approval_status", APPROVAL_STATUSES);

export const companyKind = pgEnum("company_kind", COMPANY_KINDS);

export const role = pgEnum("role", ROLES);

/** A customer, a supplier, or the seller itself. Its people have accounts. */
export const companies = pgTable(
  "companies",
  {
    /**
     * The id of its founder's account, which never changes
     * (docs/decisions/010-companies-and-people.md).
     */
    id: integer("id").primaryKey(),
    kind: companyKind("kind").notNull(),
    name: text("name").notNull(),
    /**
     * The name in lower case, so that a search does not convert every name again
     * (docs/decisions/004-search.md).
     */
    searchName: text("search_name")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower(${companies.name})`),
    address: text("address"),
    phone: text("phone"),
    /** Printed beside the company's name on its VAT invoices. */
    vatNumber: text("vat_number"),
    referralCode: text("referral_code").notNull().unique(),
    approvalStatus: approvalStatus("approval_status").notNull(),
    approvalReason: text("approval_reason"),
    approvalDecidedAt: at("approval_decided_at"),
    approvalDecidedBy: integer("approval_decided_by").references((): AnyPgColumn => users.id),
    /**
     * A customer's terms: the discount on list prices, the payment days, and the credit limit. The
     * discount is the one saved last, with its day; a planned one whose first day is later applies
     * instead (server/lists/terms.ts).
     */
    discountHundredths: integer("discount_hundredths").notNull().default(0),
    discountSince: date("discount_since", { mode: "string" }).notNull().default("2000-01-01"),
    paymentDays: integer("payment_days").notNull().default(0),
    /** Null: no limit. */
    creditLimitPence: pence("credit_limit_pence"),
    /** The company's name in the bookkeeping; null: the company's own name. */
    accountsName: text("accounts_name"),
    /** True for a supplier that sees and may take orders without a supplier (rule W93). */
    seesOpenOrders: boolean("sees_open_orders").notNull().default(false),
    createdAt,
  },
  (t) => [
    texts(
      "companies",
      trimmed(t.name, LONGEST.companyName),
      trimmed(t.address, LONGEST.address),
      trimmed(t.phone, LONGEST.phone),
      trimmed(t.vatNumber, LONGEST.vatNumber),
      atMost(t.approvalReason, LONGEST.reason),
      trimmed(t.accountsName, LONGEST.accountsName),
    ),
    check(
      "companies_terms",
      sql`${t.discountHundredths} between 0 and ${sql.raw(String(MOST_DISCOUNT_HUNDREDTHS))} and ${t.paymentDays} in (${sql.raw(PAYMENT_DAYS.join(", "))})
        and ${t.creditLimitPence} between 0 and ${sql.raw(String(MOST_CREDIT_LIMIT))}`,
    ),
    check("companies_see_open_orders", sql`${t.kind} = 'supplier' or not ${t.seesOpenOrders}`),
    index("companies_newest").on(t.kind, t.createdAt.desc(), t.id.desc()),
    // Two companies with one name would share one account in the bookkeeping.
    uniqueIndex("companies_accounts_name").on(sql`lower(${t.accountsName})`),
    index("companies_by_name").on(t.kind, t.searchName, t.id),
  ],
);

/** Referral codes of merged companies. They still lead to the merged company. */
export const formerReferralCodes = pgTable("former_referral_codes", {
  code: text("code").primaryKey(),
  companyId: integer("company_id")
    .notNull()
    .references(() => companies.id),
});

/** A person's account. The company's own facts and its approval are in `companies`. */
export const users = pgTable(
  "users",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    email: text("email").notNull(),
    /**
     * The email of an invitation that names an account of another company. `email` is a placeholder
     * then, so the row signs nobody in and reserves no email (rule A25).
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
    /** Null while the person is only invited and has no password. */
    joinedAt: at("joined_at").defaultNow(),
    lastSeenAt: at("last_seen_at"),
    /**
     * A suspended person cannot sign in and is not notified. `approvalStatus` suspends a whole
     * company.
     */
    suspendedAt: at("suspended_at"),
    createdAt,
    deletedAt: at("deleted_at"),
  },
  (t) => [
    texts("users", trimmed(t.email, LONGEST.email), trimmed(t.takenEmail, LONGEST.email), trimmed(t.contactName, LONGEST.contactName)),
    check("users_rights", sql`${t.role} = 'customer' or (${t.mayOrder} and (${t.mayManage} or ${t.role} = 'supplier'))`),
    check("users_suspended", sql`${t.suspendedAt} is null or ${t.joinedAt} is not null`),
    check("users_taken_email", sql`${t.takenEmail} is null or ${t.joinedAt} is null`),
    // The target of foreign keys that name a person and the person's company together: the database
    // refuses a person of another company.
    unique("users_of_company").on(t.id, t.companyId),
    uniqueIndex("users_email_live").on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index("users_newest").on(t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
    index("users_by_company").on(t.companyId),
    index("users_of_company_newest").on(t.companyId, t.createdAt.desc(), t.id.desc()).where(sql`${t.deletedAt} is null`),
  ],
);

export const referrals = pgTable(
  "referrals",
  {
    id,
    referrerId: integer("referrer_company_id")
      .notNull()
      .references(() => companies.id),
    referredId: integer("referred_company_id")
      .notNull()
      .unique()
      .references(() => companies.id),
    commission: pence("commission_pence").notNull().default(sql`0`),
    /**
     * The quote whose payment earned the commission. A company earns its referrer one commission.
     */
    earnedByQuoteId: integer("earned_by_quote_id"),
    paidOutAt: at("paid_out_at"),
    createdAt,
  },
  (t) => [
    index("referrals_of_referrer").on(t.referrerId, t.createdAt.desc(), t.id.desc()),
    index("referrals_newest").on(t.createdAt.desc(), t.id.desc()),
  ],
);
