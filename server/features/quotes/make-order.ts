import type { Context } from "#server/context.ts";
import { createOrderFromQuote } from "#server/features/orders/create-order.ts";
import { notifyOfNewOrder } from "#server/features/orders/notify-of-new-order.ts";
import { quoteEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import type { Day } from "#shared/domain/period.ts";
import { type LockedQuote, nextVersion, type QuoteRow } from "./quote-queries.ts";

interface Delivery {
  readonly shippingAddress: string;
  readonly requiredBy: Day | null;
}

/**
 * Creates a locked quote's order (rule Q7), accepts the quote if it was not, and notifies its
 * people. `placedBy`: the person who placed it.
 */
export async function makeOrder(
  { db, post, user, now }: Pick<Context, "db" | "post" | "user" | "now">,
  quote: LockedQuote & Pick<QuoteRow, "owedPence">,
  delivery: Delivery,
  { placedBy, isAccepted }: { readonly placedBy: number | null; readonly isAccepted: boolean },
): Promise<number> {
  const accepted = isAccepted ? undefined : ({ status: "accepted", ...nextVersion(user) } as const);
  if (!isAccepted && quote.status !== "accepted")
    await recordEvent(db, quoteEvent({ ...quote, status: "accepted" }, "quote.accepted"), now);
  const id = await createOrderFromQuote({ db, user, now }, quote, { ...delivery, accepted });
  await notifyOfNewOrder({ db, post }, quote, { id, ...delivery, placedBy });
  return id;
}
