import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { describeOwners, describeUndelivered, type UndeliveredOfPerson } from "./undelivered-changes.ts";

type LeftBehindDialogProps = {
  lost: readonly UndeliveredOfPerson[];
  /** Called when the person stays signed in and the data are removed. */
  onGoOn: () => void;
  onClose: () => void;
};

/**
 * Requests confirmation before a person of another company starts to use a device on which changes
 * wait (rule W56).
 */
export default function UndeliveredDialog({ lost, onGoOn, onClose }: LeftBehindDialogProps) {
  const logout = useCall("accounts", "logout", { failure: "Failed to log out again", onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      title={`Remove ${describeUndelivered(lost)} that ${lost.length === 1 ? "was" : "were"} not sent?`}
      confirmLabel="Remove and continue"
      cancelLabel="Log out again"
      danger
      pending={logout.isPending}
      onConfirm={onGoOn}
      onClose={() => logout.mutate({})}
    >
      Not sent from this device: {describeOwners(lost)}. {lost.length === 1 ? "It has" : "They have"} not reached the server, and you can't
      keep {lost.length === 1 ? "it" : "them"}: log out again and let them log in here first, or continue without.
    </ConfirmDialog>
  );
}
