import type { ReactNode } from "react";
import { Link } from "wouter";
import { PaymentBadge } from "#client/components/facts/badge.tsx";
import { Job } from "#client/components/facts/job.tsx";
import { DateText, Money } from "#client/components/facts/values.tsx";
import type { Column } from "#client/components/table/data-table-row.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { calls, type Reply } from "#client/lib/api.ts";
import { formatDate } from "#client/lib/format.ts";
import { can, type User } from "#client/lib/session.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { OrderDateInput } from "./change/order-date-input.tsx";
import { OrderStatusSelect } from "./change/order-status-select.tsx";
import { Late } from "./order-late.tsx";
import { OrderStatusBadge } from "./order-status-badge.tsx";

export type OrderRow = Reply<"orders", "list">[number];

/** The columns for each role (rule S4). A supplier sees no money. Who makes the shutters changes status and dates in the row. */
export function orderColumns(user: Pick<User, "role">): readonly Column<OrderRow>[] {
  const setsDates = can(user, calls.orders.changeDates);
  // Beside Pay Now, or fields, the job's name had 90 px at 1280. The arrival, which is asked for most, keeps to one line.
  const breaks = can(user, calls.payments.pay);
  const columns: readonly (Column<OrderRow> | false)[] = [
    { id: "order", header: "Order #", cell: (order) => <NumberAndLateness order={order} /> },
    user.role === "super_admin"
      ? { id: "client", header: "Client", wrap: true, place: "line", cell: (order) => withDue(order, <ClientCell {...order} />, false) }
      : { id: "job", header: "Job", wrap: true, place: "line", cell: (order) => withDue(order, <Job {...order} />, !setsDates) },
    can(user, calls.quotes.read) && {
      id: "quote",
      header: "Quote #",
      width: "4rem",
      rare: true,
      cell: ({ quoteId }) =>
        quoteId !== undefined && (
          <Link href={`/quotes?quote=${quoteId}`} className={linkClass}>
            {quoteNumber(quoteId)}
          </Link>
        ),
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
      rare: true,
      breaks,
      cell: (order) => <DateText value={order.createdAt} />,
    },
    ...(["shippingDate", "estimatedArrival"] as const).map((field) => ({
      id: field,
      ...(field === "shippingDate" ? { header: "Shipping Date", short: "Ships" } : { header: "Est. Arrival", short: "Arrives" }),
      ...(setsDates ? { place: "field" as const } : { rare: field === "shippingDate", breaks: breaks && field === "shippingDate" }),
      cell: setsDates
        ? (order: OrderRow) => <OrderDateInput order={order} field={field} />
        : (order: OrderRow) => <DateText value={order[field]} />,
    })),
    can(user, calls.quotes.read) && {
      id: "total",
      header: "Total",
      align: "right",
      place: "end",
      rare: setsDates,
      cell: (order) => <Money amount={order.finalTotal} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** A block has more room for it before the job. */
function NumberAndLateness({ order }: { order: OrderRow }) {
  return (
    <>
      <span className="block">{orderNumber(order.id)}</span>
      {/* The space is for who hears it. */}
      {order.late && " "}
      <span className="stacked:hidden!">
        <Late order={order} />
      </span>
    </>
  );
}

/** Before the job where a row is a block: how late it is, or the day it is due where no field says so. A table has columns for both. */
const withDue = (order: OrderRow, cell: ReactNode, said: boolean) => (
  <>
    {(order.late || (said && order.dueOn)) && (
      <span className="hidden">{order.late ? <Late order={order} /> : `Due ${formatDate(order.dueOn ?? "").slice(0, -5)}`}</span>
    )}
    {cell}
  </>
);

/** The company, and below it the job: staff know an order by both. Where the job has no name, the contact. */
function ClientCell({ user: { companyName, contactName }, jobName, poNumber }: OrderRow) {
  const job = [jobName, poNumber].filter(Boolean).join(", ");
  return (
    <span title={[companyName, contactName, job].filter(Boolean).join(", ")} className="block max-w-72 min-w-0 tight:max-w-44">
      <span className="line-clamp-2 wrap-anywhere">{companyName}</span>
      <span className="line-clamp-1 text-xs break-all text-muted">{job || contactName}</span>
    </span>
  );
}
