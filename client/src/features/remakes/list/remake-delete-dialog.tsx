import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { remakeNumber } from "#shared/domain/references.ts";

const FAILED = "Failed to delete remake. Please try again.";

type RemakeDeleteDialogProps = { id: number; onClose: () => void };

export function RemakeDeleteDialog({ id, onClose }: RemakeDeleteDialogProps) {
  const remove = useCall("remakes", "delete", { success: `Remake #${id} has been deleted.`, failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${remakeNumber(id)}?`}
      confirmLabel="Delete remake"
      danger
      onConfirm={() => remove.mutate({ params: { id } })}
      pending={remove.isPending}
      error={remove.error && failureSentence(remove.error, FAILED)}
    >
      Are you sure you want to delete remake #{id}? This action cannot be undone.
    </ConfirmDialog>
  );
}
