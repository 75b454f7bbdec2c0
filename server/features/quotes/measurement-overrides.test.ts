import { afterAll, beforeAll, expect, test } from "vitest";
import { type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let customer: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  product = await portal.product();
});
afterAll(() => portal.stop());

/** The checks that the portal stores for a window sent with these overrides. */
const kept = async (overriddenChecks: unknown) => {
  const items = [{ ...portal.windowOf(product, { heightM: 2.1 }), overriddenChecks }];
  const { status, body, text } = await customer.post<QuoteReply>("/api/quotes", { items });
  return status === 201 ? body.items[0]?.overriddenChecks : text;
};

test("an overridden check is stored, read by customer, staff and supplier, and copied by a duplicate", async () => {
  const items = [portal.windowOf(product, { heightM: 2.1, overriddenChecks: ["needs-mid-rail"] })];
  const order = await portal.orderFor(customer, { items });
  const quotes = `/api/quotes/${order.quoteId}`;
  for (const role of ["admin", "super_admin"] as const) {
    const { body } = await (await portal.signIn(role)).get<QuoteReply>(quotes);
    expect(body.items[0]?.overriddenChecks).toEqual(["needs-mid-rail"]);
  }
  expect((await customer.get<QuoteReply["items"]>(`${quotes}/items`)).body[0]?.overriddenChecks).toEqual(["needs-mid-rail"]);
  const seen = await (await portal.signIn("supplier")).get<{ quote: { items: QuoteReply["items"] } }>(`/api/orders/${order.id}`);
  expect(seen.body.quote.items[0]?.overriddenChecks).toEqual(["needs-mid-rail"]);
  const copy = await customer.post<QuoteReply>(`${quotes}/duplicate`);
  expect(copy.body.items[0]?.overriddenChecks).toEqual(["needs-mid-rail"]);
});

test("a duplicate after a change of the type's widest panel drops only the overrides about panels", async () => {
  const boss = await portal.superAdmin();
  const type = await portal.product({ widestPanelMm: 550 });
  const overriddenChecks = ["needs-mid-rail", "panel-too-wide", "run-needs-track"];
  const wide = { widthM: 2.4, heightM: 2.1, overriddenChecks };
  // With a layout code the number of panels does not depend on the widest panel.
  const items = [portal.windowOf(type, wide), portal.windowOf(type, { ...wide, layoutCode: "LLLL" })];
  const order = await portal.orderFor(customer, { items });
  const again = async () =>
    (await customer.post<QuoteReply>(`/api/quotes/${order.quoteId}/duplicate`)).body.items.map((item) => item.overriddenChecks);
  expect(await again()).toEqual([overriddenChecks, overriddenChecks]);
  succeeded(await boss.put("/api/products", { ...type, widestPanelMm: 500 }));
  expect(await again()).toEqual([["needs-mid-rail"], ["needs-mid-rail", "run-needs-track"]]);
});

test("no window is refused for its measures, with or without overridden checks", async () => {
  const items = [portal.windowOf(product, { widthM: 9.9, heightM: 9.9 }), portal.windowOf(product, { widthM: 0.02, heightM: 0.05 })];
  const { status, body } = await customer.post<QuoteReply>("/api/quotes", { items });
  expect(status).toBe(201);
  expect(body.items.map((item) => item.overriddenChecks)).toEqual([[], []]);
});

test("unknown overrides are ignored, repeated ones are stored once, and an empty list stays empty", async () => {
  expect(await kept(["too-high", "of-another-portal", "", "too-high", "needs-mid-rail"])).toEqual(["too-high", "needs-mid-rail"]);
  expect(await kept([])).toEqual([]);
  expect(await kept(null)).toEqual([]);
  expect(await kept(undefined)).toEqual([]);
});

test("an override that is no list of names is refused with a sentence", async () => {
  expect(await kept("too-high")).toBe("Overridden checks must be a list of names");
  expect(await kept([7])).toBe("Overridden checks must be a list of names");
  expect(await kept(Array(21).fill("too-high"))).toBe("At most 20 overridden checks");
});
