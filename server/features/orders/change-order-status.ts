import { and, eq, lt } from "drizzle-orm";
import { orderStatusChanges, orders, quotes } from "#server/db/schema.ts";
import { whoHears } from "#server/features/companies/people.ts";
import { notify } from "#server/features/notifications/notifications.ts";
import type { Context } from "#server/house.ts";
import { conflict } from "#server/http/errors.ts";
import { enqueue } from "#server/jobs/enqueue.ts";
import { jobInMail } from "#server/jobs/post.ts";
import { MOST_STATUS_CHANGES } from "#shared/domain/longest.ts";
import { isUnpayableOrder, ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/status.ts";

/** Moves a locked order on: the status, its line of history, and word to the customer, all or nothing (rule O2). */
export async function changeOrderStatus(
  { db, post, user, now }: Pick<Context, "db" | "post" | "user" | "now">,
  order: { readonly id: number; readonly quoteId: number; readonly userId: number; readonly status: OrderStatus },
  to: OrderStatus,
): Promise<void> {
  const changesSoFar = db.$count(orderStatusChanges, eq(orderStatusChanges.orderId, order.id));
  const [moved] = await db
    .update(orders)
    .set({ status: to })
    .where(and(eq(orders.id, order.id), lt(changesSoFar, MOST_STATUS_CHANGES)))
    .returning({ id: orders.id });
  if (!moved) throw conflict(`The status of this order was changed ${MOST_STATUS_CHANGES} times: it stays as it is`);
  await db.insert(orderStatusChanges).values({ orderId: order.id, from: order.status, to, at: now, byUserId: user.id });
  if (isUnpayableOrder(to)) await enqueue(db, "close-tills", {});
  const number = orderNumber(order.id);
  const sentence = `Order ${number} is now ${ORDER_STATUS_LABEL[to].toLowerCase()}.`;
  const [job] = await db.select({ jobName: quotes.jobName, poNumber: quotes.poNumber }).from(quotes).where(eq(quotes.id, order.quoteId));
  for (const reader of await whoHears(db, order.userId)) {
    await notify(db, { userId: reader.id, type: "order_status", title: `Order ${number}`, message: sentence, relatedId: order.id });
    await post.send(db, {
      to: reader.email,
      subject: `Order ${number}: ${ORDER_STATUS_LABEL[to]}`,
      greeting: reader.contactName,
      paragraphs: [sentence, ...(job ? jobInMail(job) : [])],
      action: { label: "Open the order", path: `/orders?order=${order.id}` },
    });
  }
}
