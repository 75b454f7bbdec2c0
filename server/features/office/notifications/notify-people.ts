import { and, eq, inArray } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Letter } from "#server/platform/mail/post.ts";
import { noticeWishes } from "#server/schema/notifications.ts";
import { kindNamed, type NoticeKind, type Wish } from "#shared/domain/notifications.ts";
import type { Role } from "#shared/domain/roles.ts";
import { storeNotifications } from "./notifications.ts";

interface Reader {
  readonly id: number;
  readonly role: Role;
  readonly email: string;
  readonly contactName: string;
}

/** One event as one person reads it. */
interface Notice {
  /** The title and the sentence of the bell, and of the digest. */
  readonly title: string;
  readonly message: string;
  /** The id of the record that the notice opens. */
  readonly relatedId: number | null;
  /**
   * Set by callers that later compare it with the portal's clock; the default is the database's
   * clock.
   */
  readonly createdAt?: Date;
  /** The mail; without one, only the bell notifies. */
  readonly letter?: Omit<Letter, "to" | "greeting">;
  /** False for a mail about an event that rang the bell before. */
  readonly rings?: false;
  /** False: a mail wished at once goes into the digest instead. */
  readonly atOnce?: false;
}

/**
 * Notifies people of an event in the way that each of them wants for its kind (rule M47): by bell,
 * and by email at once or in the day's digest. A letter with an invoice or a credit note is always
 * emailed at once.
 */
export async function notifyPeople<R extends Reader>(
  { db, post }: Pick<AppContext, "post"> & { readonly db: Db },
  kind: NoticeKind,
  readers: readonly R[],
  noticeFor: (reader: R) => Notice,
): Promise<void> {
  const wishOf = await findWishes(db, kind, readers);
  const notices = readers.map((reader) => ({ reader, wish: wishOf(reader), ...noticeFor(reader) }));
  await storeNotifications(
    db,
    notices
      .filter(({ wish, rings }) => wish.bell && rings !== false)
      .map(({ reader, title, message, relatedId, createdAt }) => ({ userId: reader.id, type: kind, title, message, relatedId, createdAt })),
  );
  for (const { reader, wish, letter, title, message, relatedId, atOnce } of notices) {
    if (!letter) continue;
    const wished = atOnce === false && wish.mail === "now" ? "digest" : wish.mail;
    const mail = letter.papers?.some((paper) => "document" in paper) ? "now" : wished;
    if (mail === "now") await post.send(db, { ...letter, to: reader.email, greeting: reader.contactName });
    else if (mail === "digest") await post.storeForDigest(db, { userId: reader.id, kind, title, message, relatedId });
  }
}

/** The wishes of all readers, by one query. */
async function findWishes(db: Db, kind: NoticeKind, readers: readonly Reader[]): Promise<(reader: Reader) => Wish> {
  const { roles, usual } = kindNamed(kind);
  const ids = readers.filter(({ role }) => roles.includes(role)).map(({ id }) => id);
  if (ids.length === 0) return () => usual;
  const rows = await db
    .select()
    .from(noticeWishes)
    .where(and(inArray(noticeWishes.userId, ids), eq(noticeWishes.kind, kind)));
  return ({ id }) => rows.find(({ userId }) => userId === id) ?? usual;
}
