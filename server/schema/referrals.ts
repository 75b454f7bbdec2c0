import { sql } from "drizzle-orm";
import { index, integer, pgTable } from "drizzle-orm/pg-core";
import { companies } from "./accounts.ts";
import { at, createdAt, id, pence } from "./columns.ts";

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
    /** The quote whose payment earned it; a company earns its referrer a commission once. */
    earnedByQuoteId: integer("earned_by_quote_id"),
    paidOutAt: at("paid_out_at"),
    createdAt,
  },
  (t) => [
    index("referrals_of_referrer").on(t.referrerId, t.createdAt.desc(), t.id.desc()),
    index("referrals_newest").on(t.createdAt.desc(), t.id.desc()),
  ],
);
