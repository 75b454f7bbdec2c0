import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { DetailsActions, DetailsDialog, JobLine } from "#client/components/facts/details-dialog.tsx";
import { DiscardDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { DocumentLink, documentMenuItems, labelMenuItems } from "#client/components/page/document-link.tsx";
import { exportMenuItem } from "#client/components/page/exports.tsx";
import { PayButton } from "#client/components/page/pay-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import type { MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls, query, useKnown } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { ORDER_STATUS_LABEL, type OrderStatus, orderNumber, quoteNumber, wasShipped } from "#shared/domain/trade/status.ts";
import OrderStatusDialog from "../change/order-status-dialog.tsx";
import OrderSupplierDialog from "../change/order-supplier-dialog.tsx";
import type { OrderRow } from "../order-columns.tsx";
import { OrderStatusBadge } from "../order-status-badge.tsx";
import { OrderFacts, OrderParts, OrderPartsComing } from "./order-details.tsx";
import { mayPay, nextOrderStep } from "./order-step.ts";
import { AskWhenItComes } from "./order-thread.tsx";

const CorrectionDialog = lazyDialog(() => import("../../quotes/correct/correction-dialog.tsx"), { size: "xl", tall: true, fields: 7 });
const JobDialog = lazyDialog(() => import("#client/components/form/job-dialog.tsx"), { size: "sm", fields: 2 });

type OrderDetailsDialogProps = {
  id: number;
  /** The order's row, for a screen whose rows are not orders. */
  row?: OrderRow | undefined;
  onClose: () => void;
};

export default function OrderDetailsDialog({ id, row, onClose }: OrderDetailsDialogProps) {
  const read = useQuery(query("orders", "read", { params: { id } }));
  const known = useKnown("orders", id, read.error, row);
  const order = read.data ?? known;
  const [moving, setMoving] = useState<{ to?: OrderStatus } | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [naming, setNaming] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const [writing, setWriting] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <DetailsDialog
      title="Order Details"
      number={orderNumber(id)}
      description={order && <JobLine {...order} total={order.finalTotal} />}
      aside={order && <OrderStatusBadge status={order.orderStatus} />}
      size="xl"
      tall
      query={read}
      failure="Failed to load order details"
      facts={8}
      known={known}
      coming={order && <OrderPartsComing windows={order.windows} />}
      onCloseRequest={() => (writing ? setAsking(true) : onClose())}
      actions={
        order && (
          <OrderActions
            order={order}
            onMove={(to) => setMoving({ ...(to && { to }) })}
            onChooseSupplier={() => setChoosing(true)}
            onChangeJob={() => setNaming(true)}
          />
        )
      }
      over={
        order && (
          <>
            {moving && <OrderStatusDialog order={order} proposed={moving.to} onClose={() => setMoving(null)} />}
            {choosing && <OrderSupplierDialog order={order} onClose={() => setChoosing(false)} />}
            {correcting && read.data && <CorrectionDialog order={read.data} onClose={() => setCorrecting(false)} />}
            {naming && order.quoteId !== undefined && (
              <JobDialog {...order} quoteId={order.quoteId} number={orderNumber(id)} onClose={() => setNaming(false)} />
            )}
            <DiscardDialog
              open={asking}
              title="Discard your message?"
              keepLabel="Keep writing"
              onKeep={() => setAsking(false)}
              onDiscard={onClose}
            >
              It has not been sent, and can't be brought back.
            </DiscardDialog>
          </>
        )
      }
    >
      {(order) => (
        <>
          <OrderFacts order={order} coming={read.isPending} />
          {"history" in order && <OrderParts order={order} onWriting={setWriting} onChangeWindows={() => setCorrecting(true)} />}
        </>
      )}
    </DetailsDialog>
  );
}

type OrderActionsProps = {
  order: OrderRow;
  onMove: (to?: OrderStatus) => void;
  onChooseSupplier: () => void;
  onChangeJob: () => void;
};

function OrderActions({ order, onMove, onChooseSupplier, onChangeJob }: OrderActionsProps) {
  const user = useUser();
  const [, navigate] = useLocation();
  const step = nextOrderStep(user, order);
  const mayMove = can(user, calls.orders.changeStatus);
  const hasInvoice = order.paymentStatus === "paid" && order.finalTotal !== 0;
  // The supplier needs the job card, the buyer needs the invoice.
  const hasCard = order.orderStatus !== "cancelled";
  const nearest = hasCard && (mayMove || !hasInvoice) ? "jobCard" : hasInvoice ? "invoice" : null;
  const again = can(user, calls.quotes.create) && {
    label: "Order again",
    onSelect: () => navigate(`/quotes?new=order-${order.id}`),
  };
  // A fitter whose order has been shipped most often orders again.
  const againNext = again && user.role === "customer" && wasShipped(order.orderStatus);
  const menu: MenuItem[] = [
    ...(nearest === "invoice" && hasCard ? documentMenuItems(user, "jobCard", order.id, order.windows) : []),
    ...(nearest === "jobCard" && hasInvoice ? documentMenuItems(user, "invoice", order.id, order.windows) : []),
    ...labelMenuItems(user, order),
    ...documentMenuItems(user, "deliveryNote", order.id, order.windows),
    ...exportMenuItem(user, "orders", "cutList", { params: { id: order.id } }, "Cut list (CSV)"),
    ...(can(user, calls.quotes.changeJob) && !order.invoiceNumber ? [{ label: "Change job or PO", onSelect: onChangeJob }] : []),
    ...(can(user, calls.orders.changeSupplier) ? [{ label: "Choose supplier…", onSelect: onChooseSupplier }] : []),
    ...remakeItem(user, order, navigate),
    ...(again && !againNext ? [again] : []),
  ];
  return (
    <DetailsActions
      label={`More actions for ${orderNumber(order.id)}`}
      menu={menu}
      secondary={
        <>
          {nearest && <DocumentLink name={nearest} id={order.id} windows={order.windows} />}
          {mayMove && <Button onClick={() => onMove()}>Update Status</Button>}
          {step?.kind === "ask" && mayPay(user, order) && order.quoteId !== undefined && (
            <PayButton quoteId={order.quoteId} amount={order.owed} />
          )}
          {againNext && <Button onClick={again.onSelect}>{again.label}</Button>}
        </>
      }
      primary={
        <>
          {step?.kind === "ask" && <AskWhenItComes order={order} />}
          {step?.kind === "pay" && order.quoteId !== undefined && (
            <PayButton quoteId={order.quoteId} amount={order.owed} variant="primary" />
          )}
          {order.toPayBack !== undefined && order.toPayBack !== null && can(user, calls.payments.refund) && !user.isImpersonating && (
            <Button variant="primary" onClick={() => navigate(givingBack(order))}>
              Give {formatMoney(order.toPayBack)} back
            </Button>
          )}
          {step?.kind === "move" && (
            <Button variant="primary" onClick={() => onMove(step.to)}>
              Mark as {ORDER_STATUS_LABEL[step.to].toLowerCase()}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Links to the payment with the amount filled in. */
const givingBack = ({ invoiceNumber, quoteId, toPayBack }: OrderRow): string =>
  `/payments?${new URLSearchParams({ search: invoiceNumber ?? quoteNumber(quoteId ?? 0), back: String(toPayBack) })}`;

const remakeItem = (user: User, { id, orderStatus }: OrderRow, navigate: (path: string) => void): MenuItem[] =>
  can(user, calls.remakes.create) && wasShipped(orderStatus)
    ? [{ label: "Request a remake", onSelect: () => navigate(`/remakes?order=${id}`) }]
    : [];
