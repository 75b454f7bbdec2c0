import { lt, or } from "drizzle-orm";
import type { Database } from "#server/platform/db/connect.ts";
import { deleteEndedTokens } from "#server/platform/http/session/bearer-token.ts";
import { DEVICE_KNOWN_DAYS } from "#server/platform/http/session/device-cookie.ts";
import { deleteEndedSessions } from "#server/platform/http/session/session-store.ts";
import { passkeyChallenges } from "#server/schema/identity/factors.ts";
import { devices, emailChanges, passwordResets, rateLimits } from "#server/schema/identity/sessions.ts";
import { webhookDeliveries } from "#server/schema/notifications.ts";
import { idempotencyKeys } from "#server/schema/records.ts";
import { STOP_DAYS } from "#shared/contract/identity/email-change.ts";
import type { Work } from "./worker.ts";

const DAY = 86_400_000;

/**
 * Deletes expired rows each night: sessions, tokens, forgotten devices, expired idempotency keys,
 * challenges, links a week after their end, old throttle counts, deliveries of webhooks.
 */
export const cleanUpTasks = ({ db, clock }: { readonly db: Database; readonly clock: () => Date }): Work => ({
  tasks: {
    "clean-up": async () => {
      const now = clock();
      const before = (days: number) => new Date(now.getTime() - days * DAY);
      await deleteEndedSessions(db, now);
      await deleteEndedTokens(db, before(7));
      await db.delete(devices).where(lt(devices.lastSeenAt, before(DEVICE_KNOWN_DAYS)));
      await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
      await db.delete(idempotencyKeys).where(lt(idempotencyKeys.knownUntil, now));
      await db.delete(passwordResets).where(or(lt(passwordResets.expiresAt, before(7)), lt(passwordResets.usedAt, before(7))));
      await db.delete(emailChanges).where(lt(emailChanges.createdAt, before(STOP_DAYS)));
      await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before(30)));
      await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
    },
  },
  crontab: "17 3 * * * clean-up\n",
});
