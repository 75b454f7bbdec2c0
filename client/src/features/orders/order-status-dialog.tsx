import { StatusDialog } from "#client/components/status-dialog.tsx";
import { failureSentence } from "#client/lib/api-error.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { ORDER_DIALOG_STATUSES, ORDER_STATUS_LABEL, type OrderStatus } from "#shared/domain/status.ts";
import { useChangeOrderStatus } from "./use-change-order-status.ts";

const OPTIONS = ORDER_DIALOG_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] }));

type OrderStatusDialogProps = { order: { readonly id: number; readonly orderStatus: OrderStatus }; onClose: () => void };

export function OrderStatusDialog({ order, onClose }: OrderStatusDialogProps) {
  const change = useChangeOrderStatus(onClose);
  return (
    <StatusDialog<OrderStatus>
      title={`Update Status of ${orderNumber(order.id)}`}
      current={order.orderStatus}
      options={OPTIONS}
      onUpdate={(status) => change.mutate({ params: { id: order.id }, body: { status, from: order.orderStatus } })}
      onClose={onClose}
      pending={change.isPending}
      error={change.error && failureSentence(change.error, "Failed to update order status")}
    />
  );
}
