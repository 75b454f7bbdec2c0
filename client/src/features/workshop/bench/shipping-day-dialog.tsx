import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { DayField } from "#client/components/form/day-field.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useSeenDates } from "#client/device/use-seen-dates.ts";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { formatDate, formatListed } from "#client/lib/format.ts";
import { ARRIVES_FIRST, addDays, type Day, daysFrom, ORDER_DATE_LABEL, startOfDay } from "#shared/domain/period.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

const FAILED = "Failed to update order dates";

interface DatedOrder {
  readonly id: number;
  readonly shippingDate: Day | null;
  readonly estimatedArrival: Day | null;
}

/** The days between shipping and arrival, which stay when both move; 0 without both days. */
const daysInTransit = ({ shippingDate, estimatedArrival }: DatedOrder): number =>
  shippingDate && estimatedArrival ? daysFrom(shippingDate, estimatedArrival) : 0;

type ShippingDayDialogProps = { order: DatedOrder; onClose: () => void };

/**
 * Sets the day on which the order is to leave, also without a network. A day after the estimated
 * arrival needs a later arrival, which the dialog proposes.
 */
export default function ShippingDayDialog({ order, onClose }: ShippingDayDialogProps) {
  // The person decides by the dates that the dialog opened with, whatever is fetched behind it.
  const [opened] = useState(order);
  const { id, shippingDate, estimatedArrival } = opened;
  const form = useForm<{ shippingDate: Day | null; estimatedArrival: Day | null }>({ defaultValues: { shippingDate, estimatedArrival } });
  const change = useStoredCall("orders", "changeDates", {
    success: "Order dates updated successfully",
    failure: FAILED,
    onSuccess: onClose,
    describe: ({ body }) =>
      [body.shippingDate && `Ships ${formatDate(startOfDay(body.shippingDate))}`, orderNumber(id)].filter(Boolean).join(", "),
  });
  const seen = useSeenDates();
  const chosen = form.watch("shippingDate");
  const isOver = (day: Day | null): day is Day => day !== null && estimatedArrival !== null && day > estimatedArrival;
  const later = isOver(chosen) ? addDays(chosen, daysInTransit(opened)) : estimatedArrival;
  useEffect(() => form.setValue("estimatedArrival", later), [form, later]);
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title="Set the shipping date"
      number={orderNumber(id)}
      description="The customer is notified by email of a changed date."
      form={form}
      onSubmit={({ shippingDate: day, estimatedArrival: arrival }) => {
        if (!day) return form.setError("shippingDate", { message: UNREADABLE_DAY });
        if (!isOver(day)) return change.mutate({ params: { id }, body: { shippingDate: day, ...seen({ shippingDate }) } });
        if (!arrival) return form.setError("estimatedArrival", { message: UNREADABLE_DAY });
        if (arrival < day) return form.setError("estimatedArrival", { message: ARRIVES_FIRST });
        change.mutate({
          params: { id },
          body: { shippingDate: day, estimatedArrival: arrival, ...seen({ shippingDate, estimatedArrival }) },
        });
      }}
      submitLabel={isOver(chosen) ? "Set both dates" : "Set date"}
      sentLater
      pending={change.isPending}
      error={change.error && failureSentence(change.error, FAILED)}
    >
      <DayField control={form.control} name="shippingDate" label="Ships on" />
      {isOver(chosen) && (
        <DayField
          control={form.control}
          name="estimatedArrival"
          label={ORDER_DATE_LABEL.estimatedArrival}
          hint={`Until now ${formatListed(estimatedArrival ?? chosen)}, which is before that day.`}
          min={chosen}
        />
      )}
    </FormDialog>
  );
}
