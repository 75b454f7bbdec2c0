import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { CARRIER_CHOICES, trackingToType, typedTracking } from "#client/components/form/typed-tracking.ts";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

type ParcelTrackingDialogProps = { orderId: number; parcel: Reply<"orders", "read">["parcels"][number]; onClose: () => void };

/** Corrects the carrier and the number of one parcel; a blank number clears it (rule W85). */
export default function ParcelTrackingDialog({ orderId, parcel, onClose }: ParcelTrackingDialogProps) {
  const form = useForm({ resolver: zodResolver(typedTracking), defaultValues: trackingToType(parcel) });
  const change = useCall("workshop", "changeParcel", { success: "Tracking number saved", failure: null, onSuccess: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      size="sm"
      title={`Tracking of parcel ${parcel.n}`}
      number={orderNumber(orderId)}
      description="The customer sees both, and is emailed a correction."
      form={form}
      onSubmit={({ trackingNumber, carrier }) =>
        change.mutate({ params: { id: orderId, parcelId: parcel.id }, body: { trackingNumber, carrier: carrier || null } })
      }
      submitLabel="Save"
      submitDisabled={!form.formState.isDirty}
      pending={change.isPending}
      error={change.error ? failureSentence(change.error, "Failed to save tracking number") : null}
      needsNetwork
    >
      <SelectField control={form.control} name="carrier" label="Carrier" options={CARRIER_CHOICES} />
      <TextField control={form.control} name="trackingNumber" label="Tracking number" autoCapitalize="characters" spellCheck={false} />
    </FormDialog>
  );
}
