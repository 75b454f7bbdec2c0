import { eq, inArray } from "drizzle-orm";
import { parseCrontab } from "graphile-worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkoutSessions, stripeSettings } from "#server/schema/checkouts.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { daysToRead, paymentTasks } from "./reconcile-payments.ts";

let shop: TestShop;
let customer: TestClient;
beforeAll(async () => {
  shop = await startShop();
  customer = await shop.portal.signIn("customer");
});
afterEach(() => shop.standIn.clearFaults());
afterAll(() => shop.stop());

const reconcile = () => paymentTasks(shop.deps).tasks["reconcile-payments"]?.(undefined);
const seenUntil = async () => (await shop.portal.db.select().from(stripeSettings))[0]?.eventsSeenUntil;
const sessionsOf = (quoteId: number) => shop.portal.db.select().from(checkoutSessions).where(eq(checkoutSessions.quoteId, quoteId));

async function paidAtStripe() {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(sessionId);
  return { quote, sessionId };
}

test("a payment that was not reported is found, and recorded once", async () => {
  const { quote, sessionId } = await paidAtStripe();
  await reconcile();
  expect((await shop.quoteRow(quote.id)).paidAt).not.toBeNull();
  await reconcile();
  await shop.deliver("checkout.session.completed");
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ stripeSessionId: sessionId, settles: true }]);
});

test("more payments than a page of Stripe's events are found, beside two other runs", async () => {
  const quotesPaid: number[] = [];
  for (let n = 0; n < 12; n += 1) quotesPaid.push((await paidAtStripe()).quote.id);
  // More than a page of newer events follows, so that the payments are on the second page.
  const expire = async () => {
    const { id } = await shop.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 500, product_data: { name: "A mug" } } }],
      success_url: "http://portal.test",
    });
    await shop.stripe.checkout.sessions.expire(id);
  };
  for (let n = 0; n < 110; n += 10) await Promise.all(Array.from({ length: 10 }, expire));
  await Promise.all([reconcile(), reconcile(), reconcile()]);
  const found = await Promise.all(quotesPaid.map(shop.paymentsOf));
  expect(found.map((payments) => payments.length)).toEqual(Array(12).fill(1));
});

test("a failure skips nothing: the rest is done, and the failed event is tried again", async () => {
  const [one, other] = [await paidAtStripe(), await paidAtStripe()];
  await shop.portal.db.update(stripeSettings).set({ eventsSeenUntil: new Date(Date.now() - 3_600_000) });
  const before = await seenUntil();
  shop.standIn.failNext({ path: `/v1/checkout/sessions/${one.sessionId}`, status: 500, times: 2 });
  await expect(reconcile()).rejects.toThrow("could not be checked");
  expect([(await shop.paymentsOf(one.quote.id)).length, (await shop.paymentsOf(other.quote.id)).length]).toEqual([0, 1]);
  expect(await seenUntil()).toEqual(before);
  await reconcile();
  expect(await shop.paymentsOf(one.quote.id)).toHaveLength(1);
  expect((await seenUntil())?.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test("a refund made while the portal was down is found", async () => {
  const { quote, sessionId } = await paidAtStripe();
  await reconcile();
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  await shop.stripe.refunds.create({ payment_intent: String(payment_intent), amount: 700 });
  await reconcile();
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ refunded: 700 }]);
});

test("expired Checkout sessions are closed, and one that was paid at the last moment is settled", async () => {
  const expired = await shop.sentQuote(customer);
  await shop.stripe.checkout.sessions.expire(await shop.openCheckout(customer, expired.id));
  const { quote: paid } = await paidAtStripe();
  await shop.portal.db.update(checkoutSessions).set({ expiresAt: new Date(Date.now() - 1000) });
  // Stripe has forgotten the events, so the Checkout sessions themselves are read.
  await shop.portal.db.update(stripeSettings).set({ eventsSeenUntil: new Date(Date.now() + 86_400_000) });
  shop.standIn.failNext({ path: "/v1/events", status: 500, times: 2 });
  await expect(reconcile()).rejects.toThrow();
  expect(await sessionsOf(expired.id)).toMatchObject([{ open: false }]);
  expect(await sessionsOf(paid.id)).toMatchObject([{ open: false }]);
  expect(await shop.paymentsOf(paid.id)).toHaveLength(1);
  await shop.portal.db.update(stripeSettings).set({ eventsSeenUntil: new Date() });
});

test("the Checkout session of a deleted quote can no longer be paid", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.portal.db.update(quotes).set({ deletedAt: new Date() }).where(eq(quotes.id, quote.id));
  await reconcile();
  expect((await shop.stripe.checkout.sessions.retrieve(sessionId)).status).toBe("expired");
  expect(await sessionsOf(quote.id)).toMatchObject([{ open: false }]);
});

test("two unreported payments for one quote: the earlier one settles it", async () => {
  const { quote, sessionId } = await paidAtStripe();
  const { metadata, amount_total } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const later = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: amount_total ?? 0, product_data: { name: "Again" } } }],
    metadata: metadata ?? {},
    success_url: "http://portal.test/quotes",
  });
  await shop.standIn.pay(later.id);
  await reconcile();
  expect(await shop.paymentsOf(quote.id)).toMatchObject([
    { stripeSessionId: sessionId, settles: true },
    { stripeSessionId: later.id, settles: false },
  ]);
});

test("a stored payment is not read from Stripe again, however often a run covers it", async () => {
  const { quote, sessionId } = await paidAtStripe();
  await reconcile();
  shop.standIn.failNext({ path: `/v1/checkout/sessions/${sessionId}`, status: 500, times: 2 });
  await expect(reconcile()).resolves.toBeUndefined();
  expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
});

test.each([
  ["minutes before what was seen last", -5, true],
  ["long before it", -60, false],
  ["by a clock that is minutes ahead", 5, true],
  ["by a clock that is an hour ahead", 60, false],
])("a run reads events that happened %s, if they are within its overlap", async (_, minutes, looks) => {
  const { quote, sessionId } = await paidAtStripe();
  const event = shop.standIn.events().findLast(({ type }) => type === "checkout.session.completed");
  if (!event) throw new Error("No event");
  event.created += minutes * 60;
  await shop.portal.db.update(checkoutSessions).set({ open: false }).where(eq(checkoutSessions.id, sessionId));
  await shop.portal.db.update(stripeSettings).set({ eventsSeenUntil: new Date() });
  await reconcile();
  expect(await shop.paymentsOf(quote.id)).toHaveLength(looks ? 1 : 0);
});

test("the position of the last read event is now, and never moves back", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  await shop.portal.db.update(stripeSettings).set({ eventsSeenUntil: tomorrow });
  await reconcile();
  expect(await seenUntil()).toEqual(tomorrow);
  await shop.portal.db.update(stripeSettings).set({ eventsSeenUntil: null });
  await reconcile();
  expect(Math.abs(((await seenUntil())?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
});

test("a failing run reports the number of payments it could not read, and the first reason", async () => {
  const both = [await paidAtStripe(), await paidAtStripe()];
  for (const { sessionId } of both) shop.standIn.failNext({ path: `/v1/checkout/sessions/${sessionId}`, status: 500, times: 4 });
  await shop.portal.db
    .update(checkoutSessions)
    .set({ open: false })
    .where(
      inArray(
        checkoutSessions.id,
        both.map(({ sessionId }) => sessionId),
      ),
    );
  await expect(reconcile()).rejects.toThrow(/^2 payments could not be checked: .*An unknown error occurred/);
  shop.standIn.clearFaults();
  await reconcile();
  for (const { quote } of both) expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
});

test("the job is due every five minutes", () => {
  expect(parseCrontab(paymentTasks(shop.deps).crontab)).toMatchObject([{ task: "reconcile-payments", options: { maxAttempts: 3 } }]);
});

test("a run without keys does nothing", async () => {
  const rows = await shop.portal.owner.delete(stripeSettings).returning();
  await expect(reconcile()).resolves.toBeUndefined();
  await shop.portal.db.insert(stripeSettings).values(rows);
});

test("a gap is read one day at a time, oldest first, with an overlap and within Stripe's limit", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(daysToRead(new Date("2026-11-20T11:58:00Z"), now)).toEqual([{ from: new Date("2026-11-20T11:48:00Z"), to: now }]);
  const days = daysToRead(new Date("2026-11-18T12:10:00Z"), now);
  const [middle, end] = [new Date("2026-11-19T12:00:00Z"), now];
  expect(days).toEqual([
    { from: new Date("2026-11-18T12:00:00Z"), to: middle },
    { from: middle, to: end },
  ]);
  expect(daysToRead(null, now)).toHaveLength(30);
  expect(daysToRead(new Date("2020-01-01"), now)[0]?.from).toEqual(new Date("2026-10-21T12:00:00Z"));
  expect(daysToRead(new Date("2027-01-01"), now)).toEqual([{ from: new Date("2026-11-20T11:50:00Z"), to: now }]);
});
