import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companies } from "#server/schema/companies-and-users.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile, flat, jobCardParts, openPdf, readPdf, SELLER, saveSeller, withTool } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { ROLES, type Role } from "#shared/domain/roles.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2026-11-20T10:00:00Z");
  await saveSeller(portal);
  const account = await portal.createAccount("customer", {
    companyName: "Łukasz & Žofia Ωmega",
    contactName: "Жанна Đorđević",
    address: "1 Castle Street\nLewes",
  });
  customer = await portal.signIn(account);
  supplier = await portal.signIn("supplier");
});
afterAll(() => portal.stop());

const quotationOf = (id: number) => `/api/quotes/${id}/pdf`;
const jobCardOf = (id: number) => `/api/orders/${id}/job-card.pdf`;

describe("who gets which document", () => {
  const allowed: Record<string, readonly Role[]> = {
    quotation: ["customer", "admin", "super_admin"],
    invoice: ["customer", "admin", "super_admin"],
    "job card": ["supplier", "admin", "super_admin"],
  };
  test.each(ROLES)("the role %s gets exactly its documents of an order", async (role) => {
    const order = await portal.orderFor(customer);
    const paths = {
      quotation: quotationOf(order.quoteId ?? 0),
      invoice: `/api/orders/${order.id}/invoice.pdf`,
      "job card": jobCardOf(order.id),
    };
    const person = role === "customer" ? customer : await portal.signIn(role);
    for (const [name, path] of Object.entries(paths)) {
      const { status, file } = await fetchFile(portal, person, path);
      // The order is not paid, so people who may have its invoice receive that reason.
      const right = name === "invoice" ? 409 : 200;
      expect(status, `${name}: ${file.toString("latin1").slice(0, 100)}`).toBe(allowed[name]?.includes(role) ? right : 403);
    }
  });

  test("documents of other companies, unknown and deleted orders are a 404, and visitors get a 401", async () => {
    const order = await portal.orderFor(customer);
    const stranger = await portal.signIn("customer");
    for (const path of [quotationOf(order.quoteId ?? 0), `/api/orders/${order.id}/invoice.pdf`])
      expect((await fetchFile(portal, stranger, path)).status).toBe(404);
    for (const path of [quotationOf(999_999), quotationOf(99_999_999_999), jobCardOf(999_999), "/api/orders/x/job-card.pdf"])
      expect((await fetchFile(portal, await portal.superAdmin(), path)).status).toBe(404);
    expect((await fetchFile(portal, portal.visitor(), quotationOf(order.quoteId ?? 0))).status).toBe(401);
    const boss = await portal.superAdmin();
    await boss.patch(`/api/orders/${order.id}/status`, { status: "draft" });
    expect((await fetchFile(portal, supplier, jobCardOf(order.id))).status).toBe(404);
    await boss.delete(`/api/orders/${order.id}`);
    expect((await fetchFile(portal, boss, jobCardOf(order.id))).status).toBe(404);
  });
});

describe("a quotation", () => {
  test("a quotation names both parties, prices and validity, and is marked as not a VAT invoice", async () => {
    const product = await portal.product({ name: "Hardwood Elite", basePricePerM2: 200 });
    const quote = await portal.quoteFor(customer, {
      items: [portal.windowOf(product, { name: "Bay, left", quantity: 2 }), portal.windowOf(product, { name: "Кухня" })],
    });
    const { text, headers, pages, source, tags, fonts, file } = await openPdf(portal, customer, quotationOf(quote.id));
    for (const said of [
      "Quotation",
      "This is not a VAT invoice",
      SELLER.name,
      "4 Quarry Lane",
      "VAT GB123456789 · Company no. 01234567",
      "Łukasz & Žofia Ωmega",
      "Жанна Đorđević",
      "1 Castle Street",
      `Q-${quote.id}`,
      "20 Nov 2026",
      "20 Dec 2026",
      "Bay, left",
      "Кухня",
      "Hardwood Elite, White, 1,200 × 1,500 mm, 64 mm louvres, L-frame, inside mount, left hinge, centre tilt rod",
      "1.800 m²",
      "£200.00",
      "£720.00",
      "£360.00",
      "Total net £1,080.00",
      "VAT at 20% £216.00",
      "£1,296.00",
      "Page 1 of 1",
    ])
      expect(flat(text)).toContain(said);
    expect(pages).toHaveLength(1);
    expect(headers.get("content-disposition")).toBe(`inline; filename="quotation-Q-${quote.id}.pdf"`);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(source).toContain("/Lang (en-GB)");
    expect(source).toContain("/Marked true");
    expect(source).toContain("/DisplayDocTitle true");
    expect(tags).toEqual(expect.arrayContaining(["Document", "H1", "P", "Table", "TR", "TH", "TD"]));
    expect(fonts.length).toBeGreaterThan(1);
    expect(fonts.every(({ embedded, readable, name }) => embedded && readable && name.includes("Inter"))).toBe(true);
    await checkedByTools(file, ["Łukasz & Žofia Ωmega", "Жанна Đorđević", "£1,296.00"]);
  });

  test("a quote's quotation is always the same file, whatever is renamed later", async () => {
    const account = await portal.createAccount("customer", { companyName: "Before Ltd" });
    const person = await portal.signIn(account);
    const product = await portal.product({ name: "Old Wood" });
    const quote = await portal.quoteFor(person, { items: [portal.windowOf(product)] });
    const before = await openPdf(portal, person, quotationOf(quote.id));
    await portal.db.update(companies).set({ name: "After Ltd" }).where(eq(companies.id, account.companyId));
    await saveSeller(portal, { name: "Renamed Seller", phone: "1" });
    const boss = await portal.superAdmin();
    await boss.put("/api/products", { ...product, name: "New Wood", basePricePerM2: 999 });
    portal.clock.advance(10 * 3_600_000);
    const after = await openPdf(portal, await portal.signIn(account), quotationOf(quote.id));
    expect(after.file.equals(before.file)).toBe(true);
    expect(after.text).toContain("Before Ltd");
    await saveSeller(portal);
  });

  test("a long quotation repeats its heads on numbered pages", async () => {
    const product = await portal.product();
    const items = Array.from({ length: 60 }, (_, index) => portal.windowOf(product, { name: `Window number ${index + 1}` }));
    const quote = await portal.quoteFor(customer, { items });
    const { pages, text } = await openPdf(portal, customer, quotationOf(quote.id));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      if (page.includes("Window number")) expect(flat(page)).toContain("Price per m² VAT Net");
    });
    for (const { name } of items) expect(text.split("\n").filter((line) => line === name)).toHaveLength(1);
  });

  test("a quotation and a job card have the customer's job name and PO number", async () => {
    const words = { jobName: "Mrs Patel, whole house", poNumber: "PO-7781/b", note: "Ring the upper bell" };
    const quote = await portal.quoteFor(customer, words);
    const unnamed = await portal.quoteFor(customer);
    const boss = await portal.superAdmin();
    const order = succeeded(await boss.post<{ id: number }>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "Dock 4, Newhaven" }));
    for (const [person, path] of [
      [customer, quotationOf(quote.id)],
      [supplier, jobCardOf(order.id)],
    ] as const) {
      const text = flat((await openPdf(portal, person, path)).text);
      expect(text).toContain("Job Mrs Patel, whole house");
      expect(text).toContain("PO number PO-7781/b");
      // The note is for the office only.
      expect(text).not.toContain("upper bell");
    }
    expect((await openPdf(portal, customer, quotationOf(unnamed.id))).text).not.toContain("PO number");
  });

  test("a quotation draws each window to scale like the screen, with a description in words", async () => {
    const product = await portal.product();
    const items = [
      portal.windowOf(product, { name: "Bay", openingDirection: "right-hinge" }),
      portal.windowOf(product, { name: "Slide", widthM: 2.4, openingDirection: "bypass" }),
    ];
    const { tags, source } = await openPdf(portal, customer, quotationOf((await portal.quoteFor(customer, { items })).id));
    expect(tags.filter((tag) => tag === "Figure")).toHaveLength(2);
    expect(source).toContain("/Alt (Shutter 1,200 mm wide and 1,500 mm high");
    expect(source).toContain("/Alt (Shutter 2,400 mm wide and 1,500 mm high");
  });

  test("a quotation of 22 windows fills three pages, however long the job's name", async () => {
    const product = await portal.product();
    const items = Array.from({ length: 22 }, (_, index) => portal.windowOf(product, { name: `Window number ${index + 1}` }));
    const jobName =
      "Riverside show home, ground floor and both bathrooms (ask for Siobhán Featherstonehaugh at the site office, by the gate)";
    const words = { jobName, poNumber: "P".repeat(60) };
    const { pages, text } = await openPdf(portal, customer, quotationOf((await portal.quoteFor(customer, { items, ...words })).id));
    expect(pages.map((page) => [...page.matchAll(/Window number/g)].length)).toEqual([6, 9, 7]);
    for (const word of Object.values(words)) expect(flat(text).replace(/\s/g, "")).toContain(word.replace(/\s/g, ""));
  });

  test.each([
    { windows: 5, onEach: [5] },
    { windows: 6, onEach: [3, 3] },
    { windows: 7, onEach: [4, 3] },
    { windows: 8, onEach: [5, 3] },
    { windows: 22, onEach: [7, 9, 6] },
  ])("a quotation of $windows windows fills its pages, and the totals' page has three windows", async ({ windows, onEach }) => {
    const product = await portal.product();
    const items = Array.from({ length: windows }, (_, index) => portal.windowOf(product, { name: `Window number ${index + 1}` }));
    const { pages } = await openPdf(portal, customer, quotationOf((await portal.quoteFor(customer, { items })).id));
    expect(pages.map((page) => [...page.matchAll(/Window number/g)].length)).toEqual(onEach);
    expect(pages.at(-1)).toContain("Total net");
  });

  test("a quotation prints every European alphabet, and hostile texts are only printed", async () => {
    const names = ["Ğüneş Þórður Ŵyn Ñandú ő ș ț ġ ħ", "Ελληνικά ἀρχή", "Їжак Ґанна Њего", "საქართველო", "Հայաստան"];
    const hostile = [
      "</text><script>alert(1)</script>",
      "(1) Tj ET \\) endstream endobj",
      "=cmd|' /C calc'!A0",
      "gnp.exe",
      "a\u0000b".replace("\u0000", ""),
      "x".repeat(80),
    ];
    const product = await portal.product();
    const items = [...names, ...hostile].map((name) => portal.windowOf(product, { name }));
    const quote = await portal.quoteFor(customer, { items });
    // The contract refuses this name today, but an older quote may have it.
    await portal.db.update(quoteItems).set({ name: "\u202Egnp.exe" }).where(eq(quoteItems.name, "gnp.exe"));
    const { text, fonts, file } = await openPdf(portal, customer, quotationOf(quote.id));
    const words = text.replace(/\s+/g, "");
    for (const name of names) expect(words).toContain(name.replace(/\s+/g, ""));
    for (const name of hostile) expect(words).toContain(name.replace(/\s+/g, ""));
    expect(text).not.toContain("\u202E");
    expect(file.toString("latin1")).not.toContain("/JavaScript <<");
    expect(fonts.every(({ embedded }) => embedded)).toBe(true);
    await checkedByTools(file, ["საქართველო", "Հայաստան", "Ελληνικά"]);
  });

  test("a quotation to an address of very many lines still has room for its content", async () => {
    const account = await portal.createAccount("customer", { address: "x\n".repeat(200).trim() });
    const person = await portal.signIn(account);
    const quote = await portal.quoteFor(person);
    expect((await openPdf(portal, person, quotationOf(quote.id))).pages).toHaveLength(1);
  });
});

describe("a job card", () => {
  test("a job card has measures, choices, a description and confirmed checks, without prices", async () => {
    const product = await portal.product({ name: "Marked", basePricePerM2: 71_839.57, colorOptions: ["Silk White"] });
    const items = [
      portal.windowOf(product, {
        name: "Bay",
        widthM: 1.2,
        heightM: 1.9,
        quantity: 3,
        overriddenChecks: ["needs-mid-rail"],
        frameType: "z-frame",
        openingDirection: "bi-fold",
      }),
      portal.windowOf(product, { name: "Door", heightM: 2.1, numberOfMidRails: 1 }),
    ];
    const order = await portal.orderFor(customer, { items, shippingAddress: "Dock 4\nNewhaven" });
    const { text, tags, source, fonts, file, headers } = await openPdf(portal, supplier, jobCardOf(order.id));
    for (const said of [
      `Job card ORD-${order.id}`,
      "Łukasz & Žofia Ωmega",
      "Dock 4 Newhaven",
      "2 windows, 4 shutters",
      "1. Bay",
      "3 × 1,200 × 1,900 mm",
      "2. Door",
      "Marked",
      "Silk White",
      "64 mm",
      "Z-frame",
      "Bi-fold",
      "Louvre pitch",
      "Mid rail: 1,014 to 1,086, centre 1,050, mm from the bottom",
      "Checked and confirmed: higher than 1,800 mm without a mid rail",
    ])
      expect(flat(text)).toContain(said);
    expect(tags.filter((tag) => tag === "Figure")).toHaveLength(5);
    expect(source).toContain("/Alt (Shutter 1,200 mm wide and 1,900 mm high");
    expect(fonts.every(({ embedded }) => embedded)).toBe(true);
    expect(headers.get("content-disposition")).toBe(`inline; filename="job-card-ORD-${order.id}.pdf"`);
    await checkedByTools(file, ["1,200 mm"]);
    expectNoMoney(text, order);
    const extracted = await withTool("pdftotext", file, (path) => [path, "-"]);
    if (extracted) expectNoMoney(extracted.toString(), order);
  });

  test("a job card counts panels by the widest panel at the time of the quote, and names the track", async () => {
    const product = await portal.product({ widestPanelMm: 500 });
    const items = [
      portal.windowOf(product, { widthM: 3, heightM: 2, openingDirection: "bi-fold", overriddenChecks: ["needs-track-or-post"] }),
    ];
    const order = await portal.orderFor(customer, { items });
    const cuts = async () => flat((await openPdf(portal, supplier, jobCardOf(order.id))).text);
    // The panels are (3,000 - 2 × 38) / 6 wide, and 2,000 - 2 × 38 high less the track's 38 and the
    // guide's 13; with the usual 950 mm there would be four panels. Six hinged panels have seven
    // gaps of 3 mm, so (2,924 - 21) / 6 is cut.
    const first = await cuts();
    expect(first).toContain("Panels: 6, cut to 484 × 1,865 mm (nominal 487.5 − 3.5 wide, 1,873 − 8 high; exactly 483.833 × 1,865)");
    expect(first).toContain("1. Track 2,924 mm long 1 1. Guide 2,924 mm long 1");
    expect(first).toContain("Checked and confirmed: wider than 2,500 mm, where panels need a track or a T-post");
    const { id, name, basePricePerM2 } = product;
    succeeded(await (await portal.superAdmin()).put("/api/products", { id, name, basePricePerM2, widestPanelMm: null }));
    expect(await cuts()).toBe(first);
  });

  test("a job card of several shutters states amounts for one and for all", async () => {
    const product = await portal.product();
    // A window 600 wide in an L-frame of 38 has one panel of 524, cut 3 less at either side. At 700
    // high it has eight louvres. Three windows have 24 louvres, not 8.
    const three = portal.windowOf(product, { name: "Three", widthM: 0.6, heightM: 0.7, quantity: 3 });
    const sliding = { widthM: 1.95, heightM: 2.1, openingDirection: "bypass", overriddenChecks: [] as string[] } as const;
    const posts = portal.windowOf(product, { name: "Posts", widthM: 3.6, heightM: 1.5, frameType: "t-post", quantity: 2 });
    const items = [three, { ...three, name: "One", quantity: 1 }, { ...three, ...sliding, name: "Sliding", quantity: 2 }, posts];
    const order = await portal.orderFor(customer, { items });
    const { measures: text, cuts } = jobCardParts((await openPdf(portal, supplier, jobCardOf(order.id))).text);
    const of = (name: string, next?: string) => text.slice(text.indexOf(name), next ? text.indexOf(next) : undefined);
    expect(of("1. Three", "2. One")).toContain("Panels: 1 per window × 3 = 3, cut to 518 × 616 mm (nominal 524 − 6 wide, 624 − 8 high)");
    expect(cuts).toContain("1. Louvre A louvre 64 × 11 Cut 413 (422 less 9) 8 per window × 3 = 24");
    expect(of("2. One", "3. Sliding")).toContain("Panels: 1, cut to 518 × 616 mm (nominal 524 − 6 wide, 624 − 8 high)");
    expect(cuts).toContain("2. Louvre A louvre 64 × 11 Cut 413 (422 less 9) 8 2. Tilt rod");
    expect(of("2. One", "3. Sliding")).not.toContain("per window");
    expect(of("3. Sliding", "4. Posts")).toContain(
      "Panels: 3 per window × 2 = 6, cut to 656.5 × 1,965 mm (nominal 658.5 − 2 wide, 1,973 − 8 high; exactly 656.667 × 1,965)",
    );
    expect(cuts).toContain("3. Track 1,874 mm long, 100 mm deep 1 per window × 2 = 2");
    expect(of("4. Posts")).toContain("T-post, centre from the left 1,800 mm");
    expect(cuts).toContain("4. T-post T-post 32 × 50 Cut 1,424 1 per window × 2 = 2");
  });

  test("a job card has a QR code that leads to the order", async () => {
    const order = await portal.orderFor(customer);
    const { qr, file } = await openPdf(portal, supplier, jobCardOf(order.id));
    const address = `http://portal.test/orders?order=${order.id}`;
    expect(qr()).toBe(address);
    // Reads the code like a phone would, where this machine can draw a PDF.
    const picture = await withTool("pdftoppm", file, (path) => ["-png", "-r", "150", "-f", "1", "-l", "1", path]);
    if (picture) expect(await decoded(picture)).toBe(address);
  });
});

function expectNoMoney(
  text: string,
  order: { finalTotal?: number | undefined; quote: { subtotal?: number | undefined; tax?: number | undefined } },
): void {
  const digits = text.replace(/[\s,.]/g, "");
  expect(text).not.toMatch(/£|\bVAT\b|price|total|paid|\bnet\b/i);
  for (const amount of [order.finalTotal, order.quote.subtotal, order.quote.tax, 71_839.57])
    expect(digits).not.toContain(String(Math.round((amount ?? 0) * 100)));
}

async function decoded(png: Buffer): Promise<string | undefined> {
  const [{ default: sharp }, { default: jsQR }] = await Promise.all([import("sharp"), import("jsqr")]);
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/**
 * Checks the file with other tools where they are installed; the test's own reader has already read
 * it.
 */
async function checkedByTools(file: Buffer, words: readonly string[]): Promise<void> {
  const text = await withTool("pdftotext", file, (path) => ["-layout", path, "-"]);
  for (const word of text ? words : []) expect(text?.toString()).toContain(word);
  const fonts = await withTool("pdffonts", file, (path) => [path]);
  // The columns after the name are emb, sub and uni: embedded, subset, Unicode.
  for (const line of fonts?.toString().trim().split("\n").slice(2) ?? []) expect(line).toMatch(/yes\s+yes\s+yes\s+\d+\s+0$/);
  // The tool fails with its own exit status where the file has a fault.
  await withTool("qpdf", file, (path) => ["--check", path]);
  expect(readPdf(file).pages.length).toBeGreaterThan(0);
}
