import { useState } from "react";
import { StatusDialog } from "#client/components/form/status-dialog.tsx";
import { ORDER_DIALOG_STATUSES, ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";
import OrderQuestionDialog, { type MovedOrder } from "./order-question-dialog.tsx";
import { useMoveOrder } from "./order-status-select.tsx";

const OPTIONS = ORDER_DIALOG_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] }));

type OrderStatusDialogProps = { order: MovedOrder; proposed?: OrderStatus | undefined; onClose: () => void };

export default function OrderStatusDialog({ order, proposed, onClose }: OrderStatusDialogProps) {
  const { moving, error, move, question } = useMoveOrder(order, onClose);
  const [cancelling, setCancelling] = useState(false);
  const cancel = () => {
    setCancelling(false);
    move("cancelled");
  };
  return (
    <StatusDialog<OrderStatus>
      number={orderNumber(order.id)}
      current={order.orderStatus}
      proposed={proposed}
      options={OPTIONS}
      onUpdate={(status) => (status === "cancelled" ? setCancelling(true) : move(status))}
      onClose={onClose}
      pending={moving !== null}
      error={error}
    >
      {cancelling && <OrderQuestionDialog to="cancelled" order={order} onClose={() => setCancelling(false)} onConfirm={cancel} />}
      {question}
    </StatusDialog>
  );
}
