import { proportionOf } from "#shared/domain/decimal.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { addDays, type Day } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";

/** The amounts that a company owes and has paid (docs/rules/payments.md). */

/** The reason of a card payment that a seller without Stripe's keys refuses (rule Y2). */
export const NO_CARDS = "Card payments are not set up yet";

export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

export const PAYMENT_METHODS = ["card", "bank_transfer"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_METHOD_LABEL = { card: "Card", bank_transfer: "Bank transfer" } as const satisfies Record<PaymentMethod, string>;

export const REFUND_STATUSES = ["requested", "pending", "succeeded", "failed", "canceled"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const REFUND_STATUS_LABEL = {
  requested: "Asked for",
  pending: "On its way",
  succeeded: "Given back",
  failed: "Failed",
  canceled: "Cancelled",
} as const satisfies Record<RefundStatus, string>;
/**
 * Refunds that reduce the refundable amount of their payment: they succeeded or may still succeed.
 */
export const LIVE_REFUND_STATUSES = ["requested", "pending", "succeeded"] as const satisfies readonly RefundStatus[];
export const WAITING_REFUND_STATUSES = ["requested", "pending"] as const satisfies readonly RefundStatus[];

/** Why the rest of an invoice is given up. A small balance counts as paid (rule Y26). */
export const WRITE_OFF_REASONS = ["small_balance", "bad_debt", "other"] as const;
export type WriteOffReason = (typeof WRITE_OFF_REASONS)[number];
export const WRITE_OFF_LABEL = { small_balance: "Small balance", bad_debt: "Bad debt", other: "Other" } as const satisfies Record<
  WriteOffReason,
  string
>;
export const countsAsPaid = (reason: WriteOffReason): boolean => reason === "small_balance";

/** Stripe's statuses of a closed dispute. */
export const DECIDED_DISPUTES = ["won", "lost", "warning_closed", "prevented"] as const;

/** Why an amount is allocated to an invoice, or taken off it again. */
export const ALLOCATION_KINDS = ["allocated", "refunded", "withdrawn"] as const;
export type AllocationKind = (typeof ALLOCATION_KINDS)[number];

/** Formats six digits as `12-34-56`. */
export const sortCodeInWords = (digits: string): string => digits.replace(/(\d\d)(?=\d)/g, "$1-");

/** `Larkfield Bank, sort code 12-34-56, account 12345678`. */
export const bankInWords = ({ bankName, sortCode, accountNumber }: Record<"bankName" | "sortCode" | "accountNumber", string>): string =>
  [bankName, `sort code ${sortCodeInWords(sortCode)}`, `account ${accountNumber}`].filter(Boolean).join(", ");

/** The limit of invoices in one Checkout session. */
export const MOST_PAID_AT_ONCE = 50;

/** The choices of payment days. */
export const PAYMENT_DAYS = [0, 7, 14, 30, 60] as const;
export type PaymentDays = (typeof PAYMENT_DAYS)[number];
/** The largest discount, in hundredths of a percent. */
export const MOST_DISCOUNT_HUNDREDTHS = 6000;
export const MOST_CREDIT_LIMIT = pence(1_000_000_000);

/** The net and the VAT of a credit note. */
export interface CreditParts {
  readonly netPence: Pence;
  readonly vatPence: Pence;
}

interface Credited {
  readonly grossPence: Pence;
  readonly vatPence: Pence;
}

/**
 * Splits a credit note's amount into net and VAT. VAT is computed over all credits of an invoice so
 * far: after credits of S pence it is round(S × VAT ÷ gross), half away from zero, less the VAT
 * that was credited before. So full credits add up to the invoice's VAT to the penny, however they
 * were split (rule D12). `vat`: a correction's note takes the VAT by which the order's own VAT
 * falls (rule D19), within the invoice's rest.
 */
export function splitCredit(invoice: Credited, before: Credited, amount: Pence, vat?: Pence): CreditParts {
  const wanted = vat ?? proportionOf(before.grossPence + amount, invoice.vatPence, invoice.grossPence) - before.vatPence;
  const vatLeft = invoice.vatPence - before.vatPence;
  const netLeft = invoice.grossPence - before.grossPence - vatLeft;
  const vatPence = pence(Math.max(0, amount - netLeft, Math.min(wanted, amount, vatLeft)));
  return { netPence: pence(amount - vatPence), vatPence };
}

export interface OpenInvoice {
  readonly number: number;
  readonly dueOn: string;
  readonly owedPence: Pence;
}

/**
 * Allocates the unallocated rest of a payment: the invoice that is due first is paid first, of two
 * with the same due day the older one (rule Y18). Invoices that receive nothing are left out.
 */
export function splitOldestFirst(
  room: Pence,
  open: readonly OpenInvoice[],
): readonly { readonly number: number; readonly amount: Pence }[] {
  let left: number = room;
  const parts: { number: number; amount: Pence }[] = [];
  for (const { number, owedPence } of open.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.number - b.number)) {
    const amount = pence(Math.max(0, Math.min(left, owedPence)));
    if (amount > 0) parts.push({ number, amount });
    left -= amount;
  }
  return parts;
}

/** Ages that follow from the due day. */
const DATED_AGES = ["notDue", "days1to30", "days31to60", "days61to90", "over90"] as const;
type DatedAge = (typeof DATED_AGES)[number];
/**
 * An invoice in an open dispute has no other age, because the bank decides whether it is owed (rule
 * Y15).
 */
export const AGES = [...DATED_AGES, "disputed"] as const;
export type Age = (typeof AGES)[number];
export const isDated = (age: Age): age is DatedAge => age !== "disputed";
/** The first day overdue of each age. */
export const AGE_BEGINS = { notDue: null, days1to30: 1, days31to60: 31, days61to90: 61, over90: 91 } as const satisfies Record<
  DatedAge,
  number | null
>;
export const AGE_LABEL = {
  notDue: "Not due",
  days1to30: "1 to 30 days",
  days31to60: "31 to 60 days",
  days61to90: "61 to 90 days",
  over90: "Over 90 days",
  disputed: "Disputed",
} as const satisfies Record<Age, string>;

/**
 * Returns the range of due days of invoices of an age, on a London day; null: no limit on that
 * side.
 */
export function dueDaysOf(age: DatedAge, today: Day): { readonly from: Day | null; readonly to: Day | null } {
  const next = DATED_AGES[DATED_AGES.indexOf(age) + 1];
  const [begins, ends] = [AGE_BEGINS[age], next === undefined ? null : AGE_BEGINS[next]];
  return { from: ends === null ? null : addDays(today, 1 - ends), to: begins === null ? null : addDays(today, -begins) };
}

/** `2 invoices are waiting for your company details`, for the office. */
export const waitingInvoices = (count: number): string =>
  `${countOf(count, "invoice is", "invoices are")} waiting for your company details`;
