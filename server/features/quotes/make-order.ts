import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { quotes } from "#server/db/schema.ts";
import { createOrderFromQuote } from "#server/features/orders/create-order.ts";
import { tellOfNewOrder } from "#server/features/orders/tell-of-new-order.ts";
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

/** Makes the order of a locked quote that is accepted and may have one (rule Q7), and tells its people. `placedBy`: who asked for it. */
export async function makeOrder(
  { db, post, user, now }: Pick<Context, "db" | "post" | "user" | "now">,
  quote: LockedQuote,
  delivery: Delivery,
  placedBy: number | null,
): Promise<number> {
  const id = await createOrderFromQuote({ db, user, now }, quote, delivery);
  await tellOfNewOrder({ db, post }, quote, { id, ...delivery, placedBy });
  return id;
}
