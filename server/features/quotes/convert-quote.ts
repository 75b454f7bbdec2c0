import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { quotes } from "#server/db/schema.ts";
import type { Context } from "#server/house.ts";
import { conflict } from "#server/http/errors.ts";
import { formatDay } from "#shared/domain/period.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { canConvertQuote, QUOTE_STATUS_LABEL } from "#shared/domain/status.ts";
import { existingQuote, type LockedQuote, lockQuote } from "./quote-queries.ts";

/** Past its validity a quote is not sent, accepted, paid or converted; staff may convert it all the same when they say so (rule Q6). */
export function refuseExpired(quote: Pick<LockedQuote, "validUntil">, now: Date): void {
  if (quote.validUntil < now) throw conflict(`This quote expired on ${formatDay(quote.validUntil)}`);
}

/** The quote, locked, if an order can be made of it. */
export async function lockConvertibleQuote(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  id: number,
  acceptExpired: boolean,
): Promise<LockedQuote> {
  const quote = await lockQuote(db, user, id);
  const { orderId, orderStatus, paymentStatus } = await existingQuote(db, user, id);
  if (orderId !== null) throw conflict(`This quote was already converted to order ${orderNumber(orderId)}`);
  if (!canConvertQuote({ quoteStatus: quote.status, paymentStatus, orderId, orderStatus })) {
    throw conflict(`A ${QUOTE_STATUS_LABEL[quote.status].toLowerCase()} quote cannot be converted to an order`);
  }
  if (!acceptExpired && quote.paidAt === null) refuseExpired(quote, now);
  return quote;
}

export async function acceptQuote(db: Db, quote: Pick<LockedQuote, "id">): Promise<void> {
  await db.update(quotes).set({ status: "accepted" }).where(eq(quotes.id, quote.id));
}
