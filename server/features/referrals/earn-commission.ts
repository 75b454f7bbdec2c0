import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { referrals } from "#server/db/schema.ts";
import { commissionOn } from "#shared/domain/commission.ts";
import type { Pence } from "#shared/domain/money.ts";

interface PaidQuote {
  readonly id: number;
  readonly userId: number;
  readonly subtotal: Pence;
}

/**
 * Credits the referrer of a company with its first paid quote, once (rule P9). One conditional update: of two quotes
 * paid at once, the second waits for the first's row and finds it earned. In the transaction of the payment.
 */
export async function earnCommission(db: Db, quote: PaidQuote): Promise<void> {
  await db
    .update(referrals)
    .set({ commission: commissionOn(quote.subtotal), earnedByQuoteId: quote.id })
    .where(and(eq(referrals.referredUserId, quote.userId), isNull(referrals.earnedByQuoteId)));
}
