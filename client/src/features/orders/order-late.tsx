import { clsx } from "clsx";
import { formatListed } from "#client/lib/format.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { type LateReason, lateWords as lateOn, missedDay, OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";

const WAS: Record<LateReason, string> = { shipping: "to ship", arrival: "expected", required: "needed" };

type Lateness = { orderStatus: OrderStatus; late: LateReason | null; dueOn: Day | null; requiredBy: Day | null };

/** "3 days late" today. */
export const lateWords = (order: Omit<Lateness, "orderStatus">): string | null => lateOn(order, londonDay(new Date()));

const isOpen = ({ orderStatus }: Lateness) => (OPEN_ORDER_STATUSES as readonly OrderStatus[]).includes(orderStatus);

/** `3 days late` and `needed 20 Nov`; `Not dated yet` of an open order that nobody gave a day. */
export function dueParts(order: Lateness): readonly string[] {
  const late = lateWords(order);
  if (late && order.late) return [late, `${WAS[order.late]} ${formatListed(missedDay(order) ?? "")}`];
  return order.dueOn === null && isOpen(order) ? ["Not dated yet"] : [];
}

/**
 * How an order stands with its day, below its name. Where there is no room it breaks before the
 * reason, never in a day.
 */
export function DueNote({ order }: { order: Lateness }) {
  const [standing, reason] = dueParts(order);
  if (!standing) return null;
  return (
    <span className={clsx("block text-xs stacked:hidden!", order.late ? "font-medium text-danger" : "text-muted")}>
      <span className="whitespace-nowrap">
        {standing}
        {reason && " ·"}
      </span>
      {reason && <span className="whitespace-nowrap"> {reason}</span>}
    </span>
  );
}

/**
 * The same in a block, before the job; also the day of one that is in time, for which a block has no column. Beside fields
 * there is room for one of the two, and they say the days.
 */
export function DueInBlock({ order, isBrief }: { order: Lateness; isBrief: boolean }) {
  const words =
    dueParts(order)
      .slice(0, isBrief ? 1 : 2)
      .join(" · ") ||
    (order.dueOn && `Due ${formatListed(order.dueOn)}`);
  return words && <span className={clsx("hidden", order.late && "font-medium text-danger")}>{words}</span>;
}
