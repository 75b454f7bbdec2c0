import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { CARRIER_CHOICES, trackingToType, typedTracking } from "#client/components/form/typed-tracking.ts";
import { Button } from "#client/components/ui/control/button.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import type { OrderRow } from "../order-columns.tsx";

type OrderTrackingFormProps = {
  order: Pick<OrderRow, "id" | "trackingNumber" | "carrier">;
  /** The parcel that has the number, where the order has several. */
  of?: string | undefined;
};

/**
 * Edits the tracking number; a blank field clears it. The component's key must be the saved value,
 * so that the form restarts from it.
 */
export function OrderTrackingForm({ order, of }: OrderTrackingFormProps) {
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(typedTracking),
    defaultValues: trackingToType(order),
  });
  const change = useStoredCall("orders", "changeTracking", {
    describe: ({ body }) => `Tracking number ${body.trackingNumber || "none"}, ${orderNumber(order.id)}`,
    success: "Tracking number saved",
    failure: "Failed to save tracking number",
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-4 gap-y-2"
      onSubmit={handleSubmit(
        ({ trackingNumber, carrier }) =>
          !change.isPending && change.mutate({ params: { id: order.id }, body: { trackingNumber, carrier: carrier || null } }),
      )}
    >
      <SelectField control={control} name="carrier" label="Carrier" options={CARRIER_CHOICES} className="w-44 max-sm:w-full" />
      <TextField
        control={control}
        name="trackingNumber"
        label={of ? `Tracking number of ${of}` : "Tracking number"}
        hint="The customer sees both on their order."
        autoCapitalize="characters"
        spellCheck={false}
        className="max-w-120 min-w-48 flex-1"
      />
      <Button type="submit" className="mt-6" pending={change.isPending} disabled={!formState.isDirty}>
        Save
      </Button>
    </form>
  );
}
