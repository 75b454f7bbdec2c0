import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { users } from "#server/db/schema.ts";
import { type NotificationType, notify } from "#server/features/notifications/notify.ts";
import type { Post } from "#server/jobs/post.ts";
import { makers } from "#shared/domain/roles.ts";

interface News {
  readonly remakeId: number;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

const action = { label: "Open remakes", path: "/remakes" };

/** Tells the customer by the bell and by mail (decisions §8). */
export async function tellCustomer(db: Db, post: Post, customerId: number, type: NotificationType, news: News): Promise<void> {
  await notify(db, {
    userId: customerId,
    type,
    title: news.subject,
    message: news.paragraphs[0] ?? news.subject,
    relatedId: news.remakeId,
  });
  const [customer] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, customerId), isNull(users.deletedAt)));
  if (customer)
    await post.send(db, { to: customer.email, subject: news.subject, greeting: customer.contactName, paragraphs: news.paragraphs, action });
}

/** A new remake and a customer's reply go by mail to the suppliers and the super admins (decisions §8). */
export async function tellMakers(db: Db, post: Post, news: News): Promise<void> {
  const readers = await db
    .select({ email: users.email, contactName: users.contactName })
    .from(users)
    .where(and(inArray(users.role, [...makers]), eq(users.approvalStatus, "approved"), isNull(users.deletedAt)));
  for (const reader of readers) {
    await post.send(db, { to: reader.email, subject: news.subject, greeting: reader.contactName, paragraphs: news.paragraphs, action });
  }
}
