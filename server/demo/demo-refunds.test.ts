import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripeClients } from "#server/features/payments/stripe/stripe-client.ts";
import { payments } from "#server/schema/payments.ts";
import { errorRecords } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { ACCOUNTS } from "./demo-accounts.ts";
import { settleAtStandIn } from "./demo-payouts.ts";
import { DEMO_PASSWORD, fillDemo } from "./fill-demo.ts";

interface Payout extends Readonly<Record<"amount" | "charges" | "refunds" | "fees" | "other" | "unlisted", number>> {
  readonly lines: readonly { readonly kind: string; readonly fee: number; readonly net: number; readonly paymentId: number | null }[];
}
let standIn: StripeStandIn;
let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  standIn = await startStripeStandIn();
  portal = await startPortal({ stripeFor: stripeClients(new URL(standIn.url)) });
  await fillDemo(portal.db, { seal: portal.seal, now: portal.clock(), photos: portal.photos });
  boss = await portal.signIn({ email: ACCOUNTS.superAdmin.email, password: DEMO_PASSWORD });
});
afterAll(async () => {
  await portal.stop();
  await standIn.stop();
});

test("the demo's payouts at Stripe add up, and each of their lines leads to its payment", async () => {
  for (let start = 0; start < 2; start += 1) expect(await settleAtStandIn(portal.db, new URL(standIn.url))).toBe(true);
  const { payouts } = succeeded(await boss.get<{ payouts: Payout[] }>("/api/money/payouts"));
  expect(payouts.length).toBeGreaterThan(3);
  for (const { amount, charges, refunds, fees, other, unlisted, lines } of payouts) {
    expect(Math.round((charges - refunds - fees + other) * 100)).toBe(Math.round(amount * 100));
    expect(Math.round(lines.reduce((sum, { net }) => sum + net, 0) * 100)).toBe(Math.round(amount * 100));
    expect(unlisted).toBe(0);
    expect(lines.every(({ paymentId, fee, kind }) => paymentId !== null && (kind !== "charge" || fee > 0))).toBe(true);
  }
  expect(new Set(payouts.flatMap(({ lines }) => lines.map(({ kind }) => kind)))).toContain("charge");
  const ids = payouts.flatMap(({ lines }) => lines.filter(({ kind }) => kind === "charge").map(({ paymentId }) => paymentId));
  expect(new Set(ids).size).toBe(ids.length);
});

test("every shutter type that the demo sells says how long it takes", async () => {
  const types = succeeded(
    await boss.get<{ name: string; leadWeeks: number | null; archivedAt: string | null }[]>("/api/products?limit=200"),
  );
  const sold = types.filter(({ archivedAt }) => archivedAt === null);
  expect(sold.length).toBeGreaterThan(3);
  expect(sold.filter(({ leadWeeks }) => leadWeeks === null || leadWeeks < 1).map(({ name }) => name)).toEqual([]);
});

test("every card payment of the demo can be refunded, except the disputed one", async () => {
  const rows = await portal.db.select().from(payments).where(eq(payments.method, "card"));
  expect(rows.length).toBeGreaterThan(5);
  const statuses: Record<string, number> = {};
  for (const { id } of rows) {
    const body = { amount: 1, reason: "A louvre was scratched", creditNote: true };
    const reply = await boss.post<{ status: string }>(`/api/payments/${id}/refunds`, body);
    const outcome = reply.status === 201 ? reply.body.status : reply.text;
    statuses[outcome] = (statuses[outcome] ?? 0) + 1;
  }
  expect(statuses).toEqual({ succeeded: rows.length - 1, "This payment is disputed": 1 });
  expect(await faultsOfLedger(portal.db)).toEqual([]);
});

test("a demo that starts again with a new stand-in can still refund its payments", async () => {
  const second = await startStripeStandIn();
  const again = await startPortal({ beside: portal, stripeFor: stripeClients(new URL(second.url)) });
  const owner = await again.signIn({ email: ACCOUNTS.superAdmin.email, password: DEMO_PASSWORD });
  const [payment] = await portal.db.select().from(payments).where(eq(payments.method, "card")).orderBy(payments.id);
  const body = { amount: 2, reason: "A louvre was scratched", creditNote: true };
  expect(succeeded(await owner.post(`/api/payments/${payment?.id}/refunds`, body))).toMatchObject({ status: "succeeded" });
  await again.stop();
  await second.stop();
});

test("critical errors of the demo are of the one type that the product records as critical", async () => {
  const critical = await portal.db
    .select({ errorType: errorRecords.errorType })
    .from(errorRecords)
    .where(eq(errorRecords.severity, "critical"));
  expect(new Set(critical.map(({ errorType }) => errorType))).toEqual(new Set(["PaymentNeedsAttention"]));
});
