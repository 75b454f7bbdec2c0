import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { AmountField } from "#client/components/form/amount-field.tsx";
import { TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { simpleBody, simpleForm } from "./product-form.ts";

/** A name and a price alone (rule S5). Edit adds the other facts. */
export default function ShutterTypeAddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(simpleForm), defaultValues: { name: "", basePricePerM2: "" } });
  const add = useCall("products", "create", {
    success: "Shutter type added successfully",
    failure: "Failed to add shutter type",
    onSuccess: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add shutter type"
      description="Louvre sizes and colours can be added afterwards with Edit."
      size="sm"
      form={form}
      onSubmit={(values) => add.mutate({ body: simpleBody(values) })}
      submitLabel="Add shutter type"
      pending={add.isPending}
      error={add.error && failureSentence(add.error, "Failed to add shutter type")}
    >
      <TextField control={form.control} name="name" label="Name" />
      <AmountField control={form.control} name="basePricePerM2" label="Base price per m²" prefix="£" />
    </FormDialog>
  );
}
