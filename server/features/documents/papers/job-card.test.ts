import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { succeeded, type WindowBody } from "#server/testing/builders.ts";
import { fetchFile, flat, openPdf } from "#server/testing/documents.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  supplier = await portal.signIn("supplier");
});
afterAll(() => portal.stop());

async function cardOf(...windows: Partial<WindowBody>[]) {
  const product = await portal.product();
  const items = windows.map((window) => portal.windowOf(product, { louverSize: 76, ...window }));
  const order = await portal.orderFor(customer, { items });
  const pdf = await openPdf(portal, supplier, `/api/orders/${order.id}/job-card.pdf`);
  const [measures = "", cuts = ""] = flat(pdf.text).split("Cut list");
  return { ...pdf, order, measures, cuts };
}

const sum = (numbers: readonly number[]): number => Math.round(numbers.reduce((total, each) => total + each, 0) * 10) / 10;
const numbersIn = (text: string): number[] => (text.match(/[\d,]*\d(\.\d)?/g) ?? []).map((number) => Number(number.replaceAll(",", "")));
/** The numbers that stand after a name, up to the next. */
const saidOf = (text: string, name: string, end: string): number[] => {
  const from = text.indexOf(name);
  expect(from, name).toBeGreaterThan(-1);
  return numbersIn(text.slice(from + name.length, text.indexOf(end, from + name.length)));
};

describe("a joiner makes the window from its card alone", () => {
  test("LTLR with its post at the mullion, twice", async () => {
    const { measures, cuts } = await cardOf({
      ...{ name: "Mullion", widthM: 2.4, heightM: 1.4, layoutCode: "LTLR", tPostsMm: [800], quantity: 2, hingeColor: "nickel" },
    });
    for (const said of [
      "2 × 2,400 × 1,400 mm",
      "Layout LTLR",
      "T-post, centre from the left 800 mm",
      "1 per window × 2 = 2, of 746 × 1,324 mm",
      "2 per window × 2 = 4, of 773 × 1,324 mm",
      "Louvres in a panel 18",
      "Hinges 9 hinges, 3 a panel, × 2 windows = 18, nickel",
    ])
      expect(measures).toContain(said);
    // Frame, panel, post, panels, frame; and the post's middle is where it was measured.
    expect(38 + 746 + 32 + 773 + 773 + 38).toBe(2400);
    expect(38 + 746 + 32 / 2).toBe(800);
    const [top = 0, bottom = 0] = saidOf(measures, "Rail heights, from the top", "mm");
    expect(sum([38, top, 18 * 63.5 + 12.5, bottom, 38])).toBe(1400);
    for (const said of [
      "1. Mullion Stile Stiles 1,324 mm 6 per window × 2 = 12",
      "Top rail Top and bottom rails 644 mm 1 per window × 2 = 2",
      "Top rail Top and bottom rails 671 mm 2 per window × 2 = 4",
      "Louvre Louvres 76 mm 644 mm 18 per window × 2 = 36",
      "Louvre Louvres 76 mm 671 mm 36 per window × 2 = 72",
      "Frame, left L-frame 1,400 mm 1 per window × 2 = 2",
      "Frame, top L-frame 2,400 mm 1 per window × 2 = 2",
      "T-post T-posts 1,324 mm 1 per window × 2 = 2",
    ])
      expect(cuts).toContain(said);
    // Louvre and two stiles are a panel.
    expect([644 + 2 * 51, 671 + 2 * 51]).toEqual([746, 773]);
  });

  test("LLRR with two rails and louvres that tilt apart", async () => {
    const { measures, cuts } = await cardOf({
      ...{ name: "Tall", widthM: 2.4, heightM: 2.3, layoutCode: "LLRR", numberOfMidRails: 2, midRailHeightsMm: [800, 1500] },
      ...{ tiltSplitMm: 400, note: "Rails in line with the glazing bars" },
    });
    for (const said of [
      "1 × 2,400 × 2,300 mm",
      "Note: Rails in line with the glazing bars",
      "Layout LLRR",
      "4 of 581 × 2,224 mm",
      "Mid rails 762 to 858 and 1,442 to 1,538 mm from the bottom (asked: 800 and 1,500)",
    ])
      expect(measures).toContain(said);
    expect(38 + 4 * 581 + 38).toBe(2400);
    const rails = saidOf(measures, "Rail heights, from the top", "mm");
    expect(rails).toHaveLength(4);
    const [all = 0, ...sections] = saidOf(measures, "Louvres in a panel", ", from the top");
    expect([sections.length, sum(sections)]).toEqual([4, all]);
    // Three sections between four rails, the lowest of them parted by the split.
    expect(sum([38, ...rails, all * 63.5, 3 * 12.5, 38])).toBe(2300);
    const [split = 0] = saidOf(measures, "Tilt split, from the bottom", "mm");
    expect(Math.abs(split - 400)).toBeLessThan(63.5 / 2 + 1);
    expect(cuts).toContain(`Louvre Louvres 76 mm 479 mm ${4 * all}`);
    expect(cuts).toContain("Mid rail Mid rails 479 mm 8");
    expect(cuts).not.toContain("per window");
    expect(479 + 2 * 51).toBe(581);
  });

  test("a recess on a frame of three sides", async () => {
    const { measures, cuts } = await cardOf({
      ...{ name: "Sill", widthM: 1.2, heightM: 1.35, layoutCode: "LR", sizeBasis: "recess", frameSides: "LTR" },
    });
    for (const said of [
      "1 × 1,190 × 1,340 mm, make size",
      "for a recess of 1,200 × 1,350 mm",
      "Frame sides Left, top, right",
      "2 of 557 × 1,302 mm",
      "Hinges 6 hinges, 3 a panel, to match",
    ])
      expect(measures).toContain(said);
    expect(38 + 2 * 557 + 38).toBe(1190);
    expect(38 + 1302).toBe(1340);
    for (const said of [
      "Frame, left L-frame 1,340 mm 1",
      "Frame, top L-frame 1,190 mm 1",
      "Frame, right L-frame 1,340 mm 1",
      "Stile Stiles 1,302 mm 4",
    ])
      expect(cuts).toContain(said);
    expect(cuts).not.toContain("Frame, bottom");
  });

  test("a recess whose posts and split are measured on what is made", async () => {
    const { measures } = await cardOf({
      ...{ name: "Bay", widthM: 2.4, heightM: 1.4, layoutCode: "LTLR", tPostsMm: [800], sizeBasis: "recess", tiltSplitMm: 600 },
    });
    for (const said of ["T-post, centre from the left of the size made 795 mm", "Tilt split, from the bottom of the size made"])
      expect(measures).toContain(said);
  });
});

test("the order's number stands on each page, and two windows where they fit", async () => {
  const high = { widthM: 0.721, heightM: 2.104, numberOfMidRails: 1, quantity: 3 };
  const { pages, order } = await cardOf(...Array.from({ length: 5 }, (_, index) => ({ ...high, name: `Window number ${index + 1}` })));
  expect(pages.map((page) => [...page.matchAll(/Louvre pitch/g)].length)).toEqual([2, 2, 1, 0]);
  // In the foot, and large at the top.
  for (const page of pages) expect(page.split(`ORD-${order.id}`).length - 1).toBeGreaterThanOrEqual(2);
});

describe("a remake has a card of its own", () => {
  test("with the windows and pieces that it asks for, the fault and its mark, in any status", async () => {
    const { order } = await cardOf({ name: "Bay", quantity: 3, layoutCode: "LR", sizeBasis: "recess" }, { name: "Door" });
    const { body } = await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`);
    const fields = { quoteItemId: body.quote.items[0]?.id ?? 0, markXMm: 300, markYMm: 450 };
    const { id } = succeeded(await askForRemake(customer, order.id, [], { fields }));
    const path = `/api/remakes/${id}/job-card.pdf`;
    const { text, qr, headers } = await openPdf(portal, supplier, path);
    for (const said of [
      `Job card RMK-${id}`,
      "1 window, 1 shutter",
      "1. Bay",
      "about 300 mm from the left, 450 mm from the top",
      "Cut list",
    ])
      expect(flat(text)).toContain(said);
    expect(flat(text)).not.toMatch(/Door|per window|£|price|total/i);
    // What was wrong with it says the size that is made large, as the card does.
    expect(flat(text)).toContain("Bay, 1,190 × 1,490 mm (recess 1,200 × 1,500 mm): marked");
    expect(qr()).toBe(`http://portal.test/remakes?remake=${id}`);
    expect(headers.get("content-disposition")).toBe(`inline; filename="job-card-RMK-${id}.pdf"`);
    succeeded(await (await portal.superAdmin()).patch(`/api/remakes/${id}/status`, { status: "denied" }));
    expect((await fetchFile(portal, supplier, path)).status).toBe(200);
    expect((await fetchFile(portal, customer, path)).status).toBe(403);
  });

  test("that shows its order's windows where it names none, and says to ask before one is cut", async () => {
    const { order } = await cardOf({ name: "Bay", quantity: 3 }, { name: "Door" });
    const { id } = succeeded(await askForRemake(customer, order.id, [], {}));
    const card = flat((await openPdf(portal, supplier, `/api/remakes/${id}/job-card.pdf`)).text);
    for (const said of ["To make No window was named: ask before making", "1. Bay", "2. Door"]) expect(card).toContain(said);
    expect(card).not.toMatch(/4 shutters|Cut list/);
    expect((await fetchFile(portal, supplier, "/api/remakes/999999/job-card.pdf")).status).toBe(404);
  });
});

test("the quotation says how a window is made, both sizes, and the maker's note; an invoice has no note", async () => {
  const product = await portal.product();
  const made = { layoutCode: "LTLR", tPostsMm: [800], sizeBasis: "recess", hingeColor: "brass", note: "Mind the sill" } as const;
  const window: WindowBody = portal.windowOf(product, { ...made, tPostsMm: [800], widthM: 2.4 });
  const quote = await portal.quoteFor(customer, { items: [window] });
  const text = flat((await openPdf(portal, customer, `/api/quotes/${quote.id}/pdf`)).text);
  for (const said of ["2,400 × 1,500 mm", "layout LTLR", "T-post at 800 mm from the left", "made as 2,390 × 1,490 mm", "brass hinges"])
    expect(text).toContain(said);
  expect(text).toContain("Note: Mind the sill");
  expect(text).not.toContain("left hinge");
});
