import { useState } from "react";
import { Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { StatusDialog } from "#client/components/form/status-dialog.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureWithReason } from "#client/lib/api-error.ts";
import { ORDER_DIALOG_STATUSES, ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/status.ts";

/** What must be known of an order to move it. A supplier's has no money. */
export type MovedOrder = Pick<Reply<"orders", "list">[number], "id" | "orderStatus" | "user" | "finalTotal" | "paymentStatus">;

const failure = failureWithReason("Failed to update order status");

/** Moves an order to another status. The server refuses if someone else has moved it since it was shown here. */
export function useMoveOrder(order: MovedOrder, onSuccess?: () => void) {
  const change = useCall("orders", "changeStatus", { success: "Order status updated successfully", failure, onSuccess });
  return {
    moving: change.isPending ? change.variables.body.status : null,
    error: change.error && failure(change.error),
    move: (status: OrderStatus) => change.mutate({ params: { id: order.id }, body: { status, from: order.orderStatus } }),
  };
}

const OPTIONS = ORDER_DIALOG_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] }));

type OrderStatusDialogProps = { order: MovedOrder; proposed?: OrderStatus | undefined; onClose: () => void };

export function OrderStatusDialog({ order, proposed, onClose }: OrderStatusDialogProps) {
  const { moving, error, move } = useMoveOrder(order, onClose);
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
      {cancelling && <OrderCancelDialog order={order} onClose={() => setCancelling(false)} onConfirm={cancel} />}
    </StatusDialog>
  );
}

type QuestionProps = { order: MovedOrder; onClose: () => void; onConfirm: () => void };

/** The customer gets a mail of a cancellation at once, so one slip of a thumb must not be enough. */
export function OrderCancelDialog({ order, onClose, onConfirm }: QuestionProps) {
  const { id, user, finalTotal, paymentStatus } = order;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Cancel ${orderNumber(id)}?`}
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      onConfirm={onConfirm}
      pending={false}
      danger
    >
      <p>
        It is for <bdi>{user.companyName}</bdi>
        {finalTotal !== undefined && (
          <>
            , <Money amount={finalTotal} /> including VAT
          </>
        )}
        . The customer is told by mail at once, and it is not made.
      </p>
      {paymentStatus === "paid" && <p className="mt-2">It is paid: nothing is given back by itself. Refund it in Stripe.</p>}
      {paymentStatus === "unpaid" && <p className="mt-2">It can't be paid any more.</p>}
    </ConfirmDialog>
  );
}

/** A supplier no longer sees an order that is set to draft (rule O2), so this asks too. */
export function OrderRecallDialog({ order, onClose, onConfirm }: QuestionProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Send ${orderNumber(order.id)} back as a draft?`}
      confirmLabel="Send back"
      onConfirm={onConfirm}
      pending={false}
    >
      It leaves your list, and only the office can bring it back.
    </ConfirmDialog>
  );
}
