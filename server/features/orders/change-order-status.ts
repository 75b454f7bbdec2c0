import { and, eq, lt, sql } from "drizzle-orm";
import { inTransaction } from "#server/db/connect.ts";
import { orderStatusChanges, orders, quotes } from "#server/db/schema.ts";
import { whoHears } from "#server/features/companies/people.ts";
import { notify } from "#server/features/notifications/notifications.ts";
import type { Context, House } from "#server/house.ts";
import { conflict } from "#server/http/errors.ts";
import { enqueue, type Jobs } from "#server/jobs/enqueue.ts";
import { jobInMail } from "#server/jobs/post.ts";
import { CARRIER_NAME, trackingUrlOf } from "#shared/domain/carriers.ts";
import { MOST_STATUS_CHANGES } from "#shared/domain/longest.ts";
import { isUnpayableOrder, ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/status.ts";

/** Moves a locked order on: the status, its line of history, its line in the bell, and a mail 20 seconds after the last change, all or nothing (rule O2). */
export async function changeOrderStatus(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  order: { readonly id: number; readonly quoteId: number; readonly userId: number; readonly status: OrderStatus },
  to: OrderStatus,
): Promise<void> {
  const changesSoFar = db.$count(orderStatusChanges, eq(orderStatusChanges.orderId, order.id));
  const [moved] = await db
    .update(orders)
    .set({ status: to, toldStatus: sql`coalesce(${orders.toldStatus}, ${orders.status})` })
    .where(and(eq(orders.id, order.id), lt(changesSoFar, MOST_STATUS_CHANGES)))
    .returning({ id: orders.id });
  if (!moved) throw conflict(`The status of this order was changed ${MOST_STATUS_CHANGES} times: it stays as it is`);
  await db.insert(orderStatusChanges).values({ orderId: order.id, from: order.status, to, at: now, byUserId: user.id });
  if (isUnpayableOrder(to)) await enqueue(db, "close-tills", {});
  const { number, sentence } = news(order.id, to);
  for (const { id } of await whoHears(db, order.userId))
    await notify(db, { userId: id, type: "order_status", title: `Order ${number}`, message: sentence, relatedId: order.id });
  const runAt = new Date(now.getTime() + MAIL_WAITS_MS);
  await enqueue(db, "tell-of-order", { orderId: order.id }, { runAt, key: `tell-of-order-${order.id}` });
}

/** A slip of the finger can be put right before the customer reads of it. */
const MAIL_WAITS_MS = 20_000;

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
      if (!order || order.toldStatus === null) return;
      await tx.update(orders).set({ toldStatus: null }).where(eq(orders.id, orderId));
      if (order.toldStatus !== order.status && order.deletedAt === null) await mailStatus({ db: tx, post }, order);
    });
  },
});

async function mailStatus({ db, post }: Pick<Context, "db" | "post">, order: typeof orders.$inferSelect): Promise<void> {
  const { number, sentence } = news(order.id, order.status);
  const [job] = await db.select({ jobName: quotes.jobName, poNumber: quotes.poNumber }).from(quotes).where(eq(quotes.id, order.quoteId));
  const paragraphs = [sentence, ...(job ? jobInMail(job) : []), ...(order.status === "shipped" ? shipmentInMail(order) : [])];
  for (const reader of await whoHears(db, order.userId)) {
    await post.send(db, {
      to: reader.email,
      subject: `Order ${number}: ${ORDER_STATUS_LABEL[order.status]}`,
      greeting: reader.contactName,
      paragraphs,
      action: { label: "Open the order", path: `/orders?order=${order.id}` },
    });
  }
}

/** Who brings it, under which number, and where one can follow it. */
function shipmentInMail(order: Parameters<typeof trackingUrlOf>[0]): string[] {
  const url = trackingUrlOf(order);
  const lines = [
    order.carrier && `Carrier: ${CARRIER_NAME[order.carrier]}`,
    order.trackingNumber && `Tracking number: ${order.trackingNumber}`,
    url && `Follow it: ${url}`,
  ].filter(Boolean);
  return lines.length > 0 ? [lines.join("\n")] : [];
}
