import { lt, or } from "drizzle-orm";
import type { Database } from "#server/platform/db/connect.ts";
import { deleteEndedTokens } from "#server/platform/http/session/bearer-token.ts";
import { DEVICE_KNOWN_DAYS } from "#server/platform/http/session/device-cookie.ts";
import { deleteEndedSessions } from "#server/platform/http/session/session-store.ts";
import { idempotencyKeys } from "#server/schema/records.ts";
import { devices, passwordResets, rateLimits } from "#server/schema/sessions.ts";
import type { Work } from "./worker.ts";

const DAY = 86_400_000;

/**
 * Deletes expired rows each night: sessions, tokens, forgotten devices, expired idempotency keys,
 * links a week after their end, old throttle counts.
 */
export const cleanUpTasks = ({ db, clock }: { readonly db: Database; readonly clock: () => Date }): Work => ({
  tasks: {
    "clean-up": async () => {
      const now = clock();
      const before = (days: number) => new Date(now.getTime() - days * DAY);
      await deleteEndedSessions(db, now);
      await deleteEndedTokens(db, before(7));
      await db.delete(devices).where(lt(devices.lastSeenAt, before(DEVICE_KNOWN_DAYS)));
      await db.delete(idempotencyKeys).where(lt(idempotencyKeys.knownUntil, now));
      await db.delete(passwordResets).where(or(lt(passwordResets.expiresAt, before(7)), lt(passwordResets.usedAt, before(7))));
      await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
    },
  },
  crontab: "17 3 * * * clean-up\n",
});
