import type { Reply } from "#client/lib/api.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import type { NotMade } from "#shared/domain/window/saw/saw-work.ts";

export type KeptPlan = Reply<"workshop", "readPlan">;
export type PlanProfile = KeptPlan["profiles"][number];
export type PlanBar = PlanProfile["bars"][number];
export type Ticked = Reply<"workshop", "sawn">;

/** The address of the page that plans these orders. */
export const planPath = (orders: readonly number[]): string => `/workshop/bar-plan?orders=${orders.join()}`;

export const mm = (length: number): string => inMillimetres(length * 10);

/** The names of the windows, and the orders that have changed since the plan was saved. */
export interface Names {
  readonly windowOf: (itemId: number) => string;
  /** The orders whose pieces no stop has, because they are not made here any more. */
  readonly notMade: readonly NotMade[];
  readonly isChanged: (orderId: number) => boolean;
}

/** The ids of the buttons that mark a run, or its first bar, as sawn: the focus moves to them. */
export const sawId = (bar: number): string => `saw-${bar}`;
export const sawOneId = (bar: number): string => `saw-one-${bar}`;
