import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { FactsSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import OrderStatusDialog from "#client/features/orders/change/order-status-dialog.tsx";
import { query } from "#client/lib/api.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

/** Confirms the move first, because the customer receives an email. */
export function MarkShippedDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const order = useQuery(query("orders", "read", { params: { id } }));
  if (order.data) return <OrderStatusDialog order={order.data} proposed="shipped" onClose={onClose} />;
  return (
    <Dialog open onCloseRequest={onClose} title="Update Status" number={orderNumber(id)} size="sm">
      <DialogBody>
        <QueryView query={order} failure="Failed to load order details" skeleton={<FactsSkeleton />}>
          {() => null}
        </QueryView>
      </DialogBody>
    </Dialog>
  );
}
