import { sql } from "drizzle-orm";
import { index, integer, pgTable } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, createdAt, id, pence } from "./columns.ts";

export const referrals = pgTable(
  "referrals",
  {
    id,
    referrerId: integer("referrer_id")
      .notNull()
      .references(() => users.id),
    referredUserId: integer("referred_user_id")
      .notNull()
      .unique()
      .references(() => users.id),
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
