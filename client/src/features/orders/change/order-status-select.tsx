import { type KeyboardEvent, useRef, useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { failureWithReason } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { ORDER_STATUS_LABEL, ORDER_STATUSES, type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";
import type { MovedOrder } from "./order-question-dialog.tsx";
import { inPlaceClass, SavingMark } from "./saving-mark.tsx";

const OrderQuestionDialog = lazyDialog(() => import("./order-question-dialog.tsx"), { size: "sm", sheet: "bottom", fields: 1 });

const failure = failureWithReason("Failed to update order status");

/**
 * Moves an order to another status. The server refuses if another person has moved it since this
 * page loaded it.
 */
export function useMoveOrder(order: MovedOrder, onSuccess?: () => void) {
  const change = useStoredCall("orders", "changeStatus", {
    success: "Order status updated successfully",
    failure,
    onSuccess,
    describe: ({ body }) => `${ORDER_STATUS_LABEL[body.status]}, ${orderNumber(order.id)}`,
  });
  return {
    moving: change.isPending ? change.variables.body.status : null,
    error: change.error && failure(change.error),
    move: (status: OrderStatus) => change.mutate({ params: { id: order.id }, body: { status, from: order.orderStatus } }),
  };
}

const OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] }));

/**
 * These keys change the value of a closed select immediately, including the values before the
 * wanted one.
 */
const steps = ({ key, altKey }: KeyboardEvent) => !altKey && (/^(Arrow|Page)|^(Home|End)$/.test(key) || (key.length === 1 && key !== " "));

/**
 * Edits the status in place. The chosen status shows at once, marked as being saved. A failure
 * restores the old status.
 */
export function OrderStatusSelect({ order }: { order: MovedOrder }) {
  const user = useUser();
  const { moving, move } = useMoveOrder(order);
  // The customer receives an email for each change, so a status reached with the arrow keys is sent
  // only on Enter or on blur.
  const [stepped, setStepped] = useState<OrderStatus | null>(null);
  const stepping = useRef(false);
  const [asking, setAsking] = useState<"draft" | "cancelled" | null>(null);

  const save = (status: OrderStatus) => {
    setStepped(null);
    if (moving || status === order.orderStatus) return;
    if (status === "cancelled" || (status === "draft" && user.role === "supplier")) setAsking(status);
    else move(status);
  };
  const question = {
    order,
    onClose: () => setAsking(null),
    onConfirm: () => {
      setAsking(null);
      if (asking) move(asking);
    },
  };

  return (
    <span className="relative inline-block max-w-full stacked:block">
      <Select
        aria-label={`Status of ${orderNumber(order.id)}`}
        aria-busy={moving ? true : undefined}
        className={inPlaceClass}
        options={OPTIONS}
        value={moving ?? stepped ?? order.orderStatus}
        onPointerDown={() => {
          stepping.current = false;
        }}
        onKeyDown={(event) => {
          stepping.current = steps(event);
          if (event.key === "Enter" && stepped) save(stepped);
          if (event.key === "Escape" && stepped) {
            event.stopPropagation();
            setStepped(null);
          }
        }}
        onBlur={() => stepped && save(stepped)}
        onChange={(event) => {
          const status = event.target.value as OrderStatus;
          if (stepping.current) setStepped(status);
          else save(status);
        }}
      />
      <SavingMark saving={moving !== null} waiting={stepped !== null && stepped !== order.orderStatus} />
      {asking && <OrderQuestionDialog {...question} to={asking} />}
    </span>
  );
}
