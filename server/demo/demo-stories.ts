import type { OrderStatus, QuoteStatus } from "#shared/domain/status.ts";
import type { AccountKey } from "./demo-accounts.ts";

/**
 * What becomes of the demo's quotes. Each number in `daysAgo` is one quote; for an order it is the day of its
 * conversion.
 */
export interface OrderStory {
  readonly ends: OrderStatus;
  readonly paid: boolean;
  readonly daysAgo: readonly number[];
}
export interface QuoteStory {
  readonly ends: QuoteStatus;
  readonly paid: boolean;
  readonly daysAgo: readonly number[];
  readonly reason?: string;
}

export const ORDER_STORIES: readonly OrderStory[] = [
  { ends: "completed", paid: true, daysAgo: [88, 86, 83, 79, 76, 74, 71, 67, 64, 60, 57, 53, 49] },
  { ends: "delivered", paid: true, daysAgo: [47, 44, 42, 39, 35, 33, 29] },
  { ends: "delivered", paid: false, daysAgo: [40] },
  { ends: "shipped", paid: true, daysAgo: [28, 26, 24, 21, 19, 17] },
  { ends: "processing", paid: true, daysAgo: [16, 14, 12, 10, 9] },
  { ends: "processing", paid: false, daysAgo: [15, 11, 6] },
  { ends: "pending", paid: true, daysAgo: [5, 3, 1, 0] },
  { ends: "pending", paid: false, daysAgo: [7, 4, 2, 1, 0, 0] },
  { ends: "cancelled", paid: false, daysAgo: [58, 31, 8] },
  { ends: "draft", paid: false, daysAgo: [13, 2] },
];

/** Quotes without an order. Drafts and sent ones of more than 30 days ago have expired. */
export const QUOTE_STORIES: readonly QuoteStory[] = [
  { ends: "draft", paid: false, daysAgo: [25, 18, 9, 5, 3, 2, 1, 0, 0] },
  { ends: "draft", paid: false, daysAgo: [72, 41] },
  { ends: "sent", paid: false, daysAgo: [22, 13, 8, 4, 1] },
  { ends: "sent", paid: false, daysAgo: [63, 37] },
  { ends: "accepted", paid: false, daysAgo: [11, 6, 2] },
  { ends: "accepted", paid: true, daysAgo: [7, 2] },
  { ends: "declined", paid: false, daysAgo: [55, 20], reason: "The client chose curtains after all." },
  { ends: "declined", paid: false, daysAgo: [34, 16], reason: "Over budget for now – the client may come back in spring. 🙏" },
];

/**
 * Which customer each quote of a story belongs to: every third is the demo customer's, so their screens show every
 * status.
 */
export const CUSTOMERS_IN_TURN = [
  "customer",
  "fenetre",
  "shropshire",
  "customer",
  "muller",
  "kestrel",
  "customer",
  "oshaughnessy",
  "harbour",
] as const satisfies readonly AccountKey[];

/** The suspended customer ordered before it was suspended, and has not paid since. */
export const SUSPENDED_STORY = { who: "dunmore", ends: "delivered", daysAgo: [81, 69] } as const;

/** The usual steps of an order, each with the hours after which it follows. */
export const COURSES: Readonly<Record<OrderStatus, readonly { readonly to: OrderStatus; readonly hours: number }[]>> = {
  pending: [],
  draft: [{ to: "draft", hours: 5 }],
  cancelled: [{ to: "cancelled", hours: 30 }],
  processing: [{ to: "processing", hours: 26 }],
  shipped: [
    { to: "processing", hours: 26 },
    { to: "shipped", hours: 240 },
  ],
  delivered: [
    { to: "processing", hours: 26 },
    { to: "shipped", hours: 264 },
    { to: "delivered", hours: 75 },
  ],
  completed: [
    { to: "processing", hours: 26 },
    { to: "shipped", hours: 288 },
    { to: "delivered", hours: 75 },
    { to: "completed", hours: 170 },
  ],
};
