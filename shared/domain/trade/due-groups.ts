import { addDays, type Day, mondayOf } from "#shared/domain/period.ts";
import type { DueOrder } from "./due.ts";
import { isToStart } from "./lead-time.ts";
import type { OrderStatus } from "./status.ts";

/** The groups of a workshop's orders: late ones, those to begin, then by due day (rule W20). */
export const DUE_GROUPS = ["late", "start", "today", "this_week", "next_week", "later", "no_date"] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];
export const DUE_GROUP_LABEL = {
  late: "Late",
  start: "Start today",
  today: "Today",
  this_week: "This week",
  next_week: "Next week",
  later: "Later",
  no_date: "No date",
} as const satisfies Record<DueGroup, string>;

type GroupedOrder = Pick<DueOrder, "dueOn" | "late"> & {
  readonly orderStatus: OrderStatus;
  readonly startBy: Day | null;
  /** True for a remake of a late or delivered order. */
  readonly replacesLate: boolean;
};

/** Returns an order's group on `today`, a London day. A week ends on Sunday. */
export function dueGroup({ dueOn, late, orderStatus: status, startBy, replacesLate }: GroupedOrder, today: Day): DueGroup {
  // A board that stays open over midnight shows yesterday's reply, so the day is compared again.
  if (late || replacesLate || (dueOn !== null && dueOn < today)) return "late";
  if (isToStart({ status, startBy }, today)) return "start";
  if (dueOn === null) return "no_date";
  if (dueOn === today) return "today";
  const sunday = addDays(mondayOf(today), 6);
  if (dueOn <= sunday) return "this_week";
  return dueOn <= addDays(sunday, 7) ? "next_week" : "later";
}
