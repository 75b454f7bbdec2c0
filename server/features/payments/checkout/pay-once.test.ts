import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { quotes } from "#server/schema/quotes.ts";
import { idempotencyKeys } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal } from "#server/testing/portal.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

/**
 * One payment page for one press (rules C13 and Y2), with repeated and simultaneous requests and
 * after a crash.
 */

let shop: TestShop;
let boss: TestClient;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
});
afterAll(() => shop.stop());

/** The object that a customer pays: one quote, or an invoice from the account's page. */
interface Payable {
  readonly path: string;
  readonly body?: object;
  readonly customer: TestClient;
  readonly quoteId: number;
}
async function quoteToPay(): Promise<Payable> {
  const customer = await shop.portal.signIn("customer");
  const { id } = await shop.sentQuote(customer);
  return { path: `/api/quotes/${id}/pay`, customer, quoteId: id };
}
async function invoiceToPay(): Promise<Payable> {
  const customer = await shop.portal.signIn("customer");
  const order = await shop.portal.orderFor(customer);
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const quoteId = order.quoteId ?? 0;
  const { invoiceNumber: number } = await shop.quoteRow(quoteId);
  return { path: "/api/account/pay", body: { numbers: [invoiceNumber(number ?? 0)] }, customer, quoteId };
}
const PAYABLES = [
  ["a quote", quoteToPay],
  ["an invoice", invoiceToPay],
] as const;

const press = ({ path, body, customer }: Payable, key?: string, url = shop.portal.url) =>
  createTestClient(url, customer.account, customer.cookies).post<{ checkoutUrl: string }>(
    path,
    body,
    key === undefined ? {} : { "Idempotency-Key": key },
  );
const sessionIn = (reply: { body: { checkoutUrl: string } }) => reply.body.checkoutUrl.split("/").at(-1) ?? "";
async function openAtStripe(before: ReadonlySet<string>): Promise<string[]> {
  const all = await shop.stripe.checkout.sessions.list({ limit: 100 });
  return all.data.filter(({ id, status }) => status === "open" && !before.has(id)).map(({ id }) => id);
}
const openNow = async () => new Set(await openAtStripe(new Set()));

/**
 * Another process on the same database and Stripe, whose Stripe never answers after a session is
 * created.
 */
async function processThatStops() {
  let made = () => {};
  const isMade = new Promise<void>((resolve) => {
    made = resolve;
  });
  const create = async (...args: Parameters<Stripe["checkout"]["sessions"]["create"]>) => {
    await shop.stripe.checkout.sessions.create(...args);
    made();
    return new Promise<never>(() => {});
  };
  const sessions = { create, retrieve: shop.stripe.checkout.sessions.retrieve.bind(shop.stripe.checkout.sessions) };
  const stripe = { checkout: { sessions } } as unknown as Stripe;
  return { portal: await startPortal({ beside: shop.portal, stripeFor: async () => stripe }), isMade };
}
test.each(PAYABLES)("five presses at once for %s under one key share one open page", async (_, toPay) => {
  const payable = await toPay();
  const before = await openNow();
  const replies = await Promise.all(Array.from({ length: 5 }, () => press(payable, `at-once-${payable.quoteId}`)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await openAtStripe(before)).toEqual([...new Set(replies.map(sessionIn))]);
});

test.each(PAYABLES)("five presses at two servers for %s under one key share one open page", async (_, toPay) => {
  const payable = await toPay();
  const before = await openNow();
  const second = await startPortal({ beside: shop.portal, stripeFor: async () => shop.stripe });
  const urls = [shop.portal.url, second.url, shop.portal.url, second.url, second.url];
  const replies = await Promise.all(urls.map((url) => press(payable, `two-servers-${payable.quoteId}`, url)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await openAtStripe(before)).toEqual([...new Set(replies.map(sessionIn))]);
  await second.stop();
});

test.each(PAYABLES)("a press for %s whose reply was lost is repeated with the same open page", async (_, toPay) => {
  const payable = await toPay();
  const before = await openNow();
  shop.standIn.loseNextReply({ path: "/v1/checkout/sessions", method: "POST" });
  const first = await press(payable, `lost-${payable.quoteId}`);
  const again = await press(payable, `lost-${payable.quoteId}`);
  expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([200, 200, "true"]);
  expect(await openAtStripe(before)).toEqual([sessionIn(first)]);
  expect(sessionIn(again)).toBe(sessionIn(first));
});

test.each(PAYABLES)("a process that dies after Stripe made the page for %s leaves one page for the next press", async (_, toPay) => {
  const payable = await toPay();
  const before = await openNow();
  const { portal, isMade } = await processThatStops();
  const key = `killed-${payable.quoteId}`;
  const lost = press(payable, key, portal.url).catch(() => null);
  await isMade;
  await portal.stop();
  await lost;
  // The dead process no longer renews its claim, so the claim expires.
  await shop.portal.owner
    .update(idempotencyKeys)
    .set({ claimedUntil: sql`now() - interval '1 second'` })
    .where(eq(idempotencyKeys.key, key));
  const reply = await press(payable, key);
  expect(reply.status).toBe(200);
  expect(await openAtStripe(before)).toEqual([sessionIn(reply)]);
});

test.each(PAYABLES)("a call for %s that lost its claim to another call opens no second page", async (_, toPay) => {
  const payable = await toPay();
  const before = await openNow();
  const key = `slow-${payable.quoteId}`;
  const release = shop.standIn.holdNext({ path: "/v1/checkout/sessions", method: "POST" });
  const slow = press(payable, key);
  await expect.poll(async () => (await openAtStripe(before)).length).toBe(1);
  await shop.portal.owner.update(idempotencyKeys).set({ claimId: sql`gen_random_uuid()` }).where(eq(idempotencyKeys.key, key));
  release();
  expect((await slow).status).toBe(409);
  expect(await openAtStripe(before)).toEqual([]);
  // The claim has no owner now and expires.
  await shop.portal.owner
    .update(idempotencyKeys)
    .set({ claimedUntil: sql`now() - interval '1 second'` })
    .where(eq(idempotencyKeys.key, key));
  const reply = await press(payable, key);
  expect(reply.status).toBe(200);
  expect(await openAtStripe(before)).toEqual([sessionIn(reply)]);
});

test("a refused press frees its key, and the next press with that key is judged anew", async () => {
  const payable = await quoteToPay();
  const status = (value: "declined" | "sent") => shop.portal.db.update(quotes).set({ status: value }).where(eq(quotes.id, payable.quoteId));
  await status("declined");
  expect((await press(payable, `freed-${payable.quoteId}`)).status).toBe(409);
  await status("sent");
  expect((await press(payable, `freed-${payable.quoteId}`)).status).toBe(200);
});

test("a page that was closed before it was stored is not returned to the next press", async () => {
  const payable = await quoteToPay();
  const release = shop.standIn.holdNext({ path: "/v1/checkout/sessions", method: "POST" });
  const before = await openNow();
  const first = press(payable);
  await expect.poll(async () => (await openAtStripe(before)).length).toBe(1);
  await shop.portal.db.update(quotes).set({ status: "declined" }).where(eq(quotes.id, payable.quoteId));
  release();
  expect((await first).status).toBe(409);
  await shop.portal.db.update(quotes).set({ status: "sent" }).where(eq(quotes.id, payable.quoteId));
  const reply = await press(payable);
  expect(await openAtStripe(before)).toEqual([sessionIn(reply)]);
  const stored = await shop.portal.db.select().from(checkoutSessions).where(eq(checkoutSessions.quoteId, payable.quoteId));
  expect(stored.map(({ id }) => id)).toEqual([sessionIn(reply)]);
});
