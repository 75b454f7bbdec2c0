import { eq } from "drizzle-orm";
import { type Database, inTransaction } from "#server/platform/db/connect.ts";
import type { Log } from "#server/platform/http/log.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { webhooks } from "#server/schema/notifications.ts";

const PURPOSE = "webhook-secret-of-company";

export const sealWebhookSecret = (seal: Seal, secret: string): string => seal.seal(secret, PURPOSE);

/** @throws if none of our keys sealed it */
export const openWebhookSecret = (seal: Seal, sealed: string): string => seal.open(sealed, PURPOSE);

/** At the start, seals the secrets with the current key, so that the former key can be removed. */
export async function renewWebhookSeals(db: Database, seal: Seal, log: Pick<Log, "warn">): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await tx.select({ id: webhooks.id, sealed: webhooks.secretSealed }).from(webhooks).orderBy(webhooks.id).for("update");
    for (const { id, sealed } of rows) {
      try {
        const secretSealed = seal.renewed(sealed, PURPOSE);
        if (secretSealed !== null) await tx.update(webhooks).set({ secretSealed }).where(eq(webhooks.id, id));
      } catch {
        log.warn(`The secret of webhook ${id} cannot be opened: ENCRYPTION_KEY has changed. Its owner must create it again.`);
      }
    }
  });
}
