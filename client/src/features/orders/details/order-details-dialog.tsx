import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { DetailsDialog } from "#client/components/facts/details-dialog.tsx";
import { DocumentLink } from "#client/components/page/exports.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { calls, query, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { orderNumber, quoteNumber } from "#shared/domain/status.ts";
import { OrderStatusDialog } from "../change/order-status-dialog.tsx";
import { OrderStatusBadge } from "../order-status-badge.tsx";
import { OrderDetails } from "./order-details.tsx";

type OrderDetailsDialogProps = { id: number; onClose: () => void };

export default function OrderDetailsDialog({ id, onClose }: OrderDetailsDialogProps) {
  const user = useUser();
  const order = useQuery(query("orders", "read", { params: { id } }));
  const [moving, setMoving] = useState(false);
  return (
    <DetailsDialog
      title="Order Details"
      number={orderNumber(id)}
      aside={order.data && <OrderStatusBadge status={order.data.orderStatus} />}
      query={order}
      failure="Failed to load order details"
      facts={8}
      onCloseRequest={onClose}
      actions={
        <>
          {!order.isError && <DocumentLink name="jobCard" id={id} />}
          {order.data?.paymentStatus === "paid" && order.data.finalTotal !== 0 && <DocumentLink name="invoice" id={id} />}
          {order.data && can(user, calls.remakes.create) && (
            <Link href={`/remakes?order=${id}`} className={buttonClass()}>
              Request a remake
            </Link>
          )}
          {order.data && can(user, calls.quotes.reorder) && <OrderAgainButton id={id} />}
          {order.data && can(user, calls.orders.changeStatus) && (
            <Button variant="primary" onClick={() => setMoving(true)}>
              Update Status
            </Button>
          )}
        </>
      }
      over={moving && order.data && <OrderStatusDialog order={order.data} onClose={() => setMoving(false)} />}
    >
      {(details) => <OrderDetails order={details} />}
    </DetailsDialog>
  );
}

/** Puts the same windows into a new draft quote and opens it. */
function OrderAgainButton({ id }: { id: number }) {
  const [, navigate] = useLocation();
  const keyFor = useIdempotencyKey();
  const again = useCall("quotes", "reorder", {
    success: (quote) => `${quoteNumber(quote.id)} is a new draft at today's prices`,
    failure: "Failed to order again",
    onSuccess: (quote) => navigate(`/quotes?quote=${quote.id}`),
  });
  return (
    <Button pending={again.isPending} onClick={() => again.mutate({ params: { id }, idempotencyKey: keyFor(id) })}>
      Order again
    </Button>
  );
}
