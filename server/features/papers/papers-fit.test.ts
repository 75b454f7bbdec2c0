import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { openPdf, saveSeller, type TextBox } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { BUSINESS } from "#server/testing/retail.ts";
import { documentPath, storedPlanPath, workshopPaperPath } from "#shared/contract/parts/papers.ts";

/**
 * Every document with the longest texts that the contract accepts: nothing leaves the sheet or
 * overlaps other text (rule D16).
 */

const lines = (count: number): string => Array.from({ length: count }, () => "x").join("\n");
const LINES = lines(250);
const words = (length: number): string =>
  "Wide oriel window "
    .repeat(Math.ceil(length / 18))
    .slice(0, length)
    .trim();

let portal: TestPortal;
let customer: TestClient;
let maker: TestClient;
let boss: TestClient;
let order: OrderReply;
let quoteId: number;

beforeAll(async () => {
  portal = await startPortal();
  await saveSeller(portal, { name: words(120), address: LINES });
  const account = await portal.createAccount("customer", { companyName: words(119), contactName: words(118) });
  customer = await portal.signIn(account);
  succeeded(await customer.patch(`/api/users/${account.id}/profile`, { ...pickNames(account), address: LINES }));
  maker = await portal.signIn("supplier");
  boss = await portal.superAdmin();
  const product = await portal.product({ name: words(110), colorOptions: [words(60)] });
  const longest = { name: words(80), note: LINES, quantity: 2, colorSelection: words(60) };
  const items = [
    portal.windowOf(product, { ...longest, widthM: 2.4, layoutCode: "LRTLR" }),
    portal.windowOf(product, { ...longest, name: words(78), note: lines(16), heightM: 2.3, numberOfMidRails: 1 }),
  ];
  const quote = await portal.quoteFor(customer, { items, jobName: words(120), poNumber: words(60), note: LINES });
  quoteId = quote.id;
  order = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: LINES, acceptOverLimit: true }));
});
afterAll(() => portal.stop());

const pickNames = ({ companyName, contactName }: { companyName: string; contactName: string }) => ({ companyName, contactName });

/** Texts in a table's cell touch; a larger overlap means that letters print over each other. */
const TOLERANCE = 1.2;
const overlap = (one: TextBox, other: TextBox): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > TOLERANCE &&
  Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > TOLERANCE;

async function expectFit(client: TestClient, path: string): Promise<{ pages: number; text: string }> {
  const { boxes, source, pages, text } = await openPdf(portal, client, path);
  const sheets = [...source.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [Number(width), Number(height)]);
  expect(sheets).toHaveLength(pages.length);
  for (const [page, texts] of boxes.entries()) {
    const [width = 0, height = 0] = sheets[page] ?? [];
    const outside = texts.filter(({ left, right, bottom, top }) => left < 0 || bottom < 0 || right > width || top > height);
    expect([path, page, outside]).toEqual([path, page, []]);
    const over = texts.flatMap((one, at) => texts.slice(at + 1).flatMap((other) => (overlap(one, other) ? [[one.text, other.text]] : [])));
    expect([path, page, over]).toEqual([path, page, []]);
  }
  return { pages: pages.length, text };
}

test("the job card prints each dimension before a long note, which continues on further sheets", async () => {
  const { text } = await expectFit(maker, documentPath("jobCard", order.id));
  const [, first = "", second = ""] = text.split(/\n[12]\. Wide oriel[^\n]*\n(?=(?:[^\n]*\n){0,2}\d × )/);
  for (const window of [first, second]) {
    expect(window.indexOf("Across, from the left")).toBeGreaterThan(0);
    expect(window.indexOf("Note: x")).toBeGreaterThan(window.indexOf("Down, from the top"));
  }
  expect(first.match(/^(Note: )?x$/gm)).toHaveLength(250);
});

test("quotation, delivery note, labels and bar plans keep long names, notes and addresses on their sheets", async () => {
  await expectFit(customer, documentPath("quotation", quoteId));
  await expectFit(customer, documentPath("deliveryNote", order.id));
  await expectFit(maker, workshopPaperPath("labels", [order.id]));
  await expectFit(maker, workshopPaperPath("barPlan", [order.id]));
  const plan = succeeded(await maker.post<{ id: number }>("/api/workshop/plans", { orders: [order.id] }));
  await expectFit(maker, storedPlanPath(plan.id));
});

test("invoice, credit note and statement keep reasons and addresses of 250 lines on their sheets", async () => {
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  await expectFit(customer, documentPath("invoice", order.id));
  const [invoice] = succeeded(await boss.get<{ number: string }[]>(`/api/invoices?search=ORD-${order.id}`));
  const credit = succeeded(
    await boss.post<{ number: string }>(`/api/invoices/${invoice?.number}/credit-notes`, { gross: 12, reason: LINES }),
  );
  const { text } = await expectFit(customer, `/api/invoices/${credit.number}.pdf`);
  expect(text.match(/^(Reason: )?x$/gm)?.length).toBeGreaterThan(200);
  await expectFit(customer, "/api/account/statement.pdf");
});

test("the job card of a remake keeps a reason of 250 lines on its sheets", async () => {
  const { id } = succeeded(await askForRemake(customer, order.id, [], { reason: `${LINES}\n${words(4000)}` }));
  await expectFit(maker, documentPath("remakeJobCard", id));
});

test("a fitter's quotation keeps terms, footer and addresses of 250 lines on its sheets", async () => {
  const business = { ...BUSINESS, tradingName: words(120), address: LINES, footer: LINES, terms: `${lines(1000)}\n${words(1900)}` };
  succeeded(await customer.put("/api/company/retail", business));
  const retail = succeeded(await customer.get<{ version: number }>(`/api/quotes/${quoteId}/retail`));
  const extras = Array.from({ length: 20 }, (_, at) => ({ text: words(190), price: 10, optional: at % 2 === 0 }));
  const body = { version: retail.version, customer: { name: words(120), email: "a@homeowner.example", address: LINES }, extras };
  succeeded(await customer.put(`/api/quotes/${quoteId}/retail`, body));
  await expectFit(customer, `/api/quotes/${quoteId}/retail.pdf`);
});

test("ligatures, joiners and soft hyphens print as plain letters, unknown letters as question marks", async () => {
  const odd = { name: "Oﬃce ﬂat", note: "soft\u00adhyphen, join\u200ded, one\u2028two, Ａ１, m², ½, ไทย, 👨‍👩‍👧" };
  const made = await portal.orderFor(customer, { items: [portal.windowOf(await portal.product(), odd)] });
  const { text } = await openPdf(portal, maker, documentPath("jobCard", made.id));
  expect(text).toContain("1. Office flat");
  expect(text).toContain("Note: softhyphen, joined, one\ntwo, A1, m², ½, ?, ?");
});

test("Hebrew, Arabic, Devanagari and Han names print in fonts that have their letters", async () => {
  const names = ["שלום חלונות (לונדון)", "نوافذ الحدود", "राम शटर्स प्राइवेट", "百叶窗有限公司"];
  for (const companyName of names) {
    const owner = await portal.signIn(await portal.createAccount("customer", { companyName }));
    const made = await portal.orderFor(owner);
    const { text, fonts } = await openPdf(portal, owner, documentPath("deliveryNote", made.id));
    expect(fonts.every(({ embedded, readable }) => embedded && readable)).toBe(true);
    expect(fonts.some(({ name }) => /Noto/.test(name))).toBe(true);
    expect(text).not.toContain("?");
    const letters = new Set(companyName.normalize("NFKD").replaceAll(/[\s()]/g, ""));
    const printed = new Set(text.normalize("NFKD"));
    expect([...letters].filter((letter) => !printed.has(letter))).toEqual([]);
  }
});
