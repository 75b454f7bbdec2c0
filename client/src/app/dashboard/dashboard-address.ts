import { type Address, day, number, oneOf, text, useAddress } from "#client/lib/address.ts";
import type { Input } from "#client/lib/api.ts";
import { type ChosenPeriod, STATS_PERIODS } from "#shared/domain/stats-range.ts";

/** What the dashboard shows, as its address says it: `/?period=custom&startDate=2026-11-01&endDate=2026-11-20&search=oak&order=7`. */
export interface Shown {
  readonly search: string;
  readonly chosen: ChosenPeriod;
  /** The order whose details are open. */
  readonly order: number | null;
}

export const PARTS = { search: text, period: oneOf(STATS_PERIODS), startDate: day, endDate: day, order: number };

/** An address may be typed or old: a range that is none shows all time rather than a refusal. */
export function periodIn({ period, startDate, endDate }: Address<typeof PARTS>): ChosenPeriod {
  if (period !== "custom") return { period: period || "all_time" };
  return startDate && endDate && startDate <= endDate ? { period, startDate, endDate } : { period: "all_time" };
}

/** The shortest address: what is the default is left out. */
const partsOf = ({ period, startDate, endDate }: ChosenPeriod) => ({
  period: period === "all_time" ? ("" as const) : period,
  startDate: startDate ?? null,
  endDate: endDate ?? null,
});

export function useShown() {
  const { shown: address, change: changeAddress } = useAddress(PARTS);
  const shown: Shown = { search: address.search, chosen: periodIn(address), order: address.order };
  const change = ({ chosen, ...part }: Partial<Shown>, how?: { replace: boolean }) =>
    changeAddress({ ...part, ...(chosen && partsOf(chosen)) }, how);
  return { shown, change };
}

export const isOneDay = ({ period, startDate, endDate }: ChosenPeriod): boolean =>
  period === "daily" || (period === "custom" && startDate === endDate);

/** What the server is asked. */
export const statsInput = ({ search, chosen }: Shown): Input<"stats", "read"> => ({ query: { ...chosen, search } });
