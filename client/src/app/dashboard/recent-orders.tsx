import { useState } from "react";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { ScrollArea } from "#client/components/ui/display/scroll-area.tsx";
import { OrderStatusDialog } from "#client/features/orders/change/order-status-dialog.tsx";
import { formatCount } from "#client/lib/format.ts";
import type { Stats } from "./dashboard-panels.tsx";
import { RowList } from "./list-row.tsx";
import { RecentOrder } from "./recent-order.tsx";

type RecentOrdersProps = {
  orders: Stats["recentOrders"];
  search: string;
  /** No period narrows what is looked through. */
  everything: boolean;
  onView: (order: number) => void;
  onClear: () => void;
};

/** The newest orders, or those that a search found (rule S3). */
export function RecentOrders({ orders, search, everything, onView, onClear }: RecentOrdersProps) {
  const [movingId, setMovingId] = useState<number | null>(null);
  const moving = orders.find(({ id }) => id === movingId);
  const title = search ? "Search Results" : "Recent Orders";
  return (
    <Panel
      title={title}
      flush
      description={search && orders.length > 0 ? `${formatCount(orders.length)} found for “${search}”` : undefined}
    >
      {orders.length === 0 ? (
        <NoOrders search={search} everything={everything} onClear={onClear} />
      ) : (
        <ScrollArea label={title} className="max-h-120 border-t">
          <RowList>
            {orders.map((order) => (
              <RecentOrder key={order.id} order={order} onView={() => onView(order.id)} onUpdateStatus={() => setMovingId(order.id)} />
            ))}
          </RowList>
        </ScrollArea>
      )}
      {moving && <OrderStatusDialog order={moving} onClose={() => setMovingId(null)} />}
    </Panel>
  );
}

type NoOrdersProps = { search: string; everything: boolean; onClear: () => void };

function NoOrders({ search, everything, onClear }: NoOrdersProps) {
  const narrowed = search !== "" || !everything;
  const where = everything ? "" : " in this period";
  return (
    <EmptyState plain title="No orders found" action={narrowed && <Button onClick={onClear}>Show all orders</Button>}>
      {search ? `Nothing matches “${search}”${where}.` : narrowed ? "None was made in this period." : "New orders appear here."}
    </EmptyState>
  );
}
