import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { orderNumber } from "#shared/domain/references.ts";

type OrderRecallDialogProps = { id: number; onClose: () => void; onConfirm: () => void };

/** A supplier who sets an order to draft loses sight of it (rule O2), so one slip of a thumb must not be enough. */
export function OrderRecallDialog({ id, onClose, onConfirm }: OrderRecallDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Send ${orderNumber(id)} back as a draft?`}
      confirmLabel="Send back"
      onConfirm={onConfirm}
      pending={false}
    >
      It leaves your list, and only the office can bring it back.
    </ConfirmDialog>
  );
}
