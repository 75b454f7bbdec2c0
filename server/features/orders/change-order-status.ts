import { and, eq, lt, sql } from "drizzle-orm";
import { inTransaction } from "#server/db/connect.ts";
import { orderStatusChanges, orders } from "#server/db/schema.ts";
import { whoHears } from "#server/features/companies/people.ts";
import { beginToInvoice, issueWhatCanBe } from "#server/features/invoices/issue-invoice.ts";
import { notify } from "#server/features/notifications/notifications.ts";
import type { Context, House } from "#server/house.ts";
import { conflict } from "#server/http/errors.ts";
import { enqueue, type Jobs } from "#server/jobs/enqueue.ts";
import { type JobWords, type Letter, withJobName } from "#server/jobs/post.ts";
import { MOST_STATUS_CHANGES } from "#shared/domain/longest.ts";
import { londonDay } from "#shared/domain/period.ts";
import { CARRIER_NAME, type Carrier, trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import { isInvoicedOrder, isUnpayableOrder, ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";
import { keepTracking } from "./kept-words.ts";

/**
 * Moves a locked order on: status, history, bell, and a mail 20 seconds after the last change (rule
 * O2). The history says when it was pressed; what follows from it is of today.
 */
export async function changeOrderStatus(
  { db, user, now, pressedAt }: Pick<Context, "db" | "user" | "now" | "pressedAt">,
  order: { readonly id: number; readonly quoteId: number; readonly userId: number; readonly status: OrderStatus } & JobWords,
  to: OrderStatus,
): Promise<void> {
  const changesSoFar = db.$count(orderStatusChanges, eq(orderStatusChanges.orderId, order.id));
  const [moved] = await db
    .update(orders)
    .set({ status: to, toldStatus: sql`coalesce(${orders.toldStatus}, ${orders.status})` })
    .where(and(eq(orders.id, order.id), lt(changesSoFar, MOST_STATUS_CHANGES)))
    .returning({ id: orders.id });
  if (!moved) throw conflict(`The status of this order was changed ${MOST_STATUS_CHANGES} times: it stays as it is`);
  await db.insert(orderStatusChanges).values({ orderId: order.id, from: order.status, to, at: pressedAt, byUserId: user.id });
  if (isUnpayableOrder(to)) await enqueue(db, "close-checkout-sessions", {});
  if (isInvoicedOrder(to)) {
    await beginToInvoice(db, order.quoteId, londonDay(now));
    await issueWhatCanBe(db, { quoteId: order.quoteId }, { user: null, ip: null, now });
  }
  const { number, sentence } = news(order.id, to);
  const title = withJobName(`Order ${number}`, order);
  for (const { id } of await whoHears(db, order.userId))
    await notify(db, { userId: id, type: "order_status", title, message: sentence, relatedId: order.id });
  await tellLater(db, order.id, now);
}

interface Shipment {
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
}
/** As it is compared. */
const trackedAs = ({ carrier, trackingNumber }: Shipment): string => `${carrier ?? ""} ${trackingNumber ?? ""}`;

/**
 * Keeps a locked order's carrier and number. A customer who knows that it was sent is mailed a
 * correction (rule O4).
 */
export async function changeTracking(
  { db, now }: Pick<Context, "db" | "now">,
  order: Shipment & {
    readonly id: number;
    readonly quoteId: number;
    readonly status: OrderStatus;
    readonly toldStatus: OrderStatus | null;
  },
  { carrier, trackingNumber }: Shipment,
): Promise<void> {
  const before = trackedAs(order);
  const isCorrected = before !== trackedAs({ carrier, trackingNumber });
  const isKnown = (order.toldStatus ?? order.status) === "shipped";
  const told = isCorrected && isKnown && { toldTracking: sql`coalesce(${orders.toldTracking}, ${before})` };
  await db
    .update(orders)
    .set({ carrier, trackingNumber, ...told })
    .where(eq(orders.id, order.id));
  if (trackingNumber !== order.trackingNumber) await keepTracking(db, order);
  if (isCorrected && (isKnown || order.status === "shipped")) await tellLater(db, order.id, now);
}

/** A slip of the finger can be put right before the customer reads of it. */
const MAIL_WAITS_MS = 20_000;

const tellLater = (db: Context["db"], orderId: number, now: Date): Promise<void> =>
  enqueue(db, "tell-of-order", { orderId }, { runAt: new Date(now.getTime() + MAIL_WAITS_MS), key: `tell-of-order-${orderId}` });

const news = (orderId: number, status: OrderStatus) => {
  const number = orderNumber(orderId);
  return { number, sentence: `Order ${number} is now ${ORDER_STATUS_LABEL[status].toLowerCase()}.` };
};

/** Mails what all changes since the last mail come to; nothing where they come to nothing (rule O4). */
export const orderTasks = ({ db, post }: Pick<House, "db" | "post">) => ({
  "tell-of-order": async (payload: unknown): Promise<void> => {
    const { orderId } = payload as Jobs["tell-of-order"];
    await inTransaction(db, async (tx) => {
      // Locked: a change that comes now has its own mail, 20 seconds later.
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
      if (!order || (order.toldStatus === null && order.toldTracking === null)) return;
      await tx.update(orders).set({ toldStatus: null, toldTracking: null }).where(eq(orders.id, orderId));
      if (order.deletedAt !== null) return;
      if ((order.toldStatus ?? order.status) !== order.status) await mailStatus({ db: tx, post }, order);
      else if (order.status === "shipped" && (order.toldTracking ?? trackedAs(order)) !== trackedAs(order))
        await mailTracking({ db: tx, post }, order);
    });
  },
});

type Order = typeof orders.$inferSelect;

const mailStatus = (house: Pick<Context, "db" | "post">, order: Order): Promise<void> =>
  mailAbout(house, order, { subject: ORDER_STATUS_LABEL[order.status], sentence: news(order.id, order.status).sentence });

const mailTracking = (house: Pick<Context, "db" | "post">, order: Order): Promise<void> =>
  mailAbout(house, order, {
    subject: order.trackingNumber ? "New tracking number" : "New delivery details",
    sentence: `How order ${orderNumber(order.id)} can be followed has changed.`,
  });

async function mailAbout(
  { db, post }: Pick<Context, "db" | "post">,
  order: Order,
  { subject, sentence }: { readonly subject: string; readonly sentence: string },
): Promise<void> {
  const number = orderNumber(order.id);
  const paragraphs = [sentence, ...(order.status === "shipped" ? shipmentInMail(order) : [])];
  for (const reader of await whoHears(db, order.userId)) {
    await post.send(db, {
      to: reader.email,
      subject: `Order ${number}: ${subject}`,
      greeting: reader.contactName,
      paragraphs,
      job: order,
      action: { label: "Open the order", path: `/orders?order=${order.id}` },
    });
  }
}

/** Who brings it, under which number, and where one can follow it. */
function shipmentInMail(order: Shipment): Letter["paragraphs"] {
  const url = trackingUrlOf(order);
  const link = (text: string) => (url ? { text, url } : text);
  const lines = [
    order.carrier && [`Carrier: ${CARRIER_NAME[order.carrier]}`],
    order.trackingNumber && ["Tracking number: ", link(order.trackingNumber)],
    url && ["Follow it: ", link(url)],
  ].filter((line) => Array.isArray(line));
  return lines.length > 0 ? [lines.flatMap((line, at) => (at === 0 ? line : ["\n", ...line]))] : [];
}
