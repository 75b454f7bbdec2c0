import { api } from "#shared/contract/index.ts";

export interface OrderDates {
  readonly shippingDate: string | null;
  readonly estimatedArrival: string | null;
}
export type OrderDate = keyof OrderDates;

/** Why a date can't be sent, in the server's own words; the rule between the two is decisions §7. Days compare as text. */
export function dateFault(dates: OrderDates, field: OrderDate): string | null {
  const parsed = api.orders.changeDates.body.safeParse({ [field]: dates[field] });
  if (!parsed.success) return parsed.error.issues[0]?.message ?? null;
  const { shippingDate, estimatedArrival } = dates;
  const early = shippingDate !== null && estimatedArrival !== null && estimatedArrival < shippingDate;
  return early ? "Estimated arrival cannot be before the shipping date" : null;
}
