import { DateText } from "#client/components/facts/date-text.tsx";
import type { Reply } from "#client/lib/api.ts";
import { OrderStatusBadge } from "../order-status-badge.tsx";

type History = Reply<"orders", "read">["history"];

/** Who moved the order from what to what, and when in London; the newest first. */
export function OrderHistory({ history }: { history: History }) {
  return (
    <ol className="flex flex-col gap-3">
      {history.toReversed().map(({ from, to, at, by }) => (
        <li key={`${at} ${to}`} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="flex flex-wrap items-center gap-2">
            {from ? <OrderStatusBadge status={from} /> : <span>Order made</span>}
            <span aria-hidden className="text-muted">
              →
            </span>
            <span className="sr-only">to</span>
            <OrderStatusBadge status={to} />
          </span>
          <span className="min-w-0 text-xs text-muted">
            {/* A customer reads `Workshop` for both, and once is enough. */}
            {by.companyName === by.contactName ? by.contactName : `${by.contactName}, ${by.companyName}`} · <DateText value={at} time />
          </span>
        </li>
      ))}
    </ol>
  );
}
