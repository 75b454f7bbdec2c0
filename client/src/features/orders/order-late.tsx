import { clsx } from "clsx";
import { formatListed } from "#client/lib/format.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { type LateReason, lateWords as lateOn, missedDay, OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";

const WAS: Record<LateReason, string> = { shipping: "to ship", arrival: "expected", required: "needed" };

type Lateness = { orderStatus: OrderStatus; late: LateReason | null; dueOn: Day | null; requiredBy: Day | null };

/** Returns today's lateness, such as "3 days late". */
export const lateWords = (order: Omit<Lateness, "orderStatus">): string | null => lateOn(order, londonDay(new Date()));

const isOpen = ({ orderStatus }: Lateness) => (OPEN_ORDER_STATUSES as readonly OrderStatus[]).includes(orderStatus);

/**
 * The lateness and its reason: `3 days late` and `needed 20 Nov`, or `Not dated yet` for an open
 * order without a day.
 */
export function describeLateness(order: Lateness): readonly string[] {
  const late = lateWords(order);
  if (late && order.late) return [late, `${WAS[order.late]} ${formatListed(missedDay(order) ?? "")}`];
  return order.dueOn === null && isOpen(order) ? ["Not dated yet"] : [];
}

/** A shipped order that nobody dated is on its way, so its row does not call it undated. */
const noteLateness = (order: Lateness) => (order.orderStatus === "shipped" && !order.late ? [] : describeLateness(order));

/**
 * The order's lateness, below its name. A narrow column breaks the line before the reason, never
 * inside a date.
 */
export function DueNote({ order }: { order: Lateness }) {
  const [standing, reason] = noteLateness(order);
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
 * The lateness in a block, on a line below the job. A block has no date column, so the note also
 * shows the day of an order on time. Beside date fields only one part fits, because the fields show
 * the days.
 */
export function DueInBlock({ order, isBrief }: { order: Lateness; isBrief: boolean }) {
  const words =
    noteLateness(order)
      .slice(0, isBrief ? 1 : 2)
      .join(" · ") ||
    (order.dueOn && `Due ${formatListed(order.dueOn)}`);
  return (
    words && <span className={clsx("hidden stacked:block! stacked:before:hidden!", order.late && "font-medium text-danger")}>{words}</span>
  );
}
