import { and, eq } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { findRecipients, isHere, type Person, selectPeople } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import { type JobWords, withJobName } from "#server/platform/mail/post.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";

interface OrderedQuote extends JobWords {
  readonly id: number;
  /** The person for whom the quote was made. */
  readonly userId: number;
  readonly finalTotalPence: Pence;
  readonly owedPence: Pence;
}
interface NewOrder {
  readonly id: number;
  readonly shippingAddress: string;
  readonly requiredBy: Day | null;
  /** The person who placed the quote; null if staff converted it. */
  readonly placedBy: number | null;
}

/**
 * Notifies the customer's people that their quote is an order now, with its total and the way to
 * pay (rule O15).
 */
export async function notifyOfNewOrder(
  { db, post }: Pick<Context, "db" | "post">,
  quote: OrderedQuote,
  { id, shippingAddress, requiredBy, placedBy }: NewOrder,
): Promise<void> {
  const number = orderNumber(id);
  const total = quote.finalTotalPence > 0 ? `, for ${formatPence(quote.finalTotalPence)} including VAT` : "";
  const sentence = `Quote ${quoteNumber(quote.id)} is order ${number} now${total}.`;
  const owed = formatPence(quote.owedPence);
  const unpaid = quote.owedPence > 0;
  const isWhole = quote.owedPence === quote.finalTotalPence;
  const paragraphs = [
    sentence,
    `It goes to:\n${shippingAddress}`,
    ...(requiredBy === null ? [] : [`You need it by ${formatDay(startOfDay(requiredBy))}.`]),
    unpaid ? (isWhole ? "It is not paid yet." : `${owed} of it is still to be paid.`) : "There is nothing left to pay.",
  ];
  await notifyPeople({ db, post }, "order_created", await readersOf(db, quote.userId, placedBy), ({ mayOrder }) => {
    const pays = unpaid && mayOrder;
    return {
      title: withJobName(`Order ${number}`, quote),
      message: pays ? `${sentence} It can be paid.` : sentence,
      relatedId: id,
      letter: {
        subject: `Order ${number} confirmed`,
        paragraphs,
        job: quote,
        action: { label: pays ? `Pay ${owed}` : "Open the order", path: `/orders?order=${id}` },
      },
    };
  });
}

/**
 * The people who are notified about the order from now on, and the person who placed the quote, to
 * whom the portal promised a mail.
 */
async function readersOf(db: Context["db"], makerId: number, placedBy: number | null): Promise<Person[]> {
  const hear = await findRecipients(db, makerId);
  const placers =
    placedBy === null || hear.some(({ id }) => id === placedBy) ? [] : await selectPeople(db).where(and(eq(users.id, placedBy), isHere));
  // Staff who order for themselves, or place for a customer, see the order on their screens.
  return [...hear, ...placers].filter(({ role }) => role === "customer");
}
