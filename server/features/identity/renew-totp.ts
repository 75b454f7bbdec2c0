import { and, asc, eq, gt } from "drizzle-orm";
import { type Database, inTransaction } from "#server/platform/db/connect.ts";
import type { Log } from "#server/platform/http/log.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { totpApps } from "#server/schema/identity/factors.ts";
import { totpPurpose } from "./totp.ts";

const AT_A_TIME = 200;

/**
 * Seals the secrets of authenticator apps with the present ENCRYPTION_KEY. Recovery codes are not
 * stored and cannot be renewed: they are valid while the earlier key is given.
 */
export async function renewTotpSecrets(db: Database, seal: Seal, log: Pick<Log, "warn">): Promise<void> {
  let unopened = 0;
  for (let after = 0, more = true; more; ) {
    await inTransaction(db, async (tx) => {
      const apps = await tx
        .select()
        .from(totpApps)
        .where(gt(totpApps.userId, after))
        .orderBy(asc(totpApps.userId))
        .limit(AT_A_TIME)
        .for("update");
      for (const { userId, secretSealed, waitingSealed } of apps) {
        const renewed = (text: string | null) => text && seal.renewed(text, totpPurpose(userId));
        try {
          const values = { secretSealed: renewed(secretSealed), waitingSealed: renewed(waitingSealed) };
          const changed = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== null));
          if (Object.keys(changed).length > 0)
            await tx
              .update(totpApps)
              .set(changed)
              .where(and(eq(totpApps.userId, userId)));
        } catch {
          unopened += 1;
        }
      }
      after = apps.at(-1)?.userId ?? after;
      more = apps.length === AT_A_TIME;
    });
  }
  if (unopened > 0)
    log.warn(`${unopened} authenticator apps were sealed under another ENCRYPTION_KEY: their people need ENCRYPTION_KEY_OLD, or a new app`);
}
