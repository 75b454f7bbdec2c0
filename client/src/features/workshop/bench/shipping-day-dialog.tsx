import { useForm } from "react-hook-form";
import { DayField } from "#client/components/form/day-field.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { formatDate } from "#client/lib/format.ts";
import { type Day, startOfDay } from "#shared/domain/period.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

const FAILED = "Failed to update order dates";

type ShippingDayDialogProps = { order: { readonly id: number; readonly shippingDate: Day | null }; onClose: () => void };

/** Sets the day on which the order is to leave, also without a network. */
export default function ShippingDayDialog({ order: { id, shippingDate }, onClose }: ShippingDayDialogProps) {
  const form = useForm<{ shippingDate: Day | null }>({ defaultValues: { shippingDate } });
  const change = useStoredCall("orders", "changeDates", {
    success: "Order dates updated successfully",
    failure: FAILED,
    onSuccess: onClose,
    describe: ({ body }) =>
      [body.shippingDate && `Ships ${formatDate(startOfDay(body.shippingDate))}`, orderNumber(id)].filter(Boolean).join(", "),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title="Set the shipping date"
      number={orderNumber(id)}
      description="The customer is notified by email of a changed date."
      form={form}
      onSubmit={(typed) => {
        if (!typed.shippingDate) return form.setError("shippingDate", { message: UNREADABLE_DAY });
        change.mutate({ params: { id }, body: { shippingDate: typed.shippingDate } });
      }}
      submitLabel="Set date"
      sentLater
      pending={change.isPending}
      error={change.error && failureSentence(change.error, FAILED)}
    >
      <DayField control={form.control} name="shippingDate" label="Ships on" />
    </FormDialog>
  );
}
