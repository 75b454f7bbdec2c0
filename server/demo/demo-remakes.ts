import { inArray } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { notifications, quoteItems, remakeReplies, remakes } from "#server/db/schema.ts";
import { REMAKE_STATUS_LABEL, type RemakeStatus, remakeNumber } from "#shared/domain/status.ts";
import { markAt } from "#shared/domain/window-mark.ts";
import type { AccountKey, People } from "./demo-accounts.ts";
import type { Timeline } from "./demo-timeline.ts";
import type { OrderOfQuote, Trade } from "./demo-trade.ts";

interface DemoRemake {
  readonly status: RemakeStatus;
  readonly reason: string;
  readonly who: AccountKey;
  /** The window by its place in the order, and the marked place as parts of its width and height. */
  readonly window?: { readonly place: number; readonly mark?: readonly [across: number, down: number] };
  /** "owner" is the customer whose order it is. */
  readonly replies?: readonly { readonly by: "owner" | "supplier" | "superAdmin"; readonly message: string }[];
}

const REMAKES: readonly DemoRemake[] = [
  {
    status: "completed",
    who: "customer",
    reason: "The left panel is 12 mm too short: light comes in over the whole width of the sill.",
    window: { place: 1, mark: [0.25, 1] },
    replies: [
      { by: "supplier", message: "Thank you for the photo. Could you measure the panel itself, without the frame?" },
      { by: "owner", message: "12 mm short at the hinge side, 11 mm at the other." },
      { by: "supplier", message: "Agreed, that is our mistake. A new panel goes out with Thursday's van." },
    ],
  },
  {
    status: "denied",
    who: "shropshire",
    reason: "Colour is darker than the client remembers from the sample.",
    replies: [
      { by: "superAdmin", message: "The panel matches the Rich Walnut sample of this batch, so we cannot remake it free of charge." },
    ],
  },
  {
    status: "in_progress",
    who: "customer",
    reason: "Three louvres are cracked near the tilt rod.",
    window: { place: 1, mark: [0.3, 0.55] },
    replies: [{ by: "supplier", message: "New louvres are on the bench; we will post them with fixings." }],
  },
  {
    status: "in_progress",
    who: "muller",
    reason: "Scharniere auf der falschen Seite – hinges were fitted on the right, ordered left.",
    replies: [{ by: "supplier", message: "Sorry! We are rehanging a panel for you now." }],
  },
  {
    status: "approved",
    who: "customer",
    reason: "Deep scratch across the top rail, visible from the street.",
    window: { place: 1, mark: [0.35, 0.08] },
  },
  {
    status: "approved",
    who: "kestrel",
    reason: "Plot 12: T-post 8 mm out of line, panels bind when closed.",
    replies: [{ by: "owner", message: "The site is open from 7:30, ask for the site office." }],
  },
  { status: "completed", who: "oshaughnessy", reason: "Paint blistered on two louvres after a week.", window: { place: 1 } },
  {
    status: "pending",
    who: "customer",
    reason: "Delivered with 64 mm louvres; the order says 76 mm.",
    replies: [{ by: "supplier", message: "We are checking the job card and will come back to you today." }],
  },
  {
    status: "pending",
    who: "fenetre",
    reason: "Le cadre est fendu à l'angle supérieur gauche (frame split at the top left corner).",
    window: { place: 1, mark: [0, 0] },
  },
  { status: "pending", who: "harbour", reason: "Magnet catch missing on the bathroom panel." },
];

/** Faults in delivered orders, oldest first, and the replies about them. The photos are in the photo store. */
export async function storeRemakes(db: Db, people: People, { orders }: Trade, time: Timeline): Promise<void> {
  const used = new Set<number>();
  const planned = REMAKES.map((remake) => {
    const of = orderFor(orders, people[remake.who].id, used);
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
    .values(
      planned.map(({ of, status, reason, createdAt, window }) => ({
        orderId: of.order.id,
        status,
        reason,
        createdAt,
        ...(window &&
          pointedAt(
            window,
            windows.find(({ quoteId, place }) => quoteId === of.order.quoteId && place === window.place),
          )),
      })),
    )
    .returning();

  const replies: (typeof remakeReplies.$inferInsert)[] = [];
  const news: (typeof notifications.$inferInsert)[] = [];
  planned.forEach(({ of, replies: said = [], status, createdAt }, index) => {
    const remakeId = stored[index]?.id ?? 0;
    const tell = (type: string, message: string, at: Date) =>
      news.push({ userId: of.order.userId, type, title: `Remake ${remakeNumber(remakeId)}`, message, relatedId: remakeId, createdAt: at });
    let at = createdAt;
    for (const { by, message } of said) {
      at = time.later(at, 5 + time.pick(14));
      replies.push({ remakeId, userId: by === "owner" ? of.order.userId : people[by].id, message, createdAt: at });
      if (by !== "owner") tell("remake_reply", `There is a new reply to your remake ${remakeNumber(remakeId)}.`, at);
    }
    if (status !== "pending")
      tell("remake_status", `Remake ${remakeNumber(remakeId)} is now ${REMAKE_STATUS_LABEL[status].toLowerCase()}.`, time.later(at, 2));
  });
  await db.insert(remakeReplies).values(replies);
  await db.insert(notifications).values(news);
}

function pointedAt({ mark }: NonNullable<DemoRemake["window"]>, item: typeof quoteItems.$inferSelect | undefined) {
  if (!item) throw new Error("The demo has no such window for a remake");
  if (!mark) return { quoteItemId: item.id };
  const { xMm, yMm } = markAt((mark[0] * item.widthM) / 10, (mark[1] * item.heightM) / 10, { width: item.widthM, height: item.heightM });
  return { quoteItemId: item.id, markXMm: xMm, markYMm: yMm };
}

/** The company's oldest order without a remake: a delivered one, else a shipped one, else any. */
function orderFor(orders: readonly OrderOfQuote[], userId: number, used: ReadonlySet<number>): OrderOfQuote {
  const theirs = orders.filter(({ order }) => order.userId === userId && !used.has(order.id));
  const arrived = theirs.filter(({ order }) => ["delivered", "completed", "shipped"].includes(order.status));
  const [found] = [...arrived.toReversed(), ...theirs];
  if (!found) throw new Error("The demo has no order for a remake");
  return found;
}
