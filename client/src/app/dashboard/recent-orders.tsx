import { useState } from "react";
import { DataTable } from "#client/components/data-table.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Panel } from "#client/components/ui/panel.tsx";
import { ScrollArea } from "#client/components/ui/scroll-area.tsx";
import { OrderStatusDialog } from "#client/features/orders/order-status-dialog.tsx";
import { formatCount } from "#client/lib/format.ts";
import { orderNumber } from "#client/lib/references.ts";
import { can, useUser } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { type RecentOrder, recentOrderColumns } from "./recent-order-columns.tsx";

type RecentOrdersProps = {
  orders: readonly RecentOrder[];
  search: string;
  /** No period narrows what is looked through. */
  everything: boolean;
  onView: (order: number) => void;
  onClear: () => void;
};

/** The newest orders, or those that a search found (§2). */
export function RecentOrders({ orders, search, everything, onView, onClear }: RecentOrdersProps) {
  const user = useUser();
  const [moving, setMoving] = useState<RecentOrder | null>(null);
  const title = search ? "Search Results" : "Recent Orders";
  return (
    <Panel
      title={title}
      description={search && orders.length > 0 ? `${formatCount(orders.length)} found for “${search}”` : undefined}
      flush
      // What is cut off at the edge is a list of its own, not the page: sticky heads stay at its top.
      className="overflow-hidden [--sticky-top:0px]"
    >
      <ScrollArea label={title} className="max-h-120">
        <DataTable
          caption={title}
          frame="flush"
          columns={recentOrderColumns(user.role)}
          rows={orders}
          rowKey={({ id }) => id}
          onRowClick={({ id }) => onView(id)}
          rowLabel={({ id, user: { companyName } }) => `${orderNumber(id)}, ${companyName}`}
          empty={<NoOrders search={search} everything={everything} onClear={onClear} />}
          actions={(order) => (
            <>
              <Button size="sm" aria-label={`View Details of ${orderNumber(order.id)}`} onClick={() => onView(order.id)}>
                View Details
              </Button>
              {can(user, api.orders.changeStatus) && (
                <Button size="sm" aria-label={`Update Status of ${orderNumber(order.id)}`} onClick={() => setMoving(order)}>
                  Update Status
                </Button>
              )}
            </>
          )}
        />
      </ScrollArea>
      {moving && <OrderStatusDialog order={moving} onClose={() => setMoving(null)} />}
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
