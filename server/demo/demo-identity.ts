import { randomBytes } from "node:crypto";
import { joinCompany } from "#server/features/companies/found-company.ts";
import type { Person } from "#server/features/companies/people.ts";
import { replaceRecoveryCodes } from "#server/features/identity/recovery-codes.ts";
import { totpPurpose } from "#server/features/identity/totp.ts";
import { sealWebhookSecret } from "#server/features/webhooks/webhook-secrets.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hashApiToken, newApiToken } from "#server/platform/security/api-token.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { passkeys, totpApps } from "#server/schema/identity/factors.ts";
import { apiTokens } from "#server/schema/identity/sessions.ts";
import { webhookDeliveries, webhooks } from "#server/schema/notifications.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import type { People } from "./demo-accounts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A colleague of the demo customer who has an authenticator app, a passkey and recovery codes. The
 * key of the app is published like the demo's password. Nobody has the passkey or the codes.
 */
export const FACTORED = { email: "studio@tiltrod.example", contactName: "Imogen Hale" } as const;
export const FACTORED_KEY = "TILTRODDEMOAPPTILTRODDEMOAPP2345";

interface Filling {
  readonly seal: Seal;
  readonly passwordHash: string;
  readonly now: Date;
  /** An order of the demo customer, whose events the webhook received. */
  readonly orderId: number;
}

/** Stores a person with each second factor, an API token and a webhook of the demo customer. */
export async function storeIdentity(db: Db, { customer }: People, filling: Filling): Promise<void> {
  await storeFactors(db, customer, filling);
  await storeToken(db, customer, filling.now);
  await storeWebhook(db, customer, filling);
}

async function storeFactors(db: Db, { companyId }: Person, { seal, passwordHash, now }: Filling): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  const rights = { role: "customer", mayOrder: true, mayManage: false } as const;
  const seen = { createdAt: daysAgo(90), lastSeenAt: daysAgo(2) };
  const { id: userId } = await joinCompany(db, companyId, { ...FACTORED, ...rights, ...seen, passwordHash });
  const secretSealed = seal.seal(FACTORED_KEY, totpPurpose(userId));
  await db.insert(totpApps).values({ userId, secretSealed, activeSince: daysAgo(60), lastUsedAt: daysAgo(9) });
  const key = { credentialId: randomBytes(32).toString("base64url"), publicKey: randomBytes(77).toString("base64url"), counter: 14 };
  await db.insert(passkeys).values({ userId, name: "Studio laptop", ...key, createdAt: daysAgo(45), lastUsedAt: daysAgo(2) });
  await replaceRecoveryCodes(db, seal, userId);
}

/** The token's text is forgotten, so nobody can use it. */
async function storeToken(db: Db, { id: userId }: Person, now: Date): Promise<void> {
  const token = newApiToken();
  await db.insert(apiTokens).values({
    userId,
    name: "Stock sheet",
    scopes: ["quotes:read", "orders:read"],
    tokenHash: hashApiToken(token),
    lastFour: token.slice(-4),
    createdAt: new Date(now.getTime() - 25 * DAY),
    expiresAt: new Date(now.getTime() + 65 * DAY),
    lastUsedAt: new Date(now.getTime() - 2 * HOUR),
  });
}

/** The webhook is switched off, so that the demo sends nothing to its address. */
async function storeWebhook(db: Db, { companyId }: Person, { seal, now, orderId }: Filling): Promise<void> {
  const madeAt = new Date(now.getTime() - 6 * DAY);
  const secretSealed = sealWebhookSecret(seal, `whsec_${randomBytes(32).toString("base64")}`);
  const [webhook] = await db
    .insert(webhooks)
    .values({
      companyId,
      url: "https://hooks.ashdown-vale.tiltrod.example/tiltrod",
      types: ["order.status_changed", "order.shipped", "invoice.issued"],
      secretSealed,
      active: false,
      createdAt: madeAt,
    })
    .returning({ id: webhooks.id });
  if (!webhook) throw new Error("The webhook was not stored");
  const event = { webhookId: webhook.id, type: "order.status_changed", thing: "order", thingId: orderId, orderId } as const;
  const shared = { ...event, number: orderNumber(orderId), dueAt: null };
  await db.insert(webhookDeliveries).values([
    {
      ...shared,
      ...{ status: "pending", state: "delivered", attempts: 1, lastStatus: 204 },
      createdAt: new Date(madeAt.getTime() + DAY),
    },
    {
      ...shared,
      ...{ status: "processing", state: "failed", attempts: 3, lastStatus: 503, lastFault: "The webhook was switched off" },
      createdAt: new Date(madeAt.getTime() + 2 * DAY),
    },
  ]);
}
