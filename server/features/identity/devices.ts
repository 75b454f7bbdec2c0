import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { SessionControl } from "#server/platform/http/call.ts";
import { DEVICE_KNOWN_DAYS } from "#server/platform/http/session/device-cookie.ts";
import type { Post } from "#server/platform/mail/post.ts";
import { devices } from "#server/schema/identity/sessions.ts";
import { formatInstant } from "#shared/domain/period.ts";

const DAY = 86_400_000;
/** Programs that store no cookie sign in as a new device each time. */
const MOST_MAILS_A_DAY = 5;

interface SignIn {
  readonly device: ReturnType<SessionControl["device"]>;
  readonly person: { readonly id: number; readonly email: string; readonly contactName: string };
  readonly now: Date;
}

/**
 * Stores the device of a sign-in, and emails the person if no sign-in came from the device for 90
 * days. Two sign-ins at once from one device send one email.
 */
export async function rememberDevice(db: Db, post: Post, { device, person, now }: SignIn): Promise<void> {
  const since = new Date(now.getTime() - DEVICE_KNOWN_DAYS * DAY);
  const theirs = and(eq(devices.userId, person.id), eq(devices.idHash, device.idHash));
  const known = await db
    .update(devices)
    .set({ lastSeenAt: now })
    .where(and(theirs, gt(devices.lastSeenAt, since)))
    .returning({ id: devices.idHash });
  if (known.length > 0) return;
  const mailed = db
    .select({ count: sql`count(*)` })
    .from(devices)
    .where(and(eq(devices.userId, person.id), gt(devices.mailedAt, new Date(now.getTime() - DAY))));
  const mailedAt = sql<Date | null>`case when (${mailed}) < ${MOST_MAILS_A_DAY} then ${now.toISOString()}::timestamptz end`;
  const [stored] = await db
    .insert(devices)
    .values({ userId: person.id, idHash: device.idHash, lastSeenAt: now, mailedAt })
    .onConflictDoUpdate({
      target: [devices.userId, devices.idHash],
      set: { lastSeenAt: now, mailedAt },
      setWhere: lte(devices.lastSeenAt, since),
    })
    .returning({ mailedAt: devices.mailedAt });
  if (!stored?.mailedAt) return;
  await post.send(db, {
    to: person.email,
    subject: "A new device signed in to your account",
    greeting: person.contactName,
    paragraphs: [
      `Your account was signed in on a new device: ${device.words}, ${formatInstant(now)}.`,
      "If it was you, you need do nothing. If it was not you, change your password at once: that ends every other session. Then tell us.",
    ],
    action: { label: "See where you are signed in", path: "/settings?tab=security" },
  });
}
