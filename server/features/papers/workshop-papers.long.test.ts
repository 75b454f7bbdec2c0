import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type OrderReply, type ProductReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import { ALL_NAUGHTY } from "#server/testing/calls/naughty-strings.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { fetchFile, flat, openPdf, SELLER, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { documentPath, panelLabelsPath, piecePath, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { formatDay, startOfDay } from "#shared/domain/period.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn(await portal.createAccount("customer", { companyName: "Alcove & Co", contactName: "Ada Bell" }));
  supplier = await portal.signIn("supplier");
  product = await portal.product({ name: "Basswood Classic", basePricePerM2: 71_839.57, colorOptions: ["Silk White"] });
});
afterAll(() => portal.stop());

const NO_MONEY = /£|\bVAT\b|price|total|paid/i;

async function orderOf(windows: readonly Partial<WindowBody>[], words: Record<string, string> = {}): Promise<OrderReply> {
  return portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, { louverSize: 76, ...window })), ...words });
}
const refused = async (path: string) => {
  const { status, file } = await fetchFile(portal, supplier, path);
  return [status, file.toString()];
};
const CHOOSE = "Please choose the orders by their numbers, as in orders=1,2";

describe.each(["jobCards", "labels"] as const)("%s of chosen orders", (name) => {
  test("job cards or labels need 1 to 50 visible orders, and a repeated order counts once", async () => {
    const one = await orderOf([{}]);
    const draft = await orderOf([{}]);
    succeeded(await (await portal.superAdmin()).patch(`/api/orders/${draft.id}/status`, { status: "draft" }));
    const [path] = workshopPaperPath(name, []).split("?");
    for (const query of ["", "?orders=", "?orders=x", "?orders=1,", "?orders=-1", "?orders=1&orders=2"])
      expect([query, ...(await refused(path + query))]).toEqual([query, 400, CHOOSE]);
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    expect(await refused(workshopPaperPath(name, many))).toEqual([400, "At most 50 orders at once"]);
    expect(await refused(workshopPaperPath(name, [one.id, draft.id]))).toEqual([404, `There is no order ORD-${draft.id}`]);
    for (const beyond of [99_999_999_999, 1e20])
      expect(await refused(workshopPaperPath(name, [one.id, beyond]))).toEqual([404, "There is no such order"]);
    const twice = await openPdf(
      portal,
      supplier,
      workshopPaperPath(
        name,
        Array.from({ length: 60 }, () => one.id),
      ),
    );
    const once = await openPdf(portal, supplier, workshopPaperPath(name, [one.id]));
    expect(twice.file.equals(once.file)).toBe(true);
  });
});

describe("job cards of several orders", () => {
  test("job cards of several orders are one document, each on pages of its own numbering", async () => {
    const high = { heightM: 2.1, numberOfMidRails: 1 };
    const long = await orderOf(Array.from({ length: 4 }, (_, index) => ({ ...high, name: `Window number ${index + 1}` })));
    const short = await orderOf([{ name: "Door", quantity: 3 }], { jobName: "Mrs Patel" });
    const { pages, text, qr, headers } = await openPdf(portal, supplier, workshopPaperPath("jobCards", [short.id, long.id]));
    const first = pages.findIndex((page) => page.includes(`Job card ORD-${long.id}`));
    expect(first).toBeGreaterThan(0);
    const [ofShort, ofLong] = [pages.slice(0, first), pages.slice(first)];
    for (const [order, own] of [
      [short, ofShort],
      [long, ofLong],
    ] as const)
      own.forEach((page, index) => {
        expect(page).toContain(`Page ${index + 1} of ${own.length}`);
        expect(page).toContain(`ORD-${order.id}`);
      });
    expect(ofLong.length).toBeGreaterThan(1);
    expect([ofShort.join().includes("Mrs Patel"), ofLong.join().includes("Mrs Patel")]).toEqual([true, false]);
    expect([ofShort.join().includes("Window number"), ofLong.join().includes("Window number 4")]).toEqual([false, true]);
    expect([qr(), qr(first)]).toEqual([short, long].map(({ id }) => `http://portal.test/orders?order=${id}`));
    expect(headers.get("content-disposition")).toBe('inline; filename="job-cards.pdf"');
    expect(text).not.toMatch(NO_MONEY);
    // Each card in the document equals the order's single card.
    const alone = await openPdf(portal, supplier, documentPath("jobCard", long.id));
    expect(ofLong.join("\n")).toBe(alone.text);
  });

  test("job cards of several orders name the remakes that they make good", async () => {
    const order = await orderOf([{ name: "Bay" }, { name: "Door" }]);
    const { quote } = succeeded(await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
    const fields = { quoteItemId: quote.items[0]?.id ?? 0, markXMm: 300, markYMm: 450 };
    const { id } = succeeded(await askForRemake(customer, order.id, [], { fields }));
    succeeded(await supplier.patch(`/api/remakes/${id}/status`, { status: "approved" }));
    const boss = await portal.superAdmin();
    const again = succeeded(await boss.post<{ id: number }>(`/api/remakes/${id}/order`, {}));
    const { text } = await openPdf(portal, boss, workshopPaperPath("jobCards", [order.id, again.id]));
    expect(flat(text)).toContain(`Remake RMK-${id}: what was wrong`);
    expect(flat(text)).toContain("about 300 mm from the left, 450 mm from the top");
  });
});

describe("labels", () => {
  test("labels are printed for each shutter, 100 × 62 mm, with a code that opens the piece", async () => {
    const recess = { layoutCode: "LR", sizeBasis: "recess", frameSides: "LTR", widthM: 1.2, heightM: 1.35 } as const;
    const one = await orderOf(
      [
        { name: "Sill", ...recess },
        { name: "Door", quantity: 3 },
      ],
      {
        ...{ jobName: "Mrs Patel, upstairs", poNumber: "77/b", shippingAddress: "12 Mill Lane\nLewes\nbn71aa\nUnited Kingdom" },
      },
    );
    const two = await orderOf([{ name: "Hall" }], { poNumber: "PO-100070" });
    const { pages, source, qr, text } = await openPdf(portal, supplier, workshopPaperPath("labels", [one.id, two.id]));
    expect(pages).toHaveLength(5);
    expect(
      [...source.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...sides]) =>
        sides.map((side) => Math.round((Number(side) * 25.4) / 7.2) / 10),
      ),
    ).toEqual(Array.from({ length: 5 }, () => [100, 62]));
    for (const said of [
      `ORD-${one.id}`,
      "piece 1 of 1",
      "Sill",
      "1,190 × 1,340 mm",
      "the usual clearances",
      "76 mm Silk White",
      "Basswood Classic",
      "Mrs Patel, upstairs",
      "PO 77/b",
      "Lewes BN7 1AA",
    ])
      expect(flat(pages[0] ?? "")).toContain(said);
    expect(pages.slice(1, 4).map((page) => /piece \d of \d/.exec(page)?.[0])).toEqual(["piece 1 of 3", "piece 2 of 3", "piece 3 of 3"]);
    expect(pages[4]).toContain("Hall");
    expect(pages[4]).toContain("PO-100070");
    expect(pages[4]).not.toMatch(/PO PO|Patel/);
    const { quote } = succeeded(await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${one.id}`));
    const [sill, door] = quote.items.map(({ id }) => id);
    expect(flat(pages[3] ?? "")).toContain(`ORD-${one.id}`);
    expect(pages[3]).toContain(`${door}.3`);
    expect(qr()).toBe(`http://portal.test${piecePath(one.id, sill ?? 0, 1)}`);
    expect(qr(3)).toBe(`http://portal.test/workshop/${one.id}?piece=${door}.3`);
    expect(text).not.toMatch(NO_MONEY);
  });

  test("a label prints any name in smaller type, or shortened, and never beyond its edge", async () => {
    const naughty = ALL_NAUGHTY.filter(
      (text) => text.trim() !== "" && text.trim().length <= 80 && text.isWellFormed() && !text.includes("\0"),
    );
    const names = [
      "W".repeat(80),
      "Kitchen window beside the larder, above the sink, to the left of the back door",
      "Bay",
      ...naughty.filter((_, at) => at % 9 === 0),
    ];
    const long = await portal.product({ name: "N".repeat(120), colorOptions: ["M".repeat(60)] });
    const order = await portal.orderFor(customer, {
      ...{ items: names.map((_, at) => portal.windowOf(long, { name: `Name ${at}` })), jobName: "J".repeat(120), poNumber: "P".repeat(60) },
      shippingAddress: `1 Road, ${"Llanfair".repeat(50)}, SW1A 1AA`,
    });
    // Names that are refused today are included, because older orders may have them.
    for (const [at, name] of names.entries())
      await portal.db
        .update(quoteItems)
        .set({ name })
        .where(and(eq(quoteItems.quoteId, order.quoteId ?? 0), eq(quoteItems.name, `Name ${at}`)));
    const { pages, contents } = await openPdf(portal, supplier, workshopPaperPath("labels", [order.id]));
    expect(pages).toHaveLength(names.length);
    expect(names.length).toBeGreaterThan(20);
    expect(pages[0]).toContain("…");
    // The type has no room, but the destination always does.
    for (const page of pages) expect(page).toMatch(/PO P{9}[\s\S]*Llanfair/);
    expect(flat(pages[1] ?? "")).toContain(names[1]);
    expect(pages[2]).toContain("Bay");
    for (const [index, content] of contents.entries())
      for (const [, x, y] of content.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g)) {
        expect([index, Number(x) >= 0 && Number(x) < 283]).toEqual([index, true]);
        expect([index, Number(y) > 5 && Number(y) < 176]).toEqual([index, true]);
      }
  });

  test("labels name the table by which the parts are cut, with its date", async () => {
    const order = await orderOf([{ name: "Bay" }]);
    succeeded(await supplier.put("/api/settings/workshop", { clearances: { hinge: 2 } }));
    const table = `, table of ${formatDay(new Date())}`;
    for (const path of [workshopPaperPath("labels", [order.id]), panelLabelsPath([order.id])])
      expect(flat((await openPdf(portal, supplier, path)).text)).toContain(table);
    succeeded(await supplier.put("/api/settings/workshop", { clearances: { hinge: 3 } }));
  });

  test("labels of panels are printed for each panel, with its letter, layout, side, size, weight and code", async () => {
    const order = await orderOf([
      { name: "Bay", widthM: 1.2, heightM: 1.35, layoutCode: "LR", quantity: 2 },
      { name: "Door", widthM: 1.78, heightM: 2.05, openingDirection: "bypass" },
    ]);
    const { pages, qr } = await openPdf(portal, supplier, panelLabelsPath([order.id]));
    const { quote } = succeeded(await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
    const [bay, door] = quote.items.map(({ id }) => id);
    const printed = pages.map((page) => flat(page));
    expect(printed).toHaveLength(6);
    const said = (page: number) => (words: string) => expect(printed[page]).toContain(words);
    [`ORD-${order.id}`, `${bay}.1`, "piece 1 of 2", "Bay", "A", "Panel A of LR", "hangs left", "4.8 kg", "557.5 × 1,266 mm"].forEach(
      said(0),
    );
    [`${bay}.2`, "piece 2 of 2", "Panel B of LR", "hangs right"].forEach(said(3));
    [`${door}.1`, "Panel B of 2 that slide", "rear track", "874.5 × 1,915 mm"].forEach(said(5));
    expect(qr(3)).toBe(`http://portal.test${piecePath(order.id, bay ?? 0, 2)}`);
    expect(printed.join()).not.toMatch(NO_MONEY);
    expect(await refused(`${workshopPaperPath("labels", [order.id])}&of=parts`)).toEqual([
      400,
      "Labels are of panels, or of shutters if that is left out",
    ]);
  });

  test("labels and the windows of job cards are limited to 1,000 at once", async () => {
    const many = await orderOf([{ quantity: 999 }]);
    const two = await orderOf([{ quantity: 2 }]);
    expect(await refused(workshopPaperPath("labels", [many.id, two.id]))).toEqual([
      400,
      "At most 1,000 labels at once: these orders have 1,001 shutters, choose fewer",
    ]);
    const pairs = await orderOf([{ quantity: 501, layoutCode: "LR" }]);
    expect(await refused(panelLabelsPath([pairs.id]))).toEqual([
      400,
      "At most 1,000 labels at once: these orders have 1,002 panels, choose fewer",
    ]);
    const house = Array.from({ length: 200 }, () => ({}));
    const houses: number[] = [];
    for (let made = 0; made < 5; made += 1) houses.push((await orderOf(house)).id);
    expect(await refused(workshopPaperPath("jobCards", [...houses, two.id]))).toEqual([
      400,
      "At most 1,000 windows at once: these orders have 1,001 windows, choose fewer",
    ]);
  });
});

describe("a delivery note", () => {
  test("a delivery note has addressee, carrier and contents, and neither prices nor the maker", async () => {
    await saveSeller(portal);
    const order = await orderOf(
      [
        { name: "Sill", layoutCode: "LR", sizeBasis: "recess", frameSides: "LTR", widthM: 1.2, heightM: 1.35 },
        { name: "Door", quantity: 3 },
      ],
      { jobName: "Mrs Patel", poNumber: "77/b", shippingAddress: "Dock 4\nNewhaven" },
    );
    const boss = await portal.superAdmin();
    const maker = succeeded(await supplier.get<{ user: { companyId: number; companyName: string } }>("/api/user")).user;
    succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: maker.companyId }));
    succeeded(
      await supplier.post(`/api/orders/${order.id}/ship`, {
        confirmed: true,
        carrier: "dpd",
        trackingNumber: "1550 99",
        shippingDate: dayAhead(30),
      }),
    );
    const path = documentPath("deliveryNote", order.id);
    for (const person of [customer, supplier, await portal.signIn("admin"), boss]) {
      const { text, headers, file, source, tags } = await openPdf(portal, person, path);
      // The number links to the carrier's page (rule W62), also for screen readers.
      expect(/\/URI \((.*)\)/.exec(source)?.[1]).toBe(succeeded(await person.get<OrderReply>(`/api/orders/${order.id}`)).trackingUrl);
      expect(tags).toContain("Link");
      for (const said of [
        ...["Delivery note", SELLER.name, "Alcove & Co", "Ada Bell", "Dock 4 Newhaven", `ORD-${order.id}`, "Mrs Patel", "77/b"],
        ...[
          `Sent on ${formatDay(startOfDay(dayAhead(30)))}`,
          "Carrier DPD",
          "Tracking number 1550 99",
          "Windows 2",
          "Shutters 4",
          "Page 1 of 1",
        ],
        ...["1. Sill", "1,190 × 1,340 mm for a recess of 1,200 × 1,350 mm × 1", "2. Door", "1,200 × 1,500 mm × 3"],
        ...["Number of boxes", "Received in good order by (name)", "Signature", "Date"],
      ])
        expect(flat(text)).toContain(said);
      expect(text).not.toMatch(NO_MONEY);
      expect(file.toString("latin1") + text).not.toContain(maker.companyName);
      expect(headers.get("content-disposition")).toBe(`inline; filename="delivery-note-ORD-${order.id}.pdf"`);
    }
    expect((await fetchFile(portal, await portal.signIn("customer"), path)).status).toBe(404);
    expect((await fetchFile(portal, portal.visitor(), path)).status).toBe(401);
  });
});
