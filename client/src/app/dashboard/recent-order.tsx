import { clsx } from "clsx";
import { DateText, Money } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { OrderStatusBadge } from "#client/features/orders/order-status-badge.tsx";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { orderNumber } from "#shared/domain/references.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { Stats } from "./dashboard-panels.tsx";
import { belowClass, RowFacts, rowClass } from "./list-row.tsx";

type RecentOrderProps = { order: Stats["recentOrders"][number]; onView: () => void; onUpdateStatus: () => void };

/** Rule S3: the total is for admin and super admin, Update Status for super admin and supplier. */
export function RecentOrder({ order, onView, onUpdateStatus }: RecentOrderProps) {
  const user = useUser();
  const number = orderNumber(order.id);
  const total = isStaff(user.role) && order.finalTotal !== undefined;
  return (
    <li className={clsx(rowClass, "border-b last:border-b-0")}>
      <RowFacts
        number={number}
        title={order.user.companyName}
        note={order.user.contactName}
        end={total && <Money amount={order.finalTotal} />}
        endNote={<DateText value={order.createdAt} />}
      />
      <span className={belowClass}>
        <span className="w-28 @max-[30rem]/list:w-auto @max-[30rem]/list:pl-19">
          <OrderStatusBadge status={order.orderStatus} />
        </span>
        <span className="ml-auto flex gap-2 @max-[30rem]/list:basis-full @max-[30rem]/list:[&>button]:flex-1">
          {/* Its press area is the whole row; the other button lies above it. */}
          <Button
            size="sm"
            aria-label={`View Details of ${number}`}
            className="static! after:absolute after:inset-0 after:content-['']"
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
