import { formatDate } from "#client/lib/format.ts";
import type { LateReason } from "#shared/domain/due.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";

const DAY_MS = 86_400_000;

const MISSED: Record<LateReason, readonly [day: "shippingDate" | "estimatedArrival" | "requiredBy", was: string]> = {
  shipping: ["shippingDate", "To be shipped on"],
  arrival: ["estimatedArrival", "Expected on"],
  required: ["requiredBy", "Needed by"],
};

type Lateness = { late: LateReason | null; shippingDate: Day | null; estimatedArrival: Day | null; requiredBy: Day | null };

/** "3 days late": since the day that was missed, by London's calendar. Null while it is in time. */
export function lateWords(order: Lateness, today: Day = londonDay(new Date())): string | null {
  const missed = order.late && order[MISSED[order.late][0]];
  if (!missed) return null;
  const days = Math.round((Date.parse(today) - Date.parse(missed)) / DAY_MS);
  return days === 1 ? "1 day late" : `${days} days late`;
}

export function Late({ order }: { order: Lateness }) {
  const words = lateWords(order);
  if (!words || !order.late) return null;
  const [day, was] = MISSED[order.late];
  return (
    <span title={`${was} ${formatDate(order[day] ?? "")}`} className="block text-xs font-medium whitespace-nowrap text-danger">
      {words}
    </span>
  );
}
