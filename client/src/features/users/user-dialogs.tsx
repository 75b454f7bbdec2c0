import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { STEPS, type Step, type UserRow, useStep } from "./user.ts";

type UserStepDialogProps = { row: UserRow; step: Step; onClose: () => void };

/** Confirms a step with the person's name, the email, and the consequence. */
export function UserStepDialog({ row, step, onClose }: UserStepDialogProps) {
  const { run, pending, error } = useStep(row, step, onClose);
  const { title, confirm, consequence } = STEPS[step];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title(row.contactName)}
      confirmLabel={confirm}
      danger={step === "suspend"}
      onConfirm={run}
      pending={pending}
      error={error}
    >
      <p>
        {row.email} of <bdi>{row.companyName}</bdi> {consequence}
      </p>
    </ConfirmDialog>
  );
}

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
        the company's name. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
