import type { OrderStatus, QuoteStatus } from "#shared/domain/status.ts";
import type { AccountKey } from "./demo-accounts.ts";
import {
  COURSES,
  CUSTOMERS_IN_TURN,
  ORDER_STORIES,
  type OrderStory,
  QUOTE_STORIES,
  type QuoteStory,
  SUSPENDED_STORY,
} from "./demo-stories.ts";
import type { Timeline } from "./demo-timeline.ts";

export interface Step {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: Date;
}

/** One quote of the demo and what became of it, each step with its time. */
export interface Plan {
  readonly owner: AccountKey;
  readonly createdAt: Date;
  readonly quoteStatus: QuoteStatus;
  readonly sentAt: Date | null;
  readonly answeredAt: Date | null;
  readonly declineReason: string | null;
  readonly paidAt: Date | null;
  /** The steps of its order, beginning when it was made; none where there is no order. */
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
  return [...ordered, ...suspended, ...quoted].toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
}

/** A customer drafts, staff convert, the customer pays: the usual way (rule Q7). */
function orderPlan({ ends, paid }: OrderStory, daysAgo: number, owner: AccountKey, time: Timeline): Plan {
  const createdAt = time.momentOn(daysAgo + 1 + time.pick(3));
  const made: Step = { from: null, to: "pending", at: time.momentOn(daysAgo) };
  const steps = [made];
  for (const { to, hours } of COURSES[ends]) {
    const before = steps.at(-1) ?? made;
    steps.push({ from: before.to, to, at: time.later(before.at, hours) });
  }
  const paidAt = paid ? time.later(made.at, 2 + time.pick(18)) : null;
  return { owner, createdAt, quoteStatus: "accepted", sentAt: null, answeredAt: null, declineReason: null, paidAt, steps };
}

/** Staff send, the customer answers or pays: the other way. */
function quotePlan({ ends, paid, reason }: QuoteStory, daysAgo: number, owner: AccountKey, time: Timeline): Plan {
  const createdAt = time.momentOn(daysAgo);
  const sentAt = ends === "draft" ? null : time.later(createdAt, 4);
  const answeredAt = sentAt && ends !== "sent" ? time.later(sentAt, 20) : null;
  const paidAt = paid ? answeredAt : null;
  return { owner, createdAt, quoteStatus: ends, sentAt, answeredAt, declineReason: reason ?? null, paidAt, steps: [] };
}
