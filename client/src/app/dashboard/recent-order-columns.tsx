import type { Column } from "#client/components/data-table.tsx";
import { DateText } from "#client/components/date-text.tsx";
import { Money } from "#client/components/money.tsx";
import { Truncated } from "#client/components/ui/truncated.tsx";
import { OrderStatusBadge } from "#client/features/orders/order-status-badge.tsx";
import { orderNumber } from "#client/lib/references.ts";
import { isStaff, type Role } from "#shared/domain/roles.ts";
import type { Stats } from "./dashboard-panels.tsx";

export type RecentOrder = Stats["recentOrders"][number];

/** §2: the total is for admin and super admin only. */
export function recentOrderColumns(role: Role): readonly Column<RecentOrder>[] {
  const columns: readonly Column<RecentOrder>[] = [
    { id: "order", header: "Order #", cell: ({ id }) => orderNumber(id) },
    {
      id: "client",
      header: "Client",
      cell: ({ user }) => (
        <span className="block max-w-72 min-w-0">
          <Truncated text={user.companyName} />
          <Truncated text={user.contactName} className="text-xs text-muted" />
        </span>
      ),
    },
    { id: "status", header: "Status", cell: ({ orderStatus }) => <OrderStatusBadge status={orderStatus} /> },
    { id: "created", header: "Created", cell: ({ createdAt }) => <DateText value={createdAt} /> },
  ];
  if (!isStaff(role)) return columns;
  return [...columns, { id: "total", header: "Total", align: "right", cell: ({ finalTotal }) => <Money amount={finalTotal} /> }];
}
