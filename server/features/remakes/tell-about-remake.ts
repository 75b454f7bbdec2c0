import { and, eq, or, sql } from "drizzle-orm";
import { companies, orders, quotes, remakes, users } from "#server/db/schema.ts";
import { isActive, whoHears } from "#server/features/companies/people.ts";
import { type NotificationType, notify } from "#server/features/notifications/notifications.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import type { Context } from "#server/house.ts";
import { type JobWords, withJobName } from "#server/jobs/post.ts";

interface News {
  readonly remakeId: number;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type MailContext = Pick<Context, "db" | "post">;

/** Tells the customer's person by the bell and by mail (rule R6); once they are gone, those who may manage. */
export async function tellCustomer(
  { db, post }: MailContext,
  customerId: number,
  news: News & { readonly type: NotificationType },
): Promise<void> {
  const { type, subject, paragraphs, remakeId } = news;
  const job = await jobOf(db, remakeId);
  for (const reader of await whoHears(db, customerId)) {
    await notify(db, { userId: reader.id, type, title: withJobName(subject, job), message: paragraphs[0] ?? subject, relatedId: remakeId });
    await write({ db, post }, reader, { ...news, job });
  }
}

/** A new remake and a customer's reply go by mail to the super admins and to the suppliers who see its order (rules R6, O11). */
export async function tellMakers({ db, post }: MailContext, news: News): Promise<void> {
  const theirs = ordersVisibleTo({ role: "supplier", companyId: users.companyId });
  const seesIt = sql`exists (select from ${remakes} join ${orders} on ${eq(orders.id, remakes.orderId)}
    where ${and(eq(remakes.id, news.remakeId), theirs)})`;
  const readers = await db
    .select({ email: users.email, contactName: users.contactName })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(or(eq(users.role, "super_admin"), and(eq(users.role, "supplier"), seesIt)), isActive));
  const job = await jobOf(db, news.remakeId);
  for (const reader of readers) await write({ db, post }, reader, { ...news, job });
}

/** Of a remake's order, in the fitter's words. */
async function jobOf(db: MailContext["db"], remakeId: number): Promise<JobWords | undefined> {
  const [job] = await db
    .select({ jobName: quotes.jobName, poNumber: quotes.poNumber })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(eq(remakes.id, remakeId));
  return job;
}

type Written = News & { readonly job: JobWords | undefined };
const write = ({ db, post }: MailContext, to: { readonly email: string; readonly contactName: string }, news: Written) =>
  post.send(db, {
    to: to.email,
    subject: news.subject,
    greeting: to.contactName,
    paragraphs: news.paragraphs,
    job: news.job,
    action: { label: "Open the remake", path: `/remakes?remake=${news.remakeId}` },
  });
