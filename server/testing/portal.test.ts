import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "./portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("a test's customer quotes and orders through the API", async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  expect(order).toMatchObject({ orderStatus: "pending", user: { id: customer.account?.id }, finalTotal: 325.08 });
  expect((await customer.get("/api/orders")).body).toHaveLength(1);
});

test("the test portal's clock follows the test's settings", async () => {
  portal.clock.set("2030-01-02T03:04:05Z");
  expect(portal.clock().toISOString()).toMatch(/^2030-01-02T03:04:05/);
  portal.clock.advance(3_600_000);
  expect(portal.clock().toISOString()).toMatch(/^2030-01-02T04:04:05/);
});
