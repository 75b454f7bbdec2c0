import { eq, inArray } from "drizzle-orm";
import { remakeColumnsOf } from "#server/features/orders/copied-columns.ts";
import { orderRemake } from "#server/features/remakes/order-remake.ts";
import { existingRemake } from "#server/features/remakes/remake-queries.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { notifications } from "#server/schema/notifications.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { remakeReplies, remakeWindows } from "#server/schema/remake-parts.ts";
import type { RemakeFault } from "#shared/domain/trade/remake-faults.ts";
import { type OrderStatus, REMAKE_STATUS_LABEL, type RemakeStatus, remakeNumber, wasShipped } from "#shared/domain/trade/status.ts";
import { markAt } from "#shared/domain/window/fields/window-mark.ts";
import type { AccountKey, People } from "./demo-accounts.ts";
import type { Timeline } from "./demo-timeline.ts";
import type { OrderOfQuote, Trade } from "./demo-trade.ts";

interface DemoWindow {
  readonly place: number;
  /** True: all pieces of a window with a quantity above one. */
  readonly every?: true;
  readonly mark?: readonly [across: number, down: number];
  /** The parts that are faulty; without it the whole window. */
  readonly make?: (typeof remakeWindows.$inferInsert)["make"];
}

interface DemoRemake {
  readonly status: RemakeStatus;
  readonly reason: string;
  readonly customer: AccountKey;
  readonly fault?: RemakeFault;
  /**
   * Windows by their position in the order, one piece of each. A mark is a fraction of width and
   * height.
   */
  readonly windows?: readonly DemoWindow[];
  /** "owner" is the customer who placed the order. */
  readonly replies?: readonly { readonly by: "owner" | "supplier" | "superAdmin"; readonly message: string }[];
  /** The replacement's status, and the days until it ships. */
  readonly replacement?: { readonly status: OrderStatus; readonly shipsIn: number };
}

const REMAKES: readonly DemoRemake[] = [
  {
    status: "completed",
    customer: "customer",
    fault: "wrong_size",
    reason: "The left panel is 12 mm too short: light comes in over the whole width of the sill.",
    windows: [{ place: 1, mark: [0.25, 0.9], make: { panels: ["A"], parts: [] } }],
    replies: [
      { by: "supplier", message: "Thank you for the photo. Could you measure the panel itself, without the frame?" },
      { by: "owner", message: "12 mm short at the hinge side, 11 mm at the other." },
      { by: "supplier", message: "Agreed, that is our mistake. A new panel goes out with Thursday's van." },
    ],
    replacement: { status: "delivered", shipsIn: -9 },
  },
  {
    status: "denied",
    customer: "shropshire",
    fault: "wrong_colour",
    reason: "Colour is darker than the client remembers from the sample.",
    replies: [
      { by: "superAdmin", message: "The panel matches the Rich Walnut sample of this batch, so we cannot remake it free of charge." },
    ],
  },
  {
    status: "in_progress",
    customer: "customer",
    fault: "damaged_in_transit",
    reason: "Three louvres are cracked near the tilt rod, and one louvre of the small window.",
    windows: [
      { place: 1, mark: [0.37, 0.34], make: { panels: ["B"], parts: ["louvre"], counts: { louvre: 3 } } },
      { place: 2, mark: [0.6, 0.4], make: { panels: ["A"], parts: ["louvre"], counts: { louvre: 1 } } },
    ],
    replies: [{ by: "supplier", message: "The new louvres are on the bench; they go out next week." }],
    replacement: { status: "processing", shipsIn: 4 },
  },
  {
    status: "in_progress",
    customer: "muller",
    fault: "wrong_side",
    reason: "Scharniere auf der falschen Seite – hinges were fitted on the right, ordered left.",
    replies: [{ by: "supplier", message: "Sorry! We are rehanging a panel for you now." }],
  },
  {
    status: "approved",
    customer: "customer",
    fault: "damaged_in_transit",
    reason: "Deep scratch across the top rail, visible from the street.",
    windows: [{ place: 1, mark: [0.35, 0.08], make: { panels: ["A"], parts: ["top-rail"] } }],
  },
  {
    status: "approved",
    customer: "kestrel",
    fault: "warped",
    reason: "Plot 12: T-post 8 mm out of line, panels bind when closed.",
    replies: [{ by: "owner", message: "The site is open from 7:30, ask for the site office." }],
  },
  {
    status: "completed",
    customer: "oshaughnessy",
    fault: "other",
    reason: "Paint blistered on two louvres after a week.",
    windows: [{ place: 1 }],
  },
  {
    status: "pending",
    customer: "customer",
    fault: "other",
    reason: "Delivered with the wrong louvres: they do not match what the order says, on any of these windows.",
    windows: [{ place: 1, every: true }, { place: 2, every: true }, { place: 3 }],
    replies: [{ by: "supplier", message: "We are checking the job card and will come back to you today." }],
  },
  {
    status: "pending",
    customer: "fenetre",
    reason: "Le cadre est fendu à l'angle supérieur gauche (frame split at the top left corner).",
    windows: [{ place: 1, mark: [0, 0], make: { panels: [], parts: ["frame-left", "frame-top"] } }],
  },
  { status: "pending", customer: "harbour", fault: "missing_part", reason: "Magnet catch missing on the bathroom panel." },
];

/**
 * Faults in delivered orders, oldest first, and the replies about them. The photo store holds the
 * photos.
 */
export async function storeRemakes(db: Db, people: People, { orders }: Trade, time: Timeline): Promise<void> {
  const used = new Set<number>();
  const planned = REMAKES.map((remake) => {
    const of = orderFor(orders, people[remake.customer].id, remake.windows?.length ?? 1, used);
    used.add(of.order.id);
    const delivered = of.plan.steps.find(({ to }) => to === "delivered" || to === "shipped") ?? { at: of.order.createdAt };
    return { ...remake, of, createdAt: time.later(delivered.at, 100 + time.pick(30)) };
  }).toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  const windows = await db
    .select()
    .from(quoteItems)
    .where(inArray(quoteItems.quoteId, [...new Set(planned.map(({ of }) => of.order.quoteId))]));
  const stored = await db
    .insert(remakes)
    .values(planned.map(({ of, status, fault, reason, createdAt }) => ({ ...remakeColumnsOf(of.order), status, fault, reason, createdAt })))
    .returning();
  const itemAt = (quoteId: number, place: number) => windows.find((item) => item.quoteId === quoteId && item.place === place);
  await db.insert(remakeWindows).values(
    planned.flatMap(({ of, windows: asked = [] }, index) =>
      asked.flatMap((window) => {
        const item = itemAt(of.order.quoteId, window.place);
        return item ? [remakeWindowRow(stored[index]?.id ?? 0, window, item)] : [];
      }),
    ),
  );

  const replies: (typeof remakeReplies.$inferInsert)[] = [];
  const news: (typeof notifications.$inferInsert)[] = [];
  planned.forEach(({ of: origin, replies: messages = [], status, createdAt }, index) => {
    const remakeId = stored[index]?.id ?? 0;
    const tell = (type: string, message: string, at: Date) =>
      news.push({
        userId: origin.order.userId,
        type,
        title: `Remake ${remakeNumber(remakeId)}`,
        message,
        relatedId: remakeId,
        createdAt: at,
      });
    let at = createdAt;
    for (const { by, message } of messages) {
      at = time.later(at, 5 + time.pick(14));
      replies.push({ remakeId, userId: by === "owner" ? origin.order.userId : people[by].id, message, createdAt: at });
      if (by !== "owner") tell("remake_reply", `There is a new reply to your remake ${remakeNumber(remakeId)}.`, at);
    }
    if (status !== "pending")
      tell("remake_status", `Remake ${remakeNumber(remakeId)} is now ${REMAKE_STATUS_LABEL[status].toLowerCase()}.`, time.later(at, 2));
  });
  await db.insert(remakeReplies).values(replies);
  await db.insert(notifications).values(news);
  for (const [index, { replacement, createdAt }] of planned.entries())
    if (replacement) await makeAgain(db, people, { id: stored[index]?.id ?? 0, madeAt: time.later(createdAt, 30), ...replacement }, time);
}

interface MadeAgain {
  readonly id: number;
  readonly madeAt: Date;
  readonly status: OrderStatus;
  readonly shipsIn: number;
}

const ON_THE_WAY = 2;

/** Creates the remake's free order with the portal's own function. */
async function makeAgain(db: Db, people: People, { id, madeAt, status, shipsIn }: MadeAgain, time: Timeline): Promise<void> {
  const user = { ...people.superAdmin, impersonator: null, isImpersonating: false };
  const remake = await existingRemake(db, user, id);
  const { orderId } = await orderRemake({ db, user, now: madeAt }, { ...remake, status: "approved" }, {});
  // A replacement ships no earlier than the day on which it was ordered.
  const dayIn = (days: number) => [time.dayAfter(time.now, days), time.dayAfter(madeAt, 0)].toSorted().at(-1) ?? null;
  const [shippingDate, estimatedArrival] = [dayIn(shipsIn), dayIn(shipsIn + ON_THE_WAY)];
  await db.update(orders).set({ status, shippingDate, estimatedArrival }).where(eq(orders.id, orderId));
}

function remakeWindowRow(
  remakeId: number,
  { every, mark, make = null }: DemoWindow,
  item: typeof quoteItems.$inferSelect,
): typeof remakeWindows.$inferInsert {
  const window = { remakeId, quoteItemId: item.id, pieces: every ? item.quantity : 1, make };
  if (!mark) return window;
  const { xMm, yMm } = markAt((mark[0] * item.widthTenthMm) / 10, (mark[1] * item.heightTenthMm) / 10, {
    width: item.widthTenthMm,
    height: item.heightTenthMm,
  });
  return { ...window, markXMm: xMm, markYMm: yMm };
}

/**
 * The company's oldest order without a remake that has enough windows: a delivered one first, then
 * a shipped one, then any.
 */
function orderFor(orders: readonly OrderOfQuote[], userId: number, windows: number, used: ReadonlySet<number>): OrderOfQuote {
  const theirs = orders.filter(({ order }) => order.userId === userId && !used.has(order.id));
  const arrived = theirs.filter(({ order }) => wasShipped(order.status)).toReversed();
  const [found] = [...arrived.filter((of) => of.windows.length >= windows), ...arrived, ...theirs];
  if (!found) throw new Error("The demo has no order for a remake");
  return found;
}
