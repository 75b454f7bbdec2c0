import { documentMenuItems, labelMenuItems } from "#client/components/page/document-link.tsx";
import { exportMenuItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { toDrawable } from "#client/components/window/window-drawing.tsx";
import { useUnsent } from "#client/device/use-unsent.ts";
import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { lateWords } from "#shared/domain/trade/due.ts";
import { shippedInWords } from "#shared/domain/trade/parcels.ts";
import { isInWorkshop, orderNumber, wasShipped } from "#shared/domain/trade/status.ts";
import { amountToMake } from "#shared/domain/window/saw/make-amount.ts";
import { MOST_PIECES } from "#shared/domain/window/saw/pieces.ts";
import { dayInSentence, startInWords } from "../board/board.ts";

type Order = Reply<"orders", "read">;

type OrderHeaderProps = {
  order: Order;
  /** True once every shutter is packed: shipping is the next action. */
  packed: boolean;
  onShip: (which: "order" | "parcel") => void;
};

/** A phone has room for the papers, both ways to ship and Refresh in one line. */
const NARROW = "max-sm:px-2.5";

/** The order's number, days and papers, and the ways in which it leaves the workshop. */
export function OrderHeader({ order, packed, onShip }: OrderHeaderProps) {
  const user = useUser();
  const { id, shutters, supplier } = order;
  const isOpen = isInWorkshop(order.orderStatus);
  const unsent = useUnsent(id);
  const giveBack = useCall("workshop", "giveBack", {
    success: `${orderNumber(id)} is open to any workshop again`,
    failure: "Failed to release the order",
  });
  return (
    <PageHeader
      title={
        // The job's name is smaller, so that the longest one leaves a tablet's screen to the work.
        // A number without a name leaves a line for the days: the buttons are below.
        <span className="line-clamp-3 sm:line-clamp-2 sm:min-w-72" title={order.jobName ?? undefined}>
          {orderNumber(id)} <span className="text-base font-normal wrap-anywhere">{order.jobName}</span>
        </span>
      }
      description={
        <>
          <DueWords order={order} /> {amountToMake(order, windowsOf(order))}
          {isOpen && order.shipped > 0 && `, ${shippedInWords(order)}`}
          {unsent > 0 && <span className="block font-medium text-warning">{countOf(unsent, "change")} not sent yet</span>}
        </>
      }
      action={
        <>
          <DropdownMenu
            label={`Papers of ${orderNumber(id)}`}
            items={[
              // A cancelled order is not made (rule O13).
              ...(order.orderStatus === "cancelled" ? [] : documentMenuItems(user, "jobCard", id, order.windows)),
              ...labelMenuItems(user, order),
              ...documentMenuItems(user, "deliveryNote", id, order.windows),
              ...exportMenuItem(user, "orders", "cutList", { params: { id } }, "Cut list (CSV)"),
            ]}
          />
          {isOpen && can(user, calls.workshop.take) && supplier && order.progress.cut === 0 && (
            <Button className={NARROW} needsNetwork pending={giveBack.isPending} onClick={() => giveBack.mutate({ params: { id } })}>
              Give back
            </Button>
          )}
          {isOpen && can(user, calls.workshop.createParcel) && shutters > 1 && shutters <= MOST_PIECES && (
            <Button className={NARROW} needsNetwork onClick={() => onShip("parcel")}>
              Ship a parcel
            </Button>
          )}
          {isOpen && can(user, calls.workshop.ship) && (
            <Button className={NARROW} variant={packed ? "primary" : "secondary"} onClick={() => onShip("order")}>
              Mark as shipped
            </Button>
          )}
        </>
      }
    />
  );
}

/** The windows, with the parts that a remake's order makes of them. */
const windowsOf = ({ quote, make = [] }: Order) =>
  quote.items.map((item) => ({ ...toDrawable(item), make: make.find(({ itemId }) => itemId === item.id) ?? null }));

function DueWords({ order }: { order: Order }) {
  const today = londonDay(new Date());
  const late = lateWords(order, today);
  if (late) return <strong className="font-semibold text-danger">{late}.</strong>;
  const start = order.orderStatus === "pending" && order.startBy ? `, ${startInWords(order.startBy, today)}` : "";
  return (
    order.dueOn && (
      <span className="font-medium text-text">
        {dueVerb(order, today)} {dayInSentence(order.dueOn, today)}
        {start}.
      </span>
    )
  );
}

/** A shipped order is due at its arrival, without a planned one on the day it is needed by. */
function dueVerb({ orderStatus, estimatedArrival }: Order, today: Day): string {
  if (!wasShipped(orderStatus)) return "Due";
  if (!estimatedArrival) return "Needed by";
  return estimatedArrival < today ? "Was to arrive" : "Arrives";
}
