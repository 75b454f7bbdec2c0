import { Link } from "wouter";
import { Tracking } from "#client/components/facts/tracking.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { shippedInWords } from "#shared/domain/trade/parcels.ts";
import { type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";

type Made = NonNullable<Reply<"remakes", "read">["replacement"]>;

const on = (day: string | null): string => (day ? ` on ${formatListed(day)}` : "");

/** `2 of 3 shipped, the rest ships on 4 Dec` once a parcel has left. */
function goesOut({ shippingDate, shipped = 0, shutters = 0 }: Made): string {
  if (shipped === 0) return shippingDate ? `ships${on(shippingDate)}` : "no shipping date yet";
  return [shippedInWords({ shipped, shutters }), shippingDate && `the rest ships${on(shippingDate)}`].filter(Boolean).join(", ");
}

/** Describes when the replacement ships, or its state after that. */
const WHEN = {
  draft: () => "held back for a correction",
  pending: goesOut,
  processing: goesOut,
  shipped: ({ shippingDate, estimatedArrival }) =>
    `shipped${on(shippingDate)}${estimatedArrival ? `, arrives${on(estimatedArrival)}` : ""}`,
  delivered: () => "delivered",
  completed: () => "delivered",
  cancelled: () => "cancelled",
} as const satisfies Record<OrderStatus, (made: Made) => string>;

/** Returns `ships on 29 Nov`, for example. */
export const describeReplacement = (made: Made): string => WHEN[made.orderStatus](made);

/** The replacement's order, its shipping day, and its carrier. */
export function Replacement({ made }: { made: Made }) {
  const user = useUser();
  return (
    <span className="flex flex-col">
      <span>
        <Link href={`/orders?order=${made.orderId}`} className={linkClass}>
          {orderNumber(made.orderId)}
        </Link>
        , {describeReplacement(made)}
      </span>
      {made.orderStatus === "cancelled" && isStaff(user.role) && (
        <span className="text-xs text-muted">To make it after all, set this order back to pending.</span>
      )}
      {made.trackingNumber && (
        <span className="text-xs text-muted">
          Tracking number <Tracking {...made} />
        </span>
      )}
    </span>
  );
}
