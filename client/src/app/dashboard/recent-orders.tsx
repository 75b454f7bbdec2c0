import { clsx } from "clsx";
import { useState } from "react";
import { jobWords } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { ScrollArea } from "#client/components/ui/display/scroll-area.tsx";
import { OrderStatusBadge } from "#client/features/orders/order-status-badge.tsx";
import { calls } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { isInWorkshop, orderNumber } from "#shared/domain/trade/status.ts";
import type { Stats } from "./dashboard-view.ts";
import { belowClass, RowFacts, RowList, rowClass } from "./list-row.tsx";

const OrderStatusDialog = lazyDialog(() => import("#client/features/orders/change/order-status-dialog.tsx"), {
  size: "sm",
  sheet: "bottom",
  fields: 4,
});

type RecentOrdersProps = {
  orders: Stats["recentOrders"];
  search: string;
  /** The period is all time, so an empty list has no orders at all. */
  everything: boolean;
  onView: (order: number) => void;
  onClear: () => void;
};

/** The newest orders, or the results of a search (rule S3). */
export function RecentOrders({ orders, search, everything, onView, onClear }: RecentOrdersProps) {
  const [movingId, setMovingId] = useState<number | null>(null);
  const moving = orders.find(({ id }) => id === movingId);
  const { role } = useUser();
  const rows = role === "supplier" && !search ? mostUrgentFirst(orders) : orders;
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
            {rows.map((order) => (
              <RecentOrder key={order.id} order={order} onView={() => onView(order.id)} onUpdateStatus={() => setMovingId(order.id)} />
            ))}
          </RowList>
        </ScrollArea>
      )}
      {moving && <OrderStatusDialog order={moving} onClose={() => setMovingId(null)} />}
    </Panel>
  );
}

/** A workshop begins with what is to be made, earliest due first; the rest stays newest first. */
function mostUrgentFirst(orders: Stats["recentOrders"]): Stats["recentOrders"] {
  const dueOf = ({ orderStatus, dueOn }: (typeof orders)[number]) => (isInWorkshop(orderStatus) ? (dueOn ?? "9999") : "done");
  return orders.toSorted((one, other) => dueOf(one).localeCompare(dueOf(other)));
}

type NoOrdersProps = { search: string; everything: boolean; onClear: () => void };

function NoOrders({ search, everything, onClear }: NoOrdersProps) {
  const narrowed = search !== "" || !everything;
  const periodWords = everything ? "" : " in this period";
  return (
    <EmptyState plain title="No orders found" action={narrowed && <Button onClick={onClear}>Show all orders</Button>}>
      {search ? `No orders match “${search}”${periodWords}.` : narrowed ? "No orders were made in this period." : "New orders appear here."}
    </EmptyState>
  );
}

type RecentOrderProps = { order: Stats["recentOrders"][number]; onView: () => void; onUpdateStatus: () => void };

/** Staff see the total; super admins and suppliers have Update Status (rule S3). */
function RecentOrder({ order, onView, onUpdateStatus }: RecentOrderProps) {
  const user = useUser();
  const number = orderNumber(order.id);
  const total = isStaff(user.role) && order.finalTotal !== undefined;
  const [job, ...details] = jobWords({ ...order, company: order.user });
  return (
    <li className={clsx(rowClass, "border-b last:border-b-0")}>
      <RowFacts
        number={number}
        title={job}
        note={details.join(" · ")}
        end={total && <Money amount={order.finalTotal} />}
        endNote={<ListedDate value={order.createdAt} />}
      />
      <span className={belowClass}>
        <span className="w-28 @max-[30rem]/list:w-auto @max-[30rem]/list:pl-19">
          <OrderStatusBadge status={order.orderStatus} />
        </span>
        <span className="ml-auto flex gap-2 @max-[30rem]/list:basis-full @max-[30rem]/list:[&>button]:flex-1">
          {/* A press anywhere on the row presses this button. Update Status lies above the button's
              area. */}
          <Button
            variant="ghost"
            size="sm"
            aria-label={`View Details of ${number}`}
            className="static! after:absolute after:inset-0"
            onClick={onView}
          >
            View Details
          </Button>
          {can(user, calls.orders.changeStatus) && (
            <Button size="sm" aria-label={`Update Status of ${number}`} onClick={onUpdateStatus}>
              Update Status
            </Button>
          )}
        </span>
      </span>
    </li>
  );
}
