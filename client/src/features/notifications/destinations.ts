import type { Feature } from "#shared/contract/index.ts";
import type { Notification } from "./notifications-query.ts";

interface Destination {
  readonly path: string;
  /** Whose data has changed since the screen last looked. */
  readonly feature: Feature;
}

/** Where a notification leads; null for one that only says something. */
export function destinationOf({ type, relatedId }: Pick<Notification, "type" | "relatedId">): Destination | null {
  switch (type) {
    case "remake_reply":
    case "remake_status":
      return { path: relatedId === null ? "/remakes" : `/remakes?remake=${relatedId}`, feature: "remakes" };
    case "order_status":
      return { path: relatedId === null ? "/orders" : `/orders?order=${relatedId}`, feature: "orders" };
    case "quote_sent":
      return { path: relatedId === null ? "/quotes" : `/quotes?quote=${relatedId}`, feature: "quotes" };
    default:
      return null;
  }
}
