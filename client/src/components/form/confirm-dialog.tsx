import type { ReactNode } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { NEEDS_NETWORK, useIsAway } from "#client/lib/network.ts";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The complete text of the question. */
  children: ReactNode;
  /**
   * The verb on the button, for example "Delete remake". Null hides the button: `error` explains
   * why the person can only close the dialog.
   */
  confirmLabel: string | null;
  cancelLabel?: string;
  /** A smaller step than `onConfirm`, with a button of its own. */
  otherStep?: { readonly label: string; readonly onClick: () => void } | undefined;
  onConfirm: () => void;
  pending: boolean;
  /** The reason why the call failed, as a sentence. */
  error?: string | null;
  danger?: boolean;
  /** The call needs the network: without it the dialog displays the reason and stays open. */
  needsNetwork?: boolean;
};

/** Cancel has the initial focus, so that Enter alone never deletes anything. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, confirmLabel, cancelLabel = "Cancel", otherStep, onConfirm, pending, error, danger } = props;
  const isAway = useIsAway() && props.needsNetwork;
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
        {isAway ? <Alert tone="warning">{NEEDS_NETWORK}</Alert> : error && <FailureNote>{error}</FailureNote>}
      </DialogBody>
      <DialogFooter>
        <Button data-autofocus onClick={onClose} disabled={pending}>
          {cancelLabel}
        </Button>
        {otherStep && (
          <Button onClick={otherStep.onClick} disabled={pending || isAway}>
            {otherStep.label}
          </Button>
        )}
        {confirmLabel !== null && (
          <Button variant={danger ? "danger" : "primary"} pending={pending} disabled={isAway} onClick={onConfirm}>
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

/** Requests confirmation before unsaved work is discarded. */
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
