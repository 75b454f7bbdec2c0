import { clsx } from "clsx";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { DateInput } from "#client/components/ui/control/input.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureWithReason } from "#client/lib/api-error.ts";
import { notADate, ORDER_DATE_LABEL, type OrderDate } from "#shared/domain/order-dates.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { dateFault, dayMade, type OrderDates } from "./order-dates.ts";
import { inPlaceClass, SavingMark } from "./saving-mark.tsx";

const LEAVES = ["Tab", "Escape", "Enter", "Shift", "Control", "Alt", "Meta"];

type OrderDateInputProps = { order: OrderDates & { readonly id: number }; field: OrderDate };

/** One of an order's dates, changed in its place: saved when it is picked, or when what was typed is left or entered, never with each key. */
export function OrderDateInput({ order, field }: OrderDateInputProps) {
  const noteId = useId();
  const change = useCall("orders", "changeDates", {
    success: "Order dates updated successfully",
    failure: failureWithReason("Failed to update order dates"),
  });
  const [typed, setTyped] = useState<{ day: string | null } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const typing = useRef(false);
  const settled = change.isPending ? (change.variables.body[field] ?? null) : order[field];

  const settle = (day: string | null, unfinished: boolean) => {
    if (change.isPending) return setTyped(null);
    const wrong = unfinished ? notADate(field) : dateFault({ ...order, [field]: day }, field);
    setFault(wrong);
    // What is wrong stays in view beside its reason; nothing of it is sent.
    if (wrong) return setTyped({ day });
    setTyped(null);
    if (day !== order[field]) change.mutate({ params: { id: order.id }, body: { [field]: day } });
  };
  const giveUp = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typed === null && fault === null) return;
    event.stopPropagation();
    setTyped(null);
    setFault(null);
    // A half-typed date is nothing to React, which would leave it standing.
    event.currentTarget.value = order[field] ?? "";
  };

  return (
    <span className="block min-w-0">
      <span className="relative inline-block max-w-full stacked:block">
        <DateInput
          aria-label={`${ORDER_DATE_LABEL[field]} of ${orderNumber(order.id)}`}
          aria-busy={change.isPending || undefined}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? noteId : undefined}
          className={clsx(inPlaceClass, "tight:px-2 tight:pr-1 tight:pointer-fine:min-w-0 tight:pointer-fine:text-xs")}
          min={field === "estimatedArrival" ? (order.shippingDate ?? dayMade(order)) : dayMade(order)}
          value={typed ? typed.day : settled}
          onPointerDown={() => {
            typing.current = false;
          }}
          onKeyDown={(event) => {
            typing.current = !LEAVES.includes(event.key);
            if (event.key === "Enter") settle(event.currentTarget.value || null, event.currentTarget.validity.badInput);
            if (event.key === "Escape") giveUp(event);
          }}
          onChange={(day) => {
            setFault(null);
            if (typing.current) setTyped({ day });
            else settle(day, false);
          }}
          onBlur={(event) => {
            const { value, validity } = event.currentTarget;
            if (typed !== null || validity.badInput) settle(value || null, validity.badInput);
          }}
        />
        <SavingMark saving={change.isPending} waiting={typed !== null && !fault} />
      </span>
      {fault && (
        <span
          id={noteId}
          role="alert"
          className={clsx(inPlaceClass, "mt-1 block min-w-36 text-xs font-medium whitespace-normal text-danger")}
        >
          {fault}
        </span>
      )}
    </span>
  );
}
