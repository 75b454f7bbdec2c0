import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "wouter";
import { PaymentBadge } from "#client/components/facts/badge.tsx";
import { Section, WhatNext } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList, TotalsList } from "#client/components/facts/fact-list.tsx";
import { DateText } from "#client/components/facts/values.tsx";
import { TextField } from "#client/components/form/fields.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { WindowList } from "#client/components/window/window-list.tsx";
import { WindowTable } from "#client/components/window/window-table.tsx";
import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { quoteNumber, remakeNumber } from "#shared/domain/status.ts";
import { OrderDateInput } from "../change/order-date-input.tsx";
import { lateWords } from "../order-late.tsx";
import { OrderStatusBadge } from "../order-status-badge.tsx";
import { orderSentence } from "./order-next.ts";
import { OrderRemake } from "./order-remake.tsx";

type Order = Reply<"orders", "read">;

export function OrderDetails({ order }: { order: Order }) {
  const user = useUser();
  const { quote, quoteId } = order;
  const setsDates = can(user, calls.orders.changeDates);
  const date = (field: "shippingDate" | "estimatedArrival") =>
    setsDates ? <OrderDateInput order={order} field={field} /> : <DateText value={order[field]} missing="Not set yet" />;
  // Of the own company it is the last that is asked.
  const client = {
    term: "Client",
    value: `${order.user.companyName}\n${order.user.contactName}`,
    whole: user.role === "customer" && order.user.companyName.length > 40,
  };
  return (
    <div className="flex flex-col gap-6">
      <WhatNext late={lateWords(order)}>{orderSentence(user, order)}</WhatNext>
      <DefinitionList
        columns={3}
        facts={[
          user.role !== "customer" && client,
          { term: "Shipping Date", value: date("shippingDate") },
          { term: "Est. Arrival", value: date("estimatedArrival") },
          order.requiredBy !== null && { term: "Needed by", value: <DateText value={order.requiredBy} /> },
          { term: "Shipping address", value: order.shippingAddress },
          !can(user, calls.orders.changeTracking) && { term: "Tracking number", value: order.trackingNumber ?? "Not set yet" },
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
                <Link href={`/quotes?quote=${quoteId}`} className={linkClass}>
                  {quoteNumber(quoteId)}
                </Link>
                <PaymentBadge status={order.paymentStatus} />
              </span>
            ),
          },
          user.role === "customer" && client,
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
          {/* At the bench each fact is read from a distance. */}
          {user.role === "supplier" ? <WindowList items={quote.items} /> : <WindowTable items={quote.items} />}
          <TotalsList subtotal={quote.subtotal} tax={quote.tax} finalTotal={quote.finalTotal} />
        </div>
      </Section>
      <Section title="History">
        <OrderHistory history={order.history} />
      </Section>
    </div>
  );
}

/** Key it by the number, so that it starts again from the saved one. A blank number clears it. */
function OrderTrackingForm({ order }: { order: Order }) {
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(api.orders.changeTracking.body),
    defaultValues: { trackingNumber: order.trackingNumber ?? "" },
  });
  const change = useCall("orders", "changeTracking", { success: "Tracking number saved", failure: "Failed to save tracking number" });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-2"
      onSubmit={handleSubmit((body) => !change.isPending && change.mutate({ params: { id: order.id }, body }))}
    >
      <TextField
        control={control}
        name="trackingNumber"
        label="Tracking number"
        hint="The customer sees it on their order."
        autoCapitalize="characters"
        spellCheck={false}
        className="max-w-120 min-w-48 flex-1"
      />
      <Button type="submit" className="mt-6" pending={change.isPending} disabled={!formState.isDirty}>
        Save
      </Button>
    </form>
  );
}

/** Who moved the order from which status to which, and when, in London's time. The newest is first. */
function OrderHistory({ history }: Pick<Order, "history">) {
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
            {/* A customer gets `Workshop` as both names. Once is enough. */}
            {by.companyName === by.contactName ? by.contactName : `${by.contactName}, ${by.companyName}`} · <DateText value={at} time />
          </span>
        </li>
      ))}
    </ol>
  );
}
