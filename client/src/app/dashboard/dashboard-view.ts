import type { OrderView } from "#client/features/orders/order-views.ts";
import { type Address, day, number, oneOf, text, useAddress } from "#client/lib/address.ts";
import type { Input, Reply } from "#client/lib/api.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type ChosenPeriod, STATS_PERIODS } from "#shared/domain/trade/stats-range.ts";
import { ORDER_STATUSES } from "#shared/domain/trade/status.ts";

/**
 * The dashboard's filters, stored in the address:
 * `/?period=custom&startDate=2026-11-01&endDate=2026-11-20&search=oak&order=7`.
 */
export interface DashboardView {
  readonly search: string;
  readonly chosen: ChosenPeriod;
  /** The id of the order whose details are open. */
  readonly order: number | null;
}

export const PARTS = { search: text, period: oneOf(STATS_PERIODS), startDate: day, endDate: day, order: number };

/** Reads the period from the address. An invalid range counts as all time. */
export function readPeriod({ period, startDate, endDate }: Address<typeof PARTS>): ChosenPeriod {
  if (period !== "custom") return { period: period || "all_time" };
  return startDate && endDate && startDate <= endDate ? { period, startDate, endDate } : { period: "all_time" };
}

/** The address omits defaults. */
const partsOf = ({ period, startDate, endDate }: ChosenPeriod) => ({
  period: period === "all_time" ? ("" as const) : period,
  startDate: startDate ?? null,
  endDate: endDate ?? null,
});

export function useDashboardView() {
  const { address, change: changeAddress } = useAddress(PARTS);
  const view: DashboardView = { search: address.search, chosen: readPeriod(address), order: address.order };
  const change = ({ chosen, ...part }: Partial<DashboardView>, how?: { replace: boolean }) =>
    changeAddress({ ...part, ...(chosen && partsOf(chosen)) }, how);
  return { view, change };
}

export const isOneDay = ({ period, startDate, endDate }: ChosenPeriod): boolean =>
  period === "daily" || (period === "custom" && startDate === endDate);

export const statsInput = ({ search, chosen }: DashboardView): Input<"stats", "read"> => ({ query: { ...chosen, search } });

export type Stats = Reply<"stats", "read">;

/**
 * Every status that a figure counts. Orders taken back for correction (drafts) are not counted
 * (rule K2).
 */
export const COUNTED_STATUSES = ORDER_STATUSES.filter((status) => status !== "draft");
export type CountedStatus = (typeof COUNTED_STATUSES)[number];

/**
 * The address of the list of orders that a figure counts: orders created in its period, filtered by
 * statuses or by a view.
 */
export function ordersPath(
  { start, end }: Stats["dateRange"],
  { status, view }: { readonly status?: readonly CountedStatus[]; readonly view?: OrderView },
): string {
  const parts = [
    view && `view=${view}`,
    status && `status=${status.join(",")}`,
    start !== null && `orderedFrom=${start}`,
    end !== null && `orderedTo=${end}`,
  ];
  return `/orders?${parts.filter(Boolean).join("&")}`;
}

interface Panels {
  readonly figures: boolean;
  readonly byStatus: boolean;
  readonly draftQuotes: boolean;
}

/** The panels of each role (rule S3). A customer has no dashboard. */
export const PANELS = {
  customer: { figures: false, byStatus: false, draftQuotes: false },
  supplier: { figures: false, byStatus: false, draftQuotes: false },
  admin: { figures: true, byStatus: false, draftQuotes: false },
  super_admin: { figures: true, byStatus: true, draftQuotes: true },
} as const satisfies Record<Role, Panels>;
