import { notADate, type OrderDate, orderDatesFault } from "#shared/domain/order-dates.ts";
import { isDay, londonDay } from "#shared/domain/period.ts";

export type OrderDates = { readonly [field in OrderDate]: string | null } & { readonly createdAt: string };

/** The London day on which an order was made: neither of its dates is before it. */
export const dayMade = ({ createdAt }: Pick<OrderDates, "createdAt">): string => londonDay(new Date(createdAt));

/** Why a date can't be sent, in the server's own words. */
export function dateFault(dates: OrderDates, field: OrderDate): string | null {
  const { [field]: day, shippingDate, estimatedArrival } = dates;
  if (day !== null && !isDay(day)) return notADate(field);
  return orderDatesFault({ made: dayMade(dates), shippingDate, estimatedArrival });
}
