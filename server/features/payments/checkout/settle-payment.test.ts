import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOrderFromQuote } from "#server/features/orders/create-order.ts";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { referrals } from "#server/schema/companies-and-users.ts";
import { refunds } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startShop, type TestShop, WEBHOOK_SECRET } from "#server/testing/shop.ts";
import { pence } from "#shared/domain/money.ts";
import { signedDelivery } from "#stripe-stand-in/index.ts";
import { syncSession } from "./open-sessions.ts";

let shop: TestShop;
let customer: TestClient;
beforeAll(async () => {
  shop = await startShop();
  customer = await shop.portal.signIn("customer");
});
afterAll(() => shop.stop());

const COMPLETED = "checkout.session.completed";
const confirm = (id: number, who = customer) => who.post<QuoteReply>(`/api/quotes/${id}/confirm-payment`);
const receipts = async (quoteId: number) =>
  (await shop.portal.mails()).filter(({ subject }) => subject.startsWith(`Payment received for quote Q-${quoteId} `));
const flagged = async (quoteId: number) =>
  (await shop.errors()).filter(
    ({ errorType, errorMessage }) => errorType === "PaymentNeedsAttention" && errorMessage.includes(`Q-${quoteId} `),
  );

async function paidAtStripe(who = customer) {
  const quote = await shop.sentQuote(who);
  const sessionId = await shop.openCheckout(who, quote.id);
  await shop.standIn.pay(sessionId);
  return { quote, sessionId };
}

test("the webhook and the customer's return, at once and repeated, record one payment", async () => {
  const { quote, sessionId } = await paidAtStripe();
  const [webhook, ...returns] = await Promise.all([shop.deliver(COMPLETED), confirm(quote.id), confirm(quote.id), confirm(quote.id)]);
  expect(webhook.status).toBe(200);
  expect(returns.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await confirm(quote.id)).body).toMatchObject({ id: quote.id, quoteStatus: "accepted", paymentStatus: "paid" });
  expect((await shop.deliver(COMPLETED)).status).toBe(200);

  const [payment, ...more] = await shop.paymentsOf(quote.id);
  expect(more).toEqual([]);
  expect(payment).toMatchObject({ stripeSessionId: sessionId, currency: "gbp", settles: true, live: false, refunded: 0 });
  expect(payment?.amount).toBe((await shop.quoteRow(quote.id)).finalTotalPence);
  expect(payment?.stripePaymentIntentId).toMatch(/^pi_/);
  const [note] = await shop.portal.db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  expect(note?.open).toBe(false);
  const { stripePaymentIntentId, amount: amountPence } = payment ?? {};
  expect((await shop.audit("payments.settled")).filter(({ targetId }) => targetId === quote.id)).toMatchObject([
    {
      actorId: null,
      ip: null,
      targetType: "quotes",
      after: { stripeSessionId: sessionId, stripePaymentIntentId, amountPence, currency: "gbp" },
    },
  ]);
  expect(await receipts(quote.id)).toMatchObject([{ to: customer.account?.email }]);
});

test("twenty deliveries of one webhook event, ten at once, record one payment", async () => {
  const { quote } = await paidAtStripe();
  for (let round = 0; round < 2; round += 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => shop.deliver(COMPLETED)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
  expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
  expect(await receipts(quote.id)).toHaveLength(1);
  expect(await flagged(quote.id)).toEqual([]);
});

test("a customer who returns without paying gets `unpaid`, and nothing is recorded", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  expect(await confirm(quote.id)).toMatchObject({ status: 200, body: { id: quote.id, paymentStatus: "unpaid" } });
  // The Checkout session stays open, because the customer may still pay.
  const [note] = await shop.portal.db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  expect(note?.open).toBe(true);
  expect(await shop.paymentsOf(quote.id)).toEqual([]);
  expect((await shop.quoteRow(quote.id)).paidAt).toBeNull();
});

test("a payment cannot be confirmed by another company or by an admin", async () => {
  const { quote } = await paidAtStripe();
  expect((await confirm(quote.id, await shop.portal.signIn("customer"))).status).toBe(404);
  expect((await confirm(quote.id, await shop.portal.signIn("admin"))).status).toBe(403);
});

test("an order of a paid quote is paid, also when the order is made after the payment", async () => {
  const { quote } = await paidAtStripe();
  const { db, clock } = shop.portal;
  const boss = await shop.portal.superAdmin();
  const orderId = await createOrderFromQuote(
    { db, user: { id: boss.account?.id ?? 0 }, now: clock() },
    { id: quote.id },
    { shippingAddress: "1 High Street" },
  );
  const status = async () =>
    (await customer.get<{ id: number; paymentStatus: string }[]>("/api/orders")).body.find(({ id }) => id === orderId)?.paymentStatus;
  expect(await status()).toBe("unpaid");
  await shop.deliver(COMPLETED);
  expect(await status()).toBe("paid");
  await db.update(orders).set({ deletedAt: clock() }).where(eq(orders.id, orderId));
});

test("a payment for a quote that was deleted meanwhile is stored and flagged for review", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  const boss = await shop.portal.superAdmin();
  succeeded(await boss.delete(`/api/quotes/${quote.id}`));
  await shop.standIn.pay(sessionId);
  for (let n = 0; n < 3; n += 1) expect((await shop.deliver(COMPLETED)).status).toBe(200);
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ stripeSessionId: sessionId, settles: false }]);
  expect((await shop.quoteRow(quote.id)).paidAt).toBeNull();
  expect(await flagged(quote.id)).toMatchObject([
    { severity: "critical", count: 1, errorMessage: expect.stringMatching(/the quote was deleted.*refund it/) },
  ]);
  expect(await receipts(quote.id)).toEqual([]);
});

test("a payment for a quote that another session has paid is stored and flagged for review", async () => {
  const { quote, sessionId } = await paidAtStripe();
  await confirm(quote.id);
  const { metadata, amount_total } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const again = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: amount_total ?? 0, product_data: { name: "Again" } } }],
    metadata: metadata ?? {},
    success_url: "http://portal.test/quotes",
  });
  await shop.standIn.pay(again.id);
  expect((await shop.deliver(COMPLETED)).status).toBe(200);
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ settles: true }, { settles: false, stripeSessionId: again.id }]);
  expect(await flagged(quote.id)).toMatchObject([{ severity: "critical", errorMessage: expect.stringContaining("already paid") }]);
});

test("two paid sessions of one quote, reported at once: one settles, the other is flagged", async () => {
  const { quote, sessionId } = await paidAtStripe();
  const { metadata, amount_total } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const other = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: amount_total ?? 0, product_data: { name: "Again" } } }],
    metadata: metadata ?? {},
    success_url: "http://portal.test/quotes",
  });
  await shop.standIn.pay(other.id);
  const events = shop.standIn.events().filter(({ type }) => type === COMPLETED);
  const target = { to: `${shop.portal.url}/api/stripe/webhook`, secret: WEBHOOK_SECRET };
  const replies = await Promise.all([...events.slice(-2), ...events.slice(-2)].map(({ id }) => shop.standIn.deliver(id, target)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await shop.paymentsOf(quote.id)).map(({ settles }) => settles).sort()).toEqual([false, true]);
  expect(await flagged(quote.id)).toHaveLength(1);
});

test("two flagged payments create two error records", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const { quote } = await paidAtStripe();
    await shop.portal.db.update(quotes).set({ deletedAt: new Date() }).where(eq(quotes.id, quote.id));
    await shop.deliver(COMPLETED);
    ids.push(quote.id);
  }
  expect((await Promise.all(ids.map(flagged))).map((records) => records.length)).toEqual([1, 1]);
});

test.each([
  ["a penny short", { subtotalPence: 10_001, taxPence: 2000, finalTotalPence: 12_001 }, 12_000, "gbp"],
  ["in another currency", { subtotalPence: 10_000, taxPence: 2000, finalTotalPence: 12_000 }, 12_000, "usd"],
])("a payment that is %s settles nothing", async (_, totals, amount, currency) => {
  const words = currency === "gbp" ? "£120.00" : "12000 in the smallest unit of USD";
  const boss = await shop.portal.superAdmin();
  const summed = async () => succeeded(await boss.get<{ amount: number }>("/api/payments/sums")).amount;
  const before = await summed();
  const givenBack = async () => succeeded(await boss.get<{ refunded: number }>("/api/money?period=this_year")).refunded;
  const backBefore = await givenBack();
  const quote = await shop.sentQuote(customer);
  const { subtotalPence, taxPence, finalTotalPence } = totals;
  await shop.portal.db
    .update(quotes)
    .set({ subtotalPence: pence(subtotalPence), taxPence: pence(taxPence), finalTotalPence: pence(finalTotalPence) })
    .where(eq(quotes.id, quote.id));
  const session = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: "Quote" } } }],
    metadata: { quoteId: String(quote.id), portal: "http://portal.test" },
    success_url: "http://portal.test/quotes",
  });
  await shop.standIn.pay(session.id);
  await shop.deliver(COMPLETED);
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ settles: false, amount, currency }]);
  // Amounts in other currencies are in no sum of pounds.
  expect(Math.round(((await summed()) - before) * 100)).toBe(currency === "gbp" ? amount : 0);
  const [row] = succeeded(await boss.get<{ currency: string; company: unknown }[]>("/api/payments?limit=1"));
  expect(row).toMatchObject({ currency: currency.toUpperCase(), amount: 120, company: currency === "gbp" ? expect.anything() : null });
  await shop.standIn.refundAtStripe(session.id, 1000);
  await shop.deliver("charge.refunded");
  expect(Math.round(((await givenBack()) - backBefore) * 100)).toBe(currency === "gbp" ? 1000 : 0);
  const [back] = succeeded(await boss.get<object[]>("/api/refunds?limit=1"));
  // The refund names the payment's client; a payment in another currency belongs to none.
  expect(back).toMatchObject({ currency: currency.toUpperCase(), amount: 10, company: row?.company });
  const sum = currency === "gbp" ? "£120.01" : "£120.00";
  const [payment] = await shop.paymentsOf(quote.id);
  expect(await flagged(quote.id)).toMatchObject([
    {
      severity: "critical",
      requestPath: `quote ${quote.id}`,
      errorMessage: `A payment of ${words} for quote Q-${quote.id} arrived (Stripe ${payment?.stripePaymentIntentId}), but the quote is for ${sum}. It is the company's credit and pays for nothing yet: refund it, or agree with the customer what it is for.`,
    },
  ]);
  const after = { stripeSessionId: session.id, stripePaymentIntentId: payment?.stripePaymentIntentId, amountPence: amount, currency };
  expect((await shop.audit("payments.flagged")).at(-1)).toMatchObject({ targetType: "quotes", targetId: quote.id, actorId: null, after });
  expect(await receipts(quote.id)).toEqual([]);
  expect(await confirm(quote.id)).toMatchObject({ status: 409, text: expect.stringContaining("please do not pay again") });
});

test("sales of other shops on the same Stripe account are ignored", async () => {
  const quote = await shop.sentQuote(customer);
  const others: Record<string, string>[] = [{}, { quoteId: String(quote.id), portal: "https://another.test" }, { quoteId: "seven" }];
  for (const metadata of others) {
    const session = await shop.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 500, product_data: { name: "A mug" } } }],
      client_reference_id: String(quote.id),
      metadata,
      success_url: "http://portal.test/quotes",
    });
    await shop.standIn.pay(session.id);
    expect((await shop.deliver(COMPLETED)).status).toBe(200);
  }
  expect(await shop.paymentsOf(quote.id)).toEqual([]);
  expect(await flagged(quote.id)).toEqual([]);
});

test("a company's first paid quote earns its referrer five per cent of the net, later ones nothing", async () => {
  const referrer = await shop.portal.createAccount("customer");
  const account = await shop.portal.createAccount("customer");
  await shop.portal.db.insert(referrals).values({ referrerId: referrer.companyId, referredId: account.companyId });
  const referred = await shop.portal.signIn(account);
  const colleague = await shop.portal.signIn(await shop.portal.createAccount("customer", { colleagueOf: account }));
  const paid = [await paidAtStripe(colleague), await paidAtStripe(referred)];
  const net = pence(16_530); // Five per cent are 826.5 pence.
  for (const { quote } of paid) {
    await shop.portal.db
      .update(quotes)
      .set({ subtotalPence: net, taxPence: pence((await shop.quoteRow(quote.id)).finalTotalPence - net) })
      .where(eq(quotes.id, quote.id));
  }
  const [first, second] = paid.map(({ quote }) => quote.id);
  const referral = async () => (await shop.portal.db.select().from(referrals).where(eq(referrals.referredId, account.companyId)))[0];
  expect(await referral()).toMatchObject({ commission: 0, earnedByQuoteId: null });
  expect((await confirm(first ?? 0, referred)).status).toBe(200);
  expect(await referral()).toMatchObject({ commission: 827, earnedByQuoteId: first });
  expect((await confirm(second ?? 0, colleague)).status).toBe(200);
  expect(await referral()).toMatchObject({ commission: 827, earnedByQuoteId: first });
});

test("two first quotes paid at once earn one commission", async () => {
  const account = await shop.portal.createAccount("customer");
  await shop.portal.db.insert(referrals).values({ referrerId: account.companyId, referredId: account.companyId });
  const referred = await shop.portal.signIn(account);
  const paid = [await paidAtStripe(referred), await paidAtStripe(referred), await paidAtStripe(referred)];
  await Promise.all(paid.map(({ quote }) => confirm(quote.id, referred)));
  const [referral] = await shop.portal.db.select().from(referrals).where(eq(referrals.referredId, account.companyId));
  const net = (await shop.quoteRow(paid[0]?.quote.id ?? 0)).subtotalPence;
  expect(referral?.commission).toBe(Math.round(net / 20));
});

test("a refund is recorded, whether reported after the payment or before it", async () => {
  const { quote, sessionId } = await paidAtStripe();
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const intent = String(payment_intent);
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  await shop.deliver("charge.refunded");
  expect(await shop.paymentsOf(quote.id)).toEqual([]);
  await shop.deliver(COMPLETED);
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ settles: true, refunded: 1000 }]);

  const older = shop.standIn.events().findLast(({ type }) => type === "charge.refunded");
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 500 });
  await shop.deliver("charge.refunded");
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ refunded: 1500 }]);
  // An overtaken event reports an older state; the newer state stays.
  await shop.standIn.deliver(older?.id ?? "", { to: `${shop.portal.url}/api/stripe/webhook`, secret: WEBHOOK_SECRET });
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ refunded: 1500 }]);
  // Without an invoice there is no debt, so the rest of the payment is credit.
  expect((await customer.get(`/api/quotes/${quote.id}`)).body).toMatchObject({ paymentStatus: "unpaid", refunded: 15 });
  expect((await shop.audit("payments.refunded")).map(({ after }) => (after as { amountPence: number }).amountPence).slice(-2)).toEqual([
    1000, 500,
  ]);
  const [payment] = await shop.paymentsOf(quote.id);
  expect(
    await shop.portal.db
      .select()
      .from(refunds)
      .where(eq(refunds.paymentId, payment?.id ?? 0)),
  ).toMatchObject([
    { amountPence: 1000, status: "succeeded", byUserId: null, reason: "Refunded at Stripe" },
    { amountPence: 500, status: "succeeded", byUserId: null },
  ]);
});

test("a payment that was refunded before it was reported does not pay the quote", async () => {
  const { quote, sessionId } = await paidAtStripe();
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  await shop.stripe.refunds.create({ payment_intent: String(payment_intent) });
  await shop.deliver(COMPLETED);
  expect((await shop.quoteRow(quote.id)).paidAt).toBeNull();
  expect(await flagged(quote.id)).toMatchObject([
    {
      errorMessage: expect.stringMatching(
        /but it was refunded before the portal was notified\. Nothing is left to refund; tell the customer that the quote is not paid\.$/,
      ),
    },
  ]);
});

test("the day of payment is the day at Stripe, not of the report, and never in the future", async () => {
  const [early, late] = [await paidAtStripe(), await paidAtStripe()];
  const chargedAt = async (sessionId: string) => {
    const session = await shop.stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent.latest_charge"] });
    const intent = session.payment_intent as Stripe.PaymentIntent;
    return (intent.latest_charge as Stripe.Charge).created * 1000;
  };
  // The payment is settled a day later, then by a clock that is a day behind Stripe's.
  const settle = async (quoteId: number, sessionId: string, now: Date) => {
    await syncSession({ ...shop.deps, clock: () => now }, shop.stripe, sessionId);
    return (await shop.quoteRow(quoteId)).paidAt?.getTime();
  };
  const [tomorrow, yesterday] = [new Date(Date.now() + 86_400_000), new Date(Date.now() - 86_400_000)];
  expect(await settle(early.quote.id, early.sessionId, tomorrow)).toBe(await chargedAt(early.sessionId));
  expect(await settle(late.quote.id, late.sessionId, yesterday)).toBe(yesterday.getTime());
});

test("a session with a stored row is recognized although its metadata are lost at Stripe", async () => {
  const quote = await shop.sentQuote(customer);
  const { finalTotalPence } = await shop.quoteRow(quote.id);
  const session = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: finalTotalPence, product_data: { name: "Quote" } } }],
    success_url: "http://portal.test/quotes",
  });
  await shop.portal.db
    .insert(checkoutSessions)
    .values({ id: session.id, quoteId: quote.id, amount: finalTotalPence, url: session.url ?? "", expiresAt: new Date() });
  await shop.standIn.pay(session.id);
  expect((await shop.deliver(COMPLETED)).status).toBe(200);
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ stripeSessionId: session.id, settles: true }]);
});

test("a payment for a quote that never existed is stored and flagged for review", async () => {
  const session = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 500, product_data: { name: "Quote" } } }],
    metadata: { quoteId: "99999", portal: "http://portal.test" },
    success_url: "http://portal.test/quotes",
  });
  await shop.standIn.pay(session.id);
  expect((await shop.deliver(COMPLETED)).status).toBe(200);
  expect(await flagged(99_999)).toMatchObject([{ errorMessage: expect.stringContaining("but there is no quote Q-99999.") }]);
});

test("a repeated report of a refund changes nothing, and a foreign charge stores nothing", async () => {
  const { quote, sessionId } = await paidAtStripe();
  await shop.deliver(COMPLETED);
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionId);
  await shop.stripe.refunds.create({ payment_intent: String(payment_intent), amount: 300 });
  for (let n = 0; n < 2; n += 1) expect((await shop.deliver("charge.refunded")).status).toBe(200);
  const [payment] = await shop.paymentsOf(quote.id);
  expect((await shop.audit("payments.refunded")).filter(({ targetId }) => targetId === payment?.id)).toMatchObject([
    { actorId: null, targetType: "payments", before: { status: "requested" }, after: { status: "succeeded", amountPence: 300 } },
  ]);
  const { body, headers } = signedDelivery(
    { id: "evt_none", object: "event", type: "charge.refunded", data: { object: { id: "ch_none" } } },
    WEBHOOK_SECRET,
  );
  expect((await fetch(`${shop.portal.url}/api/stripe/webhook`, { method: "POST", body, headers })).status).toBe(200);
});

test("the customer's return reads Stripe, replies paid and is audited; later returns do not call Stripe", async () => {
  const { quote } = await paidAtStripe();
  expect((await confirm(quote.id)).body).toMatchObject({ paymentStatus: "paid" });
  shop.standIn.failNext({ status: 500, times: 50 });
  expect((await confirm(quote.id)).body).toMatchObject({ paymentStatus: "paid" });
  shop.standIn.clearFaults();
  expect((await shop.audit("payments.confirm")).filter(({ targetId }) => targetId === quote.id)).toMatchObject([
    { targetType: "quotes", actorId: customer.account?.id, before: { paymentStatus: "unpaid" }, after: { paymentStatus: "paid" } },
  ]);
});

test("a return while Stripe is unreachable replies that the payment will be recorded automatically", async () => {
  const { quote } = await paidAtStripe();
  shop.standIn.failNext({ path: "/v1/checkout/sessions", status: 500, times: 2 });
  expect(await confirm(quote.id)).toMatchObject({
    status: 503,
    text: "Stripe cannot be queried about this payment just now. If you have paid, it will be recorded automatically: there is no need to pay again.",
  });
  expect((await confirm(quote.id)).body).toMatchObject({ paymentStatus: "paid" });
});

test("a payment at a closed session is found on return, and other quotes' sessions are not read", async () => {
  const { quote, sessionId } = await paidAtStripe();
  await shop.portal.db.update(checkoutSessions).set({ open: false }).where(eq(checkoutSessions.id, sessionId));
  const other = await paidAtStripe();
  expect((await confirm(quote.id)).body).toMatchObject({ paymentStatus: "paid" });
  expect((await shop.quoteRow(other.quote.id)).paidAt).toBeNull();
});

test("returns call Stripe at most twenty times a minute for an account, then get a 429", async () => {
  const asker = await shop.portal.signIn("customer");
  const quote = await shop.sentQuote(asker);
  await shop.openCheckout(asker, quote.id);
  for (let time = 0; time < 20; time += 1) expect((await confirm(quote.id, asker)).status).toBe(200);
  const refused = await confirm(quote.id, asker);
  expect([refused.status, refused.text]).toEqual([
    429,
    "Too many checks of this payment. If you have paid, it will be recorded automatically: there is no need to pay again.",
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
