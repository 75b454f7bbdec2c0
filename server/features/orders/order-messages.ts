import { and, eq, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { type Doer, doerFor, jsonObject, jsonRows } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict, noSuch } from "#server/platform/http/errors.ts";
import { nameInMail } from "#server/platform/mail/post.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orderMessages, orders } from "#server/schema/orders-and-remakes.ts";
import { MOST_MESSAGES } from "#shared/domain/longest.ts";
import { type MessageReader, usualReader } from "#shared/domain/trade/message-readers.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { notifyCustomer, notifyMakers, notifyOffice } from "./notify-thread.ts";
import { messagesVisibleTo, ordersVisibleTo } from "./order-rows.ts";

const messageColumns = { id: orderMessages.id, message: orderMessages.message, to: orderMessages.to, createdAt: orderMessages.createdAt };

interface Message {
  readonly id: number;
  readonly message: string;
  readonly to: MessageReader;
  /** The time as JSON text. */
  readonly createdAt: string;
  readonly user: Doer;
}

/**
 * An order's thread, oldest first (rule O12).
 * @throws 404
 */
export async function messagesOf(db: Db, user: SignedInUser, orderId: number) {
  const thread = jsonRows<Message>(
    { ...messageColumns, user: jsonObject(doerFor(user)) },
    {
      from: sql`${orderMessages} join ${users} on ${eq(users.id, orderMessages.userId)} join ${companies} on ${eq(companies.id, users.companyId)}
      where ${and(eq(orderMessages.orderId, orders.id), messagesVisibleTo(user))}`,
      // This is raw SQL, because in a select from one table drizzle omits the table from a column's
      // name.
      orderBy: sql`${orderMessages.id}`,
    },
  );
  const [order] = await db
    .select({ thread })
    .from(orders)
    .where(and(eq(orders.id, orderId), ordersVisibleTo(user)));
  if (!order) throw noSuch("order", orderId);
  return order.thread.map((message) => ({ ...message, createdAt: new Date(message.createdAt) }));
}

type Sending = Pick<Context, "db" | "post" | "user" | "now"> & {
  /** The order, locked by the caller. */
  readonly order: Pick<typeof orders.$inferSelect, "id" | "userId" | "companyId" | "supplierId">;
  readonly message: string;
  readonly to: MessageReader | undefined;
};

/**
 * Stores a message in an order's thread, and notifies the other side as for a reply to a remake
 * (rules O12, R6). A message to the office notifies only office or workshop (rule W105).
 */
export async function sendMessage({ db, post, user, now, order, message: text, to: asked }: Sending) {
  const to = user.role === "customer" ? "customer" : (asked ?? usualReader(user.role));
  const written = await db.$count(orderMessages, eq(orderMessages.orderId, order.id));
  if (written >= MOST_MESSAGES) throw conflict(`There are ${MOST_MESSAGES} messages already: please ring us about this order`);
  const [message] = await db
    .insert(orderMessages)
    .values({ orderId: order.id, userId: user.id, message: text, to, createdAt: now })
    .returning(messageColumns);
  if (!message) throw new Error("The message was not stored");
  const number = orderNumber(order.id);
  const action = { label: "Open the order", path: `/orders?order=${order.id}` };
  const news = { orderId: order.id, relatedId: order.id, subject: `Message about order ${number}`, action };
  if (to === "office") {
    const maker = user.role === "supplier" ? "office" : (order.supplierId ?? "office");
    await notifyOffice({ db, post }, maker, {
      ...news,
      kind: "incoming_message",
      paragraphs: [`${nameInMail(user.companyName)} wrote about order ${number}.`, text],
    });
  } else if (user.companyId === order.companyId) {
    const paragraphs = [`${nameInMail(user.companyName)} wrote about order ${number}.`, text];
    await notifyMakers({ db, post }, { ...news, kind: "incoming_message", paragraphs });
  } else {
    const paragraphs = [`There is a new message about your order ${number}.`, text];
    await notifyCustomer({ db, post }, order.userId, { ...news, kind: "order_message", paragraphs });
  }
  return { ...message, user: { companyName: user.companyName, contactName: user.contactName, role: user.role } };
}
