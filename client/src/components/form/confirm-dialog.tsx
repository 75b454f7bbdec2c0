import type { ReactNode } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { errorSentence, FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The question, word for word. */
  children: ReactNode;
  /** The verb: "Delete remake". */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  pending: boolean;
  error?: unknown;
  danger?: boolean;
};

/** The way back has the focus first, so that Enter alone never destroys. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, confirmLabel, cancelLabel = "Cancel", onConfirm, pending, error, danger } = props;
  const sentence = errorSentence(error);
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
        {sentence && <FailureNote>{sentence}</FailureNote>}
      </DialogBody>
      <DialogFooter>
        <Button data-autofocus onClick={onClose} disabled={pending}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
