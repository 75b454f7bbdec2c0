import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Handlers } from "#server/context.ts";
import { hasPeople } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies, formerReferralCodes, referrals } from "#server/schema/companies-and-users.ts";
import type { referrals as contract } from "#shared/contract/referrals.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { commissionOn } from "#shared/domain/trade/pricing.ts";

const referred = alias(companies, "referred");
const referrers = alias(companies, "referrers");

/**
 * Matches the company's own referrals; all for the super admin. A referred company without people
 * is included only if its first payment earned a commission.
 */
const referralsVisibleTo = (user: SignedInUser): SQL | undefined =>
  and(
    user.role === "super_admin" ? undefined : eq(referrals.referrerId, user.companyId),
    or(hasPeople(referred.id), gt(referrals.commission, pence(0))),
  );

const selectRows = (db: Db) =>
  db
    .select({
      id: referrals.id,
      referredUserId: referrals.referredId,
      referredUser: { companyName: referred.name },
      paidOut: sql<boolean>`${referrals.paidOutAt} is not null`,
      commissionEarned: referrals.commission,
      createdAt: referrals.createdAt,
      referrer: { id: referrers.id, companyName: referrers.name },
    })
    .from(referrals)
    .innerJoin(referred, eq(referred.id, referrals.referredId))
    .innerJoin(referrers, eq(referrers.id, referrals.referrerId));

export const referralHandlers: Handlers<typeof contract> = {
  list: ({ db, user, page }) =>
    selectRows(db)
      .where(and(referralsVisibleTo(user), afterCursor(page, referrals.createdAt, referrals.id)))
      .orderBy(...newestFirst(referrals.createdAt, referrals.id))
      .limit(rowsToFetch(page)),

  payOut: async ({ db, user, params, now, record }) => {
    const [referral] = await db.select().from(referrals).where(eq(referrals.id, params.id)).for("update");
    if (!referral) throw notFound("Referral");
    // The call is refused, not ignored: the second person may be about to transfer the money again.
    if (referral.paidOutAt) throw conflict(`This referral was already paid out on ${formatDay(referral.paidOutAt)}`);
    if (referral.commission === 0) throw conflict("This referral has not earned a commission yet");
    await db.update(referrals).set({ paidOutAt: now }).where(eq(referrals.id, referral.id));
    record({ before: { paidOut: false }, after: { paidOut: true, commissionPence: referral.commission } });
    const [row] = await selectRows(db).where(and(eq(referrals.id, referral.id), referralsVisibleTo(user)));
    if (!row) throw notFound("Referral");
    return row;
  },
};

/**
 * The company with this referral code, current or former.
 * @throws 400 `Unknown referral code`
 */
export async function findReferrer(db: Db, code: string): Promise<number> {
  const normalizedCode = code.trim().toUpperCase();
  const [referrer] = await db
    .select({ id: companies.id })
    .from(companies)
    .leftJoin(formerReferralCodes, and(eq(formerReferralCodes.companyId, companies.id), eq(formerReferralCodes.code, normalizedCode)))
    .where(and(or(eq(companies.referralCode, normalizedCode), isNotNull(formerReferralCodes.code)), hasPeople(companies.id)));
  if (!referrer) throw badRequest("Unknown referral code");
  return referrer.id;
}

/**
 * Records at registration the company that referred a new one, with no commission yet (rule A13).
 */
export async function recordReferral(db: Db, referrerId: number, referredId: number, now: Date): Promise<void> {
  await db.insert(referrals).values({ referrerId, referredId, createdAt: now });
}

interface PaidQuote {
  readonly id: number;
  readonly companyId: number;
  readonly subtotalPence: Pence;
}

/**
 * Credits the customer that referred a company with the commission on its first paid quote, once
 * (rule P9); staff and suppliers earn nothing. One conditional update: of two quotes paid at once,
 * the second waits for the first's row and finds it earned. Runs in the transaction of the payment.
 */
export async function earnCommission(db: Db, quote: PaidQuote): Promise<void> {
  const customers = db.select({ id: companies.id }).from(companies).where(eq(companies.kind, "customer"));
  await db
    .update(referrals)
    .set({ commission: commissionOn(quote.subtotalPence), earnedByQuoteId: quote.id })
    .where(and(eq(referrals.referredId, quote.companyId), isNull(referrals.earnedByQuoteId), inArray(referrals.referrerId, customers)));
}

/**
 * Resets the commission of a quote that was refunded or credited in full, unless it was paid out
 * (rule P9).
 */
export async function resetCommission(db: Db, quoteId: number): Promise<void> {
  await db
    .update(referrals)
    .set({ commission: pence(0) })
    .where(and(eq(referrals.earnedByQuoteId, quoteId), isNull(referrals.paidOutAt)));
}
