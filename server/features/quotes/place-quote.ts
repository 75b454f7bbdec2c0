import { eq } from "drizzle-orm";
import { NOT_PLACED, quotes } from "#server/db/schema.ts";
import { ordersGoStraight } from "#server/features/companies/people.ts";
import type { Context } from "#server/house.ts";
import { badRequest, conflict } from "#server/http/errors.ts";
import { NEEDED_IN_THE_FUTURE } from "#shared/contract/quote-bodies.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { makeOrder } from "./make-order.ts";
import { refuseExpired, refuseOrdered } from "./quote-course.ts";
import { type LockedQuote, nextVersion, type QuoteRow } from "./quote-queries.ts";
import { tellOfPlacing, tellOfTakingBack } from "./tell-of-placing.ts";

interface Placing {
  readonly shippingAddress: string;
  readonly requiredBy: Day | null;
}

/** @throws 400 where a day is not after today, in London */
export function refusePast(day: Day | null, now: Date): void {
  if (day !== null && day <= londonDay(now))
    throw badRequest(NEEDED_IN_THE_FUTURE, [{ path: "requiredBy", message: NEEDED_IN_THE_FUTURE }]);
}

type Means = Pick<Context, "db" | "post" | "user" | "ip" | "now">;

/**
 * Places a locked quote, or changes where it goes and by when (rule Q14): the staff make its order, or it is made at once where orders go
 * straight to the workshop. `row`: the same quote as the lists show it. Whether anything is another than before.
 */
export async function placeQuote(means: Means, quote: LockedQuote, row: QuoteRow, placing: Placing): Promise<boolean> {
  const { db, user, now } = means;
  refusePast(placing.requiredBy, now);
  refuseOrdered(row.orderId);
  if (quote.status === "declined") throw conflict("A declined quote cannot be placed");
  if (quote.paidAt === null) refuseExpired(quote, now);
  const straight = await ordersGoStraight(db);
  const status = straight || quote.status === "sent" ? "accepted" : quote.status;
  if (!straight && isPlacedSo(quote, { ...placing, status })) return false;
  await db
    .update(quotes)
    .set({ ...placing, status, placedAt: now, placedBy: user.id, ...nextVersion(user) })
    .where(eq(quotes.id, quote.id));
  const orderId = straight ? await makeOrder(means, quote, placing) : null;
  await tellOfPlacing(means, row, { ...placing, orderId });
  return true;
}

const isPlacedSo = (quote: LockedQuote, { shippingAddress, requiredBy, status }: Placing & Pick<LockedQuote, "status">): boolean =>
  quote.placedAt !== null && quote.shippingAddress === shippingAddress && quote.requiredBy === requiredBy && quote.status === status;

/** False where there was nothing to take back. A quote that placing accepted stays accepted. */
export async function takeBackPlacing(means: Means, quote: LockedQuote, row: QuoteRow): Promise<boolean> {
  refuseOrdered(row.orderId);
  if (quote.placedAt === null) return false;
  await means.db
    .update(quotes)
    .set({ ...NOT_PLACED, ...nextVersion(means.user) })
    .where(eq(quotes.id, quote.id));
  await tellOfTakingBack(means, row);
  return true;
}
