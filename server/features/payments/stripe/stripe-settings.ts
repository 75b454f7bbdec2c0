import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Context } from "#server/context.ts";
import { type Database, type Db, inTransaction } from "#server/platform/db/connect.ts";
import { conflict, Refusal } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/http/log.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { NO_CARDS } from "#shared/domain/trade/ledger.ts";

/** The purpose that each secret is sealed with, so that one secret cannot replace the other. */
const SECRET_KEY = "stripe-secret-key";
const WEBHOOK_SECRET = "stripe-webhook-secret";
/**
 * The secrets of the current endpoint and the previous one, because events signed just before a new
 * save still arrive.
 */
const WEBHOOK_SECRETS_KEPT = 2;

export const sealSecretKey = (seal: Seal, secretKey: string): string => seal.seal(secretKey, SECRET_KEY);

/** The newest secret comes first. A space separates them, because no sealed text contains one. */
export const sealWebhookSecret = (seal: Seal, secret: string, earlier: string | null = null): string =>
  [seal.seal(secret, WEBHOOK_SECRET), ...sealedTexts(earlier)].slice(0, WEBHOOK_SECRETS_KEPT).join(" ");

const sealedTexts = (stored: string | null): string[] => stored?.split(" ") ?? [];

export async function storedSettings(db: Db) {
  const [row] = await db.select().from(stripeSettings).where(eq(stripeSettings.id, 1));
  return row;
}

type Access = Pick<Context, "db" | "seal" | "stripeFor">;

/** Stripe's client for the stored key, or null without a stored key. */
export async function stripeOrNull({ db, seal, stripeFor }: Access): Promise<Stripe | null> {
  const settings = await storedSettings(db);
  return settings ? stripeFor(opened(() => seal.open(settings.secretKeySealed, SECRET_KEY))) : null;
}

/** @throws 409 without keys (rule Y2) */
export async function requireStripe(access: Access): Promise<Stripe> {
  const stripe = await stripeOrNull(access);
  if (!stripe) throw conflict(NO_CARDS);
  return stripe;
}

export async function webhookSecrets(db: Db, seal: Seal): Promise<string[]> {
  const settings = await storedSettings(db);
  return opened(() => sealedTexts(settings?.webhookSecretSealed ?? null).map((text) => seal.open(text, WEBHOOK_SECRET)));
}

const UNOPENED =
  "The stored Stripe keys cannot be opened: ENCRYPTION_KEY has changed. Set ENCRYPTION_KEY_OLD to the one before it, or save the keys again in Settings.";

/**
 * At the start, seals all secrets with the current key, so that the former key can be removed
 * (docs/operating.md).
 */
export async function renewSeals(db: Database, seal: Seal, log: Pick<Log, "info" | "warn">): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(stripeSettings).where(eq(stripeSettings.id, 1)).for("update");
    if (!row) return;
    const values = renewedSecrets(row, seal);
    if (values === null) log.warn(UNOPENED);
    else if (values.secretKeySealed !== row.secretKeySealed || values.webhookSecretSealed !== row.webhookSecretSealed) {
      await tx.update(stripeSettings).set(values).where(eq(stripeSettings.id, 1));
      log.info(
        "The stored Stripe keys are sealed with the present ENCRYPTION_KEY now: ENCRYPTION_KEY_OLD is needed a day longer, for mails that wait.",
      );
    }
  });
}

type SealedSecrets = Pick<typeof stripeSettings.$inferSelect, "secretKeySealed" | "webhookSecretSealed">;

/** Null if neither key opens them. */
function renewedSecrets({ secretKeySealed, webhookSecretSealed }: SealedSecrets, seal: Seal): SealedSecrets | null {
  const renewed = (text: string, purpose: string) => seal.renewed(text, purpose) ?? text;
  try {
    return {
      secretKeySealed: renewed(secretKeySealed, SECRET_KEY),
      webhookSecretSealed:
        sealedTexts(webhookSecretSealed)
          .map((text) => renewed(text, WEBHOOK_SECRET))
          .join(" ") || null,
    };
  } catch {
    return null;
  }
}

/**
 * A secret that does not open was sealed under another ENCRYPTION_KEY. The payer cannot help, so
 * only the error record explains the remedy.
 */
function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new Refusal(503, "Card payments are not available just now. Nothing was charged; please try again later.", {
      cause: new Error(UNOPENED, { cause: error }),
    });
  }
}
