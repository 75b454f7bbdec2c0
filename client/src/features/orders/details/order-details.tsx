import type { ReactNode } from "react";
import { Link } from "wouter";
import { PaymentBadge } from "#client/components/facts/badge.tsx";
import { DefinitionList, TotalsList } from "#client/components/facts/fact-list.tsx";
import { DateText } from "#client/components/facts/values.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { WindowList } from "#client/components/window/window-list.tsx";
import { calls, type Reply } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { quoteNumber, remakeNumber } from "#shared/domain/references.ts";
import { OrderDateInput } from "../list/order-date-input.tsx";
import { OrderStatusBadge } from "../order-status-badge.tsx";
import { OrderRemake } from "./order-remake.tsx";
import { OrderTrackingForm } from "./order-tracking-form.tsx";

export type OrderFacts = Reply<"orders", "read">;

export function OrderDetails({ order }: { order: OrderFacts }) {
  const user = useUser();
  const { quote, quoteId } = order;
  const setsDates = can(user, calls.orders.changeDates);
  const date = (field: "shippingDate" | "estimatedArrival") =>
    setsDates ? <OrderDateInput order={order} field={field} /> : <DateText value={order[field]} missing="Not set yet" />;
  return (
    <div className="flex flex-col gap-6">
      <DefinitionList
        facts={[
          { term: "Client", value: `${order.user.companyName}\n${order.user.contactName}` },
          { term: "Shipping address", value: order.shippingAddress },
          { term: "Shipping Date", value: date("shippingDate") },
          { term: "Est. Arrival", value: date("estimatedArrival") },
          typeof order.remakeId === "number" && {
            term: "Made again for",
            value: (
              <Link href={`/remakes?remake=${order.remakeId}`} className={linkClass}>
                {remakeNumber(order.remakeId)}
              </Link>
            ),
          },
          { term: "Created", value: <DateText value={order.createdAt} /> },
          quoteId !== undefined && {
            term: "Quote and payment",
            value: (
              <span className="flex flex-wrap items-center gap-2">
                {quoteNumber(quoteId)} <PaymentBadge status={order.paymentStatus} />
              </span>
            ),
          },
          !can(user, calls.orders.changeTracking) && { term: "Tracking number", value: order.trackingNumber ?? "Not set yet" },
        ]}
      />
      {can(user, calls.orders.changeTracking) && <OrderTrackingForm key={order.trackingNumber} order={order} />}
      {typeof order.remakeId === "number" && (
        <Section title="What was wrong">
          <OrderRemake id={order.remakeId} />
        </Section>
      )}
      <Section title={`Items (${quote.items.length})`}>
        <div className="flex flex-col gap-4">
          <WindowList items={quote.items} />
          <TotalsList subtotal={quote.subtotal} tax={quote.tax} finalTotal={quote.finalTotal} />
        </div>
      </Section>
      <Section title="History">
        <OrderHistory history={order.history} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}

type History = Reply<"orders", "read">["history"];

/** Who moved the order from what to what, and when in London; the newest first. */
function OrderHistory({ history }: { history: History }) {
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
