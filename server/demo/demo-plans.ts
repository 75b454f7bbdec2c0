import type { Day } from "#shared/domain/period.ts";
import type { OrderStatus, QuoteStatus } from "#shared/domain/trade/status.ts";
import type { AccountKey } from "./demo-accounts.ts";
import type { Timeline } from "./demo-timeline.ts";

/**
 * The outcome of the demo's quotes. Each number in `daysAgo` is one quote; for an order it is the
 * day of its conversion.
 */
interface OrderStory {
  readonly ends: OrderStatus;
  readonly paid: boolean;
  readonly daysAgo: readonly number[];
}
interface QuoteStory {
  readonly ends: QuoteStatus;
  readonly paid: boolean;
  readonly daysAgo: readonly number[];
  /** The days of `daysAgo` whose quotes the customer placed. */
  readonly placed?: readonly number[];
  readonly reason?: string;
}

/** The oldest order was paid in the quarter before this one, on whatever day the demo is filled. */
const ORDER_STORIES: readonly OrderStory[] = [
  { ends: "completed", paid: true, daysAgo: [93, 86, 83, 79, 76, 74, 71, 67, 64, 60, 57, 53, 49] },
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

/** Quotes without an order. Drafts and sent quotes older than 30 days have expired. */
const QUOTE_STORIES: readonly QuoteStory[] = [
  { ends: "draft", paid: false, daysAgo: [25, 18, 9, 5, 3, 2, 1, 0, 0], placed: [5, 3, 1] },
  { ends: "draft", paid: false, daysAgo: [72, 41] },
  { ends: "sent", paid: false, daysAgo: [22, 13, 8, 4, 1] },
  { ends: "sent", paid: false, daysAgo: [63, 37] },
  { ends: "accepted", paid: false, daysAgo: [11, 6, 2], placed: [6] },
  { ends: "accepted", paid: true, daysAgo: [7, 2] },
  { ends: "declined", paid: false, daysAgo: [55, 20], reason: "The client chose curtains after all." },
  { ends: "declined", paid: false, daysAgo: [34, 16], reason: "Over budget for now – the client may come back in spring. 🙏" },
];

/**
 * The customer of each quote of a story. Every third is the demo customer, so their screens show
 * every status.
 */
const CUSTOMERS_IN_TURN = [
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
const SUSPENDED_STORY = { who: "dunmore", ends: "delivered", daysAgo: [81, 69] } as const;

/** The usual steps of an order, each with its hours after the step before. */
const COURSES: Readonly<Record<OrderStatus, readonly { readonly to: OrderStatus; readonly hours: number }[]>> = {
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

export interface Step {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: Date;
}

/** One quote of the demo and its outcome, each step with its time. */
export interface Plan {
  readonly owner: AccountKey;
  /**
   * The person who measured and quoted: the owner, or the fitter, whose quotes the owner places.
   */
  readonly maker: AccountKey | "fitter";
  readonly note: string | null;
  readonly createdAt: Date;
  readonly status: QuoteStatus;
  readonly jobName: string | null;
  readonly poNumber: string | null;
  readonly placedAt: Date | null;
  readonly requiredBy: Day | null;
  readonly sentAt: Date | null;
  readonly answeredAt: Date | null;
  readonly declineReason: string | null;
  readonly paidAt: Date | null;
  /** The order's status changes, from its creation; empty without an order. */
  readonly steps: readonly Step[];
}

export function plansOf(time: Timeline): Plan[] {
  const ordered = ORDER_STORIES.flatMap((story) =>
    story.daysAgo.map((daysAgo, index) =>
      orderPlan(story, daysAgo, CUSTOMERS_IN_TURN[index % CUSTOMERS_IN_TURN.length] ?? "customer", time),
    ),
  );
  const suspended = SUSPENDED_STORY.daysAgo.map((daysAgo, index) =>
    orderPlan({ ends: SUSPENDED_STORY.ends, paid: index === 0, daysAgo: [] }, daysAgo, SUSPENDED_STORY.who, time),
  );
  const quoted = QUOTE_STORIES.flatMap((story) =>
    story.daysAgo.map((daysAgo, index) =>
      quotePlan(story, daysAgo, CUSTOMERS_IN_TURN[index % CUSTOMERS_IN_TURN.length] ?? "customer", time),
    ),
  );
  return [...ordered, ...suspended, ...quoted]
    .toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))
    .map((plan, index) => ({ ...plan, ...wordsOf(index) }));
}

/** Names that fitters give their jobs. Some jobs have none, and some have no PO number. */
const JOB_NAMES = [
  "Hartley – front bay",
  "14 Saltings Road",
  null,
  "Mrs Adeyemi, loft conversion",
  "Plot 7, Orchard View",
  "The Old Bakehouse",
  "Novak – whole house",
  "Flat 3, Marine Parade",
  null,
  "St Anne's vicarage",
  "Okafor – bedrooms, second visit",
  "Riverside show home, ground floor and both bathrooms (ask for Siobhán at the site office first)",
  "Penhaligon",
  "22 Castle Street – dental surgery",
] as const;

/** The index decides, not chance, so that one more name leaves the rest of the demo unchanged. */
const wordsOf = (index: number) => ({
  jobName: JOB_NAMES[index % JOB_NAMES.length] ?? null,
  poNumber: index % 5 < 3 ? `PO-${2140 + 3 * index}` : null,
});

/** The last choice is sooner than the shutters can be made. */
const DAYS_UNTIL_NEEDED = [35, 21, 42, 7] as const;

type Unnamed = Omit<Plan, "jobName" | "poNumber">;

/**
 * The customer places the quote the same day, mostly with a day by which the shutters are needed.
 */
function placing(createdAt: Date, daysAgo: number, time: Timeline) {
  const placedAt = time.later(createdAt, 3);
  const days = DAYS_UNTIL_NEEDED[daysAgo % DAYS_UNTIL_NEEDED.length];
  return { placedAt, requiredBy: days === undefined || daysAgo % 6 === 5 ? null : time.dayAfter(placedAt, days) };
}

const NOTE = "Same house as the front bay: please match the white of that order, and ring before you deliver.";

const NOT_PLACED = { placedAt: null, requiredBy: null } as const;

/** The usual course: the customer drafts, staff convert, the customer pays (rule Q7). */
function orderPlan({ ends, paid }: OrderStory, daysAgo: number, owner: AccountKey, time: Timeline): Unnamed {
  const createdAt = time.momentOn(daysAgo + 1 + time.pick(3));
  const creation: Step = { from: null, to: "pending", at: time.momentOn(daysAgo) };
  const steps = [creation];
  for (const { to, hours } of COURSES[ends]) {
    const before = steps.at(-1) ?? creation;
    steps.push({ from: before.to, to, at: time.later(before.at, hours) });
  }
  const paidAt = paid ? time.later(creation.at, 2 + time.pick(18)) : null;
  const placed = daysAgo % 3 === 2 ? NOT_PLACED : placing(createdAt, daysAgo, time);
  const drafted = { owner, maker: owner, note: null, createdAt };
  return { ...drafted, status: "accepted", ...placed, sentAt: null, answeredAt: null, declineReason: null, paidAt, steps };
}

/** The other course: staff send the quote, and the customer answers or pays. */
function quotePlan({ ends, paid, placed, reason }: QuoteStory, daysAgo: number, owner: AccountKey, time: Timeline): Unnamed {
  const createdAt = time.momentOn(daysAgo);
  const sentAt = ends === "draft" ? null : time.later(createdAt, 4);
  const answeredAt = sentAt && ends !== "sent" ? time.later(sentAt, 20) : null;
  const paidAt = paid ? answeredAt : null;
  const placedOrNot = placed?.includes(daysAgo) ? placing(answeredAt ?? createdAt, daysAgo, time) : NOT_PLACED;
  const isFitters = owner === "customer" && ends === "draft" && placedOrNot.placedAt !== null;
  const made = { owner, maker: isFitters ? ("fitter" as const) : owner, note: isFitters ? NOTE : null, createdAt };
  return { ...made, status: ends, ...placedOrNot, sentAt, answeredAt, declineReason: reason ?? null, paidAt, steps: [] };
}
