import { useState } from "react";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { calls, type Reply } from "#client/lib/api.ts";
import { failureWithReason } from "#client/lib/api-error.ts";
import { can, useUser } from "#client/lib/session.ts";
import { ORDER_STATUS_LABEL, orderNumber } from "#shared/domain/trade/status.ts";

type ClosedNoticeProps = {
  order: Pick<Reply<"orders", "read">, "id" | "orderStatus">;
  /** True if the shipping waits on this device. */
  isShipWaiting: boolean;
};

/** States why an order accepts no marks. A shipped one can be set back to processing (rule W84). */
export function ClosedNotice({ order: { id, orderStatus }, isShipWaiting }: ClosedNoticeProps) {
  const user = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useStoredCall("orders", "changeStatus", {
    success: `${orderNumber(id)} is set back to processing`,
    failure: failureWithReason("Failed to update order status"),
    describe: () => `${ORDER_STATUS_LABEL.processing}, ${orderNumber(id)}`,
  });
  const maySetBack = orderStatus === "shipped" && !isShipWaiting && can(user, calls.orders.changeStatus);
  const setBack = () => {
    setIsAsking(false);
    mutate({ params: { id }, body: { status: "processing", from: orderStatus } });
  };
  return (
    <>
      <Alert
        className="mb-4 items-center!"
        action={
          maySetBack && (
            <Button pending={isPending} onClick={() => setIsAsking(true)}>
              Set back to processing
            </Button>
          )
        }
      >
        This order is {ORDER_STATUS_LABEL[orderStatus].toLowerCase()}. It can no longer be marked.
        {isShipWaiting && " This device has not sent that yet."}
      </Alert>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Set ${orderNumber(id)} back to processing?`}
        confirmLabel="Set back"
        onConfirm={setBack}
        pending={false}
      >
        The customer was already emailed that it is shipped, and is notified of this change too. Its last parcel is deleted. Steps that you
        marked stay; steps that were marked only because of that parcel are removed.
      </ConfirmDialog>
    </>
  );
}
