import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { TextField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { api } from "#shared/contract/index.ts";

type OrderTrackingFormProps = { order: { readonly id: number; readonly trackingNumber: string | null } };

/** Key it by the number, so that it starts again from what was saved. A blank clears it. */
export function OrderTrackingForm({ order }: OrderTrackingFormProps) {
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(api.orders.changeTracking.body),
    defaultValues: { trackingNumber: order.trackingNumber ?? "" },
  });
  const change = useCall("orders", "changeTracking", { success: "Tracking number saved", failure: "Failed to save tracking number" });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-2"
      onSubmit={handleSubmit((body) => !change.isPending && change.mutate({ params: { id: order.id }, body }))}
    >
      <TextField
        control={control}
        name="trackingNumber"
        label="Tracking number"
        hint="The customer sees it on their order."
        autoCapitalize="characters"
        spellCheck={false}
        className="min-w-48 flex-1"
      />
      <Button type="submit" className="mt-6" pending={change.isPending} disabled={!formState.isDirty}>
        Save
      </Button>
    </form>
  );
}
