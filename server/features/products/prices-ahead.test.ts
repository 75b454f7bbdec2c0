import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sessions } from "#server/schema/identity/sessions.ts";
import { type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { flat, openPdf } from "#server/testing/papers/read-pdf.ts";
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
  from: string;
  changes: { productId: number; name: string; before: number; after: number }[];
}
interface Priced extends ProductReply {
  pricePerM2: number;
  nextPrice: { pricePerM2: number; from: string } | null;
}
const plan = (body: object, by = boss) => by.post<Plan>("/api/price-changes", body);
const change = (productId: number, basePricePerM2: number, from: string) => plan({ from, changes: [{ productId, basePricePerM2 }] });
const listed = async (id: number, by = boss, query = "") =>
  succeeded(await by.get<Priced[]>(`/api/products?limit=200${query}`)).find((one) => one.id === id);
const says = ({ status, text }: { status: number; text: string }) => [status, text];
const ahead = async () => succeeded(await boss.get<Plan[]>("/api/price-changes"));
const quotedAt = async (product: ProductReply, by: TestClient) =>
  (await portal.quoteFor(by, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] })).items[0];

describe("a price from a day on", () => {
  test("a future price holds from midnight in London, also in summer time, and is announced until then", async () => {
    const customer = await portal.signIn("customer");
    const product = await portal.product({ basePricePerM2: 100 });
    succeeded(await change(product.id, 110, "2027-03-29"));
    succeeded(await change(product.id, 120, "2027-04-05"));
    expect(await listed(product.id, customer)).toMatchObject({ basePricePerM2: 100, nextPrice: { pricePerM2: 110, from: "2027-03-29" } });
    // Summer time began on the day before: London's midnight is 23:00 UTC.
    await at("2027-03-28T22:59:59.000Z");
    expect(await quotedAt(product, customer)).toMatchObject({ pricePerM2: 100, listPricePerM2: 100 });
    await at("2027-03-28T23:00:00.500Z");
    expect(await quotedAt(product, customer)).toMatchObject({ pricePerM2: 110, listPricePerM2: 110 });
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 110, nextPrice: { pricePerM2: 120, from: "2027-04-05" } });
    await at("2027-06-01T12:00:00Z");
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 120, nextPrice: null });
  });

  test("a future price gives way to a price saved on its day or later, and not to one saved before", async () => {
    const product = await portal.product({ basePricePerM2: 100 });
    const save = (basePricePerM2: number) => boss.put("/api/products", { id: product.id, name: product.name, basePricePerM2 });
    succeeded(await change(product.id, 110, "2026-12-10"));
    succeeded(await save(105));
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 105, nextPrice: { pricePerM2: 110, from: "2026-12-10" } });
    await at("2026-12-10T09:00:00Z");
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 110 });
    succeeded(await save(115));
    succeeded(await boss.put("/api/products", { id: product.id, name: "Renamed ahead", basePricePerM2: 115 }));
    await at("2026-12-11T09:00:00Z");
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 115, name: "Renamed ahead" });
    const history = succeeded(await boss.get<object[]>(`/api/products/${product.id}/prices`));
    expect(history).toMatchObject([
      { from: 110, to: 115 },
      { from: 105, to: 110, at: "2026-12-10T00:00:00.000Z", by: boss.account?.contactName },
      { from: 100, to: 105 },
      { from: null, to: 100 },
    ]);
  });

  test("an admin who saves other fields at the current price leaves the future price", async () => {
    const admin = await portal.signIn("admin");
    const product = await portal.product({ basePricePerM2: 100 });
    succeeded(await change(product.id, 110, "2026-12-10"));
    await at("2026-12-12T09:00:00Z");
    const put = (basePricePerM2: number) => admin.put("/api/products", { id: product.id, name: product.name, basePricePerM2 });
    expect((await put(110)).status).toBe(200);
    expect((await put(100)).status).toBe(403);
    expect(await listed(product.id)).toMatchObject({ basePricePerM2: 110 });
  });
});

describe("plans of future prices", () => {
  test("a plan by percentage uses the price that would hold then, to the penny, half away from zero", async () => {
    const [one, two] = [await portal.product({ basePricePerM2: 1.25 }), await portal.product({ basePricePerM2: 289 })];
    succeeded(await change(two.id, 300, "2027-01-01"));
    const made = succeeded(await plan({ from: "2027-02-01", percent: 2, productIds: [one.id, two.id] }));
    expect(made).toMatchObject({ from: "2027-02-01", createdBy: { id: boss.account?.id, contactName: boss.account?.contactName } });
    // 1.25 × 1.02 = 1.275
    expect(made.changes).toEqual(
      [
        { productId: one.id, name: one.name, before: 1.25, after: 1.28 },
        { productId: two.id, name: two.name, before: 300, after: 306 },
      ].toSorted((a, b) => a.name.localeCompare(b.name)),
    );
    const mine = (await ahead()).flatMap(({ from, changes }) => changes.filter((one) => one.productId === two.id).map(() => from));
    expect(mine).toEqual(["2027-01-01", "2027-02-01"]);
  });

  test("a plan for all types on offer leaves out archived types", async () => {
    const gone = await portal.product();
    await boss.patch(`/api/products/${gone.id}/archive`);
    const { changes, id } = succeeded(await plan({ from: "2027-05-01", percent: -12.5 }));
    expect(changes.some(({ productId }) => productId === gone.id)).toBe(false);
    expect(changes.length).toBeGreaterThan(3);
    expect((await boss.delete(`/api/price-changes/${id}`)).status).toBe(204);
    expect((await ahead()).some((one) => one.id === id)).toBe(false);
    expect((await boss.delete(`/api/price-changes/${id}`)).status).toBe(404);
  });

  test("a plan cannot be withdrawn once its day has come", async () => {
    const product = await portal.product();
    const { id } = succeeded(await change(product.id, 1, "2026-12-02"));
    await at("2026-12-02T00:00:01Z");
    expect(says(await boss.delete(`/api/price-changes/${id}`))).toEqual([409, "These prices already hold"]);
  });

  test("a type has one future price per day, also with two requests at once", async () => {
    const product = await portal.product({ name: "Basswood Ahead" });
    const both = await Promise.all([110, 120].map((price) => change(product.id, price, "2027-01-04")));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(says(await plan({ from: "2027-01-04", percent: 1, productIds: [product.id] }))).toEqual([
      409,
      "Basswood Ahead already has a price from 4 Jan 2027",
    ]);
  });

  test.each<[object, [number, string]]>([
    [{ from: "2026-12-01", percent: 1 }, [400, "The day must be after today"]],
    [{ from: "2029-12-02", percent: 1 }, [400, "Dates must be within the next two years"]],
    [{ from: "soon", percent: 1 }, [400, "From must be a date"]],
    [{ from: "2027-01-01" }, [400, "Give either prices or a percentage"]],
    [{ from: "2027-01-01", percent: 1, changes: [{ productId: 1, basePricePerM2: 1 }] }, [400, "Give either prices or a percentage"]],
    [{ from: "2027-01-01", percent: 0 }, [400, "Percent must be between -50 and 100"]],
    [{ from: "2027-01-01", percent: -50.01 }, [400, "Percent must be between -50 and 100"]],
    [{ from: "2027-01-01", percent: 1.005 }, [400, "Percent must be between -50 and 100"]],
    [{ from: "2027-01-01", percent: 1, productIds: [999_999] }, [404, "Shutter type not found"]],
    [{ from: "2027-01-01", changes: [{ productId: 999_999, basePricePerM2: 1 }] }, [404, "Shutter type not found"]],
    [{ from: "2027-01-01", changes: [{ productId: 1, basePricePerM2: 0 }] }, [400, "Price must be a positive number"]],
  ])("a price plan of %j is refused: %j", async (body, refusal) => expect(says(await plan(body))).toEqual(refusal));

  test("price plans are for the super admin alone", async () => {
    const product = await portal.product();
    for (const role of ["admin", "customer", "supplier"] as const) {
      const client = await portal.signIn(role);
      expect((await client.get("/api/price-changes")).status).toBe(403);
      expect((await plan({ from: "2027-01-01", percent: 1, productIds: [product.id] }, client)).status).toBe(403);
    }
  });
});

describe("a customer's discount", () => {
  const discounted = async (discountPercent: number) => {
    const account = await portal.createAccount("customer");
    succeeded(await boss.patch(`/api/clients/${account.companyId}/terms`, { discountPercent }));
    return { ...account, client: await portal.signIn(account) };
  };

  test("a discount applies to the current and the next price, to the penny; suppliers see no price", async () => {
    const { client, companyId } = await discounted(12.5);
    const product = await portal.product({ basePricePerM2: 100.04 });
    succeeded(await change(product.id, 200, "2027-01-01"));
    // 100.04 × 0.875 = 87.535
    const his = { basePricePerM2: 100.04, pricePerM2: 87.54, nextPrice: { pricePerM2: 175, from: "2027-01-01" } };
    expect(await listed(product.id, client)).toMatchObject(his);
    expect(await listed(product.id, client, "&companyId=1")).toMatchObject(his);
    expect(await listed(product.id)).toMatchObject({ pricePerM2: 100.04, nextPrice: { pricePerM2: 200 } });
    expect(await listed(product.id, boss, `&companyId=${companyId}`)).toMatchObject(his);
    expect(says(await boss.get("/api/products?companyId=999999"))).toEqual([404, "Client not found"]);
    const seen = (await listed(product.id, await portal.signIn("supplier"))) ?? {};
    for (const field of ["basePricePerM2", "pricePerM2", "nextPrice"]) expect(seen).not.toHaveProperty(field);
  });

  test("a quote has the customer's discount, whoever makes it; existing quotes keep their prices until an edit", async () => {
    const { client, companyId, id } = await discounted(10);
    const product = await portal.product({ basePricePerM2: 289 });
    const item = { pricePerM2: 260.1, listPricePerM2: 289, itemTotalPrice: 260.1 };
    const items = [portal.windowOf(product, { widthM: 1, heightM: 1 })];
    expect(await quotedAt(product, client)).toMatchObject(item);
    const quote = succeeded(await boss.post<QuoteReply & { version: number }>("/api/quotes", { userId: id, items }));
    expect(quote.items[0]).toMatchObject(item);
    succeeded(await boss.patch(`/api/clients/${companyId}/terms`, { discountPercent: 20 }));
    const read = async () => succeeded(await client.get<QuoteReply>(`/api/quotes/${quote.id}`)).items[0];
    expect(await read()).toMatchObject(item);
    succeeded(await client.put(`/api/quotes/${quote.id}`, { items, version: quote.version }));
    expect(await read()).toMatchObject({ pricePerM2: 231.2, listPricePerM2: 289 });
    const again = succeeded(await boss.post<QuoteReply>(`/api/quotes/${quote.id}/duplicate`));
    expect(again.items[0]).toMatchObject({ pricePerM2: 231.2, listPricePerM2: 289 });
  });

  test("a discount is printed on the quotation", async () => {
    const { client } = await discounted(10);
    const product = await portal.product({ basePricePerM2: 289 });
    const quote = await portal.quoteFor(client, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] });
    const said = async (by: TestClient, id: number) => flat((await openPdf(portal, by, `/api/quotes/${id}/pdf`)).pages.join(" "));
    expect(await said(client, quote.id)).toMatch(/£260\.10\s+list £289\.00\s+less 10 %/);
    const plain = await portal.signIn("customer");
    const other = await portal.quoteFor(plain, { items: [portal.windowOf(product)] });
    expect(await said(plain, other.id)).not.toContain("less");
  });
});
