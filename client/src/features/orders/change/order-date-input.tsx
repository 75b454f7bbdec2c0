import { clsx } from "clsx";
import { useState } from "react";
import { DateField } from "#client/components/form/date-field.tsx";
import { useSeenDates } from "#client/device/use-seen-dates.ts";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { failureWithReason } from "#client/lib/api-error.ts";
import { isPhone } from "#client/lib/browser/browser.ts";
import { formatDate } from "#client/lib/format.ts";
import { toast } from "#client/lib/toasts.ts";
import { type Day, londonDay, notADate, ORDER_DATE_LABEL, type OrderDate, orderDatesFault } from "#shared/domain/period.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { inPlaceClass, SavingMark } from "./saving-mark.tsx";

type DatedOrder = { readonly [field in OrderDate]: string | null } & { readonly id: number; readonly createdAt: string };

/**
 * The field is as narrow as the table requires. The calendar's button appears on hover, over the
 * year of a day that is not being typed. In a block and on touch a press on the field opens the
 * calendar.
 */
const smallClass = [
  "pointer-fine:[&>input:not(:hover,:focus,[aria-invalid=true],[data-draft])]:border-transparent pointer-fine:[&>input:not(:hover,:focus)]:bg-transparent",
  "pointer-fine:[&:not(:hover,:focus-within)>button]:invisible",
  "pointer-fine:w-36! tight:w-26! tight:pointer-coarse:w-29! tight:[&>input]:px-1.5 tight:pointer-fine:[&>input]:text-xs",
  "tight:[&>button]:min-w-6 tight:[&>button]:bg-surface tight:pointer-coarse:[&>button]:invisible stacked:[&>button]:invisible",
  "tight:[&:is(:not(:hover,:has(:placeholder-shown)),:has([data-draft]))>button]:invisible",
  "stacked:[&>input]:px-1.5 stacked:[&>input]:pt-4.5 stacked:[&>input]:pb-0 stacked:[&>input]:text-xs",
].join(" ");

type OrderDateInputProps = { order: DatedOrder; field: OrderDate };

/**
 * Edits one of an order's dates in place. A picked day saves at once; a typed day saves on Enter or
 * on blur.
 */
export function OrderDateInput({ order, field }: OrderDateInputProps) {
  const change = useStoredCall("orders", "changeDates", {
    describe: ({ body }) => `${ORDER_DATE_LABEL[field]} ${body[field] ? formatDate(body[field]) : "none"}, ${orderNumber(order.id)}`,
    success: "Order dates updated successfully",
    failure: failureWithReason("Failed to update order dates"),
  });
  const seen = useSeenDates();
  /** A rejected date remains in the field with its reason and is not sent. */
  const [wrong, setWrong] = useState<{ day: Day | null; fault: string } | null>(null);
  const [typing, setTyping] = useState(false);
  const settled = change.isPending ? (change.variables.body[field] ?? null) : order[field];
  /** The London day on which the order was created. Neither date can be before it. */
  const createdOn = londonDay(new Date(order.createdAt));

  const refuse = (day: Day | null, fault: string) => {
    setWrong({ day, fault });
    toast({ title: "Error", description: fault, variant: "destructive" });
  };
  const settle = (day: Day | null) => {
    if (change.isPending) return;
    const fault = orderDatesFault({ ...order, today: londonDay(new Date()), made: createdOn, [field]: day });
    if (fault) return refuse(day, fault);
    setWrong(null);
    if (day !== order[field]) change.mutate({ params: { id: order.id }, body: { [field]: day, ...seen({ [field]: order[field] }) } });
  };

  return (
    <span className="relative block w-fit max-w-full min-w-0 stacked:w-auto">
      <DateField
        aria-label={`${ORDER_DATE_LABEL[field]} of ${orderNumber(order.id)}`}
        aria-busy={change.isPending || undefined}
        placeholder="Set date"
        // Three fields in one row have no room for a year.
        brief={isPhone()}
        className={clsx(inPlaceClass, smallClass)}
        min={field === "estimatedArrival" ? (order.shippingDate ?? createdOn) : createdOn}
        value={wrong ? wrong.day : settled}
        onChange={settle}
        onUnreadable={() => refuse(order[field], notADate(field))}
        onTyping={(now) => {
          setTyping(now);
          setWrong(null);
        }}
        fault={wrong?.fault ?? null}
      />
      <SavingMark saving={change.isPending} waiting={typing && !wrong} />
    </span>
  );
}
