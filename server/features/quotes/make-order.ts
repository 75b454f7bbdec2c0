import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { quotes } from "#server/db/schema.ts";
import { issueWhatCanBe } from "#server/features/invoices/issue-invoice.ts";
import { createOrderFromQuote } from "#server/features/orders/create-order.ts";
import type { Context } from "#server/house.ts";
import type { Day } from "#shared/domain/period.ts";
import { type LockedQuote, nextVersion } from "./quote-queries.ts";

export const acceptQuote = (db: Db, user: Context["user"], quote: LockedQuote) =>
  db
    .update(quotes)
    .set({ status: "accepted", ...nextVersion(user) })
    .where(eq(quotes.id, quote.id));

interface Delivery {
  readonly shippingAddress: string;
  readonly requiredBy: Day | null;
}

/** Makes the order of a locked quote that is accepted and may have one (rule Q7). */
export async function makeOrder(
  { db, user, ip, now }: Pick<Context, "db" | "user" | "ip" | "now">,
  quote: LockedQuote,
  delivery: Delivery,
): Promise<number> {
  const orderId = await createOrderFromQuote({ db, user, now }, quote, delivery);
  // Paid before there was an order, by a company without an address: now it has where to send the invoice to.
  await issueWhatCanBe(db, { quoteId: quote.id }, { user, ip, now });
  return orderId;
}
