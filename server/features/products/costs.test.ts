import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sessions } from "#server/schema/identity/sessions.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type OrderReply, type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

const portal: TestPortal = await startPortal();
const boss: TestClient = await portal.superAdmin();
/** Sets the clock to an instant without ending the sessions. */
async function at(instant: string) {
  portal.clock.set(instant);
  await portal.db.update(sessions).set({ createdAt: new Date(instant), lastSeenAt: new Date(instant) });
}
beforeEach(() => at("2026-12-01T12:00:00Z"));
afterAll(() => portal.stop());

interface Plan {
  id: number;
  changes: object[];
}
const listed = async (id: number, by = boss) =>
  succeeded(await by.get<ProductReply[]>("/api/products?limit=200")).find((type) => type.id === id);
const quoteOf = (product: ProductReply, by: TestClient, window = {}) => portal.quoteFor(by, { items: [portal.windowOf(product, window)] });
const readAsOwner = async (id: number) => succeeded(await boss.get<QuoteReply>(`/api/quotes/${id}`));
const says = ({ status, text }: { status: number; text: string }) => [status, text];

describe("a type's cost", () => {
  const COSTS = { costPerM2: 84.5, costSurcharges: [{ field: "tiltRodType", value: "hidden", amount: 4.8, per: "shutter" }] } as const;

  test("the owner's cost survives an admin's saving, and the admin receives no key of it", async () => {
    const product = await portal.product({ ...COSTS, costSurcharges: [...COSTS.costSurcharges] });
    expect(product).toMatchObject(COSTS);
    const admin = await portal.signIn("admin");
    const { basePricePerM2 } = product;
    const saved = succeeded(
      await admin.put<object>("/api/products", { id: product.id, name: "Renamed", basePricePerM2, costPerM2: 1, costSurcharges: [] }),
    );
    expect(Object.keys(saved).filter((key) => key.startsWith("cost"))).toEqual([]);
    expect(await listed(product.id)).toMatchObject({ name: "Renamed", ...COSTS });
    // An omitted cost stays; null removes it.
    succeeded(await boss.put("/api/products", { id: product.id, name: "Renamed", basePricePerM2 }));
    expect(await listed(product.id)).toMatchObject(COSTS);
    succeeded(await boss.put("/api/products", { id: product.id, name: "Renamed", basePricePerM2, costPerM2: null, costSurcharges: [] }));
    expect(await listed(product.id)).toMatchObject({ costPerM2: null, costSurcharges: [] });
  });

  test.each([
    [{ costPerM2: 0 }, "Cost must be a positive number"],
    [{ costPerM2: 100_000.01 }, "Cost must be at most £100,000"],
    [
      { costSurcharges: [{ field: "colorSelection", value: "Pink", amount: 1, per: "window" }] },
      "Surcharge: Pink is not a colour of this type",
    ],
  ])("the cost %o is refused with a sentence, and nothing is stored", async (costs, sentence) => {
    const { id, name, basePricePerM2 } = await portal.product({ costPerM2: 10 });
    expect(says(await boss.put("/api/products", { id, name, basePricePerM2, ...costs }))).toEqual([400, sentence]);
    expect(await listed(id)).toMatchObject({ costPerM2: 10, costSurcharges: [] });
  });

  test("a cost holds from its day on in London, apart from the price, and gives way to one saved later", async () => {
    const product = await portal.product({ basePricePerM2: 100, costPerM2: 40 });
    const plan = (body: object) => boss.post<Plan>("/api/price-changes", body);
    const from = "2027-03-29";
    const { id, changes } = succeeded(await plan({ from, changes: [{ productId: product.id, costPerM2: 45 }] }));
    expect(changes).toEqual([{ productId: product.id, name: product.name, costBefore: 40, costAfter: 45 }]);
    // A price for the same day is another change; another cost for it is refused.
    succeeded(await plan({ from, changes: [{ productId: product.id, basePricePerM2: 110 }] }));
    expect(says(await plan({ from, changes: [{ productId: product.id, costPerM2: 46 }] }))).toEqual([
      409,
      `${product.name} already has a cost from 29 Mar 2027`,
    ]);
    expect(says(await plan({ from, changes: [{ productId: product.id }] }))).toEqual([400, "Give a price or a cost"]);
    // A percentage moves the price alone.
    const percent = succeeded(await plan({ from: "2027-04-05", percent: 10, productIds: [product.id] }));
    expect(percent.changes).toEqual([{ productId: product.id, name: product.name, before: 110, after: 121 }]);
    // Summer time began on the day before: London's midnight is 23:00 UTC.
    await at("2027-03-28T22:59:59.000Z");
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 100, costPerM2: 40 });
    await at("2027-03-28T23:00:00.500Z");
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 110, costPerM2: 45 });
    expect((await boss.delete(`/api/price-changes/${id}`)).status).toBe(409);
    succeeded(await boss.put("/api/products", { id: product.id, name: product.name, basePricePerM2: 110, costPerM2: 50 }));
    await at("2027-06-01T12:00:00Z");
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 121, costPerM2: 50 });
  });

  test("a cost ahead is withdrawn with its change", async () => {
    const product = await portal.product({ costPerM2: 40 });
    const change = { productId: product.id, basePricePerM2: 200, costPerM2: 90 };
    const { id } = succeeded(await boss.post<Plan>("/api/price-changes", { from: "2026-12-10", changes: [change] }));
    expect((await boss.delete(`/api/price-changes/${id}`)).status).toBe(204);
    await at("2026-12-11T12:00:00Z");
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 150.5, costPerM2: 40 });
  });
});

describe("a window's cost", () => {
  test("a quote stores the cost of its day, the owner reads it and its margin, and editing prices it anew", async () => {
    const customer = await portal.signIn("customer");
    const product = await portal.product({ basePricePerM2: 150.5, costPerM2: 84.5 });
    const quote = await quoteOf(product, customer);
    expect(Object.keys({ ...quote, ...quote.items[0] }).filter((key) => key.startsWith("making"))).toEqual([]);
    // 1.8 m² x £150.50 = £270.90; x £84.50 = £152.10
    const making = { makingCost: 152.1, makingMargin: 118.8, makingMarginPercent: 43.85 };
    expect(await readAsOwner(quote.id)).toMatchObject({ ...making, items: [making] });
    const { name, basePricePerM2 } = product;
    succeeded(await boss.put("/api/products", { id: product.id, name, basePricePerM2, costPerM2: 100 }));
    expect(await readAsOwner(quote.id)).toMatchObject(making);
    const rows = succeeded(await boss.get<QuoteReply[]>("/api/quotes"));
    expect(rows.find(({ id }) => id === quote.id)).toMatchObject(making);
    const edit = { version: quote.version, items: [portal.windowOf(product, { name: "Again" })] };
    succeeded(await customer.put(`/api/quotes/${quote.id}`, edit));
    const anew = { makingCost: 180, makingMargin: 90.9, makingMarginPercent: 33.55 };
    expect(await readAsOwner(quote.id)).toMatchObject({ ...anew, items: [anew] });
    const order = succeeded(
      await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street", companyAddress: "1 High Street" }),
    );
    expect(order).toMatchObject(anew);
    expect(succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "processing" }))).toMatchObject(anew);
    expect(succeeded(await boss.get(`/api/orders/${order.id}`))).toMatchObject({ ...anew, quote: { items: [anew] } });
    expect(succeeded(await boss.get<OrderReply[]>("/api/orders")).find(({ id }) => id === order.id)).toMatchObject(anew);
  });

  test("a quote has no cost while one of its windows has none", async () => {
    const customer = await portal.signIn("customer");
    const [costed, free] = [await portal.product({ costPerM2: 10 }), await portal.product()];
    const { id } = await portal.quoteFor(customer, { items: [portal.windowOf(costed), portal.windowOf(free)] });
    const none = { makingCost: null, makingMargin: null, makingMarginPercent: null };
    expect(await readAsOwner(id)).toMatchObject({ ...none, items: [{ makingCost: 18 }, none] });
  });

  test("a remake's windows have the cost of the day on which they are made again", async () => {
    const customer = await portal.signIn("customer");
    const product = await portal.product({ basePricePerM2: 100, costPerM2: 40 });
    const order = await portal.orderFor(customer, { items: [portal.windowOf(product, { quantity: 3 })] });
    const { id, name, basePricePerM2 } = product;
    succeeded(await boss.put("/api/products", { id, name, basePricePerM2, costPerM2: 50 }));
    const remake = succeeded(await askForRemake(customer, order.id));
    succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
    const details = succeeded(await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
    const items = [{ itemId: details.quote.items[0]?.id, quantity: 2 }];
    const made = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, { items }));
    // 1.8 m² x £50.00 x 2
    expect(made).toMatchObject({ finalTotal: 0, makingCost: 180, makingMargin: -180, makingMarginPercent: null });
  });

  test("the table refuses a cost below nothing", async () => {
    await expect(portal.owner.update(quoteItems).set({ makingCostPence: -1 as never })).rejects.toThrow();
  });
});
