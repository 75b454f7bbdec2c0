import { clsx } from "clsx";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { DateInput } from "#client/components/ui/control/input.tsx";
import { failureWithReason } from "#client/lib/api-error.ts";
import { formatDate } from "#client/lib/format.ts";
import { useKeptCall } from "#client/offline/use-kept-call.ts";
import { isDay, londonDay, notADate, ORDER_DATE_LABEL, type OrderDate, orderDatesFault } from "#shared/domain/period.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { inPlaceClass, SavingMark } from "./saving-mark.tsx";

/** Keys that don't type a date. */
const LEAVES = ["Tab", "Escape", "Enter", "Shift", "Control", "Alt", "Meta"];

type DatedOrder = { readonly [field in OrderDate]: string | null } & { readonly id: number; readonly createdAt: string };

/** Without the calendar's icon where there is no room for it: a press opens the calendar on touch, and keys type the date. */
const smallClass =
  "tight:min-w-0! tight:pointer-fine:text-xs tight:[&::-webkit-calendar-picker-indicator]:hidden stacked:min-w-0! stacked:px-1.5 stacked:pt-4.5 stacked:pb-0 stacked:text-xs stacked:[&::-webkit-calendar-picker-indicator]:hidden";

type OrderDateInputProps = { order: DatedOrder; field: OrderDate };

/** One of an order's dates, changed in its place. A picked date is saved at once, a typed one on Enter or when the field is left. */
export function OrderDateInput({ order, field }: OrderDateInputProps) {
  const noteId = useId();
  const change = useKeptCall("orders", "changeDates", {
    describe: ({ body }) => `${ORDER_DATE_LABEL[field]} ${body[field] ? formatDate(body[field]) : "none"}, ${orderNumber(order.id)}`,
    success: "Order dates updated successfully",
    failure: failureWithReason("Failed to update order dates"),
  });
  const [typed, setTyped] = useState<{ day: string | null } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const typing = useRef(false);
  const settled = change.isPending ? (change.variables.body[field] ?? null) : order[field];
  /** The London day on which the order was made. Neither date can be before it. */
  const made = londonDay(new Date(order.createdAt));

  const settle = (day: string | null, unfinished: boolean) => {
    if (change.isPending) return setTyped(null);
    const readable = !unfinished && (day === null || isDay(day));
    const wrong = readable ? orderDatesFault({ ...order, today: londonDay(new Date()), made, [field]: day }) : notADate(field);
    setFault(wrong);
    // A wrong date stays in view beside its reason and is not sent.
    if (wrong) return setTyped({ day });
    setTyped(null);
    if (day !== order[field]) change.mutate({ params: { id: order.id }, body: { [field]: day } });
  };
  const giveUp = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typed === null && fault === null) return;
    event.stopPropagation();
    setTyped(null);
    setFault(null);
    // React does not see a half-typed date, and would leave it there.
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
          className={clsx(inPlaceClass, "set-date tight:w-24! tight:px-2 tight:pr-1", smallClass)}
          min={field === "estimatedArrival" ? (order.shippingDate ?? made) : made}
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
