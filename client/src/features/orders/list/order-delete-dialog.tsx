import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { orderNumber } from "#shared/domain/references.ts";

type OrderDeleteDialogProps = { id: number; onClose: () => void };

export function OrderDeleteDialog({ id, onClose }: OrderDeleteDialogProps) {
  const remove = useCall("orders", "delete", {
    success: "Order deleted successfully",
    failure: "Failed to delete order",
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${orderNumber(id)}?`}
      confirmLabel="Delete order"
      danger
      onConfirm={() => remove.mutate({ params: { id } })}
      pending={remove.isPending}
      error={remove.error && failureSentence(remove.error, "Failed to delete order")}
    >
      Are you sure you want to delete order {orderNumber(id)}? Its remakes go with it, and its quote can be converted again. This action
      cannot be undone.
    </ConfirmDialog>
  );
}
