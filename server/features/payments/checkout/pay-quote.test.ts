import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkoutSessions, stripeSettings } from "#server/schema/checkouts.ts";
import { sessions as sessionRows } from "#server/schema/identity/sessions.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal } from "#server/testing/portal.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { pence } from "#shared/domain/money.ts";

let shop: TestShop;
let customer: TestClient;
beforeAll(async () => {
  shop = await startShop();
  customer = await shop.portal.signIn("customer");
});
afterEach(() => shop.standIn.clearFaults());
afterAll(() => shop.stop());

const sessions = async (quoteId: number) => {
  const all = await shop.stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return all.filter((session) => session.metadata?.quoteId === String(quoteId));
};
const notes = (quoteId: number) => shop.portal.db.select().from(checkoutSessions).where(eq(checkoutSessions.quoteId, quoteId));
const pay = (id: number, who = customer, headers = {}) => who.post<{ checkoutUrl: string }>(`/api/quotes/${id}/pay`, undefined, headers);

test("Pay Now leads to Stripe with the stored quote's total, whatever the request contains", async () => {
  const quote = await shop.sentQuote(customer);
  const reply = await customer.post<{ checkoutUrl: string }>(`/api/quotes/${quote.id}/pay`, {
    amount: 1,
    currency: "usd",
    finalTotal: 0.01,
  });
  expect(reply.status).toBe(200);
  expect(reply.body.checkoutUrl).toMatch(new RegExp(`^${shop.standIn.url}/c/pay/cs_`));
  const [session] = await sessions(quote.id);
  expect(session).toMatchObject({
    amount_total: Math.round((quote.finalTotal ?? 0) * 100),
    currency: "gbp",
    client_reference_id: String(quote.id),
    customer_email: customer.account?.email,
    success_url: `http://portal.test/quotes?paid=${quote.id}`,
    cancel_url: "http://portal.test/quotes",
  });
  const items = await shop.stripe.checkout.sessions.listLineItems(session?.id ?? "");
  expect(items.data.map(({ description, quantity }) => [description, quantity])).toEqual([[`Quote Q-${quote.id} — 1 shutter`, 1]]);
});

test("Stripe's page counts the shutters, not the lines of windows", async () => {
  const product = await shop.portal.product();
  const items = [shop.portal.windowOf(product), shop.portal.windowOf(product, { quantity: 3 })];
  const quote = await shop.sentQuote(customer, items);
  const sessionId = await shop.openCheckout(customer, quote.id);
  const { data } = await shop.stripe.checkout.sessions.listLineItems(sessionId);
  expect(data.map(({ description }) => description)).toEqual([`Quote Q-${quote.id} — 4 shutters`]);
});

test("a second press of Pay Now leads to the same Checkout session", async () => {
  const quote = await shop.sentQuote(customer);
  const first = await shop.openCheckout(customer, quote.id);
  expect(await shop.openCheckout(customer, quote.id)).toBe(first);
  expect(await sessions(quote.id)).toHaveLength(1);
});

test("ten simultaneous presses leave one payable session, one page and one stored row", async () => {
  const quote = await shop.sentQuote(customer);
  // The delay is longer than the official client waits before its one repetition.
  shop.standIn.delayNext(1500, { path: "/v1/checkout/sessions", method: "POST", work: "after" });
  const replies = await Promise.all(Array.from({ length: 10 }, () => pay(quote.id)));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(replies.map(({ body }) => body.checkoutUrl)).size).toBe(1);
  // A late press that had seen no session created another one. That session was closed, and its
  // address was never sent.
  expect((await sessions(quote.id)).filter(({ status }) => status === "open").map(({ url }) => url)).toEqual([
    replies[0]?.body.checkoutUrl,
  ]);
  expect(await notes(quote.id)).toMatchObject([{ open: true, amount: Math.round((quote.finalTotal ?? 0) * 100) }]);
});

test("a press with a lost reply and another press make one Checkout session", async () => {
  const quote = await shop.sentQuote(customer);
  shop.standIn.loseNextReply({ path: "/v1/checkout/sessions", method: "POST", times: 2 });
  const lost = await pay(quote.id);
  expect([lost.status, lost.text]).toEqual([503, expect.stringContaining("Nothing was charged")]);
  expect(await notes(quote.id)).toEqual([]);
  const sessionId = await shop.openCheckout(customer, quote.id);
  expect((await sessions(quote.id)).map(({ id }) => id)).toEqual([sessionId]);
});

test("an unreachable Stripe gives a 503 that nothing was charged, and the fault is recorded", async () => {
  const quote = await shop.sentQuote(customer);
  shop.standIn.failNext({ path: "/v1/checkout/sessions", method: "POST", status: 500, times: 2 });
  const reply = await pay(quote.id);
  expect(reply.status).toBe(503);
  expect(reply.text).toBe("Payment processing failed: Stripe could not be reached. Nothing was charged; please try again in a moment.");
  await expect.poll(async () => (await shop.errors()).map(({ requestPath }) => requestPath)).toContain(`POST /api/quotes/${quote.id}/pay`);
  expect((await pay(quote.id)).status).toBe(200);
});

test.each([
  ["of our own", new Error("not Stripe's")],
  ["of another library", Object.assign(new Error("not Stripe's"), { type: "invalid_grant" })],
  ["whose type is no text", Object.assign(new Error("not Stripe's"), { type: 7 })],
])("a fault %s while Stripe is called is not reported as Stripe's", async (_, fault) => {
  const quote = await shop.sentQuote(customer);
  const checkout = { sessions: { create: () => Promise.reject(fault) } };
  const broken = await startPortal({ beside: shop.portal, stripeFor: async () => ({ checkout }) as unknown as Stripe });
  const reply = await broken.visitor().post(`/api/quotes/${quote.id}/pay`, undefined, { cookie: cookiesOf(customer) });
  expect([reply.status, reply.text]).toEqual([500, expect.not.stringContaining("Stripe")]);
  await broken.stop();
});

test("a repeated press with the same Idempotency-Key replays the first reply", async () => {
  const quote = await shop.sentQuote(customer);
  const headers = { "Idempotency-Key": `pay-${quote.id}` };
  const [one, other] = await Promise.all([pay(quote.id, customer, headers), pay(quote.id, customer, headers)]);
  expect(one.body).toEqual(other.body);
  expect([one, other].filter((reply) => reply.headers.get("Idempotent-Replayed"))).toHaveLength(1);
});

test("an expired Checkout session is replaced", async () => {
  const quote = await shop.sentQuote(customer);
  const first = await shop.openCheckout(customer, quote.id);
  await shop.stripe.checkout.sessions.expire(first);
  const second = await shop.openCheckout(customer, quote.id);
  expect(second).not.toBe(first);
  expect((await notes(quote.id)).filter(({ open }) => open).map(({ id }) => id)).toEqual([second]);
});

test("a press after an unreported payment records it and replies that the quote is paid", async () => {
  const quote = await shop.sentQuote(customer);
  await shop.standIn.pay(await shop.openCheckout(customer, quote.id));
  const reply = await pay(quote.id);
  expect([reply.status, reply.text]).toEqual([409, "This quote is already paid"]);
  expect((await shop.quoteRow(quote.id)).paidAt).not.toBeNull();
  expect(await sessions(quote.id)).toHaveLength(1);
});

test("a Checkout session that is unknown under the current keys is replaced", async () => {
  const quote = await shop.sentQuote(customer);
  await shop.portal.db
    .insert(checkoutSessions)
    .values({ id: "cs_test_of_another_account", quoteId: quote.id, amount: pence(1), url: "https://old.test", expiresAt: new Date() });
  expect(await shop.openCheckout(customer, quote.id)).toMatch(/^cs_test_/);
  expect((await notes(quote.id)).find(({ open }) => open)?.id).not.toBe("cs_test_of_another_account");
});

test("the company itself and the super admin alone may pay a quote", async () => {
  const quote = await shop.sentQuote(customer);
  const as = async (role: "customer" | "admin" | "supplier" | "super_admin") => pay(quote.id, await shop.portal.signIn(role));
  expect([(await as("customer")).status, (await as("admin")).status, (await as("supplier")).status]).toEqual([404, 403, 403]);
  expect((await pay(quote.id, shop.portal.visitor())).status).toBe(401);
  expect(await sessions(quote.id)).toEqual([]);
  expect((await as("super_admin")).status).toBe(200);
  expect((await sessions(quote.id))[0]?.customer_email).toBe(customer.account?.email);
});

test("a person who views the portal as somebody else can neither pay nor confirm", async () => {
  const quote = await shop.sentQuote(customer);
  const account = await shop.portal.createAccount("super_admin");
  const signedIn = await shop.portal.signIn(account);
  // The session has the form that View As gives it: the customer's, with the super admin as
  // impersonator.
  const looking = { userId: customer.account?.id ?? 0, impersonatorId: account.id };
  await shop.portal.db.update(sessionRows).set(looking).where(eq(sessionRows.userId, account.id));
  const boss = createTestClient(shop.portal.url, customer.account && { ...customer.account, isImpersonating: true }, signedIn.cookies);
  expect((await boss.get(`/api/quotes/${quote.id}`)).status).toBe(200);
  expect((await pay(quote.id, boss)).status).toBe(403);
  expect((await boss.post(`/api/quotes/${quote.id}/confirm-payment`)).status).toBe(403);
  expect(await sessions(quote.id)).toEqual([]);
});

test("a draft, a declined, a paid and a deleted quote cannot be paid", async () => {
  const boss = await shop.portal.superAdmin();
  const draft = await shop.portal.quoteFor(customer);
  const sentence = "This quote is a draft: it can be paid once we have sent it or made your order";
  expect(await pay(draft.id)).toMatchObject({ status: 409, text: sentence });
  const declined = await shop.sentQuote(customer);
  succeeded(await customer.patch(`/api/quotes/${declined.id}/status`, { quoteStatus: "declined" }));
  expect(await pay(declined.id)).toMatchObject({ status: 409, text: "A declined quote cannot be paid" });
  const paid = await shop.sentQuote(customer);
  await shop.portal.db.update(quotes).set({ paidAt: new Date() }).where(eq(quotes.id, paid.id));
  expect(await pay(paid.id)).toMatchObject({ status: 409, text: "This quote is already paid" });
  const deleted = await shop.sentQuote(customer);
  succeeded(await boss.delete(`/api/quotes/${deleted.id}`));
  expect((await pay(deleted.id)).status).toBe(404);
});

test("a cancelled order and one under correction can be paid only after they return to work", async () => {
  const boss = await shop.portal.superAdmin();
  for (const [status, sentence] of [
    ["cancelled", "This order was cancelled"],
    ["draft", "This order is being corrected by the office"],
  ]) {
    const order = await shop.portal.orderFor(customer);
    const { quoteId = 0 } = order;
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status }));
    for (const who of [customer, boss]) {
      expect(await pay(quoteId, who)).toMatchObject({ status: 409, text: sentence });
    }
    expect(await sessions(quoteId)).toEqual([]);
    expect((await customer.get(`/api/quotes/${quoteId}`)).body).toMatchObject({ orderId: order.id, orderStatus: status });
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "pending" }));
    expect((await pay(quoteId)).status).toBe(200);
    // A paid quote is reported as paid first, whatever the state of its order.
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status }));
    await shop.portal.db.update(quotes).set({ paidAt: new Date() }).where(eq(quotes.id, quoteId));
    expect(await pay(quoteId)).toMatchObject({ status: 409, text: "This quote is already paid" });
  }
});

test("a press of Pay Now during a cancellation leaves no open Checkout session", async () => {
  const boss = await shop.portal.superAdmin();
  const order = await shop.portal.orderFor(customer);
  const { quoteId = 0 } = order;
  // Stripe creates the session while the order is cancelled, so the checks made before the call to
  // Stripe are repeated before the reply.
  const release = shop.standIn.holdNext({ path: "/v1/checkout/sessions", method: "POST" });
  const paying = pay(quoteId);
  await expect.poll(() => sessions(quoteId)).toHaveLength(1);
  succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "cancelled" }));
  release();
  expect((await paying).status).toBe(409);
  expect((await sessions(quoteId)).map(({ status }) => status)).toEqual(["expired"]);
  expect(await notes(quoteId)).toEqual([]);
});

test("an expired quote cannot be paid, unless it has an order", async () => {
  const boss = await shop.portal.superAdmin();
  const [expired, ordered] = [await shop.sentQuote(customer), await shop.sentQuote(customer)];
  succeeded(await boss.post(`/api/quotes/${ordered.id}/convert`, { shippingAddress: "1 High Street" }));
  const past = { validUntil: new Date("2026-01-31T23:59:59.999Z") };
  for (const { id } of [expired, ordered]) await shop.portal.db.update(quotes).set(past).where(eq(quotes.id, id));
  expect(await pay(expired.id)).toMatchObject({ status: 409, text: "This quote expired on 31 Jan 2026" });
  expect((await pay(ordered.id)).status).toBe(200);
});

test("an amount outside Stripe's limits is refused with a sentence", async () => {
  for (const [total, words] of [
    [100_000_000, "at most £999,999.99"],
    [29, "at least £0.30"],
  ] as const) {
    const text = `A card payment ${words.startsWith("at most") ? "can" : "must"} be ${words}. Please ask us how to pay this quote.`;
    expect(await pay((await quoteOver(total)).id)).toMatchObject({ status: 409, text });
  }
  for (const total of [99_999_999, 30]) expect((await pay((await quoteOver(total)).id)).status).toBe(200);
});

/** A sent quote with a total in pence that no window produces. */
async function quoteOver(total: number) {
  const quote = await shop.portal.quoteFor(customer);
  await shop.portal.owner.delete(quoteItems).where(eq(quoteItems.quoteId, quote.id));
  const totals = { status: "sent", subtotalPence: pence(total), taxPence: pence(0), finalTotalPence: pence(total) } as const;
  await shop.portal.db.update(quotes).set(totals).where(eq(quotes.id, quote.id));
  return quote;
}

test("a Checkout session is stored with Stripe's expiry, and the press is audited with the amount", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  const [note] = await notes(quote.id);
  expect(note).toMatchObject({ id: sessionId, url: session.url, open: true });
  expect(note?.expiresAt.getTime()).toBe(session.expires_at * 1000);
  await shop.openCheckout(customer, quote.id);
  const entries = (await shop.audit("payments.pay")).filter(({ targetId }) => targetId === quote.id);
  expect(entries.map(({ targetType }) => targetType)).toEqual(["quotes", "quotes"]);
  expect(entries.map(({ after }) => after)).toEqual([
    { amountPence: note?.amount, stripeSessionId: sessionId },
    { amountPence: note?.amount },
  ]);
});

test("a quote with a pending payment at Stripe cannot be paid a second time", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  // Stripe's state between the customer's last press and the money; the stand-in's payments
  // complete at once.
  const processing = await startPortal({ beside: shop.portal, stripeFor: async () => slowToPay(shop.stripe, sessionId) });
  const reply = await processing.visitor().post(`/api/quotes/${quote.id}/pay`, undefined, { cookie: cookiesOf(customer) });
  expect(reply).toMatchObject({
    status: 409,
    text: "A payment for this is on its way",
  });
  expect(await sessions(quote.id)).toHaveLength(1);
  expect(await notes(quote.id)).toMatchObject([{ id: sessionId, open: false, isPending: true }]);
  await processing.stop();
});

const cookiesOf = ({ cookies }: TestClient): string => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
/** Stripe's own client, with one session whose payment is pending. */
function slowToPay(stripe: Stripe, sessionId: string): Stripe {
  const session = { id: sessionId, status: "complete", payment_status: "unpaid", url: null };
  return { ...stripe, checkout: { sessions: { retrieve: async () => session } } } as unknown as Stripe;
}

test("a press that learns late that the old page lapsed gets the newer page, and its own is closed", async () => {
  const quote = await shop.sentQuote(customer);
  await shop.stripe.checkout.sessions.expire(await shop.openCheckout(customer, quote.id));
  const [asked, answered] = [signal(), signal()];
  const late = await startPortal({ beside: shop.portal, stripeFor: async () => answersAfter(shop.stripe, asked, answered) });
  const latePress = late.visitor().post(`/api/quotes/${quote.id}/pay`, undefined, { cookie: cookiesOf(customer) });
  await asked.given;
  const opened = await shop.openCheckout(customer, quote.id);
  answered.give();
  expect(await latePress).toMatchObject({ status: 200, body: { checkoutUrl: (await shop.stripe.checkout.sessions.retrieve(opened)).url } });
  const open = (await sessions(quote.id)).filter(({ status }) => status === "open");
  expect(open.map(({ id }) => id)).toEqual([opened]);
  expect((await notes(quote.id)).filter((note) => note.open).map(({ id }) => id)).toEqual([opened]);
  expect(await shop.openCheckout(customer, quote.id)).toBe(opened);
  await late.stop();
});

interface Signal {
  readonly given: Promise<void>;
  give(): void;
}
function signal(): Signal {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Stripe's own client, which signals a request for a session and delays its answer. */
function answersAfter(stripe: Stripe, asked: Signal, answered: Signal): Stripe {
  const retrieve = async (id: string) => {
    asked.give();
    await answered.given;
    return stripe.checkout.sessions.retrieve(id);
  };
  const sessions = Object.assign(Object.create(stripe.checkout.sessions), { retrieve });
  return Object.assign(Object.create(stripe), { checkout: { sessions } });
}

test("a database failure after Stripe opened the page leaves the page, and the next press finds it", async () => {
  const quote = await shop.sentQuote(customer);
  await shop.portal.owner.execute(`alter table checkout_sessions add constraint away check (quote_id <> ${quote.id}) not valid`);
  expect((await pay(quote.id)).status).toBe(500);
  const [session] = await sessions(quote.id);
  // The outcome of the failed statement is unknown then, so a page that may be stored is not
  // closed.
  expect(session).toMatchObject({ status: "open" });
  await shop.portal.owner.execute("alter table checkout_sessions drop constraint away");
  expect(await shop.openCheckout(customer, quote.id)).toBe(session?.id);
  expect(await sessions(quote.id)).toHaveLength(1);
});

test("a quote declined during a slow Stripe call leaves no Checkout session", async () => {
  const quote = await shop.sentQuote(customer);
  const release = shop.standIn.holdNext({ path: "/v1/checkout/sessions", method: "POST" });
  const paying = pay(quote.id);
  await expect.poll(() => sessions(quote.id)).toHaveLength(1);
  succeeded(await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" }));
  release();
  expect(await paying).toMatchObject({ status: 409, text: "A declined quote cannot be paid" });
  expect((await sessions(quote.id)).map(({ status }) => status)).toEqual(["expired"]);
  expect(await notes(quote.id)).toEqual([]);
});

test("paying without keys, or with keys that no longer open, is refused with a sentence", async () => {
  const quote = await shop.sentQuote(customer);
  const [kept] = await shop.portal.db.select().from(stripeSettings);
  if (!kept) throw new Error("No keys");
  await shop.portal.owner.delete(stripeSettings);
  expect(await pay(quote.id)).toMatchObject({ status: 409, text: "Card payments are not set up yet" });
  expect(await customer.post(`/api/quotes/${quote.id}/confirm-payment`)).toMatchObject({ status: 409 });
  await shop.portal.db.insert(stripeSettings).values({ ...kept, secretKeySealed: "v1.a.b.c" });
  expect(await pay(quote.id)).toMatchObject({ status: 503, text: expect.stringContaining("Nothing was charged") });
  // Staff read the reason and the remedy, the customer does not.
  await expect
    .poll(async () => (await shop.errors()).map(({ errorMessage }) => errorMessage))
    .toContainEqual(expect.stringMatching(/cannot be opened: ENCRYPTION_KEY has changed\./));
  await shop.portal.db.update(stripeSettings).set({ secretKeySealed: kept.secretKeySealed });
  expect((await pay(quote.id)).status).toBe(200);
});
