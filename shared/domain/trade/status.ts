/**
 * All statuses and the moves between them. Enums, the contract, selects and badges derive from
 * these.
 */

export const APPROVAL_STATUSES = ["pending", "approved", "rejected", "suspended"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
/** The moves of an account's approval (rule A2). */
export const APPROVAL_MOVES = {
  pending: ["approved", "rejected"],
  rejected: ["approved"],
  approved: ["suspended"],
  suspended: ["approved"],
} as const satisfies Record<ApprovalStatus, readonly ApprovalStatus[]>;

export const QUOTE_STATUSES = ["draft", "sent", "accepted", "declined"] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];
/**
 * The moves that a person makes by hand (rule Q5). Conversion and payment also leave a quote
 * accepted.
 */
export const QUOTE_MOVES = {
  draft: ["sent"],
  sent: ["accepted", "declined"],
  accepted: [],
  declined: [],
} as const satisfies Record<QuoteStatus, readonly QuoteStatus[]>;
const CONVERTIBLE_QUOTE_STATUSES = ["draft", "sent", "accepted"] as const satisfies readonly QuoteStatus[];
/** An unpaid quote in one of these statuses can be paid (rule Y1). */
const PAYABLE_QUOTE_STATUSES = ["sent", "accepted"] as const satisfies readonly QuoteStatus[];

export const PAYMENT_STATUSES = ["unpaid", "paid"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * The dialog offers six statuses; the orders screen adds draft (rule O2). Any status may follow any
 * other.
 */
export const ORDER_STATUSES = ["draft", "pending", "processing", "shipped", "delivered", "completed", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const ORDER_DIALOG_STATUSES = ORDER_STATUSES.filter((status) => status !== "draft");

export const REMAKE_STATUSES = ["pending", "approved", "denied", "in_progress", "completed"] as const;
export type RemakeStatus = (typeof REMAKE_STATUSES)[number];

export const ERROR_STATUSES = ["new", "investigating", "resolved"] as const;
export type ErrorStatus = (typeof ERROR_STATUSES)[number];
export const ERROR_SEVERITIES = ["info", "warning", "error", "critical"] as const;
export type ErrorSeverity = (typeof ERROR_SEVERITIES)[number];

/** Checks a move against a table of moves. */
export function canMove<S extends string>(moves: Record<S, readonly S[]>, from: S, to: S): boolean {
  return moves[from].includes(to);
}

interface QuoteState {
  readonly status: QuoteStatus;
  readonly paymentStatus: PaymentStatus;
  readonly orderId: number | null;
  /** The status of the quote's order; null without an order. */
  readonly orderStatus: OrderStatus | null;
}

/**
 * A cancelled order, and an order taken back for correction, whose price may still change, cannot
 * be paid.
 */
export const UNPAYABLE_ORDER_STATUSES = ["draft", "cancelled"] as const satisfies readonly OrderStatus[];

export const isUnpayableOrder = (status: OrderStatus | null): boolean =>
  status !== null && (UNPAYABLE_ORDER_STATUSES as readonly OrderStatus[]).includes(status);

export const canPayQuote = (quote: QuoteState): boolean =>
  quote.paymentStatus === "unpaid" &&
  (PAYABLE_QUOTE_STATUSES as readonly QuoteStatus[]).includes(quote.status) &&
  !isUnpayableOrder(quote.orderStatus);

export const canConvertQuote = (quote: QuoteState): boolean =>
  quote.orderId === null && (CONVERTIBLE_QUOTE_STATUSES as readonly QuoteStatus[]).includes(quote.status);

/** Only orders that the workshop still has to make can be marked and shipped. */
export const WORKSHOP_ORDER_STATUSES = ["pending", "processing"] as const satisfies readonly OrderStatus[];
/**
 * An order that is not shipped can be corrected, also one that was taken back for it (rule O21).
 */
export const CORRECTABLE_ORDER_STATUSES = ["draft", ...WORKSHOP_ORDER_STATUSES] as const satisfies readonly OrderStatus[];
export const isInWorkshop = (status: OrderStatus): boolean => (WORKSHOP_ORDER_STATUSES as readonly OrderStatus[]).includes(status);

/**
 * Orders that have left the workshop. Only these can have arrived faulty, and they are invoiced,
 * whether they are paid or not (rule D2).
 */
export const SHIPPED_ORDER_STATUSES = ["shipped", "delivered", "completed"] as const satisfies readonly OrderStatus[];
export const wasShipped = (status: OrderStatus): boolean => (SHIPPED_ORDER_STATUSES as readonly OrderStatus[]).includes(status);

/** A supplier who sets one of these statuses works on the order, and claims it (rule W90). */
export const isProductionStatus = (status: OrderStatus): boolean => status === "processing" || wasShipped(status);

/** Labels of the statuses. */
export const ORDER_STATUS_LABEL = {
  draft: "Draft",
  pending: "Pending",
  processing: "Processing",
  shipped: "Shipped",
  delivered: "Delivered",
  completed: "Completed",
  cancelled: "Cancelled",
} as const satisfies Record<OrderStatus, string>;
export const QUOTE_STATUS_LABEL = { draft: "Draft", sent: "Sent", accepted: "Accepted", declined: "Declined" } as const satisfies Record<
  QuoteStatus,
  string
>;
/**
 * A withdrawn quote has the status declined, but nobody declined it, so it has a label of its own.
 */
export const quoteStatusInWords = (status: QuoteStatus, withdrawnAt: unknown): string =>
  withdrawnAt ? "Withdrawn" : QUOTE_STATUS_LABEL[status];
export const PAYMENT_STATUS_LABEL = { unpaid: "Unpaid", paid: "Paid" } as const satisfies Record<PaymentStatus, string>;
export const REMAKE_STATUS_LABEL = {
  pending: "Pending",
  approved: "Approved",
  denied: "Denied",
  in_progress: "In progress",
  completed: "Completed",
} as const satisfies Record<RemakeStatus, string>;
export const APPROVAL_STATUS_LABEL = {
  pending: "Waiting for approval",
  approved: "Approved",
  rejected: "Declined",
  suspended: "Suspended",
} as const satisfies Record<ApprovalStatus, string>;

/** Names of records on screens, in emails, in error sentences and in the search box (rule C7). */
export const quoteNumber = (id: number) => `Q-${id}` as const;
export const orderNumber = (id: number) => `ORD-${id}` as const;
export const remakeNumber = (id: number) => `RMK-${id}` as const;
/** Adds PO to the customer's own number, unless it begins with PO already. */
export const poNumberInWords = (number: string): string => (/^PO\b/i.test(number) ? number : `PO ${number}`);
export const invoiceNumber = (number: number): string => `INV-${String(number).padStart(5, "0")}`;

/** The number of a write-off in bookkeeping files. */
export const writeOffNumber = (id: number): string => `WO-${String(id).padStart(5, "0")}`;

export const creditNoteNumber = (number: number): string => `CN-${String(number).padStart(5, "0")}`;

export type NumberPrefix = "Q" | "ORD" | "RMK" | "INV" | "CN";
const NUMBER = /^(?:#|(Q|ORD|RMK|INV|CN)-)?(\d{1,9})$/i;
/** Reads a number as people type it: `ORD-12` is an order's, `12` and `#12` can be any record's. */
export function readNumber(typed: string): { readonly number: number | null; readonly prefix: NumberPrefix | null } {
  const [, prefix, digits] = NUMBER.exec(typed.trim()) ?? [];
  return {
    number: digits === undefined ? null : Number(digits),
    prefix: prefix === undefined ? null : (prefix.toUpperCase() as NumberPrefix),
  };
}

/** The states of a customer's request to change an order. */
export const CHANGE_REQUEST_STATUSES = ["open", "accepted", "declined", "withdrawn"] as const;
export type ChangeRequestStatus = (typeof CHANGE_REQUEST_STATUSES)[number];
export const CHANGE_REQUEST_LABEL = {
  open: "Requested",
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Withdrawn",
} as const satisfies Record<ChangeRequestStatus, string>;
