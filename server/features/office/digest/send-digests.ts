import { and, asc, eq, exists, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { isActive, type Person, selectPeople } from "#server/features/companies/people.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { quotesVisibleTo } from "#server/features/quotes/quote-queries.ts";
import { remakesVisibleTo } from "#server/features/remakes/remake-queries.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import type { Work } from "#server/platform/jobs/worker.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { digestNotices, digests } from "#server/schema/notifications.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { dueDigestDay, kindNamed, kindsFor, noticePath } from "#shared/domain/notifications.ts";
import { type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";

type Sender = Pick<AppContext, "db" | "post" | "clock" | "publicUrl">;

/** The most notices that a digest lists; the portal's lists have all. */
export const MOST_IN_DIGEST = 30;
const MOST_IN_LINE = 300;

/**
 * Emails the digests that are due (rule M49). A failure for one person does not stop the other
 * digests, and the next run tries that person again.
 */
export async function sendDigests(sender: Sender): Promise<void> {
  const day = dueDigestDay(sender.clock());
  const failures: unknown[] = [];
  for (const userId of await findReaders(sender.db, day))
    await sendDigest(sender, userId, day).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** The job runs every five minutes and when the portal starts. */
export const digestTasks = (sender: Sender): Work => ({
  tasks: { "send-digests": () => sendDigests(sender) },
  crontab: "*/5 * * * * send-digests ?fill=5m&max=3&jobKey=send-digests\n",
});

/** The people with notices for a digest who have not received the digest of the day. */
async function findReaders(db: Db, day: Day): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: digestNotices.userId })
    .from(digestNotices)
    .leftJoin(digests, eq(digests.userId, digestNotices.userId))
    .where(and(lte(digestNotices.sendOn, day), or(isNull(digests.sentOn), lt(digests.sentOn, day))))
    .orderBy(asc(digestNotices.userId));
  return rows.map(({ id }) => id);
}

/**
 * Emails one person's notices and deletes them, in one transaction. The row of the person's last
 * digest is written first, so that a second process waits for it and then sends nothing.
 */
async function sendDigest({ db, post, publicUrl }: Sender, userId: number, day: Day): Promise<void> {
  await inTransaction(db, async (tx) => {
    const begun = await tx
      .insert(digests)
      .values({ userId, sentOn: day })
      .onConflictDoUpdate({ target: digests.userId, set: { sentOn: day }, setWhere: lt(digests.sentOn, day) })
      .returning();
    if (begun.length === 0) return;
    const [person] = await selectPeople(tx).where(and(eq(users.id, userId), isActive));
    const notices = await takeNotices(tx, userId, day, person ? isVisibleTo(tx, person) : sql`false`);
    const [first] = notices;
    if (!person || !first) return;
    const lines = notices.map(({ kind, title, message, relatedId }) => {
      const url = String(new URL(noticePath(kind, relatedId), publicUrl));
      const words = message.length > MOST_IN_LINE ? `${message.slice(0, MOST_IN_LINE).trimEnd()}…` : message;
      return [`${title}\n${words}\n`, { text: url, url }];
    });
    const more = first.total - notices.length;
    await post.send(tx, {
      to: person.email,
      subject: `${countOf(first.total, "notice")} of ${formatDay(startOfDay(day))}`,
      greeting: person.contactName,
      paragraphs: [
        "This is your digest of the day.",
        ...lines,
        ...(more > 0 ? [`and ${more} more, which you find in the portal`] : []),
        "You choose in the settings which notices are emailed at once, in this digest, or not.",
      ],
      action: { label: "Choose your notifications", path: "/settings?tab=notifications" },
    });
  });
}

/**
 * Deletes a person's notices up to the day's digest, in one statement. Returns the first visible
 * ones, each with the number of all of them. Registrations are last, because visitors write them:
 * any number of them leaves the other notices in the digest.
 */
function takeNotices(tx: Db, userId: number, day: Day, isVisible: SQL | undefined) {
  const taken = tx.$with("digest_notices").as(
    tx
      .delete(digestNotices)
      .where(and(eq(digestNotices.userId, userId), lte(digestNotices.sendOn, day)))
      .returning(),
  );
  return tx
    .with(taken)
    .select({
      kind: digestNotices.kind,
      title: digestNotices.title,
      message: digestNotices.message,
      relatedId: digestNotices.relatedId,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(digestNotices)
    .where(isVisible)
    .orderBy(asc(eq(digestNotices.kind, "registration")), asc(digestNotices.id))
    .limit(MOST_IN_DIGEST);
}

/**
 * Matches notices of kinds that the person still receives, about things that the person may still
 * see, and registrations that nobody has decided.
 */
function isVisibleTo(db: Db, person: Person): SQL | undefined {
  const kinds = kindsFor(person);
  const kindsOf = (...things: readonly string[]) =>
    inArray(
      digestNotices.kind,
      kinds.filter((kind) => things.includes(kindNamed(kind).thing)),
    );
  const of = digestNotices.relatedId;
  const order = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, of), ordersVisibleTo(person)));
  const quote = db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.id, of), quotesVisibleTo(person)));
  const remake = db
    .select({ id: remakes.id })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .where(and(eq(remakes.id, of), remakesVisibleTo(person)));
  const waitingClient = db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, of), eq(companies.approvalStatus, "pending")));
  return or(
    kindsOf("company", "webhooks"),
    and(kindsOf("client"), exists(waitingClient)),
    and(kindsOf("order"), exists(order)),
    and(kindsOf("quote"), exists(quote)),
    and(kindsOf("remake"), exists(remake)),
  );
}
