import { and, eq, exists, or } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { findRecipients, isActive } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import { type Letter, withJobName } from "#server/platform/mail/post.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import type { NoticeKind } from "#shared/domain/notifications.ts";
import { ordersVisibleTo } from "./order-rows.ts";

/** News of an order, or of a record of the order with a thread of its own. */
interface News extends Pick<Letter, "subject" | "action"> {
  readonly orderId: number;
  readonly kind: NoticeKind;
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
export async function notifyCustomer(context: MailContext, customerId: number, news: News): Promise<void> {
  await notifyReaders(context, await findRecipients(context.db, customerId), news);
}

/** Notifies the super admins and the suppliers who see the order (rules R6, O19, O12). */
export async function notifyMakers(context: MailContext, news: News): Promise<void> {
  const { db } = context;
  const isVisible = ordersVisibleTo({ role: "supplier", companyId: users.companyId });
  const visibleOrder = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, news.orderId), isVisible));
  const isReader = or(eq(users.role, "super_admin"), and(eq(users.role, "supplier"), exists(visibleOrder)));
  await notifyReaders(context, await selectReaders(db).where(and(isReader, isActive)), news);
}

/** Notifies the super admins, or the people of the supplier that makes the order (rule W105). */
export async function notifyOffice(context: MailContext, reader: "office" | number, news: News): Promise<void> {
  const isReader = reader === "office" ? eq(users.role, "super_admin") : and(eq(users.role, "supplier"), eq(users.companyId, reader));
  await notifyReaders(context, await selectReaders(context.db).where(and(isReader, isActive)), news);
}

const selectReaders = (db: Context["db"]) =>
  db
    .select({ id: users.id, role: users.role, email: users.email, contactName: users.contactName })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId));

type Readers = Parameters<typeof notifyPeople>[2];

async function notifyReaders(context: MailContext, readers: Readers, { orderId, kind, relatedId, ...news }: News): Promise<void> {
  const job = await jobOf(context.db, { orderId });
  await notifyPeople(context, kind, readers, () => ({
    title: withJobName(news.subject, job),
    message: news.paragraphs[0] ?? news.subject,
    relatedId,
    letter: { ...news, job },
  }));
}

/** The job name and PO number that the fitter typed. */
async function jobOf(db: MailContext["db"], { orderId }: Pick<News, "orderId">) {
  const [job] = await db.select({ jobName: orders.jobName, poNumber: orders.poNumber }).from(orders).where(eq(orders.id, orderId));
  return job;
}
