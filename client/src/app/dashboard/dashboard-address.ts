import type { Input } from "#client/lib/api.ts";
import { type Day, isDay } from "#shared/domain/period.ts";
import { type ChosenPeriod, STATS_PERIODS } from "#shared/domain/stats-range.ts";

/** What the dashboard shows, as its address says it: `/?period=custom&startDate=2026-11-01&endDate=2026-11-20&search=oak&order=7`. */
export interface Shown {
  readonly search: string;
  readonly chosen: ChosenPeriod;
  /** The order whose details are open. */
  readonly order: number | null;
}

const dayIn = (text: string | null): Day | undefined => (text !== null && isDay(text) ? text : undefined);

/** An address may be typed or old: a range that is none shows all time rather than a refusal. */
function periodIn(address: URLSearchParams): ChosenPeriod {
  const period = STATS_PERIODS.find((known) => known === address.get("period")) ?? "all_time";
  if (period !== "custom") return { period };
  const [startDate, endDate] = [dayIn(address.get("startDate")), dayIn(address.get("endDate"))];
  return startDate && endDate && startDate <= endDate ? { period, startDate, endDate } : { period: "all_time" };
}

export function shownBy(address: URLSearchParams): Shown {
  const order = Number(address.get("order"));
  return {
    search: address.get("search") ?? "",
    chosen: periodIn(address),
    order: Number.isSafeInteger(order) && order > 0 ? order : null,
  };
}

/** The shortest address: what is the default is left out. */
export function addressOf({ search, chosen, order }: Shown): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set("search", search);
  if (chosen.period !== "all_time") address.set("period", chosen.period);
  if (chosen.startDate) address.set("startDate", chosen.startDate);
  if (chosen.endDate) address.set("endDate", chosen.endDate);
  if (order !== null) address.set("order", String(order));
  return address;
}

export const isOneDay = ({ period, startDate, endDate }: ChosenPeriod): boolean =>
  period === "daily" || (period === "custom" && startDate === endDate);

/** What the server is asked. */
export const statsInput = ({ search, chosen }: Shown): Input<"stats", "read"> => ({ query: { ...chosen, search } });
