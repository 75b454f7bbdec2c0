import { afterAll, beforeAll, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import { fromSomewhere, RAW_WRITES } from "#server/testing/calls/raw-writes.ts";
import type { Reply, TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import { rawCalls } from "#shared/contract/parts/raw-calls.ts";

/**
 * Tests calls that a limit counts, on a pool of two connections: a count inside a transaction would
 * wait for a third one.
 */

let portal: TestPortal;
let small: TestPortal;
let other: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  small = await startPortal({ beside: portal, pool: { most: 2, waits: { connection: 5_000 } } });
  other = await small.signIn("customer");
});
afterAll(async () => {
  await small.stop();
  await portal.stop();
});

const times = (many: number, ask: (at: number) => Promise<Reply>) => Promise.all(Array.from({ length: many }, (_, at) => ask(at)));
const statuses = (replies: readonly Reply[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** The statuses of the requests, and of ten reads by another company at the same time. */
async function beside(many: number, ask: (at: number) => Promise<Reply>) {
  const [asked, read] = await Promise.all([times(many, ask), times(10, () => other.get("/api/quotes"))]);
  return { asked: statuses(asked), read: statuses(read) };
}

test("thirty messages about an order at once are all stored, and other people's reads succeed", async () => {
  const customer = await small.signIn("customer");
  const { id } = await small.orderFor(customer);
  const send = (at: number) => customer.post(`/api/orders/${id}/messages`, { message: `Message ${at}` });
  expect(await beside(30, send)).toEqual({ asked: { 201: 30 }, read: { 200: 10 } });
});

test("thirty invitations at once are all sent, and other people's reads succeed", async () => {
  const customer = await small.signIn("customer");
  const invite = (at: number) =>
    customer.post("/api/company/people", { contactName: "Ida", email: `ida-${at}@company.test`, mayOrder: false, mayManage: false });
  expect(await beside(30, invite)).toEqual({ asked: { 201: 30 }, read: { 200: 10 } });
});

test("thirty quotations emailed at once stop at the day's limit of twenty, and other people's reads succeed", async () => {
  const customer = await small.signIn("customer");
  await storeBusiness(portal, customer.account?.companyId ?? 0);
  const { id } = await small.quoteFor(customer);
  const send = (at: number) => customer.post(`/api/quotes/${id}/retail-links`, { sendTo: `home-${at}@owner.test` });
  expect(await beside(30, send)).toEqual({ asked: { 201: 20, 429: 10 }, read: { 200: 10 } });
  // A link that is not emailed does not count.
  expect((await customer.post(`/api/quotes/${id}/retail-links`, {})).status).toBe(201);
});

test("twenty questions by one link at once stop at the link's limit, and other people's reads succeed", async () => {
  const customer = await small.signIn("customer");
  await storeBusiness(portal, customer.account?.companyId ?? 0);
  const { id } = await small.quoteFor(customer);
  const { url } = succeeded(await customer.post<{ url: string }>(`/api/quotes/${id}/retail-links`, {}));
  const ask = (at: number) => small.visitor().post(`${new URL(url).pathname}/question`, { text: `Question ${at}?` });
  expect(await beside(20, ask)).toEqual({ asked: { 204: 5, 429: 15 }, read: { 200: 10 } });
});

test.each(Object.entries(RAW_WRITES))(
  "%s by ten links of one quote at once leaves connections to other people",
  async (name, { success, body }) => {
    const customer = await small.signIn("customer");
    await storeBusiness(portal, customer.account?.companyId ?? 0);
    const { id } = await small.quoteFor(customer);
    const requests: { readonly path: string; readonly body: object }[] = [];
    for (let at = 0; at < 10; at += 1) {
      const { url } = succeeded(await customer.post<{ url: string }>(`/api/quotes/${id}/retail-links`, {}));
      const { pathname } = new URL(url);
      const path = `${pathname}/${rawCalls[name as keyof typeof RAW_WRITES].path.replace("/r/:token/", "")}`;
      requests.push({ path, body: await body(new URL(pathname, small.url)) });
    }
    // One link's writes wait in a line of their own; those of several links meet at the quote's
    // row.
    const write = (at: number) => small.visitor().post(requests[at]?.path ?? "", requests[at]?.body, fromSomewhere());
    const { asked, read } = await beside(10, write);
    expect([asked[success], asked[503], read]).toEqual([expect.any(Number), undefined, { 200: 10 }]);
  },
);

test("twenty remakes and then forty replies at once stop at one limit, and other people's reads succeed", async () => {
  const customer = await small.signIn("customer");
  const { id } = await small.orderFor(customer);
  const remakes = await beside(20, () => askForRemake(customer, id));
  expect(remakes).toEqual({ asked: { 201: 20 }, read: { 200: 10 } });
  const [remake] = (await customer.get<{ id: number }[]>("/api/remakes")).body;
  const reply = (at: number) => customer.post(`/api/remakes/${remake?.id}/replies`, { message: `Reply ${at}` });
  expect(await beside(42, reply)).toEqual({ asked: { 201: 40, 429: 2 }, read: { 200: 10 } });
});

test("thirty reports of a crash at once stop at the minute's limit, and other people's reads succeed", async () => {
  const customer = await small.signIn("customer");
  const report = () => customer.post("/api/errors/report", { errorMessage: "It broke" });
  expect(await beside(30, report)).toEqual({ asked: { 204: 10, 429: 20 }, read: { 200: 10 } });
});

test("a refused request is not counted, and a repeated one gets its first reply also beyond the limit", async () => {
  const customer = await small.signIn("customer");
  const { id } = await small.orderFor(customer);
  const path = `/api/orders/${id}/messages`;
  const key = { "idempotency-key": "the last message of the hour" };
  for (let counted = 0; counted < 59; counted += 1) await small.appContext.limits["thread-mails"].count(customer.account?.id ?? 0);
  expect((await customer.post("/api/orders/999999/messages", { message: "To nobody" })).status).toBe(404);
  const first = await customer.post(path, { message: "The last one" }, key);
  expect(first.status).toBe(201);
  expect((await customer.post(path, { message: "One too many" })).status).toBe(429);
  const again = await customer.post(path, { message: "The last one" }, key);
  expect([again.status, again.headers.get("idempotent-replayed"), again.body]).toEqual([201, "true", first.body]);
});
