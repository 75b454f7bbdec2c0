import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { typeTerms } from "#server/schema/clients.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { flat, openPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { documentPath } from "#shared/contract/parts/papers.ts";

const portal: TestPortal = await startPortal();
const boss: TestClient = await portal.superAdmin();
/** Sets the clock to an instant without ending the sessions. */
async function at(instant: string) {
  portal.clock.set(instant);
  await portal.db.update(sessions).set({ createdAt: new Date(instant), lastSeenAt: new Date(instant) });
}
beforeEach(() => at("2026-12-01T12:00:00Z"));
afterAll(() => portal.stop());

interface Terms {
  id: number;
  from: string;
  discountPercent?: number;
  types: { productId: number; name: string; discountPercent?: number | null; pricePerM2?: number }[];
}
interface Buyer {
  readonly client: TestClient;
  readonly companyId: number;
  readonly companyName: string;
}
async function buyer(): Promise<Buyer> {
  const account = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  return { client: await portal.openSession(account), companyId: account.companyId, companyName: account.companyName };
}
const plan = ({ companyId }: Buyer, body: object, by = boss) => by.post<Terms>(`/api/clients/${companyId}/terms-changes`, body);
const ahead = async ({ companyId }: Buyer) => succeeded(await boss.get<Terms[]>(`/api/clients/${companyId}/terms-changes`));
const drop = ({ companyId }: Buyer, id: number) => boss.delete(`/api/clients/${companyId}/terms-changes/${id}`);
const saveDiscount = ({ companyId }: Buyer, discountPercent: number) => boss.patch(`/api/clients/${companyId}/terms`, { discountPercent });
const says = ({ status, text }: { status: number; text: string }) => [status, text];
const listed = async (id: number, { client }: Buyer) =>
  succeeded(await client.get<(ProductReply & { pricePerM2: number })[]>("/api/products?limit=200")).find((type) => type.id === id);
const quoted = async (product: ProductReply, { client }: Buyer) =>
  (await portal.quoteFor(client, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] })).items[0];

describe("terms from a day on", () => {
  test("a price of a type precedes its discount, which precedes the general discount", async () => {
    const who = await buyer();
    const [fixed, own, other] = [await portal.product({ basePricePerM2: 289 }), await portal.product(), await portal.product()];
    const types = [
      { productId: fixed.id, pricePerM2: 250 },
      { productId: own.id, discountPercent: 20 },
    ];
    const stored = succeeded(await plan(who, { from: "2026-12-10", discountPercent: 10, types }));
    expect(stored).toMatchObject({ from: "2026-12-10", discountPercent: 10, createdBy: { contactName: boss.account?.contactName } });
    expect(stored.types).toEqual([
      { productId: fixed.id, name: fixed.name, pricePerM2: 250 },
      { productId: own.id, name: own.name, discountPercent: 20 },
    ]);
    expect(await ahead(who)).toEqual([stored]);
    expect(await quoted(fixed, who)).toMatchObject({ pricePerM2: 289, discountPercent: 0 });
    expect(await listed(fixed.id, who)).toMatchObject({ pricePerM2: 289, nextPrice: { pricePerM2: 250, from: "2026-12-10" } });
    await at("2026-12-10T09:00:00Z");
    expect(await ahead(who)).toEqual([]);
    expect(await quoted(fixed, who)).toMatchObject({ pricePerM2: 250, listPricePerM2: 289, discountPercent: 0, itemTotalPrice: 250 });
    expect(await quoted(own, who)).toMatchObject({ pricePerM2: 120.4, listPricePerM2: 150.5, discountPercent: 20 });
    expect(await quoted(other, who)).toMatchObject({ pricePerM2: 135.45, discountPercent: 10 });
    expect(await listed(own.id, who)).toMatchObject({ basePricePerM2: 150.5, pricePerM2: 120.4, nextPrice: null });
    const page = succeeded(
      await boss.get<{ terms: { discountPercent: number }; typeTerms: Terms["types"] }>(`/api/clients/${who.companyId}`),
    );
    expect(page).toMatchObject({ terms: { discountPercent: 10 }, typeTerms: stored.types });
    expect(succeeded(await who.client.get("/api/account"))).toMatchObject({ terms: { discountPercent: 10 } });
    // Another company buys at the list price.
    expect(await quoted(fixed, await buyer())).toMatchObject({ pricePerM2: 289, discountPercent: 0 });
  });

  test("a type that a later change leaves out keeps its terms, and a discount of null ends them", async () => {
    const who = await buyer();
    const [one, other] = [await portal.product({ basePricePerM2: 100 }), await portal.product({ basePricePerM2: 100 })];
    const both = [one, other].map(({ id: productId }) => ({ productId, pricePerM2: 80 }));
    succeeded(await plan(who, { from: "2026-12-10", types: both }));
    succeeded(await plan(who, { from: "2026-12-20", discountPercent: 5, types: [{ productId: other.id, discountPercent: null }] }));
    await at("2026-12-20T09:00:00Z");
    expect(await listed(one.id, who)).toMatchObject({ pricePerM2: 80 });
    expect(await listed(other.id, who)).toMatchObject({ pricePerM2: 95 });
    succeeded(await plan(who, { from: "2026-12-21", discountPercent: null }));
    await at("2026-12-21T09:00:00Z");
    expect(await listed(one.id, who)).toMatchObject({ pricePerM2: 80 });
    expect(await listed(other.id, who)).toMatchObject({ pricePerM2: 100 });
  });

  test("for one day the change saved last applies, and withdrawing it restores the one before", async () => {
    const who = await buyer();
    const { id: productId } = await portal.product({ basePricePerM2: 100 });
    const from = "2026-12-10";
    succeeded(await plan(who, { from, discountPercent: 10, types: [{ productId, pricePerM2: 80 }] }));
    const last = succeeded(await plan(who, { from, types: [{ productId, pricePerM2: 70 }] }));
    const dropped = succeeded(await plan(who, { from, types: [{ productId, pricePerM2: 60 }] }));
    expect((await drop(who, dropped.id)).status).toBe(204);
    await at("2026-12-10T09:00:00Z");
    expect(await listed(productId, who)).toMatchObject({ pricePerM2: 70 });
    expect(says(await drop(who, last.id))).toEqual([409, "These terms already hold"]);
    expect(says(await drop(await buyer(), last.id))).toEqual([404, "Change of terms not found"]);
  });

  test("a discount saved on the day or later applies, and other terms saved meanwhile leave a planned one", async () => {
    const who = await buyer();
    const { id } = await portal.product({ basePricePerM2: 100 });
    succeeded(await plan(who, { from: "2026-12-10", discountPercent: 10 }));
    succeeded(await saveDiscount(who, 3));
    await at("2026-12-10T09:00:00Z");
    expect(await listed(id, who)).toMatchObject({ pricePerM2: 90 });
    succeeded(await boss.patch(`/api/clients/${who.companyId}/terms`, { paymentDays: 30 }));
    succeeded(await plan(who, { from: "2026-12-12", discountPercent: 20 }));
    await at("2026-12-12T09:00:00Z");
    expect(await listed(id, who)).toMatchObject({ pricePerM2: 80 });
    succeeded(await saveDiscount(who, 4));
    expect(await listed(id, who)).toMatchObject({ pricePerM2: 96 });
    await at("2026-12-13T09:00:00Z");
    expect(await listed(id, who)).toMatchObject({ pricePerM2: 96 });
  });

  test.each([
    // The clock runs, so what happens before midnight has a minute for it.
    // Summer time begins on 28 March 2027 at 01:00, so London's midnight of the 29th is 23:00 UTC.
    ["2027-03-28", "2027-03-27T23:59:00.000Z", "2027-03-28T00:00:00.100Z"],
    ["2027-03-29", "2027-03-28T22:59:00.000Z", "2027-03-28T23:00:00.100Z"],
    // It ends on 31 October 2027 at 01:00 UTC.
    ["2027-10-31", "2027-10-30T22:59:00.000Z", "2027-10-30T23:00:00.100Z"],
    ["2027-11-01", "2027-10-31T23:59:00.000Z", "2027-11-01T00:00:00.100Z"],
  ])("terms from %s hold from London's midnight when the clocks change", async (from, before, after) => {
    const who = await buyer();
    const product = await portal.product({ basePricePerM2: 100 });
    const { id } = succeeded(await plan(who, { from, types: [{ productId: product.id, pricePerM2: 80 }] }));
    await at(before);
    expect(await quoted(product, who)).toMatchObject({ pricePerM2: 100 });
    expect(await ahead(who)).toHaveLength(1);
    await at(after);
    expect(await quoted(product, who)).toMatchObject({ pricePerM2: 80 });
    expect((await drop(who, id)).status).toBe(409);
    // The day of the terms is today now.
    expect(says(await plan(who, { from, discountPercent: 1 }))).toEqual([400, "The day must be after today"]);
  });

  test("a stored quote keeps its price, and editing prices it on the day's terms", async () => {
    const who = await buyer();
    const product = await portal.product({ basePricePerM2: 289 });
    const items = [portal.windowOf(product, { widthM: 1, heightM: 1 })];
    const quote = await portal.quoteFor(who.client, { items });
    const placed = await portal.quoteFor(who.client, { items });
    succeeded(
      await who.client.post(`/api/quotes/${placed.id}/place`, { shippingAddress: "1 High Street, Lewes", version: placed.version }),
    );
    succeeded(await plan(who, { from: "2026-12-10", types: [{ productId: product.id, pricePerM2: 250 }] }));
    await at("2026-12-10T09:00:00Z");
    const read = async (id: number) => succeeded(await who.client.get<QuoteReply>(`/api/quotes/${id}`)).items[0];
    expect(await read(quote.id)).toMatchObject({ pricePerM2: 289 });
    const edit = { version: quote.version, items };
    // A form that still shows the old price is refused, and stores nothing.
    const stale = await who.client.put(`/api/quotes/${quote.id}`, { ...edit, subtotal: 289, tax: 57.8, finalTotal: 346.8 });
    expect([stale.status, stale.text.split("\n")[0]]).toEqual([409, expect.stringContaining("Prices have changed")]);
    succeeded(await who.client.put(`/api/quotes/${quote.id}`, edit));
    expect(await read(quote.id)).toMatchObject({ pricePerM2: 250, listPricePerM2: 289 });
    expect(await read(placed.id)).toMatchObject({ pricePerM2: 289 });
  });
});

describe("documents", () => {
  test("a quotation and an invoice print the list price and the client's own price", async () => {
    await saveSeller(portal);
    const who = await buyer();
    const product = await portal.product({ basePricePerM2: 289 });
    succeeded(await plan(who, { from: "2026-12-10", types: [{ productId: product.id, pricePerM2: 250 }] }));
    await at("2026-12-10T09:00:00Z");
    const order = await portal.orderFor(who.client, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] });
    succeeded(await boss.post(`/api/quotes/${order.quoteId}/payments`, { receivedOn: "2026-12-10" }));
    for (const path of [documentPath("quotation", order.quoteId ?? 0), documentPath("invoice", order.id)])
      expect(flat((await openPdf(portal, who.client, path)).text)).toContain(flat("list £289.00, your price £250.00"));
  });
});

describe("a change of list prices", () => {
  test("a price change names the clients whose fixed price it does not move", async () => {
    const [fixed, ended, general] = [await buyer(), await buyer(), await buyer()];
    const [product, other] = [await portal.product({ basePricePerM2: 100 }), await portal.product({ basePricePerM2: 100 })];
    const price = { productId: product.id, pricePerM2: 80 };
    for (const who of [fixed, ended]) succeeded(await plan(who, { from: "2026-12-10", types: [price] }));
    succeeded(await plan(ended, { from: "2026-12-15", types: [{ productId: product.id, discountPercent: null }] }));
    succeeded(await plan(general, { from: "2026-12-05", discountPercent: 10 }));
    const change = (from: string) =>
      boss.post<{ id: number; unmoved: object[] }>("/api/price-changes", { from, percent: 10, productIds: [product.id, other.id] });
    const row = ({ companyId, companyName }: Buyer) => ({ companyId, companyName, productId: product.id, pricePerM2: 80 });
    expect(succeeded(await change("2026-12-09")).unmoved).toEqual([]);
    const both = [fixed, ended].toSorted((one, next) => one.companyName.localeCompare(next.companyName)).map(row);
    const planned = succeeded(await change("2026-12-12"));
    expect(planned.unmoved).toEqual(both);
    const after = succeeded(await change("2026-12-20"));
    expect(after.unmoved).toEqual([row(fixed)]);
    const plans = succeeded(await boss.get<{ id: number; unmoved: object[] }[]>("/api/price-changes"));
    expect(plans.find(({ id }) => id === planned.id)?.unmoved).toEqual(both);
    await at("2026-12-20T09:00:00Z");
    expect(await listed(product.id, fixed)).toMatchObject({ basePricePerM2: 133.1, pricePerM2: 80 });
    expect(await listed(product.id, general)).toMatchObject({ pricePerM2: 119.79 });
    // A new list price beside a fixed one is no next price of that client.
    succeeded(await change("2026-12-25"));
    expect(await listed(product.id, fixed)).toMatchObject({ nextPrice: null });
    expect(await listed(product.id, general)).toMatchObject({ nextPrice: { pricePerM2: 131.77, from: "2026-12-25" } });
  });

  test("the next price is the first one that differs, also after days that change nothing", async () => {
    const who = await buyer();
    const product = await portal.product({ basePricePerM2: 289 });
    const fixedAt = (pricePerM2: number) => ({ types: [{ productId: product.id, pricePerM2 }] });
    succeeded(await plan(who, { from: "2026-12-03", ...fixedAt(289) }));
    succeeded(await boss.post("/api/price-changes", { from: "2026-12-05", percent: 10, productIds: [product.id] }));
    succeeded(await plan(who, { from: "2026-12-15", ...fixedAt(250) }));
    expect(await listed(product.id, who)).toMatchObject({ pricePerM2: 289, nextPrice: { pricePerM2: 250, from: "2026-12-15" } });
    await at("2026-12-15T09:00:00Z");
    expect(await listed(product.id, who)).toMatchObject({ pricePerM2: 250, nextPrice: null });
  });
});

describe("bad input", () => {
  const from = "2026-12-10";
  test.each([
    [{ from }, 400, "Give at least one of the terms"],
    [{ from, types: [] }, 400, "Give at least one of the terms"],
    [{ from: "2026-12-01", discountPercent: 1 }, 400, "The day must be after today"],
    [{ from, discountPercent: 60.01 }, 400, "Discount must be between 0 and 60 percent"],
    [{ from, types: [{ productId: 0 }] }, 400, "Give either a price or a discount"],
    [{ from, types: [{ productId: 0, pricePerM2: 1, discountPercent: null }] }, 400, "Give either a price or a discount"],
    [{ from, types: [{ productId: 0, pricePerM2: 0 }] }, 400, "Price must be a positive number"],
    [
      {
        from,
        types: [
          { productId: 0, pricePerM2: 1 },
          { productId: 0, pricePerM2: 2 },
        ],
      },
      400,
      "Please name each shutter type once",
    ],
    [{ from, types: [{ productId: 999_999, pricePerM2: 1 }] }, 404, "Shutter type not found"],
  ])("the terms %j are refused, and nothing is stored", async (body, status, sentence) => {
    const who = await buyer();
    const { id } = await portal.product();
    const sent = JSON.parse(JSON.stringify(body).replaceAll('"productId":0', `"productId":${id}`));
    expect(says(await plan(who, sent))).toEqual([status, sentence]);
    expect(await ahead(who)).toEqual([]);
  });

  test("an archived type has no terms, and a supplier is no client", async () => {
    const { id: productId } = await portal.product();
    succeeded(await boss.patch(`/api/products/${productId}/archive`));
    expect(says(await plan(await buyer(), { from, types: [{ productId, pricePerM2: 1 }] }))).toEqual([404, "Shutter type not found"]);
    const { companyId } = await portal.createAccount("supplier");
    expect(says(await boss.post(`/api/clients/${companyId}/terms-changes`, { from, discountPercent: 1 }))).toEqual([
      404,
      "Client not found",
    ]);
  });

  test("the database refuses a price with a discount, and a fixed price that claims one", async () => {
    const who = await buyer();
    const { id: productId } = await portal.product();
    const { id: changeId } = succeeded(await plan(who, { from, types: [{ productId, pricePerM2: 100 }] }));
    await expect(portal.owner.update(typeTerms).set({ discountHundredths: 100 })).rejects.toThrow();
    expect(changeId).toBeGreaterThan(0);
    await at("2026-12-10T12:00:00Z");
    const { id } = await portal.quoteFor(who.client, { items: [portal.windowOf(await portal.product())] });
    expect(id).toBeGreaterThan(0);
    await expect(portal.owner.update(quoteItems).set({ isFixedPrice: true, discountHundredths: 500 })).rejects.toThrow();
    await expect(portal.owner.update(quoteItems).set({ pencePerM2: 1 as never })).rejects.toThrow();
  });
});

describe("two people at once", () => {
  test("the change stored last applies, if many are made at once for one day", async () => {
    const who = await buyer();
    const { id: productId } = await portal.product({ basePricePerM2: 100 });
    const prices = [81, 82, 83, 84, 85, 86];
    const made = await Promise.all(prices.map((pricePerM2) => plan(who, { from: "2026-12-10", types: [{ productId, pricePerM2 }] })));
    const last = made
      .map(succeeded)
      .toSorted((one, next) => one.id - next.id)
      .at(-1);
    expect(await ahead(who)).toHaveLength(prices.length);
    await at("2026-12-10T09:00:00Z");
    expect(await listed(productId, who)).toMatchObject({ pricePerM2: last?.types[0]?.pricePerM2 });
  });

  test("one change withdrawn twice at once is withdrawn once", async () => {
    const who = await buyer();
    const { id } = succeeded(await plan(who, { from: "2026-12-10", discountPercent: 5 }));
    const statuses = (await Promise.all([drop(who, id), drop(who, id)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 404]);
  });

  test("quotes saved while terms are changed and withdrawn have one whole price each", async () => {
    const who = await buyer();
    const product = await portal.product({ basePricePerM2: 100 });
    const own = (pricePerM2: number, from: string) => plan(who, { from, types: [{ productId: product.id, pricePerM2 }] });
    succeeded(await own(80, "2026-12-10"));
    await at("2026-12-09T23:59:59.700Z");
    // The day of the terms begins while these quotes are saved.
    const saved = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 3 === 2 ? own(70, "2026-12-20") : quoted(product, who))),
    );
    const windows = saved.flatMap((one) => (one && "pricePerM2" in one ? [one] : []));
    expect(windows).toHaveLength(8);
    for (const window of windows) {
      expect([80, 100]).toContain(window.pricePerM2);
      expect(window).toMatchObject({ listPricePerM2: 100, discountPercent: 0, itemTotalPrice: window.pricePerM2 });
    }
    await at("2026-12-10T00:00:01Z");
    expect(await quoted(product, who)).toMatchObject({ pricePerM2: 80 });
  });
});
