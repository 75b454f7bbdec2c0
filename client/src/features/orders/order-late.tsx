import { formatDate } from "#client/lib/format.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { type LateReason, lateWords as lateOn, missedDay } from "#shared/domain/trade/due.ts";

const WAS: Record<LateReason, string> = { shipping: "To be shipped on", arrival: "Expected on", required: "Needed by" };

type Lateness = { late: LateReason | null; dueOn: Day | null; requiredBy: Day | null };

/** "3 days late" today. */
export const lateWords = (order: Lateness): string | null => lateOn(order, londonDay(new Date()));

export function Late({ order }: { order: Lateness }) {
  const words = lateWords(order);
  if (!words || !order.late) return null;
  return (
    <span
      title={`${WAS[order.late]} ${formatDate(missedDay(order) ?? "")}`}
      className="block text-xs font-medium whitespace-nowrap text-danger"
    >
      {words}
    </span>
  );
}
