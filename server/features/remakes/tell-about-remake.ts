import { and, eq, inArray } from "drizzle-orm";
import { companies, users } from "#server/db/schema.ts";
import { isActive, whoHears } from "#server/features/companies/people.ts";
import { type NotificationType, notify } from "#server/features/notifications/notifications.ts";
import type { Context } from "#server/house.ts";
import { makers } from "#shared/domain/roles.ts";

interface News {
  readonly remakeId: number;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type Means = Pick<Context, "db" | "post">;

/** Tells the customer's person by the bell and by mail (rule R6); once they are gone, those who may manage. */
export async function tellCustomer(
  { db, post }: Means,
  customerId: number,
  news: News & { readonly type: NotificationType },
): Promise<void> {
  const { type, subject, paragraphs, remakeId } = news;
  for (const reader of await whoHears(db, customerId)) {
    await notify(db, { userId: reader.id, type, title: subject, message: paragraphs[0] ?? subject, relatedId: remakeId });
    await write({ db, post }, reader, news);
  }
}

/** A new remake and a customer's reply go by mail to the suppliers and the super admins (rule R6). */
export async function tellMakers({ db, post }: Means, news: News): Promise<void> {
  const readers = await db
    .select({ email: users.email, contactName: users.contactName })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(inArray(users.role, [...makers]), isActive));
  for (const reader of readers) await write({ db, post }, reader, news);
}

const write = ({ db, post }: Means, to: { readonly email: string; readonly contactName: string }, news: News) =>
  post.send(db, {
    to: to.email,
    subject: news.subject,
    greeting: to.contactName,
    paragraphs: news.paragraphs,
    action: { label: "Open the remake", path: `/remakes?remake=${news.remakeId}` },
  });
