import { Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import type { Reply } from "#client/lib/api.ts";
import { orderNumber } from "#shared/domain/references.ts";

/** What the question says of an order; suppliers are not sent its money. */
export type MovedOrder = Pick<Reply<"orders", "list">[number], "id" | "orderStatus" | "user" | "finalTotal" | "paymentStatus">;

type OrderCancelDialogProps = { order: MovedOrder; onClose: () => void; onConfirm: () => void };

/** A cancellation is mailed to the customer at once, so one slip of a thumb must not be enough. */
export function OrderCancelDialog({ order, onClose, onConfirm }: OrderCancelDialogProps) {
  const { id, user, finalTotal, paymentStatus } = order;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Cancel ${orderNumber(id)}?`}
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      onConfirm={onConfirm}
      pending={false}
      danger
    >
      <p>
        It is for <bdi>{user.companyName}</bdi>
        {finalTotal !== undefined && (
          <>
            , <Money amount={finalTotal} /> including VAT
          </>
        )}
        . The customer is told by mail at once, and it is not made.
      </p>
      {paymentStatus === "paid" && <p className="mt-2">It is paid: nothing is given back by itself. Refund it in Stripe.</p>}
      {paymentStatus === "unpaid" && <p className="mt-2">It can't be paid any more.</p>}
    </ConfirmDialog>
  );
}
