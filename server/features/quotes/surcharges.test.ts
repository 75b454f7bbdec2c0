import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "#server/features/invoices/invoice-lines.ts";
import { itemsOfQuote } from "#server/lists/select-parts.ts";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type OrderReply, type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { flat, openPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  product = await portal.product({ name: "Surcharged", basePricePerM2: 289, ...CHARGES });
  await saveSeller(portal);
});
afterAll(() => portal.stop());

const CHARGES = {
  minimumAreaM2: 0.5,
  surcharges: [
    { field: "tiltRodType", value: "hidden", amount: 25, per: "shutter" },
    { field: "colorSelection", value: "Cream", amount: 40, per: "window" },
    { field: "frameType", value: "l-frame", amount: 12.05, per: "post" },
  ],
} satisfies Partial<ProductReply>;
const NONE = { minimumAreaM2: null, surcharges: [] };

const windows = () => [
  portal.windowOf(product, { name: "Small", widthM: 0.6, heightM: 0.7, quantity: 3 }),
  portal.windowOf(product, {
    ...{ name: "Bay", widthM: 2, heightM: 1, quantity: 2, tiltRodType: "hidden", colorSelection: "Cream", layoutCode: "LTLRTR" },
  }),
];
const charged = ({ items }: Pick<QuoteReply, "items">) =>
  items.map(({ areaM2, chargedAreaM2, surcharges, itemTotalPrice }) => ({ areaM2, chargedAreaM2, surcharges, itemTotalPrice }));

/**
 * The totals are 3 × 0.500 m² × £289.00, and 2 × 2.000 m² × £289.00 + 2 × £25.00 + £40.00 + 2 × 2 ×
 * £12.05.
 */
const CHARGED = [
  { areaM2: 0.42, chargedAreaM2: 0.5, surcharges: [], itemTotalPrice: 433.5 },
  {
    areaM2: 2,
    chargedAreaM2: 2,
    surcharges: [
      { text: "Hidden tilt rod, 2 × £25.00", amount: 50 },
      { text: "Cream", amount: 40 },
      { text: "L-frame, 4 posts × £12.05", amount: 48.2 },
    ],
    itemTotalPrice: 1294.2,
  },
];

describe("a minimum area and surcharges", () => {
  test("surcharges are in a quote, its total, its copies and its order; a free remake has none", async () => {
    const quote = await portal.quoteFor(customer, { items: windows(), subtotal: 1727.7, finalTotal: 2073.24 });
    expect(charged(quote)).toEqual(CHARGED);
    const read = succeeded(await customer.get<QuoteReply>(`/api/quotes/${quote.id}`));
    expect(charged(read)).toEqual(CHARGED);
    expect(read).toMatchObject({ subtotal: 1727.7, tax: 345.54, finalTotal: 2073.24 });
    expect(charged(succeeded(await customer.post<QuoteReply>(`/api/quotes/${quote.id}/duplicate`)))).toEqual(CHARGED);
    const order = await portal.orderFor(customer, { items: windows() });
    const ordered = succeeded(await customer.get<OrderReply & { quote: QuoteReply }>(`/api/orders/${order.id}`)).quote;
    expect(charged(ordered)).toEqual(CHARGED);
    expect(charged(succeeded(await customer.post<QuoteReply>(`/api/orders/${order.id}/reorder`)))).toEqual(CHARGED);
    const remake = succeeded(await askForRemake(customer, order.id));
    succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
    const [small, bay] = ordered.items;
    const again = succeeded(
      await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, {
        items: [
          { itemId: small?.id, quantity: 1 },
          { itemId: bay?.id, quantity: 1 },
        ],
      }),
    );
    const free = succeeded(await customer.get<{ quote: QuoteReply }>(`/api/orders/${again.id}`)).quote;
    expect(charged(free)).toEqual(CHARGED.map(({ areaM2 }) => ({ areaM2, chargedAreaM2: areaM2, surcharges: [], itemTotalPrice: 0 })));
  });

  test("surcharges stay with a quote as it was made; an edit prices it again", async () => {
    const type = await portal.product({ basePricePerM2: 100, ...CHARGES });
    const items = [portal.windowOf(type, { widthM: 0.6, heightM: 0.7, tiltRodType: "hidden" })];
    const quote = await portal.quoteFor(customer, { items });
    const before = [{ areaM2: 0.42, chargedAreaM2: 0.5, surcharges: [{ text: "Hidden tilt rod", amount: 25 }], itemTotalPrice: 75 }];
    expect(charged(quote)).toEqual(before);
    const { id, name } = type;
    succeeded(await boss.put("/api/products", { id, name, basePricePerM2: 100, minimumAreaM2: 0.45, surcharges: [] }));
    expect(charged(succeeded(await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)))).toEqual(before);
    const stale = await customer.put(`/api/quotes/${quote.id}`, { items, version: 1, subtotal: 75 });
    expect([stale.status, stale.text]).toEqual([409, expect.stringContaining("Prices have changed: the total is now £54.00")]);
    const edited = succeeded(await customer.put<QuoteReply>(`/api/quotes/${quote.id}`, { items, version: 1 }));
    expect(charged(edited)).toEqual([{ areaM2: 0.42, chargedAreaM2: 0.45, surcharges: [], itemTotalPrice: 45 }]);
  });

  test("a discount does not reduce the surcharges", async () => {
    const account = await portal.createAccount("customer");
    succeeded(await boss.patch(`/api/clients/${account.companyId}/terms`, { discountPercent: 10 }));
    const client = await portal.signIn(account);
    const [quote] = charged(await portal.quoteFor(client, { items: windows().slice(1) }));
    // 2 × 2.000 m² × £260.10 + £138.20
    expect(quote).toEqual({ ...CHARGED[1], itemTotalPrice: 1178.6 });
    const listed = succeeded(await client.get<ProductReply[]>("/api/products?limit=200")).find(({ id }) => id === product.id);
    expect(listed).toMatchObject({ pricePerM2: 260.1, ...CHARGES });
  });

  test("surcharges are printed on a quotation; a window without any is printed without them", async () => {
    const quote = await portal.quoteFor(customer, { items: windows() });
    const said = flat((await openPdf(portal, customer, `/api/quotes/${quote.id}/pdf`)).pages.join(" "));
    expect(said).toMatch(/0\.420 m²\s+charged as\s+0\.500 m²/);
    for (const text of ["Hidden tilt rod, 2 × £25.00: £50.00", "Cream: £40.00", "L-frame, 4 posts × £12.05: £48.20", "£1,294.20"])
      expect(said).toContain(text);
    const plain = await portal.product({ name: "Plain", basePricePerM2: 100 });
    const { id } = await portal.quoteFor(customer, { items: [portal.windowOf(plain, { name: "Bay" })] });
    expect(linesOf(await itemsOfQuote(portal.db, id))).toStrictEqual([
      {
        name: "Bay",
        description: "Plain, White, 1,200 × 1,500 mm, 64 mm louvres, L-frame, inside mount, left hinge, centre tilt rod",
        quantity: 1,
        areaM2: 1800,
        pricePerM2: 10_000,
        taxPercent: 20,
        net: 18_000,
      },
    ]);
  });

  test("minimum area and surcharges are columns of the CSV list of types", async () => {
    const { text } = await customer.get("/api/products?limit=200", { accept: "text/csv" });
    expect(text.split("\r\n")[0]).toContain("Minimum area (m²),Surcharges");
    expect(text.split("\r\n").find((line) => line.includes("Surcharged"))).toContain(
      ',0.5,"tiltRodType × hidden × 25 × shutter; colorSelection × Cream × 40 × window; frameType × l-frame × 12.05 × post",',
    );
  });
});

describe("the database", () => {
  test.each<[string, Partial<typeof quoteItems.$inferInsert>, string]>([
    ["a total without a surcharge", { surcharges: [] }, "quote_items_total_is_the_product"],
    [
      "another surcharge than the total's",
      { surcharges: [{ text: "Cream", amountPence: 1 as never }] },
      "quote_items_total_is_the_product",
    ],
    ["a surcharge without words", { surcharges: [{ text: "", amountPence: 13_820 as never }] }, "quote_items_total_is_the_product"],
    ["a surcharge without an amount", { surcharges: [{ text: "Cream" } as never] }, "quote_items_total_is_the_product"],
    [
      "one that takes off what another puts on",
      {
        surcharges: [
          { text: "Cream", amountPence: 13_920 as never },
          { text: "Less", amountPence: -100 as never },
        ],
      },
      "quote_items_total_is_the_product",
    ],
    ["an area that is not the total's", { chargedAreaMilliM2: 2001 as never }, "quote_items_total_is_the_product"],
    ["a smaller area than its own", { chargedAreaMilliM2: 1000 as never, itemTotalPence: 71_620 as never }, "quote_items_charged_area"],
  ])("the database refuses %s for a window", async (_, change, constraint) => {
    const quote = await portal.quoteFor(customer, { items: windows() });
    const itemId = quote.items[1]?.id ?? 0;
    const broken = await portal.db
      .update(quoteItems)
      .set(change)
      .where(eq(quoteItems.id, itemId))
      .then(() => "nothing", brokenConstraint);
    expect(broken).toBe(constraint);
  });

  test.each<[string, Partial<typeof products.$inferInsert>, string]>([
    ["a least area of less than 0.1 m²", { minimumAreaMilliM2: 99 as never }, "products_minimum_area"],
    ["a least area of more than 5 m²", { minimumAreaMilliM2: 5001 as never }, "products_minimum_area"],
    ["a surcharge of nothing", { surcharges: [{ ...oneSurcharge(), amountPence: 0 as never }] }, "products_surcharges"],
    ["a surcharge of more than £10,000", { surcharges: [{ ...oneSurcharge(), amountPence: 1_000_001 as never }] }, "products_surcharges"],
    ["a surcharge per panel", { surcharges: [{ ...oneSurcharge(), per: "panel" as never }] }, "products_surcharges"],
    ["a surcharge for no value", { surcharges: [{ ...oneSurcharge(), value: null as never }] }, "products_surcharges"],
    ["21 surcharges", { surcharges: Array.from({ length: 21 }, oneSurcharge) }, "products_surcharges"],
  ])("the database refuses %s for a shutter type", async (_, change, constraint) => {
    const broken = await portal.db
      .update(products)
      .set(change)
      .where(eq(products.id, product.id))
      .then(() => "nothing", brokenConstraint);
    expect(broken).toBe(constraint);
  });
});

function oneSurcharge() {
  return { field: "tiltRodType", value: "hidden", amountPence: 2500 as never, per: "shutter" } as const;
}

describe("the right to set surcharges", () => {
  test("the super admin sets surcharges; an admin's are ignored, for a new and for a changed type", async () => {
    const admin = await portal.signIn("admin");
    const made = succeeded(await admin.post<ProductReply>("/api/products", { name: "Of an admin", basePricePerM2: 100, ...CHARGES }));
    expect(made).toMatchObject(NONE);
    const { id, name } = made;
    const set = await boss.put<ProductReply>("/api/products", { id, name, basePricePerM2: 100, colorOptions: ["Cream"], ...CHARGES });
    expect(succeeded(set)).toMatchObject(CHARGES);
    expect(succeeded(await admin.put("/api/products", { id, name, basePricePerM2: 100, ...NONE }))).toMatchObject(CHARGES);
    expect(succeeded(await boss.put("/api/products", { id, name, basePricePerM2: 100 }))).toMatchObject(CHARGES);
    expect(succeeded(await boss.put("/api/products", { id, name, basePricePerM2: 100, ...NONE }))).toMatchObject(NONE);
  });

  test("suppliers read neither surcharges nor minimum areas", async () => {
    const supplier = await portal.signIn("supplier");
    const listed = succeeded(await supplier.get<ProductReply[]>("/api/products?limit=200"));
    expect(listed.some(({ id }) => id === product.id)).toBe(true);
    for (const type of listed) for (const field of Object.keys(NONE)) expect(type).not.toHaveProperty(field);
    const order = await portal.orderFor(customer, { items: windows() });
    const { text } = await supplier.get(`/api/orders/${order.id}`);
    expect(text).toContain("Bay");
    for (const word of ["surcharge", "chargedArea", "12.05", "posts ×"]) expect(text).not.toContain(word);
  });

  test("the audit trail describes surcharges in words", async () => {
    const type = await portal.product({ name: "Trailed", basePricePerM2: 100 });
    const change = { minimumAreaM2: 0.5, surcharges: CHARGES.surcharges.slice(0, 1) };
    succeeded(await boss.put("/api/products", { id: type.id, name: "Trailed", basePricePerM2: 100, ...change }));
    const [entry] = succeeded(await boss.get<{ text: string }[]>("/api/audit?limit=1"));
    expect(entry?.text).toBe("Trailed: Surcharges Hidden tilt rod £25.00 per shutter, Minimum area 0.5 m²");
  });
});

test.each<[object, string]>([
  [{ minimumAreaM2: 0.099 }, "Minimum area must be between 0.1 and 5 m²"],
  [{ minimumAreaM2: 5.001 }, "Minimum area must be between 0.1 and 5 m²"],
  [{ minimumAreaM2: 0.5005 }, "Minimum area can have at most three decimals"],
  [{ surcharges: [{ ...CHARGES.surcharges[0], amount: 0 }] }, "A surcharge must be a positive number"],
  [{ surcharges: [{ ...CHARGES.surcharges[0], amount: 10_000.01 }] }, "A surcharge must be at most £10,000"],
  [{ surcharges: [{ ...CHARGES.surcharges[0], amount: 1.005 }] }, "Price can have at most two decimals"],
  [{ surcharges: [{ ...CHARGES.surcharges[0], per: "panel" }] }, "Surcharge per must be one of window, shutter, post"],
  [{ surcharges: [{ ...CHARGES.surcharges[0], value: "left-hinge" }] }, "Surcharge value must be one that a window can have"],
  [
    { surcharges: [{ ...CHARGES.surcharges[0], field: "colorSelection", value: "Mauve" }] },
    "Surcharge: Mauve is not a colour of this type",
  ],
  [{ surcharges: [{ ...CHARGES.surcharges[0], field: "louverSize", value: 114 }] }, "Surcharge: 114 mm is not a louver size of this type"],
  [{ surcharges: Array.from({ length: 21 }, () => CHARGES.surcharges[0]) }, "At most 20 surcharges"],
])("a type with %j is refused: %s", async (change, sentence) => {
  const { id, name } = product;
  const { status, text } = await boss.put("/api/products", { id, name, basePricePerM2: 289, ...change });
  expect([status, text]).toEqual([400, expect.stringContaining(sentence)]);
});
