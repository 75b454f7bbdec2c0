import { useState } from "react";
import { useForm, useFormState } from "react-hook-form";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { parseSupplierId, SupplierField } from "#client/components/form/supplier-field.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

const FAILED = "Failed to save the supplier";

type OrderSupplierDialogProps = { order: Pick<Reply<"orders", "list">[number], "id" | "supplier">; onClose: () => void };

/**
 * The server's question about an order that is already being made: its sentence describes the
 * progress (rule W74).
 */
const begunIn = (error: unknown): string | null => (error instanceof ApiError && error.status === 409 ? error.sentence : null);

/**
 * Sets the supplier that makes an order (rule O11). The marks move with the order after a
 * confirmation.
 */
export default function OrderSupplierDialog({ order, onClose }: OrderSupplierDialogProps) {
  const { id, supplier = null } = order;
  const form = useForm({ defaultValues: { supplierId: supplier?.id.toString() ?? "" } });
  const { isDirty } = useFormState({ control: form.control });
  const [begun, setBegun] = useState<string | null>(null);
  const change = useCall("orders", "changeSupplier", {
    success: "Supplier saved",
    failure: (error) => (begunIn(error) ? null : failureSentence(error, FAILED)),
    onSuccess: onClose,
  });
  const save = (supplierId: string) =>
    change.mutate(
      { params: { id }, body: { supplierId: parseSupplierId(supplierId), ...(begun && { confirmed: true }) } },
      { onError: (error) => setBegun(begunIn(error)) },
    );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Choose supplier"
      number={orderNumber(id)}
      size="sm"
      form={form}
      onSubmit={({ supplierId }) => save(supplierId)}
      submitLabel={begun ? "Move it anyway" : "Save"}
      submitDisabled={!isDirty}
      pending={change.isPending}
      error={change.error && begunIn(change.error) === null ? failureSentence(change.error, FAILED) : null}
    >
      <SupplierField
        control={form.control}
        name="supplierId"
        present={supplier}
        hint="A supplier sees its own orders and the orders that are open to any supplier."
      />
      {begun && (
        <Alert tone="warning" title={begun} className="mt-4">
          Its marks move with the order. Its present workshop is notified that another one makes it now.
        </Alert>
      )}
    </FormDialog>
  );
}
