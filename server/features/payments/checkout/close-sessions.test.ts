import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { jobFaults } from "#server/features/office/errors/record-fault.ts";
import { paymentTasks } from "#server/features/payments/stripe/reconcile-payments.ts";
import { startWorker } from "#server/platform/jobs/worker.ts";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";
import { closeSession, closeUnwantedSessions, sessionsToClose } from "./open-sessions.ts";

let shop: TestShop;
let boss: TestClient;
let stopWorker: () => Promise<unknown>;
beforeAll(async () => {
  shop = await startShop();
  boss = await shop.portal.superAdmin();
  const { tasks } = paymentTasks(shop.deps);
  const databaseUrl = shop.portal.db.$client.options.connectionString ?? "";
  const worker = await startWorker({ ...shop.deps, tasks, databaseUrl, faults: jobFaults(shop.deps) });
  stopWorker = () => worker.stop();
});
afterEach(() => shop.standIn.clearFaults());
afterAll(async () => {
  await stopWorker();
  await shop.stop();
});

const statusAtStripe = async (sessionId: string) => (await shop.stripe.checkout.sessions.retrieve(sessionId)).status;
const openSessions = async (quoteId: number) =>
  (await shop.portal.db.select().from(checkoutSessions).where(eq(checkoutSessions.quoteId, quoteId))).map(({ open }) => open);

/** A quote with an open Checkout session. */
async function atCheckout(who?: TestClient) {
  const customer = who ?? (await shop.portal.signIn("customer"));
  const quote = await shop.sentQuote(customer);
  return { customer, quote, sessionId: await shop.openCheckout(customer, quote.id) };
}
type AtCheckout = Awaited<ReturnType<typeof atCheckout>>;

async function convertAndMove({ quote }: AtCheckout, status: OrderStatus) {
  const { id } = succeeded(await boss.post<{ id: number }>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street" }));
  return succeeded(await boss.patch(`/api/orders/${id}/status`, { status }));
}

const accountOf = ({ customer }: AtCheckout) => customer.account?.id ?? 0;
test.each<[string, (at: AtCheckout) => Promise<unknown>]>([
  [
    "is declined",
    async ({ customer, quote }) => succeeded(await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" })),
  ],
  [
    "was declined by the version before, which named the job otherwise",
    async ({ quote }) => {
      await shop.portal.db.update(quotes).set({ status: "declined" }).where(eq(quotes.id, quote.id));
      await shop.portal.db.execute(sql`select graphile_worker.add_job('close-tills', '{}'::json)`);
    },
  ],
  ["is deleted", async ({ quote }) => succeeded(await boss.delete(`/api/quotes/${quote.id}`))],
  [
    "is of a company that is suspended",
    async (at) => {
      const { portal } = shop;
      const mate = await portal.createAccount("customer", { colleagueOf: { companyId: accountOf(at) } });
      const matesOwn = await atCheckout(await portal.signIn(mate));
      succeeded(await boss.patch(`/api/clients/${accountOf(at)}`, { approvalStatus: "suspended" }));
      await vi.waitFor(async () => expect(await openSessions(matesOwn.quote.id)).toEqual([false]), { timeout: 15_000, interval: 50 });
    },
  ],
  ["became an order that is cancelled", (at) => convertAndMove(at, "cancelled")],
  ["became an order that is taken back for correction", (at) => convertAndMove(at, "draft")],
  ["is of an account that is deleted", async (at) => succeeded(await boss.delete(`/api/users/${accountOf(at)}`))],
])("the Checkout session of a quote that %s cannot be paid any longer", async (_, happens) => {
  const [at, beside] = [await atCheckout(), await atCheckout()];
  await happens(at);
  await vi.waitFor(async () => expect(await openSessions(at.quote.id)).toEqual([false]), { timeout: 15_000, interval: 50 });
  expect(await statusAtStripe(at.sessionId)).toBe("expired");
  await expect(shop.standIn.pay(at.sessionId)).rejects.toThrow("expired");
  expect(await statusAtStripe(beside.sessionId)).toBe("open");
});

test("a decline does not wait for Stripe, and the Checkout session is closed once Stripe answers", async () => {
  const { customer, quote, sessionId } = await atCheckout();
  shop.standIn.failNext({ path: `/v1/checkout/sessions/${sessionId}`, status: 500, times: 2 });
  expect((await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" })).status).toBe(200);
  await vi.waitFor(async () => expect(await statusAtStripe(sessionId)).toBe("expired"), { timeout: 20_000, interval: 100 });
});

test("each unwanted session is tried: one that Stripe refuses is reported, and the others are closed", async () => {
  const three = [await atCheckout(), await atCheckout(), await atCheckout()] as const;
  for (const { quote } of three) await shop.portal.db.update(quotes).set({ deletedAt: new Date() }).where(eq(quotes.id, quote.id));
  shop.standIn.failNext({ path: `/v1/checkout/sessions/${three[1].sessionId}`, status: 500, times: 2 });
  const closing = closeUnwantedSessions(shop.deps, shop.stripe);
  await expect(closing).rejects.toThrow(/^1 Checkout sessions could not be closed: .*An unknown error occurred/);
  expect(await Promise.all(three.map(({ quote }) => openSessions(quote.id)))).toEqual([[false], [true], [false]]);
  await closeUnwantedSessions(shop.deps, shop.stripe);
  expect(await openSessions(three[1].quote.id)).toEqual([false]);
});

test("a Checkout session that was just paid is not closed, and its payment is recorded", async () => {
  const { quote, sessionId } = await atCheckout();
  await shop.standIn.pay(sessionId);
  await shop.portal.db.update(quotes).set({ deletedAt: new Date() }).where(eq(quotes.id, quote.id));
  await expect(closeUnwantedSessions(shop.deps, shop.stripe)).resolves.toBeUndefined();
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ stripeSessionId: sessionId, settles: false }]);
  expect(await openSessions(quote.id)).toEqual([false]);
});

test("a Checkout session past its stored end stays open while Stripe has it open and unpaid", async () => {
  const { quote, sessionId } = await atCheckout();
  await shop.portal.db
    .update(checkoutSessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(checkoutSessions.id, sessionId));
  const due = (await sessionsToClose(shop.portal.db, new Date())).filter(({ id }) => id === sessionId);
  expect(due).toEqual([{ id: sessionId, unwanted: false }]);
  for (const each of due) await closeSession(shop.deps, shop.stripe, each);
  expect([await statusAtStripe(sessionId), await openSessions(quote.id)]).toEqual(["open", [true]]);
});

test("a deleted order does not affect its quote's Checkout session", async () => {
  const at = await atCheckout();
  const { id } = succeeded(await boss.post<{ id: number }>(`/api/quotes/${at.quote.id}/convert`, { shippingAddress: "1 High Street" }));
  await shop.portal.db.update(orders).set({ status: "cancelled", deletedAt: new Date() }).where(eq(orders.id, id));
  await closeUnwantedSessions(shop.deps, shop.stripe);
  expect([await statusAtStripe(at.sessionId), await openSessions(at.quote.id)]).toEqual(["open", [true]]);
});

test("a payment for a declined quote is stored and flagged for review, and the quote stays declined", async () => {
  const { customer, quote, sessionId } = await atCheckout();
  await shop.standIn.pay(sessionId);
  succeeded(await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" }));
  for (let n = 0; n < 2; n += 1) expect((await shop.deliver("checkout.session.completed")).status).toBe(200);
  expect(await shop.paymentsOf(quote.id)).toMatchObject([
    { stripeSessionId: sessionId, settles: false, amount: (await shop.quoteRow(quote.id)).finalTotalPence },
  ]);
  expect(await shop.quoteRow(quote.id)).toMatchObject({ status: "declined", paidAt: null });
  const told = (await shop.errors()).filter(({ errorMessage }) => errorMessage.includes(`Q-${quote.id} `));
  expect(told).toMatchObject([
    { severity: "critical", count: 1, errorMessage: expect.stringMatching(/the quote was declined.*refund it/) },
  ]);
  expect((await customer.get<{ quoteStatus: string; paymentStatus: string }>(`/api/quotes/${quote.id}`)).body).toMatchObject({
    quoteStatus: "declined",
    paymentStatus: "unpaid",
  });
});

test.each<[OrderStatus, string]>([
  ["cancelled", "is cancelled"],
  ["draft", "is taken back for correction"],
])("a payment for a %s order settles its quote and is flagged for review", async (status, words) => {
  const at = await atCheckout();
  await shop.standIn.pay(at.sessionId);
  await convertAndMove(at, status);
  for (let n = 0; n < 2; n += 1) expect((await shop.deliver("checkout.session.completed")).status).toBe(200);
  expect(await shop.paymentsOf(at.quote.id)).toMatchObject([{ stripeSessionId: at.sessionId, settles: true }]);
  expect((await shop.quoteRow(at.quote.id)).paidAt).not.toBeNull();
  const told = (await shop.errors()).filter(({ errorMessage }) => errorMessage.includes(`Q-${at.quote.id} `));
  expect(told).toMatchObject([
    { severity: "critical", count: 1, errorMessage: expect.stringMatching(new RegExp(`its order ORD-\\d+ ${words}.*refund it`)) },
  ]);
});
