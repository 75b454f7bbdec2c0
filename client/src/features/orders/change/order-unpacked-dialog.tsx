import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";

type OrderUnpackedDialogProps = { id: number; status: OrderStatus; reason: string; onClose: () => void; onConfirm: () => void };

/** Asks before an order that is not fully packed leaves the workshop (rule W86). */
export default function OrderUnpackedDialog({ id, status, reason, onClose, onConfirm }: OrderUnpackedDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Mark ${orderNumber(id)} as ${ORDER_STATUS_LABEL[status].toLowerCase()}?`}
      confirmLabel={`Mark as ${ORDER_STATUS_LABEL[status].toLowerCase()} anyway`}
      onConfirm={onConfirm}
      pending={false}
    >
      {reason}. The rest leaves as one parcel, and the customer is notified by email.
    </ConfirmDialog>
  );
}
