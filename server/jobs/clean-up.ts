import { lt, or } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { idempotencyKeys, passwordResets, rateLimits } from "#server/db/schema.ts";

const DAY = 86_400_000;

/** Deletes what has expired: idempotency keys after a day, links a week after they expired, old throttle counts. */
export async function deleteStale(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(1)));
  await db.delete(passwordResets).where(or(lt(passwordResets.expiresAt, before(7)), lt(passwordResets.usedAt, before(7))));
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
}
