import { and, eq, exists, or } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { findRecipients, isActive } from "#server/features/companies/people.ts";
import { type NotificationType, notify } from "#server/features/office/notifications/notifications.ts";
import { type Letter, withJobName } from "#server/platform/mail/post.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { ordersVisibleTo } from "./order-rows.ts";

/** A mail about an order, or about a record of the order with a thread of its own. */
interface News extends Pick<Letter, "subject" | "paragraphs" | "action"> {
  readonly orderId: number;
}
interface CustomersNews extends News {
  readonly type: NotificationType;
  /** The id of the record that the notification opens. */
  readonly relatedId: number;
  /** The first sentence is also the text of the notification. */
  readonly paragraphs: readonly string[];
}

type MailContext = Pick<Context, "db" | "post">;

/**
 * Notifies the customer's person by notification and mail (rules R6, O12); after that person is
 * deleted, the company's managers.
 */
export async function notifyCustomer(context: MailContext, customerId: number, news: CustomersNews): Promise<void> {
  const { type, subject, paragraphs, relatedId } = news;
  const readers = await findRecipients(context.db, customerId);
  const title = withJobName(subject, await jobOf(context.db, news));
  for (const { id } of readers) await notify(context.db, { userId: id, type, title, message: paragraphs[0] ?? subject, relatedId });
  await sendTo(context, readers, news);
}

/** Mails the super admins and the suppliers who see the order (rules R6, O19, O12). */
export async function notifyMakers(context: MailContext, news: News): Promise<void> {
  const { db } = context;
  const isVisible = ordersVisibleTo({ role: "supplier", companyId: users.companyId });
  const visibleOrder = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, news.orderId), isVisible));
  const readers = await db
    .select({ email: users.email, contactName: users.contactName })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(or(eq(users.role, "super_admin"), and(eq(users.role, "supplier"), exists(visibleOrder))), isActive));
  await sendTo(context, readers, news);
}

/** Mails the super admins, or the people of the supplier that makes the order (rule W105). */
export async function notifyOffice(context: MailContext, reader: "office" | number, news: News): Promise<void> {
  const isReader = reader === "office" ? eq(users.role, "super_admin") : and(eq(users.role, "supplier"), eq(users.companyId, reader));
  const readers = await context.db
    .select({ email: users.email, contactName: users.contactName })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(isReader, isActive));
  await sendTo(context, readers, news);
}

interface Reader {
  readonly email: string;
  readonly contactName: string;
}
async function sendTo({ db, post }: MailContext, readers: readonly Reader[], { orderId, ...news }: News): Promise<void> {
  const job = await jobOf(db, { orderId });
  for (const { email, contactName } of readers) await post.send(db, { ...news, to: email, greeting: contactName, job });
}

/** The job name and PO number that the fitter typed. */
async function jobOf(db: MailContext["db"], { orderId }: Pick<News, "orderId">) {
  const [job] = await db.select({ jobName: orders.jobName, poNumber: orders.poNumber }).from(orders).where(eq(orders.id, orderId));
  return job;
}
