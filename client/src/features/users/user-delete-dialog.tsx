import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { UserRow } from "./user.ts";

const FAILED = "Failed to delete user";

export function UserDeleteDialog({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const remove = useCall("users", "delete", {
    success: "User deleted successfully",
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${row.contactName}?`}
      confirmLabel="Delete user"
      danger
      onConfirm={() => remove.mutate({ params: { id: row.id } })}
      pending={remove.isPending}
      error={remove.isError ? failureSentence(remove.error, FAILED) : null}
    >
      <p>
        {row.email} of <bdi>{row.companyName}</bdi> is signed out at once and cannot log in again. Quotes, orders and remakes stay, under
        the company’s name. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
