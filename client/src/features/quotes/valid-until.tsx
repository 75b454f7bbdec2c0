import { Badge } from "#client/components/facts/badge.tsx";
import { DateText } from "#client/components/facts/values.tsx";
import { isExpired, type Quote } from "./quote-actions.ts";

/** Until when a quote is open, and that it is over, in a word. */
export function ValidUntil({ quote, now }: { quote: Quote; now: number }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <DateText value={quote.validUntil} />
      {isExpired(quote, now) && (
        <Badge look="secondary" dot="warning">
          Expired
        </Badge>
      )}
    </span>
  );
}
