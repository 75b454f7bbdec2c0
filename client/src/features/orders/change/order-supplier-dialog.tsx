import { useForm, useFormState } from "react-hook-form";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { chosenSupplier, SupplierField } from "#client/components/form/supplier-field.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

const FAILED = "Failed to save the supplier";

type OrderSupplierDialogProps = { order: Pick<Reply<"orders", "list">[number], "id" | "supplier">; onClose: () => void };

/** Says which supplier makes an order (rule O11). What is marked of it moves with it. */
export default function OrderSupplierDialog({ order, onClose }: OrderSupplierDialogProps) {
  const { id, supplier = null } = order;
  const form = useForm({ defaultValues: { supplierId: supplier?.id.toString() ?? "" } });
  const { isDirty } = useFormState({ control: form.control });
  const change = useCall("orders", "changeSupplier", { success: "Supplier saved", failure: FAILED, onSuccess: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Choose supplier"
      number={orderNumber(id)}
      size="sm"
      form={form}
      onSubmit={({ supplierId }) => change.mutate({ params: { id }, body: { supplierId: chosenSupplier(supplierId) } })}
      submitLabel="Save"
      submitDisabled={!isDirty}
      pending={change.isPending}
      error={change.error && failureSentence(change.error, FAILED)}
    >
      <SupplierField
        control={form.control}
        name="supplierId"
        present={supplier}
        hint="A supplier sees its own orders, and those that any may make."
      />
    </FormDialog>
  );
}
