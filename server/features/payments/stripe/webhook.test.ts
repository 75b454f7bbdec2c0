import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkoutSessions, stripeSettings } from "#server/schema/checkouts.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startShop, type TestShop, WEBHOOK_SECRET } from "#server/testing/shop.ts";
import { signedDelivery } from "#stripe-stand-in/index.ts";
import { sealWebhookSecret } from "./stripe-settings.ts";

let shop: TestShop;
let customer: TestClient;
beforeAll(async () => {
  shop = await startShop();
  customer = await shop.portal.signIn("customer");
});
afterEach(() => shop.standIn.clearFaults());
afterAll(() => shop.stop());

const COMPLETED = "checkout.session.completed";
const NOT_SIGNED = "This is not a delivery that Stripe signed for this portal";
const send = async (body: string, headers: Record<string, string>) => {
  const reply = await fetch(`${shop.portal.url}/api/stripe/webhook`, { method: "POST", body, headers });
  return { status: reply.status, text: await reply.text(), type: reply.headers.get("content-type") };
};

async function paidAtStripe() {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(sessionId);
  const event = shop.standIn.events().findLast(({ type }) => type === COMPLETED);
  if (!event) throw new Error("Not paid");
  return { quote, sessionId, event };
}

test("an unsigned, a wrongly signed, a changed and a stale delivery do nothing", async () => {
  const { quote, event } = await paidAtStripe();
  const { body, headers } = signedDelivery(event, WEBHOOK_SECRET);
  const old = signedDelivery(event, WEBHOOK_SECRET, Math.floor(Date.now() / 1000) - 3600);
  const forgeries = [
    send(body, { "content-type": "application/json" }),
    send(body, { ...headers, "stripe-signature": "" }),
    send(body, { ...headers, "stripe-signature": "t=1,v1=00" }),
    send(body, signedDelivery(event, "whsec_guessed").headers),
    send(body.replace(/"amount_total": \d+/, '"amount_total": 1'), headers),
    send("", headers),
    send(old.body, old.headers),
  ];
  for (const reply of await Promise.all(forgeries)) {
    expect([reply.status, reply.text]).toEqual([400, NOT_SIGNED]);
    expect(reply.type).toMatch(/^text\/plain/);
  }
  expect(await shop.paymentsOf(quote.id)).toEqual([]);
  const signed = await send(body, { ...headers, origin: "https://stripe.com", "sec-fetch-site": "cross-site" });
  expect(signed).toMatchObject({ status: 200, text: '{"received":true}' });
  expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
});

test("a signed body that is no event is refused", async () => {
  const nothings = [null, 5, "evt_1", [], {}, { type: null }, { type: COMPLETED }, { type: COMPLETED, data: { object: null } }];
  // The bounds of a body hold here too, also for an event that is not subscribed (rule C24).
  const deep = { type: "invoice.paid", data: JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`) as unknown };
  for (const nothing of [...nothings, deep, { type: "charge.refunded", data: { object: { id: "" } } }]) {
    const { body, headers } = signedDelivery(nothing as object, WEBHOOK_SECRET);
    expect(await send(body, headers), body).toMatchObject({ status: 400, text: "This is signed, but it is not an event of Stripe's" });
  }
  expect(await shop.errors()).toEqual([]);
});

test("a signed event about an unpaid session pays nothing, because Stripe's API decides", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const lie = {
    id: "evt_lie",
    object: "event",
    type: COMPLETED,
    data: { object: { ...session, status: "complete", payment_status: "paid" } },
  };
  const { body, headers } = signedDelivery(lie, WEBHOOK_SECRET);
  expect((await send(body, headers)).status).toBe(200);
  expect(await shop.paymentsOf(quote.id)).toEqual([]);
});

test("a payment in an account that the current keys do not open is flagged for review", async () => {
  const lost = { id: "cs_test_elsewhere", object: "checkout.session", payment_status: "paid", metadata: { quoteId: "77" } };
  const { body, headers } = signedDelivery({ id: "evt_1", object: "event", type: COMPLETED, data: { object: lost } }, WEBHOOK_SECRET);
  expect((await send(body, headers)).status).toBe(200);
  expect(await shop.errors()).toContainEqual(
    expect.objectContaining({
      errorType: "PaymentNeedsAttention",
      severity: "critical",
      requestPath: "quote payment",
      errorMessage:
        "Stripe reports a payment for quote Q-77 (cs_test_elsewhere) that the present keys cannot open. Look for it in the Stripe account used before, and refund it there or record it by saving that account's keys again.",
    }),
  );
});

test("a payment of an unknown account is flagged once each; an unpaid session is not", async () => {
  const about = async (id: string) => (await shop.errors()).filter(({ errorMessage }) => errorMessage.includes(`(${id})`));
  const tell = async (session: { id: string; payment_status: string; metadata?: object | null }) => {
    const object = { object: "checkout.session", metadata: { quoteId: "78" }, ...session };
    const { body, headers } = signedDelivery({ id: "evt_1", object: "event", type: COMPLETED, data: { object } }, WEBHOOK_SECRET);
    expect((await send(body, headers)).status).toBe(200);
    return about(session.id);
  };
  expect(await tell({ id: "cs_test_one", payment_status: "paid" })).toMatchObject([{ count: 1 }]);
  expect(await tell({ id: "cs_test_one", payment_status: "paid" })).toMatchObject([{ count: 1 }]);
  expect(await tell({ id: "cs_test_two", payment_status: "paid" })).toHaveLength(1);
  expect(await tell({ id: "cs_test_bare", payment_status: "paid", metadata: null })).toMatchObject([
    { errorMessage: expect.stringContaining("for quote Q-? (cs_test_bare)") },
  ]);
  expect(await tell({ id: "cs_test_unpaid", payment_status: "unpaid" })).toEqual([]);
});

test("each kind of event about a paid session records the payment", async () => {
  for (const type of [COMPLETED, "checkout.session.async_payment_succeeded", "checkout.session.expired"]) {
    const { quote, event } = await paidAtStripe();
    const { body, headers } = signedDelivery({ ...event, type }, WEBHOOK_SECRET);
    expect((await send(body, headers)).status).toBe(200);
    expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
  }
});

test("events that are not subscribed are accepted quickly, without a call to Stripe", async () => {
  shop.standIn.failNext({ status: 500, times: 50 });
  const { body, headers } = signedDelivery(
    { id: "evt_2", object: "event", type: "customer.created", data: { object: {} } },
    WEBHOOK_SECRET,
  );
  expect((await send(body, headers)).status).toBe(200);
});

test("a delivery while Stripe is unreachable is refused, and counts when it is repeated", async () => {
  const { quote, event } = await paidAtStripe();
  shop.standIn.failNext({ status: 500, times: 2 });
  const { body, headers } = signedDelivery(event, WEBHOOK_SECRET);
  const text = "Stripe cannot be queried about this event just now. Please deliver it again later.";
  expect(await send(body, headers)).toMatchObject({ status: 503, text });
  expect(await shop.paymentsOf(quote.id)).toEqual([]);
  expect((await send(body, headers)).status).toBe(200);
  expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
});

test("an expired session is closed, also when the next session's payment was reported first", async () => {
  const quote = await shop.sentQuote(customer);
  const first = await shop.openCheckout(customer, quote.id);
  await shop.stripe.checkout.sessions.expire(first);
  const second = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(second);
  await shop.deliver(COMPLETED);
  expect((await shop.deliver("checkout.session.expired")).status).toBe(200);
  const open = (await shop.portal.db.select().from(checkoutSessions)).filter(({ quoteId, open }) => quoteId === quote.id && open);
  expect(open).toEqual([]);
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ stripeSessionId: second, settles: true }]);
});

test("Stripe's deliveries are accepted with the current and the previous secret", async () => {
  const { db, seal, url } = shop.portal;
  const endpoint = await shop.stripe.webhookEndpoints.create({ url: `${url}/api/stripe/webhook`, enabled_events: [COMPLETED] });
  const [settings] = await db.select().from(stripeSettings);
  await db
    .update(stripeSettings)
    .set({ webhookSecretSealed: sealWebhookSecret(seal, endpoint.secret ?? "", settings?.webhookSecretSealed) });
  const { quote, event } = await paidAtStripe();
  await shop.standIn.webhooksSettled();
  expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
  const former = signedDelivery(event, WEBHOOK_SECRET);
  expect((await send(former.body, former.headers)).status).toBe(200);
  await shop.stripe.webhookEndpoints.del(endpoint.id);
});

test("a delivery without keys or without a webhook is refused with a sentence", async () => {
  const { event } = await paidAtStripe();
  const { db } = shop.portal;
  const [kept] = await db.select().from(stripeSettings);
  if (!kept) throw new Error("No keys");
  const { body, headers } = signedDelivery(event, WEBHOOK_SECRET);
  await db.update(stripeSettings).set({ webhookSecretSealed: null });
  expect(await send(body, headers)).toMatchObject({ status: 400, text: "No webhook is registered with Stripe yet" });
  await shop.portal.owner.delete(stripeSettings);
  expect(await send(body, headers)).toMatchObject({ status: 400, text: "No webhook is registered with Stripe yet" });
  await db.insert(stripeSettings).values(kept);
});

test("a webhook body beyond 1 MB is refused", async () => {
  const { headers } = signedDelivery({}, WEBHOOK_SECRET);
  expect((await send("x".repeat(1_100_000), headers)).status).toBe(413);
});
