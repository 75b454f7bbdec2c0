import type { Day } from "#shared/domain/period.ts";

/** The part of the day on which an order is delivered (rule O24). */

export const DELIVERY_SLOTS = ["am", "pm"] as const;
export type DeliverySlot = (typeof DELIVERY_SLOTS)[number];
export const DELIVERY_SLOT_LABEL = { am: "Morning", pm: "Afternoon" } as const satisfies Record<DeliverySlot, string>;

export const SLOT_NEEDS_DAY = "Set the day of delivery first";

const dayOfWeek = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "long" });

/** `Thu 3 December, morning` */
export const deliveryInWords = (day: Day, slot: DeliverySlot): string =>
  `${dayOfWeek.format(new Date(`${day}T00:00:00Z`)).replace(",", "")}, ${DELIVERY_SLOT_LABEL[slot].toLowerCase()}`;
