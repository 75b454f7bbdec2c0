import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries } from "#server/schema/records.ts";
import { retailLinks } from "#server/schema/retail.ts";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { BUSINESS, storeBusiness } from "#server/testing/retail.ts";
import type { Snapshot } from "./quotation-snapshot.ts";

let portal: TestPortal;
let fitter: User;
let customer: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  fitter = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  customer = await portal.signIn(fitter);
  boss = await portal.superAdmin();
  await storeBusiness(portal, fitter.companyId);
});
afterAll(() => portal.stop());

interface Difference {
  readonly window: string | null;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}
interface Retail {
  readonly version: number;
  readonly differences: Difference[];
  readonly accepted: Record<string, unknown> | null;
  readonly cost: number;
}
interface Quote extends QuoteReply {
  readonly version: number;
  readonly subtotal: number;
}
type Asked = ReturnType<TestPortal["windowOf"]> & { readonly id?: number | undefined };

const CHANGED = "This quotation has changed. Ask Orchard Shutters for the new one";
const EXTRAS = [
  { text: "Old blinds taken away", price: 40, optional: false },
  { text: "Cills painted", price: 180, optional: true },
];
const PLACE = { shippingAddress: "4 Orchard Lane, Lewes" };

let product: Awaited<ReturnType<TestPortal["product"]>>;
/** A quote of two windows with its sent quotation. */
async function sent() {
  product ??= await portal.product({ material: "Basswood" });
  const items = [
    portal.windowOf(product, { name: "Bay", widthM: 0.615, heightM: 1.05 }),
    portal.windowOf(product, { name: "Hall", widthM: 0.8, heightM: 1.2 }),
  ];
  const quote = (await portal.quoteFor(customer, { customerName: "Mrs Hughes", items })) as Quote;
  const own = items.map((item, place) => ({ ...item, id: quote.items[place]?.id }));
  succeeded(await customer.put(`/api/quotes/${quote.id}/retail`, { version: 1, extras: EXTRAS }));
  return { id: quote.id, items: own as [Asked, Asked], quote, url: await newLink(quote.id) };
}
async function newLink(id: number): Promise<string> {
  const { url } = succeeded(await customer.post<{ url: string }>(`/api/quotes/${id}/retail-links`, {}));
  return new URL(new URL(url).pathname, portal.url).href;
}
const versionOf = async (id: number) => succeeded(await customer.get<Quote>(`/api/quotes/${id}`)).version;
const edit = async (id: number, items: readonly Asked[]) =>
  succeeded(await customer.put<Quote>(`/api/quotes/${id}`, { items, version: await versionOf(id), customerName: "Mrs Hughes" }));
const retailOf = async (id: number) => succeeded(await customer.get<Retail>(`/api/quotes/${id}/retail`));
const differencesOf = async (id: number) => (await retailOf(id)).differences;

async function acceptance(url: string, extras: number[] = []) {
  const reply = await fetch(url, { headers: { accept: "application/json" } });
  const { snapshot, hash } = (await reply.json()) as { snapshot: string; hash: string };
  const { subtotal, extras: offered } = JSON.parse(snapshot) as Snapshot;
  const net = Math.round((subtotal + extras.reduce((sum, place) => sum + (offered[place]?.price ?? 0), 0)) * 100);
  return { name: "Penelope Hughes", extras, total: (net + Math.round(net / 5)) / 100, hash };
}
async function accept(url: string, body: object) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/accept`, { method: "POST", headers, body: JSON.stringify(body) });
  return [reply.status, await reply.text()] as const;
}
const pageOf = async (url: string) => (await fetch(url, { headers: { accept: "text/html" } })).text();

describe("an open link", () => {
  test("an edited quote's open link refuses Accept, and accepts again once the edit is reverted", async () => {
    const { id, items, url } = await sent();
    const wish = await acceptance(url);
    expect(await differencesOf(id)).toEqual([]);
    expect(await pageOf(url)).toContain('data-does="accept"');
    await edit(id, [{ ...items[0], widthM: 1.615 }, items[1]]);
    expect(await differencesOf(id)).toEqual(
      expect.arrayContaining([
        { window: "Bay", what: "Size", before: "615 mm wide × 1,050 mm high", after: "1,615 mm wide × 1,050 mm high" },
        expect.objectContaining({ window: null, what: "Total" }),
        expect.objectContaining({ window: "Bay", what: "Price" }),
      ]),
    );
    expect(await accept(url, wish)).toEqual([409, CHANGED]);
    const page = await pageOf(url);
    expect(page).toContain(CHANGED);
    for (const hidden of ['data-does="accept"', 'id="bar-total"']) expect(page).not.toContain(hidden);
    for (const shown of ['data-does="question"', 'data-does="decline"', "Download PDF"]) expect(page).toContain(shown);
    await edit(id, items);
    expect(await differencesOf(id)).toEqual([]);
    expect((await accept(url, wish))[0]).toBe(200);
  });

  test("an outdated link gives way to a new link with the change, which can be accepted", async () => {
    const { id, items, url } = await sent();
    await edit(id, [{ ...items[0], widthM: 0.715 }, items[1]]);
    const { version } = await retailOf(id);
    succeeded(await customer.put(`/api/quotes/${id}/retail`, { version }));
    const newer = await newLink(id);
    expect((await fetch(url)).status).toBe(410);
    expect(await differencesOf(id)).toEqual([]);
    expect((await accept(newer, await acceptance(newer)))[0]).toBe(200);
  });

  test("the link of a quotation that was never saved is superseded by the link after an edit", async () => {
    const quote = (await portal.quoteFor(customer, { items: [portal.windowOf(await portal.product(), { name: "Bay" })] })) as Quote;
    const first = await newLink(quote.id);
    await edit(quote.id, [{ ...portal.windowOf(await portal.product(), { name: "Bay", widthM: 1.9 }), id: quote.items[0]?.id }]);
    await newLink(quote.id);
    expect((await fetch(first)).status).toBe(410);
  });

  test("differences list added, removed and renamed windows, whichever ids a client sends", async () => {
    const { id, items } = await sent();
    const cellar = portal.windowOf(product, { name: "Cellar", widthM: 0.5, heightM: 0.6 });
    await edit(id, [{ ...items[0], name: "Big bay" }, cellar]);
    const listed = (await differencesOf(id)).filter(({ window }) => window !== null);
    expect(listed).toEqual([
      { window: "Big bay", what: "Name", before: "Bay", after: "Big bay" },
      { window: "Cellar", what: "Window", before: "", after: "500 mm wide × 600 mm high" },
      { window: "Hall", what: "Window", before: "800 mm wide × 1,200 mm high", after: "" },
    ]);
    await edit(
      id,
      items.map(({ id: _, ...item }) => ({ ...item, quantity: 2 })),
    );
    expect(
      (await differencesOf(id)).flatMap(({ window, what, before, after }) => (what === "Quantity" ? [[window, before, after]] : [])),
    ).toEqual([
      ["Bay", "1", "2"],
      ["Hall", "1", "2"],
    ]);
  });

  test("differences list changes of the fitter's own quotation and business", async () => {
    const { id } = await sent();
    const extras = [
      { ...EXTRAS[0], price: 50 },
      { text: "Boards", price: 10, optional: true },
    ];
    const { version } = await retailOf(id);
    succeeded(await customer.put(`/api/quotes/${id}/retail`, { version, extras, depositPercent: 25, fitting: { price: 100 } }));
    const changed = { ...BUSINESS, validDays: 14, leadTimeWeeks: 1, terms: "Payment on the day.", accountNumber: "87654321" };
    succeeded(await customer.put("/api/company/retail", changed));
    try {
      const [total, ...others] = await differencesOf(id);
      expect(total?.what).toBe("Total");
      expect(others.filter(({ what }) => what !== "Valid until").map(({ what, before, after }) => [what, before, after])).toEqual([
        ["Fitting", "£108.00", "£120.00"],
        ["Extra", "Old blinds taken away, £48.00", "Old blinds taken away, £60.00"],
        ["Extra", "Cills painted, £216.00, if chosen", ""],
        ["Extra", "", "Boards, £12.00, if chosen"],
        ["Deposit", "40 %", "25 %"],
        ["Lead time", "About 6 weeks", "About 1 week"],
        ["Terms", BUSINESS.terms, changed.terms],
        ["How to pay", "High Street Bank, sort code 12-34-56, account 12345678", "High Street Bank, sort code 12-34-56, account 87654321"],
      ]);
      expect(others.map(({ what }) => what)).toContain("Valid until");
      succeeded(await customer.put("/api/company/retail", { ...changed, vatRegistered: false }));
      expect(await differencesOf(id)).toContainEqual({ window: null, what: "VAT", before: "VAT at 20 %", after: "No VAT is charged" });
    } finally {
      succeeded(await customer.put("/api/company/retail", { ...BUSINESS, phone: "01632 960299" }));
    }
  });

  test("the workshop's weeks on a link stay as they were sent, unless the fitter states weeks", async () => {
    const business = { ...BUSINESS, leadTimeWeeks: null };
    succeeded(await customer.put("/api/company/retail", business));
    try {
      const slow = await portal.product({ material: "Basswood", leadWeeks: 4 });
      const { id } = await portal.quoteFor(customer, { items: [portal.windowOf(slow)] });
      const url = await newLink(id);
      const words = async () => /ready in (about \d weeks)/.exec(await pageOf(url))?.[1];
      const sentWords = await words();
      // A holiday after the four weeks moves the ready day into the next week.
      expect(sentWords).toMatch(/^about [45] weeks$/);
      const { name, basePricePerM2 } = slow;
      succeeded(await boss.put("/api/products", { id: slow.id, name, basePricePerM2, leadWeeks: 8 }));
      expect([await words(), await differencesOf(id)]).toEqual([sentWords, []]);
      succeeded(await customer.put("/api/company/retail", { ...business, leadTimeWeeks: 6 }));
      expect(await differencesOf(id)).toEqual([
        { window: null, what: "Lead time", before: sentWords?.replace("a", "A"), after: "About 6 weeks" },
      ]);
      succeeded(await customer.put("/api/company/retail", business));
      expect((await accept(url, await acceptance(url)))[0]).toBe(200);
      expect(await words()).toBe(sentWords);
    } finally {
      succeeded(await customer.put("/api/company/retail", { ...BUSINESS, phone: "01632 960299" }));
    }
  });

  test("differences are limited to a hundred, those of the whole quotation first", async () => {
    const items = Array.from({ length: 60 }, (_, place) => portal.windowOf(product, { name: `W${place}`, widthM: 0.6 }));
    const quote = (await portal.quoteFor(customer, { items })) as Quote;
    await newLink(quote.id);
    await edit(
      quote.id,
      items.map((item, place) => ({ ...item, widthM: 0.7, quantity: 2, id: quote.items[place]?.id })),
    );
    const differences = await differencesOf(quote.id);
    expect([differences.length, differences[0]?.what]).toEqual([100, "Total"]);
  });

  test("an acceptance during an edit is refused, or accepted with the edit as a difference", async () => {
    for (let time = 0; time < 4; time += 1) {
      const { id, items, url } = await sent();
      const wish = await acceptance(url);
      const [[status]] = await Promise.all([accept(url, wish), edit(id, [{ ...items[0], widthM: 1.615 }, items[1]])]);
      const [link] = await portal.db.select({ at: retailLinks.acceptedAt }).from(retailLinks).where(eq(retailLinks.quoteId, id));
      expect([status, link?.at !== null]).toEqual(status === 200 ? [200, true] : [409, false]);
      expect(await differencesOf(id)).toContainEqual(expect.objectContaining({ window: "Bay", what: "Size" }));
    }
  });
});

describe("an accepted quotation", () => {
  test("an accepted quotation has the accepted figures, at the quote's current cost", async () => {
    const { id, items, url, quote } = await sent();
    const wish = await acceptance(url, [1]);
    expect((await retailOf(id)).accepted).toBeNull();
    expect((await accept(url, wish))[0]).toBe(200);
    const listed = async (who: TestClient) =>
      succeeded(await who.get<{ id: number; acceptedBy?: object }[]>("/api/quotes")).find((row) => row.id === id);
    expect((await listed(customer))?.acceptedBy).toEqual({ name: "Penelope Hughes", total: wish.total });
    expect(await listed(boss)).not.toHaveProperty("acceptedBy");
    const subtotal = Math.round((wish.total / 1.2) * 100) / 100;
    const inPence = (pounds: number) => Math.round(pounds * 100) / 100;
    expect((await retailOf(id)).accepted).toEqual({
      name: "Penelope Hughes",
      at: expect.any(String),
      subtotal,
      vat: inPence(wish.total - subtotal),
      total: wish.total,
      deposit: inPence(wish.total * 0.4),
      cost: quote.subtotal,
      margin: inPence(subtotal - quote.subtotal),
      marginPercent: Math.round(((subtotal - quote.subtotal) / subtotal) * 1000) / 10,
    });
    const dearer = await edit(id, [{ ...items[0], widthM: 1.615 }, items[1]]);
    const { accepted, cost } = await retailOf(id);
    expect(accepted).toMatchObject({ subtotal, cost: dearer.subtotal, margin: inPence(subtotal - dearer.subtotal) });
    expect(cost).toBe(dearer.subtotal);
  });

  test("a quote that differs from the accepted quotation is placed only after confirming the differences", async () => {
    const { id, items, url } = await sent();
    expect((await accept(url, await acceptance(url)))[0]).toBe(200);
    await edit(id, [{ ...items[0], widthM: 1.615 }, items[1]]);
    const refused = await customer.post<{ detail: string; differences: Difference[] }>(`/api/quotes/${id}/place`, PLACE, {
      accept: "application/problem+json",
    });
    expect([refused.status, refused.body.detail]).toEqual([409, "This is not what Penelope Hughes accepted"]);
    expect(refused.body.differences).toEqual(await differencesOf(id));
    expect(refused.body.differences).toContainEqual(expect.objectContaining({ window: "Bay", what: "Size" }));
    expect(succeeded(await customer.get<{ placedAt: string | null }>(`/api/quotes/${id}`)).placedAt).toBeNull();
    const placed = succeeded(
      await customer.post<{ placedAt: string | null }>(`/api/quotes/${id}/place`, { ...PLACE, acceptedDifferences: true }),
    );
    expect(placed.placedAt).not.toBeNull();
    succeeded(await boss.post(`/api/quotes/${id}/convert`, PLACE));
  });

  test("a quote that equals the accepted quotation is placed without a question", async () => {
    const { id, url } = await sent();
    expect((await accept(url, await acceptance(url, [1])))[0]).toBe(200);
    succeeded(await customer.post(`/api/quotes/${id}/place`, PLACE));
  });

  test("staff convert a differing accepted quote only after confirming, without the fitter's figures", async () => {
    const { id, items, url } = await sent();
    expect((await accept(url, await acceptance(url)))[0]).toBe(200);
    await edit(id, [{ ...items[0], widthM: 1.615, quantity: 3 }, items[1]]);
    const asked = await boss.post<{ detail: string; differences: Difference[] }>(`/api/quotes/${id}/convert`, PLACE, {
      accept: "application/problem+json",
    });
    expect([asked.status, asked.body.detail]).toEqual([409, "This is not what Penelope Hughes accepted"]);
    expect(asked.body.differences.map(({ what }) => what)).toEqual(expect.arrayContaining(["Size", "Quantity"]));
    expect(asked.text).not.toMatch(/£|Price|Total/);
    const order = succeeded(await boss.post<{ id: number }>(`/api/quotes/${id}/convert`, { ...PLACE, acceptedDifferences: true }));
    const trail = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "quotes.convert"));
    expect(trail.filter(({ after }) => JSON.stringify(after).includes(`"orderId":${order.id}`)).map(({ after }) => after)).toEqual([
      expect.objectContaining({ acceptedDifferences: true }),
    ]);
  });
});
