import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, may } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";
import { isWrite } from "#shared/http/endpoint.ts";

/**
 * Tests what one company can learn of another, or do to it, by lists and by numbers in a body. The
 * matrix tests the addresses of single records.
 */

const MARK = "Quillfeather";
let world: Awaited<ReturnType<typeof createWorld>>;
let customer: TestClient;
let other: TestClient;
let theirs: { orderId: number; remakeId: number; quoteId: number; itemId: number };
beforeAll(async () => {
  world = await createWorld();
  const { portal } = world;
  [customer, other] = await Promise.all([world.as("customer"), world.as("other")]);
  const profile = { companyName: `${MARK} Ltd`, contactName: `Ada ${MARK}`, address: `1 ${MARK} Road` };
  succeeded(await customer.patch(`/api/users/${customer.account?.id}/profile`, profile));
  const items = [portal.windowOf(world.product, { name: `${MARK} bay` })];
  const order = await portal.orderFor(customer, { items, shippingAddress: `1 ${MARK} Road` });
  // The order was shipped, so its amount is owed and on the account.
  const sentOff = await portal.orderFor(customer, { items, jobName: `${MARK} appContext` });
  succeeded(await (await world.as("superAdmin")).post(`/api/orders/${sentOff.id}/ship`, { confirmed: true }));
  const form = new FormData();
  form.append("orderId", String(order.id));
  form.append("reason", `${MARK} is cracked`);
  const remake = succeeded(await customer.post<{ id: number }>("/api/remakes", form));
  succeeded(await customer.post(`/api/remakes/${remake.id}/replies`, { message: `${MARK} asks` }));
  await world.notification();
  const { quote } = succeeded(await customer.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
  theirs = { orderId: order.id, remakeId: remake.id, quoteId: order.quoteId ?? 0, itemId: quote.items[0]?.id ?? 0 };
});
afterAll(() => world.shop.stop());

test("no list, search, figure or CSV of one company contains anything of another's", async () => {
  const lists = CALLS.filter(
    ({ name, call }) => !isWrite(call) && call.roles !== "anyone" && !call.path.includes(":id") && may(name, "customer"),
  );
  expect(lists.length).toBeGreaterThan(6);
  const asked: string[] = [];
  for (const { name, call } of lists) {
    // A call without its required query reads nothing.
    const needed = name === "quotes.readyDay" ? EVERY_CALL[name].query : {};
    const searches =
      name === "search.find"
        ? [{ q: MARK }, { q: `ORD-${theirs.orderId}` }, { q: "%%" }]
        : [{}, { search: MARK }, { search: theirs.orderId }, { search: "%" }, { limit: 200 }, { userId: customer.account?.id }];
    for (const query of searches)
      for (const accept of call.paged ? ["application/json", "text/csv"] : ["application/json"]) {
        const path = `${call.path}?${new URLSearchParams(Object.entries({ ...needed, ...query }).map(([key, value]) => [key, String(value)]))}`;
        const { status, text } = await other.get(path, { accept });
        asked.push(path);
        expect([path, status, text.includes(MARK)]).toEqual([path, 200, false]);
      }
  }
  expect(asked.length).toBeGreaterThan(60);
  // The check above proves nothing unless the owner's replies contain the mark.
  for (const path of ["/api/orders", "/api/quotes", "/api/remakes", "/api/stats", "/api/invoices", "/api/account/entries"])
    expect((await customer.get(path)).text).toContain(MARK);
});

test("another company's record and an unknown one are refused with the same words", async () => {
  for (const [path, named, own] of [
    ["/api/orders", "order ORD", theirs.orderId],
    ["/api/quotes", "quote Q", theirs.quoteId],
    ["/api/remakes", "remake RMK", theirs.remakeId],
  ] as const) {
    for (const id of [own, 9999]) {
      const { status, text } = await other.get(`${path}/${id}`);
      expect([status, text]).toEqual([404, `There is no ${named}-${id}`]);
    }
  }
  expect((await other.get("/api/orders/99999999999")).text).toBe("There is no such order");
  expect((await other.post(`/api/quotes/${theirs.quoteId}/duplicate`)).text).toBe(`There is no quote Q-${theirs.quoteId}`);
  expect((await other.post(`/api/orders/${theirs.orderId}/reorder`)).text).toBe(`There is no order ORD-${theirs.orderId}`);
});

test("a cursor of another person's list is refused and shows no rows", async () => {
  for (let more = 0; more < 2; more += 1) await world.draft();
  const link = (await customer.get("/api/quotes?limit=1")).headers.get("link") ?? "";
  const next = /<([^>]+)>/.exec(link)?.[1] ?? "";
  expect(next).toContain("cursor=");
  const { status, text } = await other.get(next.replace(/^https?:\/\/[^/]+/, ""));
  expect([status, text.includes(MARK)]).toEqual([200, false]);
});

describe("a number of another company's record in a body", () => {
  test("another company's order in a body creates no remake", async () => {
    const form = new FormData();
    form.append("orderId", String(theirs.orderId));
    form.append("reason", "Not mine");
    expect((await other.post("/api/remakes", form)).status).toBe(404);
  });

  test("another company in a body leaves a customer's quote with the customer", async () => {
    const items = [world.portal.windowOf(world.product)];
    const quote = succeeded(await other.post<{ user: { id: number } }>("/api/quotes", { items, userId: customer.account?.id }));
    expect(quote.user.id).toBe(other.account?.id);
  });

  test("a window of another order cannot be in a remake's order", async () => {
    const { id } = await world.approvedRemake();
    const boss = await world.as("superAdmin");
    const { status, text } = await boss.post(`/api/remakes/${id}/order`, { items: [{ itemId: theirs.itemId }] });
    expect([status, text]).toEqual([400, "Please choose among the windows of the remake's order"]);
  });

  test("an account that is no approved customer gets no quote", async () => {
    const admin = await world.as("admin");
    const { supplier, superAdmin } = world.accounts;
    for (const userId of [supplier.id, superAdmin.id, admin.account?.id, (await world.account("pending")).id, 2_147_483_647]) {
      const { status, text } = await admin.post("/api/quotes", { items: [world.portal.windowOf(world.product)], userId });
      expect([status, text]).toEqual([400, "Customer not found"]);
    }
  });
});

test("another person's idempotency key repeats no reply of theirs", async () => {
  const headers = { "idempotency-key": "the same for both" };
  const body = { items: [world.portal.windowOf(world.product, { name: `${MARK} bow` })] };
  const first = succeeded(await customer.post<{ id: number }>("/api/quotes", body, headers));
  const second = await other.post<{ id: number; user: { id: number } }>("/api/quotes", body, headers);
  expect(second.headers.get("idempotent-replayed")).toBeNull();
  expect(second.body.id).not.toBe(first.id);
  expect(second.body.user.id).toBe(other.account?.id);
});
