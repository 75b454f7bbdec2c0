import { PaymentBadge } from "#client/components/facts/badge.tsx";
import { DateText } from "#client/components/facts/values.tsx";
import type { Column } from "#client/components/table/data-table-row.tsx";
import { calls, type Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { orderNumber, quoteNumber } from "#shared/domain/status.ts";
import { OrderDateInput } from "./change/order-date-input.tsx";
import { OrderStatusSelect } from "./change/order-status-select.tsx";
import { OrderStatusBadge } from "./order-status-badge.tsx";

export type OrderRow = Reply<"orders", "list">[number];

/** The columns for each role (rule S4). A supplier sees no money. Who makes the shutters changes status and dates in the row. */
export function orderColumns(user: Pick<User, "role">): readonly Column<OrderRow>[] {
  const columns: readonly (Column<OrderRow> | false)[] = [
    { id: "order", header: "Order #", cell: (order) => <span className="stacked:text-base">{orderNumber(order.id)}</span> },
    user.role === "super_admin" && {
      id: "client",
      header: "Client",
      wrap: true,
      place: "line",
      cell: (order) => <ClientCell {...order.user} />,
    },
    can(user, calls.quotes.read) && {
      id: "quote",
      header: "Quote #",
      cell: (order) => order.quoteId !== undefined && quoteNumber(order.quoteId),
    },
    can(user, calls.quotes.read) && {
      id: "payment",
      header: "Payment",
      place: "head",
      cell: (order) => <PaymentBadge status={order.paymentStatus} />,
    },
    {
      id: "status",
      header: "Status",
      place: can(user, calls.orders.changeStatus) ? "field" : "head",
      cell: can(user, calls.orders.changeStatus)
        ? (order) => <OrderStatusSelect order={order} />
        : (order) => <OrderStatusBadge status={order.orderStatus} />,
    },
    {
      id: "created",
      header: "Created",
      cell: (order) => <DateText value={order.createdAt} />,
    },
    ...(["shippingDate", "estimatedArrival"] as const).map((field) => ({
      id: field,
      header: field === "shippingDate" ? "Shipping Date" : "Est. Arrival",
      place: can(user, calls.orders.changeDates) ? ("field" as const) : ("fact" as const),
      cell: can(user, calls.orders.changeDates)
        ? (order: OrderRow) => <OrderDateInput order={order} field={field} />
        : (order: OrderRow) => <DateText value={order[field]} />,
    })),
  ];
  return columns.filter((column) => column !== false);
}

function ClientCell({ companyName, contactName }: OrderRow["user"]) {
  return (
    <span
      title={`${companyName}, ${contactName}`}
      className="block max-w-72 min-w-0 tight:max-w-44 stacked:flex stacked:max-w-none stacked:flex-wrap stacked:items-baseline stacked:gap-x-2"
    >
      <span className="line-clamp-2 wrap-anywhere">{companyName}</span>
      <span className="line-clamp-1 text-xs break-all text-muted tight:hidden">{contactName}</span>
    </span>
  );
}
