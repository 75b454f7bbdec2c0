import type { BadgeTone } from "#client/components/facts/badge.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatDate, formatMoney } from "#client/lib/format.ts";
import { formatIn } from "#shared/domain/money.ts";
import { DECIDED_DISPUTES, REFUND_STATUS_LABEL, type RefundStatus } from "#shared/domain/trade/ledger.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";

export type PaymentRow = Reply<"payments", "list">[number];
export type Payment = Reply<"payments", "read">;
export type Dispute = Reply<"payments", "disputes">[number];
export type Refund = Reply<"payments", "refundsOf">[number];

export interface State {
  readonly word: string;
  readonly tone: BadgeTone;
}

/** The status badge of a payment's row. */
export function stateOf({ status, currency, amount, refunded, withdrawn, disputed }: Standing): State {
  if (status === "voided") return { word: "Voided", tone: "neutral" };
  if (disputed) return { word: "Disputed", tone: "danger" };
  if (withdrawn > 0) return { word: `${formatIn(currency, withdrawn)} lost`, tone: "danger" };
  if (refunded === amount) return { word: "Given back", tone: "info" };
  if (refunded > 0) return { word: "Partly given back", tone: "info" };
  return { word: "Received", tone: "positive" };
}

type Standing = Pick<PaymentRow, "status" | "currency" | "amount" | "refunded" | "withdrawn" | "disputed">;

const REFUND_TONE = {
  requested: "warning",
  pending: "warning",
  succeeded: "positive",
  failed: "danger",
  canceled: "neutral",
} as const satisfies Record<RefundStatus, BadgeTone>;

export const refundState = ({ status }: Pick<Refund, "status">): State => ({
  word: REFUND_STATUS_LABEL[status],
  tone: REFUND_TONE[status],
});

/**
 * The refund's credit note is valid but Stripe did not send the money, so the office must pay
 * another way.
 */
export const isToBePaid = ({ status, creditNoteNumber }: Pick<Refund, "status" | "creditNoteNumber">): boolean =>
  (status === "failed" || status === "canceled") && creditNoteNumber !== null;

/** The refund's next step, in a sentence, or Stripe's reason if Stripe refused. */
export function refundSentence(refund: Pick<Refund, "status" | "creditNoteNumber" | "amount" | "fault" | "paidOn">): string {
  const { status, amount, fault, paidOn } = refund;
  if (isToBePaid(refund)) return `Pay ${formatMoney(amount)} by bank transfer: the refund to the card failed after all.${said(fault)}`;
  switch (status) {
    case "requested":
      return "Stripe has not answered yet. The request is repeated automatically, and the money is refunded once.";
    case "pending":
      return "Stripe has accepted it. It takes some days to reach the customer.";
    case "succeeded":
      return paidOn === null ? "It was refunded." : `It was refunded on ${formatDate(paidOn)}.`;
    case "failed":
      return `Nothing was refunded.${said(fault)}`;
    case "canceled":
      return "It was cancelled, and nothing was refunded.";
  }
}
const said = (fault: string | null): string => (fault === null ? "" : ` Stripe says: ${fault}`);

const DISPUTE_WORDS: Readonly<Record<string, string>> = {
  warning_needs_response: "The bank asks about it",
  warning_under_review: "The bank looks at the answer",
  warning_closed: "The bank asked, and it is closed",
  needs_response: "Waits for our answer",
  under_review: "The bank looks at the answer",
  won: "Won",
  lost: "Lost",
  prevented: "Prevented",
};
export const disputeWords = (status: string): string => DISPUTE_WORDS[status] ?? status;

const isDecided = (status: string): boolean => (DECIDED_DISPUTES as readonly string[]).includes(status);

const list = new Intl.ListFormat("en-GB");

/** The payment's state and the office's possible next step. */
export function paymentSentence(payment: Payment): string {
  const { voided, disputes, waitsForInvoice, quoteId, unallocated, allocations, company } = payment;
  if (voided)
    return `It was voided on ${formatDate(voided.at)}${voided.by ? ` by ${voided.by.contactName}` : ""}: ${voided.reason}. It no longer counts.`;
  const open = disputes.find(({ status }) => !isDecided(status));
  if (open)
    return `The card's holder asks the bank for ${formatMoney(open.amount)}. Answer at Stripe; until then none of it can be refunded.${open.withdrawn > 0 ? " The bank has taken it, and its invoices are owed again." : ""}`;
  if (disputes.some(({ status }) => status === "lost")) return "The bank decided for the card's holder. The invoice stays owed.";
  if (waitsForInvoice && quoteId !== null)
    return `It paid ${quoteNumber(quoteId ?? 0)}, and is allocated to its invoice once that is issued.`;
  const paid = list.format(allocations.map(({ number }) => number));
  const whose = company ? `credit of ${company.name}` : "credit of an unknown company";
  if (unallocated > 0) return `${paid ? `It pays ${paid}. ` : ""}${formatMoney(unallocated)} of it is not allocated: it is ${whose}.`;
  return paid ? `It pays ${paid}.` : "All of it was refunded.";
}

/**
 * Formats `INV-00012, INV-00014 and 3 more`, or the quote while the payment waits for the invoice.
 */
export function describeAllocations({
  allocations,
  quoteId,
  withdrawn,
}: Pick<PaymentRow, "allocations" | "quoteId" | "withdrawn">): string | null {
  const numbers = allocations.map(({ number }) => number);
  if (numbers.length === 0) return quoteId && withdrawn === 0 ? quoteNumber(quoteId) : null;
  if (numbers.length <= 2) return numbers.join(", ");
  return `${numbers.slice(0, 2).join(", ")} and ${numbers.length - 2} more`;
}
