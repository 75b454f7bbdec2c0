import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import { stripeSettings } from "#server/db/schema.ts";
import { conflict, Refusal } from "#server/http/errors.ts";
import type { Seal } from "#server/http/seal.ts";

/** What each secret is sealed for, so that one cannot be put in the other's place. */
const SECRET_KEY = "stripe-secret-key";
const WEBHOOK_SECRET = "stripe-webhook-secret";
/** The present endpoint's and the one's before it: what was signed just before the keys were saved again still arrives. */
const WEBHOOK_SECRETS_KEPT = 2;

export const sealSecretKey = (seal: Seal, secretKey: string): string => seal.seal(secretKey, SECRET_KEY);

/** Newest first, apart by a space, which no sealed text contains. */
export const sealWebhookSecret = (seal: Seal, secret: string, earlier: string | null = null): string =>
  [seal.seal(secret, WEBHOOK_SECRET), ...sealedTexts(earlier)].slice(0, WEBHOOK_SECRETS_KEPT).join(" ");

const sealedTexts = (stored: string | null): string[] => stored?.split(" ") ?? [];

export async function storedSettings(db: Db) {
  const [row] = await db.select().from(stripeSettings).where(eq(stripeSettings.id, 1));
  return row;
}

interface AccessDeps {
  readonly seal: Seal;
  readonly stripeFor: (secretKey: string) => Stripe;
}

/** Stripe's client for the stored key, or null where there is none yet. */
export async function stripeOrNull(db: Db, { seal, stripeFor }: AccessDeps): Promise<Stripe | null> {
  const settings = await storedSettings(db);
  return settings ? stripeFor(opened(() => seal.open(settings.secretKeySealed, SECRET_KEY))) : null;
}

/** @throws 409 without keys (decisions §6) */
export async function requireStripe(db: Db, deps: AccessDeps): Promise<Stripe> {
  const stripe = await stripeOrNull(db, deps);
  if (!stripe) throw conflict("Card payments are not set up yet");
  return stripe;
}

export async function webhookSecrets(db: Db, seal: Seal): Promise<string[]> {
  const settings = await storedSettings(db);
  return opened(() => sealedTexts(settings?.webhookSecretSealed ?? null).map((text) => seal.open(text, WEBHOOK_SECRET)));
}

/** A secret that does not open was sealed under another ENCRYPTION_KEY: the payer can do nothing about it, the record says who can. */
function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new Refusal(503, "Card payments are not available just now. Nothing was charged; please try again later.", {
      cause: new Error("The stored Stripe keys cannot be opened: ENCRYPTION_KEY has changed. Save the keys again in Settings.", {
        cause: error,
      }),
    });
  }
}
