import { type Address, day, oneOf } from "#client/lib/address.ts";
import type { Reply } from "#client/lib/api.ts";
import { formatDate } from "#client/lib/format.ts";
import type { Day } from "#shared/domain/period.ts";
import type { Age } from "#shared/domain/trade/ledger.ts";
import { type Days, type MarginBy, MONEY_PERIODS, type MoneyPeriod, moneyDays } from "#shared/domain/trade/money-periods.ts";
import { ORDER_STATUSES, UNPAYABLE_ORDER_STATUSES } from "#shared/domain/trade/status.ts";

/**
 * The period in the address: `/money?period=last_month`, or
 * `?period=custom&from=2026-10-05&to=2026-10-09`.
 */
export const ADDRESS = { period: oneOf(MONEY_PERIODS), from: day, to: day };

/** The query's period; null while a custom period lacks a day or ends before it begins. */
export function readMoneyQuery({ period, from, to }: Address<typeof ADDRESS>): Asked | null {
  if (period !== "custom") return { period: period || "this_month" };
  return from && to && from <= to ? { period, from, to } : null;
}
type Asked = { readonly period: Exclude<MoneyPeriod, "custom"> } | ({ readonly period: "custom" } & Days);

/** The days of a period, relative to a London day. */
export const daysOf = (asked: Asked, today: Day): Days => (asked.period === "custom" ? asked : moneyDays(asked.period, today));

export type Money = Reply<"money", "read">;

const STANDING = ORDER_STATUSES.filter((status) => !(UNPAYABLE_ORDER_STATUSES as readonly string[]).includes(status)).join(",");

/** The addresses of the lists that add up to the figures, for the same days (rule K11). */
export function listPaths({ from, to }: Days) {
  const days = `from=${from}&to=${to}`;
  return {
    sold: `/orders?status=${STANDING}&orderedFrom=${from}&orderedTo=${to}`,
    invoiced: `/invoices?kind=invoice&${days}`,
    credited: `/invoices?kind=credit_note&${days}`,
    vat: `/invoices?${days}`,
    margin: `/money/margin?${days}`,
    cash: `/money/cash?${days}`,
    vatReturn: `/money/vat?${days}`,
    received: `/payments?${days}`,
    card: `/payments?method=card&${days}`,
    bankTransfer: `/payments?method=bank_transfer&${days}`,
    refunded: `/money/refunds?${days}`,
    withdrawn: `/money/disputes?${days}`,
    writtenOff: `/money/write-offs?${days}`,
  };
}

/** The orders behind a row of the margins. */
export const marginRowPath = ({ by, key }: { readonly by: MarginBy; readonly key: string }, { from, to }: Days): string =>
  `/money/margin/orders?by=${by}&key=${key}&from=${from}&to=${to}`;

/** The lists behind figures of the present state, which ignore the period. */
export const LISTS_OF_NOW = {
  owed: "/invoices?owed=true",
  credit: "/payments?unallocated=true",
  notInvoiced: "/orders?invoiced=false",
} as const;
export const listOfAge = (age: Age): string => `/invoices?age=${age}`;

/** Formats `1 Oct 2026 – 31 Oct 2026`. */
export const daysInWords = ({ from, to }: Days): string => (from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`);
