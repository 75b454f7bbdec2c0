import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { failureWithReason } from "#client/lib/api-error.ts";
import { deliveryNoteField } from "#shared/contract/orders.ts";
import { DELIVERY_SLOT_LABEL, DELIVERY_SLOTS } from "#shared/domain/delivery.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import type { OrderRow } from "../order-columns.tsx";

const CHOICES = [{ value: "", label: "Any time" }, ...DELIVERY_SLOTS.map((value) => ({ value, label: DELIVERY_SLOT_LABEL[value] }))];

/** A select's value can't be null, so an empty string represents no slot. */
const typed = z.object({ deliverySlot: z.enum(["", ...DELIVERY_SLOTS]), deliveryNote: deliveryNoteField });

/**
 * Edits the part of the day and the note of a delivery. The component's key must be the saved
 * values, so that the form restarts from them.
 */
export function OrderDeliveryForm({ order }: { order: Pick<OrderRow, "id" | "estimatedArrival" | "deliverySlot" | "deliveryNote"> }) {
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(typed),
    defaultValues: { deliverySlot: order.deliverySlot ?? ("" as const), deliveryNote: order.deliveryNote ?? "" },
  });
  const change = useStoredCall("orders", "changeDates", {
    describe: () => `Delivery, ${orderNumber(order.id)}`,
    success: "Delivery saved",
    failure: failureWithReason("Failed to save the delivery"),
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-4 gap-y-2"
      onSubmit={handleSubmit(
        ({ deliverySlot, deliveryNote }) =>
          !change.isPending &&
          change.mutate({ params: { id: order.id }, body: { deliverySlot: deliverySlot || null, deliveryNote: deliveryNote || null } }),
      )}
    >
      <SelectField
        control={control}
        name="deliverySlot"
        label="Delivery"
        options={CHOICES}
        disabled={order.estimatedArrival === null}
        hint={order.estimatedArrival === null ? "Set the estimated arrival first." : undefined}
        className="w-44 max-sm:w-full"
      />
      <TextField
        control={control}
        name="deliveryNote"
        label="Delivery note"
        hint="The customer sees both on their order."
        maxLength={LONGEST.deliveryNote}
        className="max-w-120 min-w-48 flex-1"
      />
      <Button type="submit" className="mt-6" pending={change.isPending} disabled={!formState.isDirty}>
        Set delivery
      </Button>
    </form>
  );
}
