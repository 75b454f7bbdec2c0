import { type KeyboardEvent, useRef, useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { ApiError, failureWithReason } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { isUnpackedReason } from "#shared/domain/trade/parcels.ts";
import {
  isInWorkshop,
  ORDER_STATUS_LABEL,
  ORDER_STATUSES,
  type OrderStatus,
  orderNumber,
  wasShipped,
} from "#shared/domain/trade/status.ts";
import type { MovedOrder } from "./order-question-dialog.tsx";
import { inPlaceClass, SavingMark } from "./saving-mark.tsx";

const OrderUnpackedDialog = lazyDialog(() => import("./order-unpacked-dialog.tsx"), { size: "sm", sheet: "bottom", fields: 1 });
const OrderQuestionDialog = lazyDialog(() => import("./order-question-dialog.tsx"), { size: "sm", sheet: "bottom", fields: 1 });

interface Unpacked {
  readonly status: OrderStatus;
  readonly reason: string;
}
const unpackedOf = (error: unknown, status: OrderStatus): Unpacked | null => {
  const reason = error instanceof ApiError && error.status === 409 ? error.sentence : null;
  return reason !== null && isUnpackedReason(reason) ? { status, reason } : null;
};

const failure = failureWithReason("Failed to update order status");

/**
 * Moves an order to another status. The server refuses if another person has moved it since this
 * page loaded it.
 */
export function useMoveOrder(order: MovedOrder, onSuccess?: () => void) {
  const [unpacked, setUnpacked] = useState<Unpacked | null>(null);
  const change = useStoredCall("orders", "changeStatus", {
    success: "Order status updated successfully",
    // The question names the reason.
    failure: (error) => (unpackedOf(error, order.orderStatus) ? null : failure(error as Error)),
    onSuccess,
    describe: ({ body }) => `${ORDER_STATUS_LABEL[body.status]}, ${orderNumber(order.id)}`,
  });
  const move = (status: OrderStatus, confirmed: boolean) => {
    const asks = isInWorkshop(order.orderStatus) && wasShipped(status);
    const body = { status, from: order.orderStatus, ...(asks && { confirmed }) };
    change.mutate({ params: { id: order.id }, body }, { onError: (error) => setUnpacked(unpackedOf(error, status)) });
  };
  return {
    moving: change.isPending ? change.variables.body.status : null,
    error: change.error && !unpacked ? failure(change.error) : null,
    move: (status: OrderStatus) => move(status, false),
    /** The question about an order that is not fully packed; null without one (rule W86). */
    question: unpacked && (
      <OrderUnpackedDialog
        id={order.id}
        {...unpacked}
        onClose={() => setUnpacked(null)}
        onConfirm={() => {
          setUnpacked(null);
          move(unpacked.status, true);
        }}
      />
    ),
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
  const { moving, move, question: unpacked } = useMoveOrder(order);
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
      {unpacked}
    </span>
  );
}
