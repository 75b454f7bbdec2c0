/** The dates that those who make an order give it, as they are called. */
export const ORDER_DATE_LABEL = { shippingDate: "Shipping date", estimatedArrival: "Estimated arrival" } as const;

export type OrderDate = keyof typeof ORDER_DATE_LABEL;

export const notADate = (field: OrderDate): string => `${ORDER_DATE_LABEL[field]} must be a date`;
