import { formatDate, formatListed, formatMoney, formatWeekday } from "#client/lib/format.ts";
import { describeUnpaid } from "#client/lib/part-paid.ts";
import type { User } from "#client/lib/session.ts";
import type { Day } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { canPayQuote, ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "./quote-actions.ts";

type Reader = Pick<User, "role" | "orderedBy" | "directOrders">;

/**
 * Describes the quote's state and its next step for the reader's role. The details add more for an
 * expired quote.
 */
export function quoteSentence(user: Reader, quote: Quote): string {
  const standing = isStaff(user.role) ? forOffice(quote) : forCustomer(user, quote);
  if (!quote.paymentPending) return standing;
  return isStaff(user.role)
    ? `${standing} ${ON_ITS_WAY}`
    : `${ON_ITS_WAY} We will notify you when it arrives: there is no need to pay again. ${standing.replace(" It is not paid yet.", "")}`;
}

/**
 * Names who has the customer's quote now, and the fitter's next step. Null where the status says it
 * already (rule S33).
 */
export function describeWhereabouts(quote: Quote, now: number, mayOrder: boolean): string | null {
  const { acceptedBy, customerName, estimatedArrival, orderId, placedAt, quoteStatus, withCustomer } = quote;
  if (orderId !== null) return whereOrderIs(quote.orderStatus ?? "pending", estimatedArrival ?? null);
  if (quoteStatus === "declined") return null;
  if (placedAt !== null) return `With the office since ${formatListed(placedAt)}`;
  if (acceptedBy) {
    const accepted = `Accepted by ${acceptedBy.name} · ${formatMoney(acceptedBy.total)}`;
    return mayOrder ? `${accepted} · place it` : accepted;
  }
  if (withCustomer && Date.parse(withCustomer.until) >= now)
    return `With ${customerName ?? "your customer"} since ${formatListed(withCustomer.since)}`;
  return null;
}

function whereOrderIs(status: OrderStatus, arrives: Day | null): string | null {
  if (status === "draft") return "The office is correcting it";
  if (status === "cancelled") return "Cancelled";
  if (status === "delivered" || status === "completed") return "Delivered";
  const comes = arrives && `Comes ${formatWeekday(arrives)}`;
  return comes ?? (status === "shipped" ? "On its way" : "With the workshop");
}

/** The next step after placing. */
export const describePlacing = ({ directOrders }: Pick<User, "directOrders">): string =>
  directOrders ? "It goes straight to the workshop, and can be paid at once." : "We check it, make it an order and notify you by email.";

/** A slow payment method is processing, so nobody must pay again meanwhile. */
const ON_ITS_WAY = "A payment of it is on its way.";

const isPaid = ({ paymentStatus }: Quote): boolean => paymentStatus === "paid";

function forCustomer(user: Reader, quote: Quote): string {
  const { quoteStatus, placedAt, requiredBy, validUntil } = quote;
  if (quoteStatus === "declined")
    return `This quote ${quote.withdrawnAt === null ? "is closed" : "was withdrawn"}. Duplicate it to have the same windows at today's prices.`;
  if (quote.orderId !== null) return ofOrder(quote.orderId, quote, user.orderedBy);
  if (placedAt !== null) {
    const when = `It was placed on ${formatDate(placedAt)}${requiredBy === null ? "" : `, needed by ${formatDate(requiredBy)}`}.`;
    if (isPaid(quote)) return `${when} It is paid. We make it an order and notify you by email.`;
    return `${when} We check it, make it an order and notify you by email. ${quoteStatus === "draft" ? "It can be paid then." : `${user.orderedBy ?? "You"} can pay it now.`}`;
  }
  const begins = {
    draft: "Nothing is ordered yet.",
    sent: `We sent you this price, and it holds until ${formatDate(validUntil)}.`,
    accepted: isPaid(quote) ? "It is paid, but the delivery address is missing." : "The price is accepted, but nothing is ordered yet.",
  }[quoteStatus];
  if (user.orderedBy) return `${begins} ${user.orderedBy} can place it.`;
  return `${begins} Place the order with its delivery address. ${describePlacing(user)}`;
}

function ofOrder(orderId: number, quote: Quote, orderedBy?: string): string {
  const { orderStatus, paymentStatus = "unpaid", quoteStatus } = quote;
  const order = orderNumber(orderId);
  if (orderStatus === "cancelled") return `Its order ${order} was cancelled.`;
  if (orderStatus === "draft") return `The office is correcting its order ${order}.`;
  const stands = `It is order ${order} now: ${ORDER_STATUS_LABEL[orderStatus ?? "pending"].toLowerCase()}.`;
  if (!canPayQuote({ orderId, orderStatus, paymentStatus, status: quoteStatus })) return stands;
  return `${stands} ${describeUnpaid(quote)}${orderedBy ? ` Ask ${orderedBy} to pay it.` : ""}`;
}

function forOffice(quote: Quote): string {
  const { quoteStatus, placedAt, requiredBy, validUntil } = quote;
  if (quote.orderId !== null) return ofOrder(quote.orderId, quote);
  if (quoteStatus === "declined")
    return quote.withdrawnAt === null ? "The customer closed this quote." : "The customer withdrew this quote.";
  if (placedAt !== null) {
    const by = requiredBy === null ? "" : `, needed by ${formatDate(requiredBy)}`;
    return `The customer placed it on ${formatDate(placedAt)}${by}. Convert it to make the order.`;
  }
  if (quoteStatus === "sent") return `The customer can place, accept, pay or decline it until ${formatDate(validUntil)}.`;
  if (quoteStatus === "accepted") return `The customer ${isPaid(quote) ? "paid" : "accepted"} it. Convert it to make the order.`;
  return "The customer has not placed it. Send it for a decision, or convert it once it is agreed.";
}
