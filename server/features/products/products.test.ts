import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { products } from "#server/schema/products.ts";
import { auditEntries } from "#server/schema/records.ts";
import { type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let superAdmin: TestClient;
let admin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.signIn("admin");
});
afterAll(() => portal.stop());

const namesOf = async (client: TestClient, query = "") =>
  (await client.get<ProductReply[]>(`/api/products${query}`)).body.map(({ name }) => name);
const pricesOf = async (id: number) => (await superAdmin.get<object[]>(`/api/products/${id}/prices`)).body;

describe("adding a shutter type", () => {
  test("a shutter type needs only a name and a price, and takes every other field", async () => {
    const plain = await admin.post("/api/products", { name: "Plain", basePricePerM2: 99.5 });
    expect([plain.status, plain.body]).toMatchObject([
      201,
      {
        name: "Plain",
        basePricePerM2: 99.5,
        description: null,
        standardLouverSizes: [],
        colorOptions: [],
        widestPanelMm: null,
        archivedAt: null,
      },
    ]);
    const lists = { standardLouverSizes: [64, 76], colorOptions: ["White"] };
    const full = { name: "Full", basePricePerM2: 1, description: "All of it", ...lists, widestPanelMm: 750 };
    expect((await admin.post("/api/products", full)).body).toMatchObject(full);
  });

  test("colours are trimmed, and repeated ones are dropped", async () => {
    const body = { name: "Twice", basePricePerM2: 1, standardLouverSizes: [64, 64, 76], colorOptions: [" White ", "White", "Cream"] };
    expect((await admin.post("/api/products", body)).body).toMatchObject({
      standardLouverSizes: [64, 76],
      colorOptions: ["White", "Cream"],
    });
  });

  test.each([
    [{ basePricePerM2: undefined }, "Base price is required"],
    [{ basePricePerM2: null }, "Base price is required"],
    [{ basePricePerM2: 0 }, "Price must be a positive number"],
    [{ basePricePerM2: -1 }, "Price must be a positive number"],
    [{ basePricePerM2: "12" }, "Price must be a positive number"],
    [{ basePricePerM2: 1.005 }, "Price can have at most two decimals"],
    [{ basePricePerM2: 100_000.01 }, "Price must be at most £100,000"],
    [{ name: undefined }, "Name is required"],
    [{ name: "  " }, "Name is required"],
    [{ name: "x".repeat(121) }, "Name must be at most 120 characters"],
    [{ description: "x".repeat(2001) }, "Description must be at most 2,000 characters"],
    [{ standardLouverSizes: [64.5] }, "Louver sizes must be whole millimetres"],
    [{ standardLouverSizes: [0] }, "Louver sizes must be at least 1 mm"],
    [{ standardLouverSizes: "64, 76" }, "Louver sizes must be a list"],
    [{ widestPanelMm: 199 }, "The widest panel must be at least 200 mm"],
    [{ widestPanelMm: 1501 }, "The widest panel must be at most 1,500 mm"],
    [{ widestPanelMm: 750.5 }, "The widest panel must be whole millimetres"],
    [{ widestPanelMm: "750" }, "The widest panel must be whole millimetres"],
    [{ colorOptions: ["White", " "] }, "Colours cannot be blank"],
    [{ colorOptions: ["x".repeat(61)] }, "Colours must be at most 60 characters"],
  ])("a type with %j is refused with %s, and nothing is stored", async (wrong, sentence) => {
    const before = await portal.db.$count(products);
    const { status, text } = await admin.post("/api/products", { name: "Right", basePricePerM2: 10, ...wrong });
    expect([status, text]).toEqual([400, sentence]);
    expect(await portal.db.$count(products)).toBe(before);
  });

  test("a name is taken in any case, also by an archived type and at the same moment", async () => {
    const { id } = await portal.product({ name: "Élan Vital" });
    await admin.patch(`/api/products/${id}/archive`);
    const again = await admin.post("/api/products", { name: "élan VITAL", basePricePerM2: 10 });
    expect([again.status, again.text]).toEqual([409, 'A shutter type called "élan VITAL" already exists']);
    const both = await Promise.all([1, 2].map(() => admin.post("/api/products", { name: "Race", basePricePerM2: 10 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe("changing a shutter type", () => {
  const put = (body: unknown, by = superAdmin) => by.put<ProductReply>("/api/products", body);

  test("a type is changed by its id, the name included; omitted fields stay", async () => {
    const product = await portal.product({ description: "Kept" });
    const { status, body } = await put({ id: product.id, name: "Renamed", basePricePerM2: 150.5 });
    expect([status, body]).toEqual([200, { ...product, name: "Renamed" }]);
    expect((await put({ id: product.id, name: "Renamed", basePricePerM2: 150.5, description: null, colorOptions: [] })).body).toMatchObject(
      {
        description: null,
        colorOptions: [],
        standardLouverSizes: product.standardLouverSizes,
      },
    );
  });

  test("a type is changed by its exact name if the id is omitted", async () => {
    const { id } = await portal.product({ name: "Exactly So" });
    expect((await put({ name: "Exactly So", basePricePerM2: 12 })).body).toMatchObject({ id, basePricePerM2: 12 });
    expect((await put({ name: "exactly so", basePricePerM2: 12 })).status).toBe(404);
    expect((await put({ id: 2_147_483_648, name: "Exactly So", basePricePerM2: 12 })).status).toBe(404);
  });

  test("a change to a name that another type has is a 409", async () => {
    await portal.product({ name: "Mine" });
    const other = await portal.product();
    expect((await put({ id: other.id, name: "MINE", basePricePerM2: 10 })).status).toBe(409);
  });

  test("an admin cannot use a name of another type, past or present, in any case; the super admin may", async () => {
    const dear = await portal.product({ name: "Hardwood" });
    expect((await put({ id: dear.id, name: "Hardwood 2026", basePricePerM2: 150.5 }, admin)).status).toBe(200);
    const stored = await portal.db.$count(products);
    for (const name of ["Hardwood", " hardWOOD\u00a0", "HARDWOOD 2026"]) {
      const added = await admin.post("/api/products", { name, basePricePerM2: 0.01 });
      expect([name, added.status]).toEqual([name, 409]);
    }
    const cheap = await portal.product({ name: "Softwood", basePricePerM2: 1 });
    const renamed = await put({ id: cheap.id, name: " Hardwood", basePricePerM2: 1 }, admin);
    expect([renamed.status, renamed.text]).toEqual([
      409,
      '"Hardwood 2026" was once called "Hardwood": only the super admin can use that name again',
    ]);
    expect(await portal.db.$count(products)).toBe(stored + 1);
    // Another spelling of its own current name is allowed, and so is a name that no type ever had.
    expect((await put({ id: cheap.id, name: "SOFTWOOD", basePricePerM2: 1 }, admin)).body.name).toBe("SOFTWOOD");
    expect((await admin.post("/api/products", { name: "Never heard of", basePricePerM2: 0.01 })).status).toBe(201);
    expect((await superAdmin.post("/api/products", { name: "hardwood", basePricePerM2: 99 })).status).toBe(201);
  });

  test("the database refuses a type whose name is not in the history of names", async () => {
    const { id } = await portal.product();
    const unkept = portal.owner.update(products).set({ name: "Of nobody" }).where(eq(products.id, id));
    await expect(unkept).rejects.toMatchObject({ cause: { constraint: "products_name_is_kept" } });
  });

  test("a name is stored without blank ends and hidden characters", async () => {
    expect((await admin.post<ProductReply>("/api/products", { name: " Ash\t", basePricePerM2: 10 })).body.name).toBe("Ash");
    const hidden = await admin.post("/api/products", { name: "Bass\u200Bwood", basePricePerM2: 10 });
    expect([hidden.status, hidden.text]).toEqual([400, "Name contains hidden characters: please type it instead of pasting it"]);
    const color = await admin.post("/api/products", { name: "Oak", basePricePerM2: 10, colorOptions: ["\u202EWhite"] });
    expect([color.status, color.text]).toEqual([400, "Colours contains hidden characters: please type it instead of pasting it"]);
  });

  test("an admin changes every field of a type except the price", async () => {
    const product = await portal.product();
    const same = await put({ id: product.id, name: "By admin", basePricePerM2: 150.5, description: "New" }, admin);
    expect([same.status, same.body]).toMatchObject([200, { name: "By admin", description: "New" }]);
    const dearer = await put({ id: product.id, name: "By admin", basePricePerM2: 150.51 }, admin);
    expect([dearer.status, dearer.text]).toEqual([403, "Only the super admin can change a price"]);
    expect(await pricesOf(product.id)).toHaveLength(1);
  });

  test("every price is stored with its date and author, and in the trail", async () => {
    const product = await portal.product({ basePricePerM2: 100 });
    for (const basePricePerM2 of [110, 110, 120]) await put({ id: product.id, name: product.name, basePricePerM2 });
    const by = superAdmin.account?.contactName;
    expect(await pricesOf(product.id)).toMatchObject([
      { from: 110, to: 120, by },
      { from: 100, to: 110, by },
      { from: null, to: 100, by },
    ]);
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({
      action: "products.update",
      targetId: product.id,
      before: { basePrice: "£110.00" },
      after: { basePrice: "£120.00" },
    });
  });
});

describe("density and finish", () => {
  test("density and finish have usual values until set; a PUT leaves omitted ones, and both are audited", async () => {
    const product = await portal.product({ densityKgM3: 680, finish: "painted" });
    expect(product).toMatchObject({ densityKgM3: 680, finish: "painted" });
    expect(await portal.product()).toMatchObject({ densityKgM3: null, finish: "coloured" });
    const put = (body: object) =>
      admin.put<ProductReply>("/api/products", { id: product.id, name: product.name, basePricePerM2: product.basePricePerM2, ...body });
    expect((await put({})).body).toMatchObject({ densityKgM3: 680, finish: "painted" });
    expect((await put({ densityKgM3: null, finish: "coloured" })).body).toMatchObject({ densityKgM3: null, finish: "coloured" });
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ before: { densityKgM3: 680, finish: "painted" }, after: { densityKgM3: null, finish: "coloured" } });
    for (const wrong of [{ densityKgM3: 199 }, { densityKgM3: 1501 }, { finish: "raw" as never }])
      await expect(portal.db.update(products).set(wrong).where(eq(products.id, product.id))).rejects.toThrow();
  });

  const DENSITY = "Density must be whole kg/m³ from 200 to 1,500";
  test.each<[object, string]>([
    [{ densityKgM3: 199 }, DENSITY],
    [{ densityKgM3: 1501 }, DENSITY],
    [{ densityKgM3: 450.5 }, DENSITY],
    [{ densityKgM3: "450" }, DENSITY],
    [{ finish: "raw" }, "Finish must be one of painted, coloured"],
    [{ finish: null }, "Finish must be one of painted, coloured"],
  ])("the density or finish %j is a 400", async (body, sentence) => {
    const { status, text } = await admin.post("/api/products", { name: "Odd timber", basePricePerM2: 1, ...body });
    expect([status, text]).toEqual([400, sentence]);
  });
});

describe("the widest panel", () => {
  test("the widest panel is changed by any staff, reset to the usual one by null, and audited", async () => {
    const product = await portal.product({ widestPanelMm: 750 });
    const put = (body: object) =>
      admin.put<ProductReply>("/api/products", { id: product.id, name: product.name, basePricePerM2: product.basePricePerM2, ...body });
    expect((await put({})).body.widestPanelMm).toBe(750);
    expect((await put({ widestPanelMm: null })).body.widestPanelMm).toBeNull();
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ before: { widestPanelMm: 750 }, after: { widestPanelMm: null } });
    await expect(portal.db.update(products).set({ widestPanelMm: 199 }).where(eq(products.id, product.id))).rejects.toThrow();
  });

  test("the widest panel of a quote is that of its day: a later change affects only new quotes", async () => {
    const customer = await portal.signIn("customer");
    const product = await portal.product({ widestPanelMm: 750 });
    const usual = await portal.product();
    const quote = await portal.quoteFor(customer, { items: [portal.windowOf(product), portal.windowOf(usual)] });
    const panels = async (path: string) =>
      (await customer.get<{ items: { widestPanelMm: number }[] }>(path)).body.items.map(({ widestPanelMm }) => widestPanelMm);
    expect(await panels(`/api/quotes/${quote.id}`)).toEqual([750, 950]);
    await admin.put("/api/products", { id: product.id, name: product.name, basePricePerM2: product.basePricePerM2, widestPanelMm: 600 });
    expect(await panels(`/api/quotes/${quote.id}`)).toEqual([750, 950]);
    const again = succeeded(await customer.post<{ id: number }>(`/api/quotes/${quote.id}/duplicate`));
    expect(await panels(`/api/quotes/${again.id}`)).toEqual([600, 950]);
  });

  test("the widest panel is a column of the CSV list of types", async () => {
    await portal.product({ name: "In the list", widestPanelMm: 825 });
    const { text } = await superAdmin.get("/api/products", { accept: "text/csv" });
    const [head = "", ...rows] = text.split("\r\n");
    const at = head.split(",").indexOf("Widest panel (mm)");
    expect(rows.find((row) => row.includes("In the list"))?.split(/,(?! )/)[at]).toBe("825");
  });
});

describe("restoring", () => {
  test("an archived type is restored at its last price; restoring an active one changes and records nothing", async () => {
    const customer = await portal.signIn("customer");
    const product = await portal.product({ name: "Coming back", basePricePerM2: 289 });
    await superAdmin.put("/api/products", { id: product.id, name: "Coming back", basePricePerM2: 301 });
    await admin.patch(`/api/products/${product.id}/archive`);
    expect(await namesOf(customer)).not.toContain("Coming back");
    const { body } = await admin.patch<ProductReply>(`/api/products/${product.id}/restore`);
    expect(body).toMatchObject({ id: product.id, basePricePerM2: 301, archivedAt: null });
    expect(await namesOf(customer)).toContain("Coming back");
    await portal.quoteFor(customer, { items: [portal.windowOf(product)] });
    const recorded = async () =>
      (await superAdmin.get<unknown[]>(`/api/audit?action=products.restore&targetId=${product.id}`)).body as readonly unknown[];
    expect(await recorded()).toMatchObject([{ before: { archivedAt: expect.any(String) }, after: { archivedAt: null } }]);
    expect((await admin.patch<ProductReply>(`/api/products/${product.id}/restore`)).body).toMatchObject({ archivedAt: null });
    expect(await recorded()).toHaveLength(1);
  });

  test("restoring an unknown type is 404, and only staff may restore", async () => {
    expect((await admin.patch("/api/products/999999/restore")).status).toBe(404);
    const { id } = await portal.product({ name: "Not theirs" });
    for (const role of ["customer", "supplier"] as const)
      expect((await (await portal.signIn(role)).patch(`/api/products/${id}/restore`)).status).toBe(403);
  });
});

describe("archiving", () => {
  test("archiving removes a type from the list and new quotes, not from old quotes, and retains its first date", async () => {
    const customer = await portal.signIn("customer");
    const product = await portal.product({ name: "Going" });
    const quote = await portal.quoteFor(customer, { items: [portal.windowOf(product)] });
    const first = await admin.patch<ProductReply>(`/api/products/${product.id}/archive`);
    portal.clock.advance(60_000);
    expect((await admin.patch<ProductReply>(`/api/products/${product.id}/archive`)).body.archivedAt).toBe(first.body.archivedAt);
    for (const client of [customer, admin]) expect(await namesOf(client)).not.toContain("Going");
    expect(await namesOf(admin, "?archived=include")).toContain("Going");
    expect(await namesOf(customer, "?archived=include")).not.toContain("Going");
    const refused = await customer.post("/api/quotes", { items: [portal.windowOf(product, { name: "Bay" })] });
    expect([refused.status, refused.text]).toEqual([400, 'Product not found for window "Bay"']);
    expect((await customer.get(`/api/quotes/${quote.id}`)).body).toMatchObject({ items: [{ shutterType: "Going" }] });
    expect((await admin.patch("/api/products/999999/archive")).status).toBe(404);
  });
});

test("a supplier sees the shutter types without their prices", async () => {
  const supplier = await portal.signIn("supplier");
  const { body } = await supplier.get<object[]>("/api/products");
  expect(body.length).toBeGreaterThan(0);
  expect(body.filter((product) => "basePricePerM2" in product)).toEqual([]);
});
