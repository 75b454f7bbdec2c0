import type { Day } from "./period.ts";

/** The dates that those who make an order give it, as they are called. */
export const ORDER_DATE_LABEL = { shippingDate: "Shipping date", estimatedArrival: "Estimated arrival" } as const;

export type OrderDate = keyof typeof ORDER_DATE_LABEL;

export const notADate = (field: OrderDate): string => `${ORDER_DATE_LABEL[field]} must be a date`;

interface DatedOrder {
  /** The London day on which the order was made. */
  readonly made: Day;
  readonly shippingDate: Day | null;
  readonly estimatedArrival: Day | null;
}

/** What is wrong with an order's dates: neither comes before the order, nor the arrival before the shipping. Null: nothing. Days compare as text. */
export function orderDatesFault({ made, shippingDate, estimatedArrival }: DatedOrder): string | null {
  if (shippingDate !== null && shippingDate < made) return "Shipping date cannot be before the day the order was made";
  if (estimatedArrival !== null && estimatedArrival < made) return "Estimated arrival cannot be before the day the order was made";
  const early = shippingDate !== null && estimatedArrival !== null && estimatedArrival < shippingDate;
  return early ? "Estimated arrival cannot be before the shipping date" : null;
}
