import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retailLinks } from "#server/schema/retail.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { readPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { BUSINESS } from "#server/testing/retail.ts";
import { hashOf, linesOf, readSnapshot, type Snapshot } from "./quotation-snapshot.ts";

/**
 * The prices that a homeowner reads on the page and in the PDF, before and after acceptance (rules
 * T4 and T7).
 */

const priced = fc.integer({ min: 0, max: 10_000_000 }).map((amount) => ({ price: amount / 100 }));
const extra = fc.record({ price: fc.integer({ min: -50_000, max: 1_000_000 }).map((amount) => amount / 100), optional: fc.boolean() });
const quotations = fc.record({
  windows: fc.array(priced, { minLength: 1, maxLength: 30 }),
  fitting: priced,
  extras: fc.array(extra, { maxLength: 20 }),
  from: fc.record({ vatNumber: fc.constantFrom("GB 1", null) }),
  depositPercent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
});
const inPence = (pounds: number) => Math.round(pounds * 100);

test("the lines of any quotation with any ticked extras add up to the total, to the penny", () => {
  fc.assert(
    fc.property(quotations, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (quotation, ticks) => {
      const ticked = new Set(quotation.extras.flatMap(({ optional }, place) => (optional && ticks[place] ? [place] : [])));
      const counts = quotation.extras.map(({ optional }, place) => !optional || ticked.has(place));
      const net = [...quotation.windows, quotation.fitting, ...quotation.extras.filter((_, place) => counts[place])];
      fc.pre(net.reduce((sum, { price }) => sum + inPence(price), 0) >= 0);
      const lines = linesOf(quotation, ticked);
      const shown = [...lines.windows, lines.fitting, ...lines.extras.filter((_, place) => counts[place])].map(inPence);
      expect(shown.reduce((sum, amount) => sum + amount, 0)).toBe(inPence(lines.total));
      expect(inPence(lines.windowsTotal)).toBe(lines.windows.map(inPence).reduce((sum, amount) => sum + amount, 0));
      expect(inPence(lines.total)).toBe(inPence(lines.subtotal) + inPence(lines.vat));
      // Ticking an extra leaves its price on its own line unchanged.
      const unticked = linesOf(quotation, new Set());
      for (const place of ticked) expect(lines.extras[place]).toBe(unticked.extras[place]);
      if (quotation.from.vatNumber === null) expect(shown).toEqual(net.map(({ price }) => inPence(price)));
    }),
    { numRuns: 2000 },
  );
});

test("the largest line absorbs the remainder of rounding, and no other line does", () => {
  const quotation = { windows: [{ price: 0.02 }, { price: 0.12 }, { price: 0.02 }], fitting: 0.02, extras: [], depositPercent: 0 };
  const lines = linesOf({ ...quotation, from: { vatNumber: "GB 1" } }, new Set());
  // 18p net are 22p with VAT: three lines of 2p stay 2p, and the largest is 16p in place of 14p.
  expect([lines.windows, lines.fitting, lines.total]).toEqual([[0.02, 0.16, 0.02], 0.02, 0.22]);
});

let portal: TestPortal;
let fitter: User;
let customer: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  fitter = await portal.createAccount("customer");
  customer = await portal.signIn(fitter);
});
afterAll(() => portal.stop());

const EXTRAS = [
  { text: "Old blinds taken away", price: 40.33, optional: false },
  { text: "Cills painted", price: 240, optional: true },
  { text: "Brass hinges", price: 60.01, optional: true },
];
const QUOTED = { customerName: "Mrs Hughes", customerEmail: "p@hughes.example", siteAddress: "4 Orchard Lane" };

/** A quotation's link, sent by a fitter who is registered for VAT or not. */
async function shared({ vatRegistered = true } = {}) {
  succeeded(await customer.put("/api/company/retail", { ...BUSINESS, vatRegistered, vatNumber: vatRegistered ? BUSINESS.vatNumber : "" }));
  const { id } = await portal.quoteFor(customer, QUOTED);
  succeeded(await customer.put(`/api/quotes/${id}/retail`, { version: 1, extras: EXTRAS }));
  const { url } = succeeded(await customer.post<{ url: string }>(`/api/quotes/${id}/retail-links`, {}));
  const here = new URL(new URL(url).pathname, portal.url).href;
  const text = async (reply: Response) => (await reply.text()).replace(/<style>.*<\/style>/s, "");
  const read = async () =>
    (await (await fetch(here, { headers: { accept: "application/json" } })).json()) as { snapshot: string; hash: string };
  return {
    id,
    here,
    read,
    page: async (end = "") => text(await fetch(here + end, { headers: { accept: "text/html" } })),
    pdf: async () => {
      const { pages } = readPdf(Buffer.from(await (await fetch(`${here}/quotation.pdf`)).arrayBuffer()));
      return pages.map((page) => page.replaceAll(/\s+/g, " "));
    },
    accept: async (extras: readonly number[]) => {
      const { snapshot, hash } = await read();
      const { total } = linesOf(JSON.parse(snapshot) as Snapshot, new Set(extras));
      const body = JSON.stringify({ name: "Penelope Hughes", extras, total, hash });
      expect((await fetch(`${here}/accept`, { method: "POST", body, headers: { "content-type": "application/json" } })).status).toBe(200);
      return total;
    },
  };
}
const inPounds = (amount: number) => amount.toLocaleString("en-GB", { style: "currency", currency: "GBP" });
/** The amounts at the right of the lines below the windows, in pence, by label. */
const sumsOn = (page: string): Map<string, number> =>
  new Map(
    [...page.matchAll(/<div class="sum [^"]*"><dt>([^<]*)<\/dt><dd[^>]*>£([\d,.]+)<\/dd>/g)].map(([, label = "", amount = ""]) => [
      label,
      inPence(Number(amount.replaceAll(",", ""))),
    ]),
  );

describe("where the fitter is registered for VAT", () => {
  test("an extra of £240 adds £288 to the total and shows £288 on its line, without a script too", async () => {
    const { page, read } = await shared();
    const snapshot = JSON.parse((await read()).snapshot) as Snapshot;
    expect(snapshot.extras[1]).toMatchObject({ price: 240, priceWithVat: 288 });
    const [before, after] = [sumsOn(await page()), sumsOn(await page("?extra=1"))];
    expect((after.get("Total") ?? 0) - (before.get("Total") ?? 0)).toBe(288_00);
    expect(after.get("Cills painted")).toBe(288_00);
    expect(await page()).toContain('<span>Cills painted</span><span class="price">£288.00</span>');
  });

  test("page and snapshot show each line with VAT, and the VAT of the total below it", async () => {
    const { page, read } = await shared();
    const snapshot = JSON.parse((await read()).snapshot) as Snapshot;
    const { windows, fitting, extras, total, vat } = snapshot;
    const counted = extras.filter(({ optional }) => !optional);
    expect([...windows, fitting, ...counted].reduce((sum, line) => sum + inPence(line.priceWithVat), 0)).toBe(inPence(total));
    const shown = await page();
    for (const window of windows) expect(shown).toContain(`${inPounds(window.priceWithVat)}</span>`);
    expect(shown.replaceAll(/<[^>]*>/g, "")).toContain(`including VAT of ${inPounds(vat)}`);
    expect(shown).not.toMatch(/without VAT|Subtotal/);
  });

  test("the payment instructions state the deposit of the total with the ticked extras", async () => {
    const { page, read } = await shared();
    const { depositPercent } = JSON.parse((await read()).snapshot) as Snapshot;
    for (const end of ["", "?extra=1", "?extra=1&extra=2"]) {
      const shown = await page(end);
      const total = sumsOn(shown).get("Total") ?? 0;
      const deposit = inPounds(Math.round((total * depositPercent) / 100) / 100);
      expect([...shown.matchAll(/id="(?:pay-)?deposit">([^<]*)</g)].map(([, amount]) => amount)).toEqual([deposit, deposit]);
    }
  });

  test("an accepted PDF has one total, one deposit, its extras as lines, and the evidence last", async () => {
    const { pdf, accept, read } = await shared();
    const before = await pdf();
    expect(before.join(" ")).toContain("If you would like them, not in the total");
    const total = await accept([1]);
    const pages = await pdf();
    const body = pages.slice(0, -1).join(" ");
    const { deposit: unticked, total: without } = JSON.parse((await read()).snapshot) as Snapshot;
    expect(body).toContain("Cills painted £288.00");
    expect(body).toContain(`Total ${inPounds(total)}`);
    expect(body).toContain(inPounds(Math.round(total * 40) / 100));
    for (const amount of [without, unticked]) expect(pages.join(" ")).not.toContain(inPounds(amount));
    expect(pages.join(" ")).not.toMatch(/Brass hinges|If you would like them/);
    const last = pages.at(-1) ?? "";
    expect(last).toContain("Accepted by Penelope Hughes");
    expect(last).toContain(`Page ${pages.length} of ${pages.length}`);
    expect(pages[0]).toContain(`Page 1 of ${pages.length}`);
  });

  test("readers see a reference of eight characters in place of the hash", async () => {
    const { pdf, accept, page, read } = await shared();
    const { hash } = await read();
    await accept([]);
    const reference = hash.slice(0, 8).toUpperCase();
    const last = (await pdf()).at(-1) ?? "";
    expect(last).toContain(`Reference: ${reference}`);
    expect(last).not.toContain(hash);
    expect(await page()).toContain(`<strong>${reference}</strong>`);
  });
});

test("a fitter without VAT registration shows plain prices and that no VAT is charged", async () => {
  const { page, pdf, read } = await shared({ vatRegistered: false });
  const { windows, fitting, extras, vat } = JSON.parse((await read()).snapshot) as Snapshot;
  for (const line of [...windows, fitting, ...extras]) expect(line.priceWithVat).toBe(line.price);
  expect(vat).toBe(0);
  for (const text of [await page(), (await pdf()).join(" ")]) {
    expect(text).toContain("No VAT is charged");
    expect(text).not.toContain("including VAT");
  }
});

test("a quotation frozen before prices with VAT has unchanged bytes and hash, and is read with VAT", async () => {
  const { id, page, pdf, read, accept } = await shared();
  const { snapshot } = await read();
  const now = JSON.parse(snapshot) as Snapshot;
  const netOf = <Line extends { readonly priceWithVat: number }>({ priceWithVat: _, ...line }: Line) => line;
  const older = { ...now, windows: now.windows.map(netOf), fitting: now.fitting.price, extras: now.extras.map(netOf) };
  const text = JSON.stringify(older);
  await portal.db
    .update(retailLinks)
    .set({ snapshot: text, snapshotHash: hashOf(text) })
    .where(eq(retailLinks.quoteId, id));
  expect(await read()).toMatchObject({ snapshot: text, hash: hashOf(text) });
  expect(readSnapshot(text)).toEqual(now);
  expect(await page()).toContain('<span>Cills painted</span><span class="price">£288.00</span>');
  const total = await accept([1]);
  expect((await pdf()).at(-1)).toContain(inPounds(total));
});
