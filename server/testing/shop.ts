import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import { stripeClients } from "#server/features/payments/stripe/stripe-client.ts";
import { sealWebhookSecret } from "#server/features/payments/stripe/stripe-settings.ts";
import { createLog, type Log } from "#server/platform/http/log.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { type QuoteReply, succeeded, type WindowBody } from "./builders.ts";
import type { TestClient } from "./calls/test-client.ts";
import { startPortal, type TestPortal } from "./portal.ts";

export const KEYS = { publicKey: "pk_test_of_the_tests_000000", secretKey: "sk_test_of_the_tests_s3cr3t00" };
export const WEBHOOK_SECRET = "whsec_of_the_tests";
export const PUBLIC_URL = new URL("http://portal.test");

/** A portal whose Stripe is the stand-in, with keys saved. A test delivers the webhooks. */
export interface TestShop {
  readonly portal: TestPortal;
  readonly standIn: StripeStandIn;
  /** The official client, as a person at Stripe's dashboard. */
  readonly stripe: Stripe;
  readonly deps: AppContext;
  /** A quote of the customer's that staff have sent. */
  sentQuote(customer: TestClient, items?: WindowBody[]): Promise<QuoteReply>;
  /** Presses Pay Now, and returns the id of the Checkout session. */
  openCheckout(customer: TestClient, quoteId: number): Promise<string>;
  /** Sends the newest event of a type to the webhook. */
  deliver(type: string, secret?: string): Promise<{ status: number; body: string }>;
  paymentsOf(quoteId: number): Promise<(typeof payments.$inferSelect)[]>;
  quoteRow(quoteId: number): Promise<typeof quotes.$inferSelect>;
  errors(): Promise<(typeof errorRecords.$inferSelect)[]>;
  audit(action: string): Promise<(typeof auditEntries.$inferSelect)[]>;
  stop(): Promise<void>;
}

interface ShopOptions {
  readonly ownTime?: boolean;
  readonly log?: Log;
  readonly pool?: NonNullable<Parameters<typeof startPortal>[0]>["pool"];
}

/**
 * @param ownTime Stripe's clock is the portal's, which a test moves; otherwise the machine's
 * @param log a log that collects its lines
 * @param pool a smaller pool, or shorter waits than in production
 */
export async function startShop({ ownTime = false, log, pool }: ShopOptions = {}): Promise<TestShop> {
  const time: { clock?: TestPortal["clock"] } = {};
  const clock = () => (ownTime && time.clock ? time.clock().getTime() : Date.now());
  const standIn = await startStripeStandIn({ retryDelays: [5, 5], clock });
  const stripeFor = stripeClients(new URL(standIn.url));
  const portal = await startPortal({ stripeFor, ...(log && { log }), ...(pool && { pool }) });
  time.clock = portal.clock;
  const { db, seal } = portal;
  const boss = await portal.superAdmin();
  succeeded(await boss.post("/api/stripe/config", KEYS));
  await db.update(stripeSettings).set({ webhookSecretSealed: sealWebhookSecret(seal, WEBHOOK_SECRET) });

  return {
    portal,
    standIn,
    stripe: await stripeFor(KEYS.secretKey),
    deps: { ...portal.appContext, log: createLog("silent") },
    async sentQuote(customer, items) {
      const quote = await portal.quoteFor(customer, items && { items });
      return succeeded(await boss.patch<QuoteReply>(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" }));
    },
    async openCheckout(customer, quoteId) {
      const { checkoutUrl } = succeeded(await customer.post<{ checkoutUrl: string }>(`/api/quotes/${quoteId}/pay`));
      return checkoutUrl.split("/").at(-1) ?? "";
    },
    async deliver(type, secret = WEBHOOK_SECRET) {
      const event = standIn.events().findLast((each) => each.type === type);
      return standIn.deliver(event?.id ?? `no ${type}`, { to: `${portal.url}/api/stripe/webhook`, secret });
    },
    paymentsOf: (quoteId) => db.select().from(payments).where(eq(payments.quoteId, quoteId)).orderBy(payments.id),
    async quoteRow(quoteId) {
      const [row] = await db.select().from(quotes).where(eq(quotes.id, quoteId));
      if (!row) throw new Error(`No quote ${quoteId}`);
      return row;
    },
    errors: () => db.select().from(errorRecords).orderBy(errorRecords.id),
    audit: (action) => db.select().from(auditEntries).where(eq(auditEntries.action, action)).orderBy(auditEntries.id),
    async stop() {
      await portal.stop();
      await standIn.stop();
    },
  };
}
