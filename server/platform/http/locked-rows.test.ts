import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/connect.ts";
import { payments } from "#server/schema/payments.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import { startShop, type TestShop, WEBHOOK_SECRET } from "#server/testing/shop.ts";

/** Requests that wait for a row of another transaction leave connections to other people. */

let shop: TestShop;
let other: TestClient;
beforeAll(async () => {
  shop = await startShop({ pool: { waits: { connection: 5_000 } } });
  other = await shop.portal.signIn("customer");
});
afterAll(() => shop.stop());

/**
 * Sends requests while a quote's row is locked, and reads as another company once the first request
 * waits for it.
 */
async function whileLocked(quoteId: number, ask: () => Promise<{ readonly status: number }>[]) {
  const { portal } = shop;
  const { asked, read } = await inTransaction(portal.owner, async (tx) => {
    await tx.execute(sql`select 1 from quotes where id = ${quoteId} for update`);
    const waiting = ask();
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => (await portal.owner.execute(isWaiting)).rows.length > 0, { timeout: 20_000 });
    const replies = await Promise.all(Array.from({ length: 5 }, () => other.get("/api/quotes")));
    return { asked: waiting, read: replies.map(({ status }) => status) };
  });
  return { asked: (await Promise.all(asked)).map(({ status }) => status), read };
}

const all = (status: number, many: number): number[] => Array.from({ length: many }, () => status);

test("fifty changes of one quote by one account leave connections to other people, and all are made", async () => {
  const customer = await shop.portal.signIn("customer");
  const { id } = await shop.portal.quoteFor(customer);
  const rename = (at: number) => customer.patch(`/api/quotes/${id}/job`, { jobName: `Job ${at}` });
  const result = await whileLocked(id, () => Array.from({ length: 50 }, (_, at) => rename(at)));
  expect(result).toEqual({ asked: all(200, 50), read: all(200, 5) });
});

test("fifty deliveries of one event leave connections to other people, and record one payment", async () => {
  const { portal, standIn } = shop;
  const customer = await portal.signIn("customer");
  const quote = await shop.sentQuote(customer);
  const session = await shop.openCheckout(customer, quote.id);
  await standIn.pay(session);
  const event = standIn.events().findLast(({ type }) => type === "checkout.session.completed");
  const deliver = () => standIn.deliver(event?.id ?? "", { to: `${portal.url}/api/stripe/webhook`, secret: WEBHOOK_SECRET });
  const result = await whileLocked(quote.id, () => Array.from({ length: 50 }, deliver));
  expect(result).toEqual({ asked: all(200, 50), read: all(200, 5) });
  expect(await portal.db.$count(payments, eq(payments.quoteId, quote.id))).toBe(1);
});

test("twenty answers by one link leave connections to other people, and one of them declines", async () => {
  const { portal } = shop;
  const customer = await portal.signIn("customer");
  await storeBusiness(portal, customer.account?.companyId ?? 0);
  const { id } = await portal.quoteFor(customer);
  const { url } = succeeded(await customer.post<{ url: string }>(`/api/quotes/${id}/retail-links`, {}));
  const path = new URL(url).pathname;
  const decline = () => portal.visitor().post(`${path}/decline`, {});
  const result = await whileLocked(id, () => Array.from({ length: 20 }, decline));
  expect(result.read).toEqual(all(200, 5));
  expect(result.asked.toSorted()).toEqual([204, ...all(409, 19)]);
});
