import { type KeyboardEvent, useRef, useState } from "react";
import { Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureWithReason } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { ORDER_STATUS_LABEL, ORDER_STATUSES, type OrderStatus, orderNumber } from "#shared/domain/status.ts";
import { inPlaceClass, SavingMark } from "./saving-mark.tsx";

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

const OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] }));

/** A closed select changes its value with every one of these keys, on the way to the wanted one. */
const steps = ({ key, altKey }: KeyboardEvent) => !altKey && (/^(Arrow|Page)|^(Home|End)$/.test(key) || (key.length === 1 && key !== " "));

/** The status, changed in its place. The chosen one shows at once, marked as being saved. If that fails, the old one comes back. */
export function OrderStatusSelect({ order }: { order: MovedOrder }) {
  const user = useUser();
  const { moving, move } = useMoveOrder(order);
  // The customer gets a mail of each change, so a status reached with the arrow keys counts only on Enter or on leaving.
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
      {asking === "draft" && <OrderRecallDialog {...question} />}
      {asking === "cancelled" && <OrderCancelDialog {...question} />}
    </span>
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
function OrderRecallDialog({ order, onClose, onConfirm }: QuestionProps) {
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
