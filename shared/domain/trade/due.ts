import { type Day, daysFrom } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { countOf } from "#shared/domain/text.ts";
import { type OrderStatus, WORKSHOP_ORDER_STATUSES } from "./status.ts";

/**
 * Why an order is late; the first reason that applies counts (rule O9): not shipped in time, not
 * delivered in time, or needed earlier than the dates allow.
 */
export const LATE_REASONS = ["shipping", "arrival", "required"] as const;
export type LateReason = (typeof LATE_REASONS)[number];

/** Open orders are still to be made or on their way. */
export const OPEN_ORDER_STATUSES = ["pending", "processing", "shipped"] as const satisfies readonly OrderStatus[];
export const DONE_ORDER_STATUSES = ["delivered", "completed"] as const satisfies readonly OrderStatus[];

interface DatedOrder {
  readonly status: OrderStatus;
  readonly shippingDate: Day | null;
  readonly estimatedArrival: Day | null;
  readonly requiredBy: Day | null;
}

/** The statuses in which an order can be late. A workshop has no part in an order that left (rule O9). */
export const lateStatuses = (role: Role): readonly OrderStatus[] => (role === "supplier" ? WORKSHOP_ORDER_STATUSES : OPEN_ORDER_STATUSES);

/**
 * Returns the day on which an open order is due, and why it is late on `today`, a London day, for
 * its reader (rule O9). Lists filter and sort by generated columns of `orders` with equal values; a
 * test compares both.
 */
export function dueOf(order: DatedOrder, today: Day, role: Role): { readonly dueOn: Day | null; readonly late: LateReason | null } {
  const { status, requiredBy } = order;
  if (!(OPEN_ORDER_STATUSES as readonly OrderStatus[]).includes(status)) return { dueOn: null, late: null };
  const planned = status === "shipped" ? order.estimatedArrival : order.shippingDate;
  const missed = planned !== null && planned < today;
  const reason = status === "shipped" ? "arrival" : "shipping";
  if (!lateStatuses(role).includes(status)) return { dueOn: planned ?? requiredBy, late: null };
  return { dueOn: planned ?? requiredBy, late: missed ? reason : requiredBy !== null && requiredBy < today ? "required" : null };
}

export interface DueOrder {
  readonly dueOn: Day | null;
  readonly requiredBy: Day | null;
  readonly late: LateReason | null;
}

/** The day that a late order has missed. */
export const missedDay = ({ late, dueOn, requiredBy }: DueOrder): Day | null => (late === "required" ? requiredBy : late && dueOn);

/** `3 days late`, counted in London days from the missed day; null while the order is in time. */
export function lateWords(order: DueOrder, today: Day): string | null {
  const missed = missedDay(order);
  if (!missed) return null;
  const days = daysFrom(missed, today);
  return `${countOf(days, "day")} late`;
}
