import { eq } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { orderersOf, ordersGoStraight, type Person } from "#server/features/companies/people.ts";
import { issueDueInvoices } from "#server/features/invoices/issue-invoice.ts";
import { refuseUnconfirmedDifferences } from "#server/features/retail/accepted-differences.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { quoteEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { NOT_PLACED, quotes } from "#server/schema/quotes.ts";
import { NEEDED_IN_THE_FUTURE } from "#shared/contract/parts/quote-bodies.ts";
import { type Day, isTooFar, londonDay, WITHIN_TWO_YEARS } from "#shared/domain/period.ts";
import { leadTimeWarning, readyWarning } from "#shared/domain/trade/lead-time.ts";
import { type Addressless, storeCompanyAddress } from "./company-address.ts";
import { refuseOverLimit } from "./credit-limit.ts";
import { readReadyDay } from "./lead-time.ts";
import { makeOrder } from "./make-order.ts";
import { notifyOfPlacing, notifyOfRequestToPlace, notifyOfWithdrawnPlacing, wereAskedLately } from "./notify-of-placing.ts";
import { refuseChanged, refuseExpired, refuseOrdered } from "./quote-course.ts";
import { type LockedQuote, nextVersion, type QuoteRow } from "./quote-queries.ts";

interface Placing {
  readonly shippingAddress: string;
  readonly requiredBy: Day | null;
  /** The version of the quote that the person read. */
  readonly version?: number | undefined;
  /** The quote's company, if it has no address yet. */
  readonly addressless: Addressless | null;
  /** True if the person confirmed a day that is sooner than the lead time. */
  readonly confirmed?: boolean | undefined;
  /** True if the person read the differences from the accepted quotation (rule T17). */
  readonly acceptedDifferences?: boolean | undefined;
}

/** @throws 400 for a day that is not after today, in London, or in more than two years */
export function refuseDay(day: Day | null, now: Date): void {
  const today = londonDay(now);
  if (day === null || (day > today && !isTooFar(day, today))) return;
  const message = day > today ? WITHIN_TWO_YEARS : NEEDED_IN_THE_FUTURE;
  throw badRequest(message, [{ path: "requiredBy", message }]);
}

/** @throws 409 for a quote that has an order, was declined, or expired before it was paid */
function refuseUnplaceable(quote: LockedQuote, { orderId }: Pick<QuoteRow, "orderId">, now: Date): void {
  refuseOrdered(orderId);
  if (quote.status === "declined") throw conflict("A declined quote cannot be placed");
  if (quote.paidAt === null) refuseExpired(quote, now);
}

/**
 * A person who may not order asks colleagues who may to place a locked quote (rule Q18). A repeated
 * request within an hour notifies nobody.
 * @returns the notified people
 * @throws 409 for a person who may order, and for a quote that is placed or cannot be placed
 */
export async function requestPlacing(
  { db, post, user, now }: Omit<PlacingContext, "ip">,
  quote: LockedQuote,
  row: QuoteRow,
): Promise<readonly Person[]> {
  if (user.mayOrder) throw conflict("You can place it yourself");
  refuseUnplaceable(quote, row, now);
  if (quote.placedAt !== null) throw conflict("This quote is already placed");
  const readers = await orderersOf(db, user.companyId);
  if (await wereAskedLately(db, readers, quote.id, now)) return [];
  await notifyOfRequestToPlace({ db, post, user }, row, readers, now);
  return readers;
}

type PlacingContext = Pick<Context, "db" | "post" | "user" | "ip" | "now">;

/**
 * Places a locked quote, or changes its address and day (rule Q14). Staff convert it, or its order
 * is made at once with direct orders. `row`: the quote as lists show it.
 * @returns true if anything changed
 */
export async function placeQuote(
  context: PlacingContext,
  quote: LockedQuote,
  row: QuoteRow,
  { version, addressless, confirmed = false, acceptedDifferences = false, ...placing }: Placing,
): Promise<boolean> {
  const { db, user, now } = context;
  refuseDay(placing.requiredBy, now);
  refuseUnplaceable(quote, row, now);
  await refuseChanged(db, quote, version);
  await refuseUnconfirmedDifferences(db, user, quote, acceptedDifferences);
  if (!confirmed) await requireConfirmedDay(db, quote, placing.requiredBy, now);
  const straight = await ordersGoStraight(db);
  if (straight) await refuseOverLimit(db, quote, row);
  if (addressless) await storeCompanyAddress(context, addressless);
  const status = straight || quote.status === "sent" ? "accepted" : quote.status;
  if (!straight && !addressless && isPlacedSo(quote, { ...placing, status })) return false;
  await db
    .update(quotes)
    .set({ ...placing, status, placedAt: now, placedBy: user.id, ...nextVersion(user) })
    .where(eq(quotes.id, quote.id));
  const further = status === quote.status ? [] : (["quote.accepted"] as const);
  await recordEvent(db, quoteEvent({ ...quote, status }, "quote.placed", ...further), now);
  const orderId = straight
    ? await makeOrder(context, { ...quote, owedPence: row.owedPence }, placing, { placedBy: user.id, isAccepted: true })
    : null;
  // Invoices for payments from before the company had an address are issued now, after the order
  // exists, so that they name it.
  if (addressless) await issueDueInvoices(db, addressless, context);
  await notifyOfPlacing(context, row, { ...placing, orderId });
  return true;
}

/**
 * Asks once for confirmation of a day that is sooner than the lead time of the types (rule Q33). An
 * unchanged day of an earlier placing needs none.
 * @throws 409
 */
async function requireConfirmedDay(db: Db, quote: LockedQuote, requiredBy: Day | null, now: Date): Promise<void> {
  if (requiredBy === null || (quote.placedAt !== null && quote.requiredBy === requiredBy)) return;
  const { leadTime, readyOn, byCapacity } = await readReadyDay(db, quote.id, now);
  const sooner = byCapacity ? readyWarning(readyOn, requiredBy) : leadTimeWarning(leadTime, requiredBy, londonDay(now));
  if (sooner) throw conflict(sooner, { leadWeeks: leadTime?.weeks ?? 0 });
}

const isPlacedSo = (
  quote: LockedQuote,
  { shippingAddress, requiredBy, status }: Pick<Placing, "shippingAddress" | "requiredBy"> & Pick<LockedQuote, "status">,
): boolean =>
  quote.placedAt !== null && quote.shippingAddress === shippingAddress && quote.requiredBy === requiredBy && quote.status === status;

/**
 * Withdraws a placing. Returns false without a placing. A quote that placing accepted stays
 * accepted.
 */
export async function withdrawPlacing(context: PlacingContext, quote: LockedQuote, row: QuoteRow): Promise<boolean> {
  refuseOrdered(row.orderId);
  if (quote.placedAt === null) return false;
  await context.db
    .update(quotes)
    .set({ ...NOT_PLACED, ...nextVersion(context.user) })
    .where(eq(quotes.id, quote.id));
  await notifyOfWithdrawnPlacing(context, row);
  return true;
}
