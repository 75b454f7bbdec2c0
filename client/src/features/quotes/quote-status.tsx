import { type BadgeTone, PaymentOf, StatusBadge } from "#client/components/facts/badge.tsx";
import { DateText } from "#client/components/facts/values.tsx";
import { type QuoteStatus, quoteStatusInWords } from "#shared/domain/trade/status.ts";
import { isExpired, type Quote } from "./quote-actions.ts";

const TONE = { draft: "neutral", sent: "info", accepted: "positive", declined: "danger" } as const satisfies Record<QuoteStatus, BadgeTone>;

/**
 * The quote's status, `Ordered` once it has an order, and a mark while it is placed without an
 * order, which the office has to process. A block shows the mark alone.
 */
export function QuoteStanding({ quote }: { quote: Quote }) {
  const { quoteStatus, placedAt, orderId, withdrawnAt } = quote;
  const isPlaced = placedAt !== null && orderId === null;
  const word = orderId === null ? quoteStatusInWords(quoteStatus, withdrawnAt) : "Ordered";
  return (
    <span className="inline-flex flex-wrap gap-1">
      <span className={isPlaced ? "stacked:hidden" : undefined}>
        <StatusBadge word={word} tone={withdrawnAt === null ? TONE[quoteStatus] : "neutral"} />
      </span>
      {isPlaced && <StatusBadge look="default" tone="accent" word="Placed" />}
    </span>
  );
}

/** A declined or withdrawn quote has no payment status, because nothing is owed. */
export function QuotePayment({ quote }: { quote: Quote }) {
  const { quoteStatus, paymentStatus, paymentPending } = quote;
  if (paymentPending) return <StatusBadge word="On its way" tone="info" />;
  return quoteStatus === "declined" && paymentStatus !== "paid" ? "–" : <PaymentOf record={quote} />;
}

/** The day until which a quote can be accepted, and a mark once it has passed. */
export function ValidUntil({ quote, now, date: Day = DateText }: { quote: Quote; now: number; date?: typeof DateText }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Day value={quote.validUntil} />
      {isExpired(quote, now) && <StatusBadge tone="warning" word="Expired" />}
    </span>
  );
}
