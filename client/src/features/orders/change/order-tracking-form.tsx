import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { api } from "#shared/contract/index.ts";
import { CARRIER_NAME, CARRIERS } from "#shared/domain/trade/carriers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import type { OrderRow } from "../order-columns.tsx";

const CHOICES = [{ value: "", label: "Not stated" }, ...CARRIERS.map((carrier) => ({ value: carrier, label: CARRIER_NAME[carrier] }))];

/** A select's value can't be null, so an empty string represents no carrier. */
const typed = z.object({ trackingNumber: api.orders.changeTracking.body.shape.trackingNumber, carrier: z.enum(["", ...CARRIERS]) });

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
    resolver: zodResolver(typed),
    defaultValues: { trackingNumber: order.trackingNumber ?? "", carrier: order.carrier ?? ("" as const) },
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
      <SelectField control={control} name="carrier" label="Carrier" options={CHOICES} className="w-44 max-sm:w-full" />
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
