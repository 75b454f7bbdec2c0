import { asc, eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { companies, orderMessages, type orders, users } from "#server/db/schema.ts";
import { doerFor } from "#server/db/select-parts.ts";
import type { Context } from "#server/house.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { conflict } from "#server/http/errors.ts";
import { nameInMail } from "#server/jobs/post.ts";
import { MOST_MESSAGES } from "#shared/domain/longest.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { tellCustomer, tellMakers } from "./tell-of-thread.ts";

const ofMessage = { id: orderMessages.id, message: orderMessages.message, createdAt: orderMessages.createdAt };

/** An order's thread, oldest first (rule O12). */
export const messagesOf = (db: Db, user: SignedInUser, orderId: number) =>
  db
    .select({ ...ofMessage, user: doerFor(user) })
    .from(orderMessages)
    .innerJoin(users, eq(users.id, orderMessages.userId))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(orderMessages.orderId, orderId))
    .orderBy(asc(orderMessages.id));

type Sending = Pick<Context, "db" | "post" | "limits" | "user" | "now"> & {
  /** Locked. */
  readonly order: Pick<typeof orders.$inferSelect, "id" | "userId" | "companyId">;
  readonly message: string;
};

/** Writes in an order's thread, and tells the other side of it as of a reply to a remake (rules O12, R6). */
export async function sendMessage({ db, post, limits, user, now, order, message: text }: Sending) {
  if (user.role === "customer") await limits["thread-mails"].count(user.id);
  const written = await db.$count(orderMessages, eq(orderMessages.orderId, order.id));
  if (written >= MOST_MESSAGES) throw conflict(`There are ${MOST_MESSAGES} messages already: please ring us about this order`);
  const [message] = await db
    .insert(orderMessages)
    .values({ orderId: order.id, userId: user.id, message: text, createdAt: now })
    .returning(ofMessage);
  if (!message) throw new Error("The message was not stored");
  const number = orderNumber(order.id);
  const action = { label: "Open the order", path: `/orders?order=${order.id}` };
  const news = { orderId: order.id, subject: `Message about order ${number}`, action };
  if (user.companyId === order.companyId) {
    await tellMakers({ db, post }, { ...news, paragraphs: [`${nameInMail(user.companyName)} wrote about order ${number}.`, text] });
  } else {
    const paragraphs = [`There is a new message about your order ${number}.`, text];
    await tellCustomer({ db, post }, order.userId, { ...news, type: "order_message", relatedId: order.id, paragraphs });
  }
  return { ...message, user: { companyName: user.companyName, contactName: user.contactName, role: user.role } };
}
