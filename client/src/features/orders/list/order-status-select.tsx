import { type KeyboardEvent, useRef, useState } from "react";
import { Select } from "#client/components/ui/control/choices.tsx";
import { useUser } from "#client/lib/session.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { ORDER_STATUS_LABEL, ORDER_STATUSES, type OrderStatus } from "#shared/domain/status.ts";
import { useChangeOrderStatus } from "../use-change-order-status.ts";
import { type MovedOrder, OrderCancelDialog } from "./order-cancel-dialog.tsx";
import { OrderRecallDialog } from "./order-recall-dialog.tsx";
import { inPlaceClass, SavingMark } from "./saving-mark.tsx";

const OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] }));

/** A closed select changes its value with every one of these keys, on the way to the one that is meant. */
const steps = ({ key, altKey }: KeyboardEvent) => !altKey && (/^(Arrow|Page)|^(Home|End)$/.test(key) || (key.length === 1 && key !== " "));

type OrderStatusSelectProps = { order: MovedOrder };

/** The status, changed in its place. What is chosen shows at once, as being saved; if that fails the old one is back. */
export function OrderStatusSelect({ order }: OrderStatusSelectProps) {
  const user = useUser();
  const change = useChangeOrderStatus();
  // Each change is mailed to the customer, so stepping through with the keyboard counts only on Enter or on leaving.
  const [stepped, setStepped] = useState<OrderStatus | null>(null);
  const stepping = useRef(false);
  const [asking, setAsking] = useState<"draft" | "cancelled" | null>(null);
  const saving = change.isPending ? change.variables.body.status : null;

  const save = (status: OrderStatus) => {
    setStepped(null);
    if (change.isPending || status === order.orderStatus) return;
    // Suppliers don't see drafts: for them it is a way without return.
    if (status === "cancelled" || (status === "draft" && user.role === "supplier")) return setAsking(status);
    move(status);
  };
  const move = (status: OrderStatus) => {
    setAsking(null);
    change.mutate({ params: { id: order.id }, body: { status, from: order.orderStatus } });
  };

  return (
    <span className="relative inline-block max-w-full stacked:block">
      <Select
        aria-label={`Status of ${orderNumber(order.id)}`}
        aria-busy={change.isPending || undefined}
        className={inPlaceClass}
        options={OPTIONS}
        value={saving ?? stepped ?? order.orderStatus}
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
      <SavingMark saving={change.isPending} waiting={stepped !== null && stepped !== order.orderStatus} />
      {asking === "draft" && <OrderRecallDialog id={order.id} onClose={() => setAsking(null)} onConfirm={() => move("draft")} />}
      {asking === "cancelled" && <OrderCancelDialog order={order} onClose={() => setAsking(null)} onConfirm={() => move("cancelled")} />}
    </span>
  );
}
