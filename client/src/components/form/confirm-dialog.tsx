import type { ReactNode } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The question, word for word. */
  children: ReactNode;
  /**
   * The verb: "Delete remake". Null: this person may not, as `error` says, and can only close it.
   */
  confirmLabel: string | null;
  cancelLabel?: string;
  onConfirm: () => void;
  pending: boolean;
  /** Why the call failed, in a sentence. */
  error?: string | null;
  danger?: boolean;
};

/** Cancel has the focus first, so that Enter alone never deletes anything. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, confirmLabel, cancelLabel = "Cancel", onConfirm, pending, error, danger } = props;
  return (
    <Dialog
      open={open}
      onCloseRequest={() => !pending && onClose()}
      title={title}
      size="sm"
      sheet="bottom"
      role="alertdialog"
      focus="field"
    >
      <DialogBody className="flex flex-col gap-4">
        <div>{children}</div>
        {error && <FailureNote>{error}</FailureNote>}
      </DialogBody>
      <DialogFooter>
        <Button data-autofocus onClick={onClose} disabled={pending}>
          {cancelLabel}
        </Button>
        {confirmLabel !== null && (
          <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

type DiscardDialogProps = {
  open: boolean;
  title: string;
  keepLabel: string;
  onKeep: () => void;
  onDiscard: () => void;
  children: ReactNode;
};

/** Asks before unsaved work is thrown away. */
export function DiscardDialog({ open, title, keepLabel, onKeep, onDiscard, children }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onKeep}
      title={title}
      confirmLabel="Discard"
      cancelLabel={keepLabel}
      onConfirm={onDiscard}
      pending={false}
      danger
    >
      {children}
    </ConfirmDialog>
  );
}
