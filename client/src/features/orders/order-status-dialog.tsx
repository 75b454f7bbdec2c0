import { useState } from "react";
import { StatusDialog } from "#client/components/form/status-dialog.tsx";
import { orderNumber } from "#shared/domain/references.ts";
import { ORDER_DIALOG_STATUSES, ORDER_STATUS_LABEL, type OrderStatus } from "#shared/domain/status.ts";
import { type MovedOrder, OrderCancelDialog } from "./list/order-cancel-dialog.tsx";
import { statusFailure, useChangeOrderStatus } from "./use-change-order-status.ts";

const OPTIONS = ORDER_DIALOG_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] }));

type OrderStatusDialogProps = { order: MovedOrder; onClose: () => void };

export function OrderStatusDialog({ order, onClose }: OrderStatusDialogProps) {
  const change = useChangeOrderStatus(onClose);
  const [cancelling, setCancelling] = useState(false);
  const move = (status: OrderStatus) => change.mutate({ params: { id: order.id }, body: { status, from: order.orderStatus } });
  const cancel = () => {
    setCancelling(false);
    move("cancelled");
  };
  return (
    <StatusDialog<OrderStatus>
      number={orderNumber(order.id)}
      current={order.orderStatus}
      options={OPTIONS}
      onUpdate={(status) => (status === "cancelled" ? setCancelling(true) : move(status))}
      onClose={onClose}
      pending={change.isPending}
      error={change.error && statusFailure(change.error)}
    >
      {cancelling && <OrderCancelDialog order={order} onClose={() => setCancelling(false)} onConfirm={cancel} />}
    </StatusDialog>
  );
}
