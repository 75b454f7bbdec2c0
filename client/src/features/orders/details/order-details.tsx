import { Link } from "wouter";
import { PaymentOf } from "#client/components/facts/badge.tsx";
import { customerFacts, noteFact } from "#client/components/facts/customer-facts.tsx";
import { Section, WhatNext } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList, type Fact, MakingList, TotalsList } from "#client/components/facts/fact-list.tsx";
import { hasParcels, ParcelList } from "#client/components/facts/parcel-list.tsx";
import { RecutList } from "#client/components/facts/recut-list.tsx";
import { remadeFact, supplierFact } from "#client/components/facts/supplier-facts.tsx";
import { Tracking } from "#client/components/facts/tracking.tsx";
import { Address, DateText, ListedDate } from "#client/components/facts/values.tsx";
import { OrderMake } from "#client/components/make/order-make.tsx";
import { WaitingInvoices } from "#client/components/page/waiting-invoices.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Skeleton, TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { MeasuresToCheck } from "#client/components/window/measures-to-check.tsx";
import { addMakersOwn } from "#client/components/window/window-drawing.tsx";
import { WindowList } from "#client/components/window/window-list.tsx";
import { WindowTable } from "#client/components/window/window-table.tsx";
import { useCutRecut } from "#client/device/use-cut-recut.ts";
import { calls, type Reply } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
import { findUnpaidRest } from "#client/lib/part-paid.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { countOf } from "#shared/domain/text.ts";
import { CORRECTABLE_ORDER_STATUSES, type OrderStatus, quoteNumber, wasShipped } from "#shared/domain/trade/status.ts";
import { PIECE_STEP_LABEL, PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import { RECUT_REASON_LABEL, recutInWords } from "#shared/domain/window/saw/recuts.ts";
import { differencesInWords } from "#shared/domain/window/text/window-rows.ts";
import { OrderDateInput } from "../change/order-date-input.tsx";
import { OrderDeliveryForm } from "../change/order-delivery-form.tsx";
import { OrderTrackingForm } from "../change/order-tracking-form.tsx";
import { Arrival, type OrderRow } from "../order-columns.tsx";
import { lateWords } from "../order-late.tsx";
import { OrderStatusBadge } from "../order-status-badge.tsx";
import { OrderChangeRequests } from "./order-change-requests.tsx";
import { isBegun, isPartlyShipped, orderSentence } from "./order-next.ts";
import { OrderRemake } from "./order-remake.tsx";
import { isPayable } from "./order-step.ts";
import { OrderThread } from "./order-thread.tsx";

type Order = Reply<"orders", "read">;

/** The order as the list's row has it, with or without the details' extra fields. */
type KnownOrder = OrderRow & Partial<Pick<Order, "parcels" | "progress" | "remakeId" | "note">>;

type OrderFactsProps = {
  order: KnownOrder;
  /** The extra fields are still loading. */
  coming: boolean;
};

/** A shipped order without an invoice. Suppliers see no money. */
const lacksInvoice = ({ orderStatus, invoiceNumber, finalTotal = 0 }: OrderFactsProps["order"]): boolean =>
  wasShipped(orderStatus) && invoiceNumber === null && finalTotal > 0;

/** The facts about the whole order. The row already has all but the last two. */
export function OrderFacts({ order, coming }: OrderFactsProps) {
  const user = useUser();
  const { quoteId } = order;
  const isCancelled = order.orderStatus === "cancelled";
  const setsDates = can(user, calls.orders.changeDates) && !isCancelled;
  const setsTracking = can(user, calls.orders.changeTracking) && !isCancelled;
  const date = (field: "shippingDate" | "estimatedArrival") =>
    setsDates ? <OrderDateInput order={order} field={field} /> : <DateText value={order[field]} missing="Not set yet" />;
  return (
    <>
      <WhatNext late={lateWords(order)}>{orderSentence(user, order)}</WhatNext>
      {lacksInvoice(order) && <WaitingInvoices />}
      <DefinitionList
        columns={3}
        facts={[
          user.role !== "customer" && { term: "Client", value: `${order.user.companyName}\n${order.user.contactName}` },
          !isCancelled && { term: "Shipping Date", value: date("shippingDate") },
          !isCancelled && {
            term: "Est. Arrival",
            value: order.estimatedArrival && order.deliverySlot && !setsDates ? <Arrival order={order} /> : date("estimatedArrival"),
          },
          !setsDates && order.deliveryNote !== null && { term: "Delivery note", value: order.deliveryNote },
          order.requiredBy !== null && { term: "Needed by", value: <DateText value={order.requiredBy} /> },
          { term: "Shipping address", value: <Address text={order.shippingAddress} /> },
          // The parcels of a partly shipped order have numbers of their own.
          (setsTracking ? order.trackingUrl !== null : !isPartlyShipped(order) || order.trackingNumber !== null) && {
            term: "Tracking number",
            value: order.carrier || order.trackingNumber ? <Tracking {...order} /> : <span className="text-muted">Not set yet</span>,
          },
          isStaff(user.role) && supplierFact(order.supplier),
          { term: "Created", value: <DateText value={order.createdAt} /> },
          quoteId !== undefined && {
            term: "Quote and payment",
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <Link href={`/quotes?quote=${quoteId}`} className={linkClass}>
                  {quoteNumber(quoteId)}
                </Link>
                <PaymentOf record={order} />
              </span>
            ),
          },
          user.role === "customer" && { term: "Ordered by", value: order.user.contactName },
          ...customerFacts(order, isStaff(user.role)),
          remadeFact(order.remakeId),
          user.role !== "customer" && inWorkshop(order, coming),
          noteFact(order.note),
        ]}
      />
      {setsDates && <OrderDeliveryForm key={`${order.estimatedArrival} ${order.deliverySlot} ${order.deliveryNote}`} order={order} />}
      {setsTracking && <OrderTrackingForm key={`${order.trackingNumber} ${order.carrier}`} of={parcelOfNumber(order)} order={order} />}
    </>
  );
}

/**
 * Names the parcel that has the order's own number, where there are several: the last of a shipped
 * order, else the one that is still to leave.
 */
function parcelOfNumber(order: KnownOrder): string | undefined {
  if (isPartlyShipped(order)) return "the rest";
  const last = order.parcels?.at(-1);
  return last && last.n > 1 ? `parcel ${last.n}` : undefined;
}

/** Staff change the windows, a customer who may order asks for it, until something is shipped. */
function correctionLabel(user: User, order: Order): string | null {
  const isOpen = (CORRECTABLE_ORDER_STATUSES as readonly OrderStatus[]).includes(order.orderStatus) && order.shipped === 0;
  if (isOpen && can(user, calls.orders.changeWindows)) return "Change windows";
  return isOpen && can(user, calls.orders.requestChange) && user.mayOrder && !order.changeRequested ? "Ask for a change" : null;
}

type OrderPartsProps = { order: Order; onWriting: (writing: boolean) => void; onChangeWindows: () => void };

function RecutsOfOrder({ order }: { order: Order }) {
  const cutByHand = useCutRecut(order.id, { success: "The parts are cut", failure: "Failed to mark the parts as cut" });
  return <RecutList order={order} onCut={(recut) => cutByHand(recut, { cut: true })} />;
}

/** The parts of an order that its row does not contain. */
export function OrderParts({ order, onWriting, onChangeWindows }: OrderPartsProps) {
  const user = useUser();
  const correction = correctionLabel(user, order);
  const { quote } = order;
  const items = addMakersOwn(quote.items, order);
  return (
    <div className="flex flex-col gap-6">
      {typeof order.remakeId === "number" && (
        <Section title="What was wrong">
          <OrderRemake id={order.remakeId} />
        </Section>
      )}
      {order.recuts && order.recuts.length > 0 && (
        <Section title="To recut">
          <RecutsOfOrder order={order} />
        </Section>
      )}
      {order.make !== undefined && order.make.length > 0 && (
        <Section title="What is made">
          <OrderMake order={order} />
        </Section>
      )}
      {hasParcels(order) && (
        <Section title={`Parcels (${order.parcels.length})`}>
          <ParcelList order={order} />
        </Section>
      )}
      <Section
        title={`Items (${quote.items.length})`}
        action={
          correction && (
            <Button size="sm" onClick={onChangeWindows}>
              {correction}
            </Button>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {isStaff(user.role) && <MeasuresToCheck windows={items} />}
          {/* A supplier reads each fact from a distance at the bench. */}
          {user.role === "supplier" ? <WindowList items={items} /> : <WindowTable items={items} />}
          <TotalsList
            subtotal={quote.subtotal}
            tax={quote.tax}
            finalTotal={quote.finalTotal}
            rest={isPayable(order) ? findUnpaidRest(order) : undefined}
          />
          <MakingList {...order} />
        </div>
      </Section>
      <OrderChangeRequests order={order} />
      <OrderThread order={order} onWriting={onWriting} />
      <Section title="History">
        <OrderHistory history={order.history} />
      </Section>
    </div>
  );
}

/**
 * The order's progress. An order in the workshop has almost always begun, so the fact has its place
 * before the figures load.
 */
function inWorkshop(order: KnownOrder, coming: boolean): Fact {
  const fact = { term: "In the workshop", whole: true };
  if (order.progress && isBegun(order)) return { ...fact, value: <Steps progress={order.progress} shutters={order.shutters} /> };
  return coming && order.orderStatus === "processing" && { ...fact, value: <Skeleton className="mt-1 h-4 w-96 max-w-full" /> };
}

/**
 * A skeleton until the windows load: a window is one line of a table, or several lines of a list.
 */
export const OrderPartsComing = ({ windows }: { windows: number }) => (
  <div className="flex flex-col gap-6">
    <Section title={`Items (${windows})`}>
      <TableSkeleton rows={windows === 1 ? 5 : Math.min(windows, 8)} />
    </Section>
    <Section title="Messages">
      <Skeleton className="h-control w-36 rounded" />
    </Section>
    <Section title="History">
      <TableSkeleton rows={2} columns={2} />
    </Section>
  </div>
);

/** The number of shutters that have completed each step. */
const Steps = ({ progress, shutters }: Pick<Order, "progress" | "shutters">) => (
  <span className="grid grid-cols-2 gap-x-6 gap-y-1 sm:flex">
    {PIECE_STEPS.map((step) => (
      <span key={step} className="whitespace-nowrap">
        {PIECE_STEP_LABEL[step]} {progress[step]} of {shutters}
      </span>
    ))}
  </span>
);

/** A correction of the windows, with what it made void at the bench (rule O21). */
const CorrectionLine = ({ differences = [], reason, voided = [], total }: Partial<Order["history"][number]>) => (
  <span className="flex flex-col gap-1">
    {differencesInWords(differences).map((line) => (
      <span key={line}>Changed {line}</span>
    ))}
    {total && total.before !== total.after && `Total ${formatMoney(total.before)} → ${formatMoney(total.after)}`}
    {voided.map(({ window, cut, sawn }) => (
      <span key={window} className="text-warning">
        {window}: {cut > 0 ? `${countOf(cut, "shutter")} already cut` : `${countOf(sawn, "part")} already sawn`}, made again
      </span>
    ))}
    {reason && <span className="text-muted">{reason}</span>}
  </span>
);

/** Each status change with its person and London time, newest first. */
function OrderHistory({ history }: Pick<Order, "history">) {
  return (
    <ol className="flex flex-col gap-3">
      {history
        .toReversed()
        .map(({ from, to, step, parcel, event, piece, recut, differences, reason, voided, done, of: count, total, at, by: doer }) => (
          <li
            key={`${at} ${to ?? event ?? parcel} ${step} ${piece}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 max-sm:flex-col"
          >
            <span className="flex flex-wrap items-center gap-2">
              {event === "make" && "Changed the parts to make"}
              {event === "measures" && "Adopted the workshop’s present measures"}
              {event === "recut" && recut && `To recut: ${recutInWords(recut)} (${RECUT_REASON_LABEL[recut.reason].toLowerCase()})`}
              {event === "recut-deleted" && recut && `Recut deleted: ${recutInWords(recut)}`}
              {event === "recut-undone" && recut && `To recut again: ${recutInWords(recut)}`}
              {event === "undone" && step && `${PIECE_STEP_LABEL[step]} undone: shutter ${piece}`}
              {event === undefined && step && `${PIECE_STEP_LABEL[step]}: ${done} of ${count}`}
              {event === "corrected" && <CorrectionLine differences={differences} reason={reason} voided={voided} total={total} />}
              {parcel && `Parcel ${parcel} shipped: ${done} of ${count}`}
              {to && (
                <>
                  {from ? <OrderStatusBadge status={from} /> : <span>Order made</span>}
                  <span aria-hidden className="text-muted">
                    →
                  </span>
                  <span className="sr-only">to</span>
                  <OrderStatusBadge status={to} />
                </>
              )}
            </span>
            <span className="min-w-0 text-xs text-muted">
              {/* Customers receive `Workshop` as both names, and the line shows it once. */}
              {doer.companyName === doer.contactName ? doer.contactName : `${doer.contactName}, ${doer.companyName}`} ·{" "}
              <ListedDate value={at} time />
            </span>
          </li>
        ))}
    </ol>
  );
}
