import { notADate, type OrderDate } from "#shared/domain/order-dates.ts";
import { isDay } from "#shared/domain/period.ts";

export type OrderDates = { readonly [field in OrderDate]: string | null };

/** Why a date can't be sent, in the server's own words; the rule between the two is decisions §7. Days compare as text. */
export function dateFault(dates: OrderDates, field: OrderDate): string | null {
  const { [field]: day, shippingDate, estimatedArrival } = dates;
  if (day !== null && !isDay(day)) return notADate(field);
  const early = shippingDate !== null && estimatedArrival !== null && estimatedArrival < shippingDate;
  return early ? "Estimated arrival cannot be before the shipping date" : null;
}
