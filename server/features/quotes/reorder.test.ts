import { afterAll, beforeAll, expect, test } from "vitest";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("a reorder makes a new draft of the same windows, for the same company, at today's prices", async () => {
  const [customer, boss] = [await portal.signIn("customer"), await portal.superAdmin()];
  const product = await portal.product({ basePricePerM2: 100 });
  const items = [portal.windowOf(product, { name: "Bay", quantity: 2, overriddenChecks: [] }), portal.windowOf(product, { name: "Door" })];
  const order = await portal.orderFor(customer, { items });
  succeeded(await boss.put("/api/products", { ...product, basePricePerM2: 200 }));
  for (const person of [customer, boss]) {
    const reply = await person.post<QuoteReply>(`/api/orders/${order.id}/reorder`);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ quoteStatus: "draft", paymentStatus: "unpaid", orderId: null, subtotal: 1080, user: order.user });
    expect(reply.body.id).not.toBe(order.quoteId);
    expect(reply.body.items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ["Bay", 2],
      ["Door", 1],
    ]);
  }
});

test("a reorder of another company's order is not found, and a supplier cannot reorder", async () => {
  const order = await portal.orderFor(await portal.signIn("customer"));
  const again = `/api/orders/${order.id}/reorder`;
  expect((await (await portal.signIn("customer")).post(again)).status).toBe(404);
  expect((await (await portal.signIn("supplier")).post(again)).status).toBe(403);
});

test("a reorder of a window that is no longer made is refused, and nothing is stored", async () => {
  const customer = await portal.signIn("customer");
  const product = await portal.product();
  const order = await portal.orderFor(customer, { items: [portal.windowOf(product, { name: "Bay" })] });
  succeeded(await (await portal.superAdmin()).patch(`/api/products/${product.id}/archive`));
  const reply = await customer.post(`/api/orders/${order.id}/reorder`);
  expect([reply.status, reply.text]).toEqual([400, 'Product not found for window "Bay"']);
  expect((await customer.get<unknown[]>("/api/quotes")).body).toHaveLength(1);
});

test("a reorder sent twice with one Idempotency-Key makes one quote", async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  const send = () => customer.post<QuoteReply>(`/api/orders/${order.id}/reorder`, undefined, { "idempotency-key": "again" });
  expect((await send()).body.id).toBe((await send()).body.id);
});
