import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

const DELETE_FAILED = "Failed to delete order";

export default function OrderDeleteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const remove = useCall("orders", "delete", { success: "Order deleted successfully", failure: DELETE_FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${orderNumber(id)}?`}
      confirmLabel="Delete order"
      danger
      onConfirm={() => remove.mutate({ params: { id } })}
      pending={remove.isPending}
      error={remove.error && failureSentence(remove.error, DELETE_FAILED)}
    >
      Are you sure you want to delete order {orderNumber(id)}? Its remakes go with it, and its quote can be converted again. This action
      cannot be undone.
    </ConfirmDialog>
  );
}
