import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile, readPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { BUSINESS, clearLogo } from "#server/testing/retail.ts";

let portal: TestPortal;
let fitter: User;
let customer: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  fitter = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  customer = await portal.signIn(fitter);
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

interface RetailReply {
  readonly version: number;
  readonly revision: number;
  readonly windows: readonly { readonly itemId: number; readonly price: number; readonly typedOver: boolean }[];
  readonly moved: readonly unknown[];
  readonly subtotal: number;
  readonly total: number;
}
const PATH = "/api/company/retail";
const retailOf = (id: number) => `/api/quotes/${id}/retail`;
const read = async (id: number) => succeeded(await customer.get<RetailReply>(retailOf(id)));
const save = (id: number, body: object) => customer.put<RetailReply>(retailOf(id), body);

describe("the business", () => {
  test("the business is suggested from the company's profile until it is saved, and required", async () => {
    expect(succeeded(await customer.get(PATH))).toMatchObject({
      saved: false,
      tradingName: fitter.companyName,
      address: "1 High Street, Lewes",
      logo: null,
    });
    const { id } = await portal.quoteFor(customer);
    const { status, text } = await customer.get(retailOf(id));
    expect([status, text]).toEqual([409, "Fill in your business details first"]);
  });

  test.each([
    [{ website: "orchard" }, "Please enter a web address"],
    [{ website: "javascript:alert(1)" }, "Please enter a web address"],
    [{ accent: "#e6b800" }, "This colour is too light to read"],
    [{ accent: "red" }, "Please choose a colour"],
    [{ vatNumber: " " }, "Please enter the VAT number"],
    [{ vatNumber: null }, "Please enter the VAT number"],
    [{ sortCode: "12-34" }, "Sort code must be 6 digits"],
    [{ accountNumber: "1234567" }, "Account number must be 8 digits"],
    [{ markupPercent: 400.01 }, "Markup must be from 0 to 400 %"],
    [{ validDays: 91 }, "Valid days must be from 1 to 90"],
    [{ tradingName: " " }, "Please enter your trading name"],
  ])("the business with %j is refused with a sentence", async (wrong, sentence) => {
    const { status, text } = await customer.put(PATH, { ...BUSINESS, ...wrong });
    expect([status, text]).toEqual([400, sentence]);
  });

  test("the business is saved by people who may manage, and audited without its values", async () => {
    const colleague = await portal.signIn(await portal.createAccount("customer", { colleagueOf: fitter, mayManage: false }));
    expect((await colleague.put(PATH, {})).status).toBe(403);
    expect(succeeded(await customer.put(PATH, BUSINESS))).toMatchObject({ ...BUSINESS, sortCode: "123456", saved: true });
    expect(succeeded(await colleague.get(PATH))).toMatchObject({ tradingName: "Orchard Shutters" });
    const [entry] = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "retail.saveBusiness"));
    expect([entry?.before, entry?.after]).toEqual([null, null]);
  });

  test("the business's logo is converted: transparent stays PNG, others a JPEG of at most 1,200 × 400", async () => {
    const send = (picture: Blob) => {
      const form = new FormData();
      form.append("logo", picture, "logo.png");
      return customer.put<{ logo: string }>(`${PATH}/logo`, form);
    };
    const shown = async () => {
      const { headers, file } = await fetchFile(portal, customer, (await customer.get<{ logo: string }>(PATH)).body.logo);
      const { hasAlpha, width, height } = await sharp(file).metadata();
      return { type: headers.get("content-type"), hasAlpha, width, height };
    };
    succeeded(await send(await clearLogo()));
    expect(await shown()).toMatchObject({ type: "image/png", hasAlpha: true, width: 300, height: 120 });
    const wide = await sharp({ create: { width: 3000, height: 500, channels: 3, background: "#7a3b10" } })
      .webp()
      .toBuffer();
    succeeded(await send(new Blob([new Uint8Array(wide)])));
    expect(await shown()).toMatchObject({ type: "image/jpeg", width: 1200, height: 200 });
    expect((await send(new Blob(["no picture"]))).status).toBe(415);
    expect((await customer.delete(`${PATH}/logo`)).status).toBe(204);
    expect((await customer.get(`${PATH}/logo`)).status).toBe(404);
  });
});

describe("the quotation", () => {
  const quote = () =>
    portal.quoteFor(customer, { customerName: "Mrs Hughes", customerEmail: "p@hughes.example", siteAddress: "4 Orchard Lane" });

  test("the quotation begins with the company's terms and the quote's customer", async () => {
    const { id, subtotal, items } = (await quote()) as QuoteReply & { subtotal: number };
    expect(await read(id)).toMatchObject({
      version: 1,
      revision: 1,
      customer: { name: "Mrs Hughes", email: "p@hughes.example", address: "4 Orchard Lane" },
      markupPercent: 62.5,
      depositPercent: 40,
      fitting: { price: 45, typedOver: false },
      extras: [],
      cost: subtotal,
      moved: [],
      links: [],
    });
    expect((await read(id)).windows.map(({ itemId }) => itemId)).toEqual(items.map((item) => item.id));
  });

  test("the quotation shares its customer with the quote and its order, in every direction", async () => {
    const { id, version } = (await quote()) as QuoteReply & { version: number };
    const order = succeeded(await boss.post<{ id: number }>(`/api/quotes/${id}/convert`, { shippingAddress: "7 Yard End, Rye" }));
    const address = "12 Quillfeather Row, Rye TN31 7AA";
    const saved = await save(id, { version: 1, customer: { name: "Mrs Quillfeather", address } });
    expect(succeeded(saved)).toMatchObject({ customer: { name: "Mrs Quillfeather", email: "p@hughes.example", address } });
    const shared = { customerName: "Mrs Quillfeather", customerEmail: "p@hughes.example", siteAddress: address };
    expect(succeeded(await customer.get(`/api/quotes/${id}`))).toMatchObject({ ...shared, version: version + 2 });
    expect(succeeded(await customer.get(`/api/orders/${order.id}`))).toMatchObject(shared);
    for (const typed of ["quillfeather", "TN317AA"]) {
      const found = succeeded(await customer.get<Record<string, { id: number }[]>>(`/api/search?q=${typed}`));
      expect([found.quotes, found.orders].map((hits) => hits?.map((hit) => hit.id))).toEqual([[id], [order.id]]);
    }
    succeeded(await customer.patch(`/api/quotes/${id}/job`, { customerName: "Mr Hughes", customerEmail: null }));
    expect(await read(id)).toMatchObject({ version: 2, customer: { name: "Mr Hughes", email: "", address } });
    const again = succeeded(await save(id, { version: 2, customer: { email: "", name: null } }));
    expect(again).toMatchObject({ customer: { name: "", email: "", address } });
    expect(succeeded(await customer.get(`/api/quotes/${id}`))).toMatchObject({ customerName: null, siteAddress: address });
  });

  test("the quotation stores entered prices, extras and terms; absent fields stay, null recomputes", async () => {
    const { id } = await quote();
    const first = await read(id);
    const [window] = first.windows;
    const typed = {
      windows: [{ itemId: window?.itemId, price: 999.99 }],
      fitting: { price: 60 },
      extras: [{ text: "Blinds away", price: -12.5, optional: false }],
    };
    const saved = succeeded(await save(id, { version: first.version, ...typed, markupPercent: 10 }));
    expect(saved).toMatchObject({
      version: 2,
      revision: 2,
      windows: [{ price: 999.99, typedOver: true }],
      fitting: { price: 60, typedOver: true },
    });
    expect(saved.subtotal).toBe(999.99 + 60 - 12.5);
    const same = succeeded(await save(id, { version: 2 }));
    expect(same).toMatchObject({ version: 3, revision: 2, subtotal: saved.subtotal });
    const again = succeeded(await save(id, { version: 3, windows: [{ itemId: window?.itemId, price: null }], fitting: { price: null } }));
    expect(again).toMatchObject({ revision: 3, windows: [{ typedOver: false }], fitting: { price: 45, typedOver: false } });
  });

  test("the quotation refuses outdated versions, foreign windows, negative totals and excess", async () => {
    const { id } = await quote();
    succeeded(await save(id, { version: 1 }));
    const stale = await save(id, { version: 1 });
    expect([stale.status, stale.text]).toEqual([409, `This quote was changed by ${fitter.contactName} while you were editing it`]);
    const low = await save(id, { version: 2, extras: [{ text: "Off", price: -9000, optional: true }] });
    expect([low.status, low.text]).toEqual([400, "The total cannot be below zero"]);
    expect((await save(id, { version: 2, windows: [{ itemId: 99_999, price: 1 }] })).status).toBe(400);
    const many = Array.from({ length: 21 }, () => ({ text: "One more", price: 1, optional: false }));
    expect((await save(id, { version: 2, extras: many })).status).toBe(400);
    expect(await read(id)).toMatchObject({ version: 2 });
  });

  test("the quotation lists changes of the trade quote, also with typed prices, until it is saved", async () => {
    const made = await portal.quoteFor(customer, {
      items: [portal.windowOf(await portal.product(), { name: "Bay" }), portal.windowOf(await portal.product(), { name: "Hall" })],
    });
    const first = await read(made.id);
    const [bay, hall] = first.windows;
    succeeded(await save(made.id, { version: 1, windows: [{ itemId: hall?.itemId, price: 500 }] }));
    const [one, two] = made.items;
    const items = [
      { ...portal.windowOf(await portal.product(), { name: "Bay", widthM: 2 }), id: one?.id },
      { ...portal.windowOf(await portal.product(), { name: "Hall", widthM: 2 }), id: two?.id },
      portal.windowOf(await portal.product(), { name: "Loft" }),
    ];
    succeeded(await customer.put(`/api/quotes/${made.id}`, { items, version: made.version }));
    const { moved, windows } = await read(made.id);
    expect(moved).toEqual([
      { itemId: bay?.itemId, name: "Bay", before: bay?.price, after: windows[0]?.price },
      { itemId: hall?.itemId, name: "Hall", before: 500, after: 500 },
      { itemId: windows[2]?.itemId, name: "Loft", before: null, after: windows[2]?.price },
    ]);
    const refused = await customer.post(`/api/quotes/${made.id}/retail-links`, {});
    expect([refused.status, refused.text]).toEqual([409, "Prices have changed: look at the quotation first"]);
    expect(succeeded(await save(made.id, { version: 2 }))).toMatchObject({ moved: [], revision: 3 });
    expect((await customer.post(`/api/quotes/${made.id}/retail-links`, {})).status).toBe(201);
  });

  test("the quotation is visible to its own company only, in no trail, record or reply of others", async () => {
    const { id } = await quote();
    succeeded(await save(id, { version: 1, extras: [{ text: "Secret extra", price: 4321.09, optional: false }], markupPercent: 77.77 }));
    const other = await portal.signIn("customer");
    expect((await other.get(retailOf(id))).status).toBe(404);
    expect((await other.put(retailOf(id), { version: 2 })).status).toBe(404);
    for (const path of [retailOf(id), `${retailOf(id)}-links`, `${retailOf(id)}.pdf`]) expect((await boss.get(path)).status).toBe(403);
    const viewing = await portal.openSession(fitter, await portal.createAccount("super_admin"));
    expect((await viewing.get(retailOf(id))).status).toBe(403);
    const entries = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "quotes.retail"));
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every(({ before, after, targetType }) => before === null && after === null && targetType === "quotes")).toBe(true);
    const trail = await boss.get("/api/audit?action=quotes.retail");
    expect(trail.text).toContain("Quotation changed");
    for (const told of [
      trail.text,
      (await boss.get(`/api/quotes/${id}`)).text,
      JSON.stringify(await portal.db.select().from(errorRecords)),
    ])
      expect(told).not.toMatch(/4321|77\.77|Secret extra/);
  });

  test("the quotation's PDF names the fitter only, in its text, its bytes and its file name", async () => {
    const form = new FormData();
    form.append("logo", await clearLogo(), "logo.png");
    succeeded(await customer.put(`${PATH}/logo`, form));
    const { id } = await quote();
    const extras = [
      { text: "Old blinds taken away", price: 40, optional: false },
      { text: "Cills painted", price: 180, optional: true },
    ];
    const { total } = succeeded(await save(id, { version: 1, extras }));
    const { file, headers } = await fetchFile(portal, customer, `${retailOf(id)}.pdf`);
    expect(headers.get("content-disposition")).toBe('inline; filename="quotation.pdf"');
    const text = readPdf(file).text.replaceAll(/\s+/g, " ");
    const inPounds = (amount: number) => `£${amount.toLocaleString("en-GB", { minimumFractionDigits: 2 })}`;
    for (const word of [
      "Orchard Shutters",
      "Mrs Hughes",
      "4 Orchard Lane",
      "Cills painted",
      inPounds(total),
      "12-34-56",
      "Family run",
      "made to measure",
    ])
      expect(text).toContain(word);
    const bytes = file.toString("latin1");
    for (const word of [/tiltrod/i, /pdfkit/i, /Producer/, /Creator/, /xmp/i, /Metadata/, /Q-\d/, /l-frame/i]) {
      expect(bytes).not.toMatch(word);
      expect(text).not.toMatch(word);
    }
    const read = (await customer.get<QuoteReply & { subtotal: number }>(`/api/quotes/${id}`)).body;
    expect(text).not.toContain(inPounds(read.subtotal));
  });

  test("the quotation of a declined quote cannot be changed", async () => {
    const { id } = await quote();
    await portal.db.update(quotes).set({ status: "declined" }).where(eq(quotes.id, id));
    expect(await save(id, { version: 1 })).toMatchObject({ status: 409, text: "This quote was declined" });
    expect((await read(id)).version).toBe(1);
  });
});
