import { Link } from "wouter";
import { PaymentOf } from "#client/components/facts/badge.tsx";
import { Job } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import type { Column } from "#client/components/table/data-table-row.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { calls, type Reply } from "#client/lib/api.ts";
import { formatMoney } from "#client/lib/format.ts";
import { can, type User } from "#client/lib/session.ts";
import { DELIVERY_SLOT_LABEL, deliveryInWords } from "#shared/domain/delivery.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { shippedInWords } from "#shared/domain/trade/parcels.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { OrderDateInput } from "./change/order-date-input.tsx";
import { OrderStatusSelect } from "./change/order-status-select.tsx";
import { isPartlyShipped } from "./details/order-next.ts";
import { DueInBlock, DueNote } from "./order-late.tsx";
import { OrderStatusBadge } from "./order-status-badge.tsx";

export type OrderRow = Reply<"orders", "list">[number];

/**
 * The columns of each role (rule S4). Suppliers see no money. People who may change status and
 * dates edit both in the row.
 */
export function orderColumns(user: Pick<User, "role">): readonly Column<OrderRow>[] {
  const setsDates = can(user, calls.orders.changeDates);
  const staff = isStaff(user.role);
  const columns: readonly (Column<OrderRow> | false)[] = [
    { id: "order", header: "Order #", cell: ({ id }) => orderNumber(id) },
    {
      id: "job",
      header: staff ? "Client" : "Job",
      name: true,
      place: "line",
      cell: (order) => <JobAndDue order={order} staff={staff} setsDates={setsDates} />,
    },
    can(user, calls.quotes.read) && {
      id: "quote",
      header: "Quote #",
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
      cell: (order) => <PaymentOf record={order} />,
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
      cell: (order) => <ListedDate value={order.createdAt} />,
    },
    ...(["shippingDate", "estimatedArrival"] as const).map((field) => ({
      id: field,
      ...(field === "shippingDate" ? { header: "Shipping Date", short: "Ships" } : { header: "Est. Arrival", short: "Arrives" }),
      ...(setsDates ? { place: "field" as const } : { rare: field === "shippingDate" }),
      isEmpty: (order: OrderRow) => !setsDates && order[field] === null,
      cell: (order: OrderRow) =>
        setsDates && order.orderStatus !== "cancelled" ? (
          <>
            <OrderDateInput order={order} field={field} />
            {field === "estimatedArrival" && order.deliverySlot && (
              <span className="block text-xs text-muted">{DELIVERY_SLOT_LABEL[order.deliverySlot]}</span>
            )}
          </>
        ) : (
          <span className={setsDates ? "stacked:block stacked:px-2 stacked:pt-4" : undefined}>
            {field === "estimatedArrival" ? <Arrival order={order} /> : <ListedDate value={order[field]} />}
          </span>
        ),
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

/** The job's name and the order's lateness. Date fields already show that they are empty. */
function JobAndDue({ order, staff, setsDates }: { order: OrderRow; staff: boolean; setsDates: boolean }) {
  const noted = order.late !== null || !setsDates;
  const owed = order.toPayBack ? `${formatMoney(order.toPayBack)} ${staff ? "to pay back" : "to be paid back"}` : null;
  return (
    <>
      <Job {...order} {...(staff && { company: order.user })} />
      {isPartlyShipped(order) && <span className="hidden">{shippedInWords(order)}</span>}
      {noted && <DueInBlock order={order} isBrief={setsDates} />}
      {noted && <DueNote order={order} />}
      {isPartlyShipped(order) && (
        <span className="block text-xs whitespace-nowrap text-muted stacked:hidden!">{shippedInWords(order)}</span>
      )}
      {order.changeRequested && (
        <span className="block text-xs font-medium whitespace-nowrap text-warning stacked:block! stacked:before:hidden!">
          Change requested
        </span>
      )}
      {/* A block gives the amount its own line. */}
      {owed && (
        <span className="block text-xs font-medium whitespace-nowrap text-danger stacked:block! stacked:before:hidden!">{owed}</span>
      )}
    </>
  );
}

/** The estimated arrival; with a part of the day `Thu 3 December, morning`. */
export const Arrival = ({ order: { estimatedArrival, deliverySlot } }: { order: Pick<OrderRow, "estimatedArrival" | "deliverySlot"> }) =>
  estimatedArrival && deliverySlot ? deliveryInWords(estimatedArrival, deliverySlot) : <ListedDate value={estimatedArrival} />;
