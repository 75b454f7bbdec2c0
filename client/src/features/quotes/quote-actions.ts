import { calls, type Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { canConvertQuote, canMove, canPayQuote, QUOTE_MOVES, type QuoteStatus } from "#shared/domain/status.ts";

export type Quote = Reply<"quotes", "list">[number];

/** What can be done with a quote. The row and the details offer it in this order. */
export const QUOTE_ACTIONS = ["convert", "pay", "send", "accept", "decline", "duplicate", "delete"] as const;
export type QuoteAction = (typeof QUOTE_ACTIONS)[number];

export const ACTION_LABEL = {
  pay: "Pay Now",
  convert: "Convert to Order",
  send: "Send to customer",
  accept: "Accept",
  decline: "Decline",
  duplicate: "Duplicate",
  delete: "Delete",
} as const satisfies Record<QuoteAction, string>;

const stateOf = ({ quoteStatus, paymentStatus = "unpaid", orderId, orderStatus }: Quote) => ({
  quoteStatus,
  paymentStatus,
  orderId,
  orderStatus,
});

/** A quote that was made into an order, paid or declined no longer expires. */
export const isExpired = (quote: Quote, now: number): boolean =>
  Date.parse(quote.validUntil) < now && quote.orderId === null && quote.paymentStatus !== "paid" && quote.quoteStatus !== "declined";

/** The server's own rules (rule A9), so that no button leads to a refusal. */
export function quoteActions(user: Pick<User, "role" | "isImpersonating">, quote: Quote, now: number): QuoteAction[] {
  const open = !isExpired(quote, now);
  const moves = (to: QuoteStatus) => canMove<QuoteStatus>(QUOTE_MOVES, quote.quoteStatus, to);
  const changes = can(user, calls.quotes.changeStatus) && quote.orderId === null;
  const mayPay = can(user, calls.payments.pay) && !user.isImpersonating;
  const possible: Record<QuoteAction, boolean> = {
    pay: mayPay && canPayQuote(stateOf(quote)) && open,
    // An expired quote too. Its dialog then asks for a confirmation.
    convert: can(user, calls.quotes.convert) && canConvertQuote(stateOf(quote)),
    send: changes && isStaff(user.role) && moves("sent") && open,
    accept: changes && moves("accepted") && open,
    decline: changes && moves("declined"),
    duplicate: can(user, calls.quotes.duplicate),
    delete: can(user, calls.quotes.delete) && quote.orderId === null && quote.paymentStatus !== "paid",
  };
  return QUOTE_ACTIONS.filter((action) => possible[action]);
}

/** The one that moves the quote on: by the customer, or by the office. */
const NEXT = { customer: ["pay"], office: ["convert", "pay", "send"] } as const satisfies Record<string, readonly QuoteAction[]>;

export function nextQuoteAction({ role }: Pick<User, "role">, offered: readonly QuoteAction[]): QuoteAction | null {
  const wanted: readonly QuoteAction[] = isStaff(role) ? NEXT.office : NEXT.customer;
  return wanted.find((action) => offered.includes(action)) ?? null;
}
