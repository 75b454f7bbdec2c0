import { calls, type Reply } from "#client/lib/api.ts";
import { isWrittenOff } from "#client/lib/part-paid.ts";
import { can, type User } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { canConvertQuote, canMove, canPayQuote, QUOTE_MOVES, type QuoteStatus } from "#shared/domain/trade/status.ts";

export type Quote = Reply<"quotes", "list">[number];

/** The label of each action, in the order in which the row and the details offer them. */
export const ACTION_LABEL = {
  convert: "Convert to Order",
  place: "Place order",
  ask: "Ask to place it",
  pay: "Pay Now",
  transfer: "Paid by bank transfer",
  send: "Send to customer",
  edit: "Edit",
  change: "Change delivery",
  accept: "Accept",
  decline: "Decline",
  takeBack: "Take back",
  withdraw: "Withdraw",
  job: "Change job or PO",
  customer: "Change customer",
  duplicate: "Duplicate",
  delete: "Delete",
} as const;
export type QuoteAction = keyof typeof ACTION_LABEL;
const QUOTE_ACTIONS = Object.keys(ACTION_LABEL) as QuoteAction[];

const stateOf = ({ quoteStatus, paymentStatus = "unpaid", orderId, orderStatus }: Quote) => ({
  status: quoteStatus,
  paymentStatus,
  orderId,
  orderStatus,
});

/** A quote with an order, and a paid or declined quote, no longer expires. */
export const isExpired = (quote: Quote, now: number): boolean =>
  Date.parse(quote.validUntil) < now && quote.orderId === null && quote.paymentStatus !== "paid" && quote.quoteStatus !== "declined";

/** True if money is outstanding (rule Y1). Whether it can be paid today is checked separately. */
export const isPayable = (quote: Quote): boolean => canPayQuote(stateOf(quote)) && !isWrittenOff(quote);

/** Nothing is paid and no payment is pending. */
const isUnpaid = ({ paymentStatus, paymentPending, owed, finalTotal }: Quote): boolean =>
  paymentStatus !== "paid" && !paymentPending && owed === finalTotal;

type Actor = Pick<User, "role" | "isImpersonating" | "mayOrder">;

/** Applies the server's own rules (rule A9), so that no button leads to a refusal. */
export function quoteActions(user: Actor, quote: Quote, now: number): QuoteAction[] {
  const open = !isExpired(quote, now);
  const placed = quote.placedAt !== null;
  const unmade = quote.orderId === null;
  const draft = quote.quoteStatus === "draft";
  const moves = (to: QuoteStatus) => canMove<QuoteStatus>(QUOTE_MOVES, quote.quoteStatus, to);
  const changes = can(user, calls.quotes.changeStatus) && unmade;
  const orders = can(user, calls.quotes.place) && user.mayOrder && unmade;
  const placeable = orders && canConvertQuote(stateOf(quote)) && open;
  const mayPay = can(user, calls.payments.pay) && user.mayOrder && !user.isImpersonating;
  // A pending payment is with Stripe, which will report its success or failure.
  const payable = isPayable(quote) && open && !quote.paymentPending;
  const possible: Record<QuoteAction, boolean> = {
    // An expired quote can be converted too; its dialog then requires a confirmation.
    convert: can(user, calls.quotes.convert) && canConvertQuote(stateOf(quote)),
    place: placeable && !placed,
    ask: can(user, calls.quotes.askToPlace) && !user.mayOrder && unmade && canConvertQuote(stateOf(quote)) && open && !placed,
    pay: mayPay && payable,
    transfer: can(user, calls.payments.payByTransfer) && payable && quote.finalTotal !== 0,
    send: changes && isStaff(user.role) && moves("sent") && open,
    // Staff also correct a placed quote that nobody has paid (rule Q35).
    edit: can(user, calls.quotes.update) && (placed ? isStaff(user.role) && unmade && isUnpaid(quote) : draft && open),
    change: placeable && placed,
    accept: changes && user.mayOrder && moves("accepted") && open,
    decline: changes && user.mayOrder && quote.quoteStatus === "sent",
    takeBack: orders && placed,
    // Withdrawing a placed draft also cancels the placing.
    withdraw: changes && user.role === "customer" && draft && (!placed || user.mayOrder),
    job: can(user, calls.quotes.changeJob) && !quote.invoiceNumber,
    customer: can(user, calls.quotes.changeJob),
    duplicate: can(user, calls.quotes.create),
    delete: can(user, calls.quotes.delete) && unmade && quote.paymentStatus !== "paid",
  };
  return QUOTE_ACTIONS.filter((action) => possible[action]);
}

/** The actions that advance the quote, for the customer and for the office. */
const NEXT = { customer: ["place", "ask", "pay"], office: ["convert", "pay"] } as const satisfies Record<string, readonly QuoteAction[]>;

/** The person's one next action, among the possible ones. */
export function nextQuoteAction({ role }: Pick<User, "role">, offered: readonly QuoteAction[]): QuoteAction | null {
  const wanted: readonly QuoteAction[] = isStaff(role) ? NEXT.office : NEXT.customer;
  return wanted.find((action) => offered.includes(action)) ?? null;
}
