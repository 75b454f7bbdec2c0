import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { fetchFile, flat, jobCardParts, openPdf } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { formatDay, startOfDay } from "#shared/domain/period.ts";

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
  return { ...pdf, order, ...jobCardParts(pdf.text) };
}

const numberOf = (text: string): number => Number(text.replaceAll(",", ""));
/** A figure as printed after a name. */
const FIGURE = "([\\d,]*\\d(?:\\.\\d+)?)";
/** The sum printed after a name: its terms and its total. */
function sumSaid(text: string, name: string): { parts: number[]; total: number; panels: number[] } {
  const [, added = "", total = ""] = new RegExp(`${name}: (.*?) = ${FIGURE} mm`).exec(text) ?? [];
  const terms = added.replaceAll("\u00a0", " ").split(/ (?=[+\u2212] )/);
  const parts = terms.map((term) => (term.startsWith("\u2212") ? -1 : 1) * numberOf(/[\d,.]+$/.exec(term)?.[0] ?? "NaN"));
  return { parts, total: numberOf(total), panels: parts.filter((_, at) => /panel/.test(terms[at] ?? "")) };
}
const added = (numbers: readonly number[]): number => Math.round(numbers.reduce((all, each) => all + each, 0) * 1000) / 1000;
/** Every length of a part in the cut list, with its exact length where the list prints one. */
function lengthsOf(cuts: string, part: string): { cut: number; exactly: number; nominal: number; rip: number | null; pieces: number }[] {
  const words = `${part}(?:, (?:no\\.|upper|middle|lower)[^A-Z]*)?(?:, rip ${FIGURE}(?: \\(exactly [\\d,.]+\\))?)? [A-Za-z].*? Cut ${FIGURE}(?: \\((?:${FIGURE} (?:less|plus) [\\d,.]+)?(?:, )?(?:exactly ${FIGURE})?\\))? (\\d+)`;
  return [...cuts.matchAll(new RegExp(words, "g"))].map(([, rip, cut = "", nominal, exactly, pieces = ""]) => ({
    cut: numberOf(cut),
    exactly: numberOf(exactly ?? cut),
    nominal: numberOf(nominal ?? cut),
    rip: rip === undefined ? null : numberOf(rip),
    pieces: numberOf(pieces),
  }));
}

/**
 * Adds up the card like a joiner, from its text only: gaps and parts make the window, and cut
 * pieces make the parts.
 */
function addUp(
  { measures, cuts }: { measures: string; cuts: string },
  made: { width: number; height: number },
  { louvreEnd = 1.5, stile = 51 } = {},
) {
  const [across, down] = [sumSaid(measures, "Across, from the left"), sumSaid(measures, "Down, from the top")];
  expect(added(across.parts)).toBe(made.width);
  expect([across.total, down.total]).toEqual([made.width, made.height]);
  expect(added(down.parts)).toBe(made.height);
  const rails = [...lengthsOf(cuts, "Top rail"), ...lengthsOf(cuts, "Bottom rail"), ...lengthsOf(cuts, "Mid rail")];
  // Two stiles and a rail make a panel; a louvre is a rail less both ends. Printed figures are
  // within a quarter of a millimetre.
  for (const rail of rails) {
    expect(across.panels).toContain(added([rail.exactly, 2 * stile]));
    expect(Math.abs(rail.cut - rail.exactly)).toBeLessThanOrEqual(0.25);
    expect(down.parts.some((part) => Math.abs(part - (rail.rip ?? 0)) <= 0.25)).toBe(true);
  }
  for (const louvre of lengthsOf(cuts, "Louvre")) expect(across.panels).toContain(added([louvre.exactly, 2 * louvreEnd, 2 * stile]));
  for (const panel of new Set(across.panels)) expect(rails.some(({ exactly }) => added([exactly, 2 * stile]) === panel)).toBe(true);
  expect(lengthsOf(cuts, "Stile").reduce((all, { pieces }) => all + pieces, 0)).toBe(2 * across.panels.length);
  return { across, down, rails };
}

describe("a joiner makes the window from its card alone", () => {
  test("the gap that a single panel closes against is named, and the sum stays exact", async () => {
    const card = await cardOf({ name: "Single", widthM: 0.6, heightM: 1.2, layoutCode: "L" });
    expect(card.measures).toMatch(/frame.38 \+ 3 \+ panel.518 \+ meeting.3 \+ frame.38 = 600 mm/);
    addUp(card, { width: 600, height: 1200 });
  });

  test("the card of LTLRTR with two posts adds up, with a gap on either side of each post", async () => {
    const card = await cardOf({
      name: "Bay",
      widthM: 2.4,
      heightM: 1.4,
      layoutCode: "LTLRTR",
      tPostsMm: [560, 1840],
      hingeColor: "nickel",
    });
    const { measures, cuts } = card;
    for (const said of [
      "Cut by the usual clearances, in mm: hinge 3, meeting 3, rebate 0, head 4, foot 4, track head 4, track foot 4, louvre end 1.5,",
      "Notch the rail above each section 10 mm for the rod",
      "1 × 2,400 × 1,400 mm",
      "Layout LTLRTR",
      "2, cut to 500 × 1,316 mm (nominal 506 − 6 wide, 1,324 − 8 high)",
      "2, cut to 619.5 × 1,316 mm (nominal 624 − 4.5 wide, 1,324 − 8 high)",
      "T-posts, centre from the left 560, 1,840 mm",
      "Hinges 12 hinges, 3 a panel, nickel",
    ])
      expect(measures).toContain(said);
    // The edges are square, so that no panel lies over another.
    expect(measures).not.toContain("Where panels meet");
    const { across } = addUp(card, { width: 2400, height: 1400 });
    expect(across.parts).toEqual([38, 3, 500, 3, 32, 3, 619.5, 3, 619.5, 3, 32, 3, 500, 3, 38]);
    // The distance to the first post's middle equals the given one.
    expect(added([...across.parts.slice(0, 4), 16])).toBe(560);
    for (const said of [
      "Top rail, rip 78.5 (exactly 78.3) A, D rail blank 135 × 27 Cut 398 (404 less 6) 2",
      "Louvre B, C louvre 76 × 11 Cut 514.5 (522 less 7.5) 36",
      "T-post T-post 32 × 50 Cut 1,324 2",
      "Hardware What Panel Where Pieces 1. Bay 1. Hinge A to D 150, 658, 1,166 mm from the panel's foot 12",
      "Catch or magnet A to D 60, 1,256 mm from the panel's foot, closing edge 8",
      "Screw, hinge A to D 3.5 × 20 mm 72 1. Screw, catch A to D 3 × 16 mm 16 1. Screw, frame 4.5 × 70 mm",
      "Frame, top, mitre both ends L-frame 38 × 50 Cut 2,400 1",
      // The stile sheet: 78.2 of rail, 2 of air and half a blade; the foot is 42 above the frame's.
      "Louvre pins Stile 1,316, pitch 63.5 18 pins: first 118.2, last 1,197.7",
      "Panel A Hinges 150, 658, 1,166 On the left frame at 192, 700, 1,208 Catches 60, 1,256, right edge Panel B",
      "No edge is rebated.",
      "Rail edges Bottom rail 0 to 78.2 Top rail 1,237.7 to 1,316",
      "Hinges 150, 658, 1,166 On T-post 1 at 154, 662, 1,170 (on the frame 192, 700, 1,208)",
    ])
      expect(cuts).toContain(said);
  });

  test("the card of a bay LBLRBR adds up, facet by facet between its posts", async () => {
    const card = await cardOf({
      name: "Front bay",
      widthM: 2.4,
      heightM: 1.4,
      layoutCode: "LBLRBR",
      facetsMm: [600, 1200, 600],
      postAngles: [140, 130],
    });
    const { measures, cuts } = card;
    for (const said of [
      "1 × 2,400 × 1,400 mm",
      "Layout LBLRBR",
      "140°",
      "130°",
      "Room side, from above",
      "Bay posts, centre from the left 600, 1,800 mm, 140° and 130° inside",
      "Facets, from the left: 1: 600 less half post 22 = frame 578;",
      "2: 1,200 less half post 22 and half post 22 = frame 1,156; 3: 600 less half post 22 = frame 578 mm",
      "2, cut to 534 × 1,316 mm (nominal 540 − 6 wide, 1,324 − 8 high)",
      "2, cut to 573.5 × 1,316 mm (nominal 578 − 4.5 wide, 1,324 − 8 high)",
      "Hinges 12 hinges, 3 a panel",
    ])
      expect(measures).toContain(said);
    const { across } = addUp(card, { width: 2400, height: 1400 });
    // Outer panels: 600 - 38 - 22 less a hinge and a meeting gap. Middle panels: half of 1,200 - 44
    // less two hinge gaps and a meeting gap.
    expect(across.parts).toEqual([38, 3, 534, 3, 44, 3, 573.5, 3, 573.5, 3, 44, 3, 534, 3, 38]);
    // The facets reach from the outer edge to the middle of each post's face.
    expect(added([...across.parts.slice(0, 4), 22])).toBe(600);
    expect(added([22, ...across.parts.slice(5, 10), 22])).toBe(1200);
    expect(added([22, ...across.parts.slice(11)])).toBe(600);
    // The frame's pieces and the posts' faces add up to the width.
    for (const side of ["Frame, top", "Frame, bottom"]) {
      const pieces = [...cuts.matchAll(new RegExp(`${side}(?:, mitre the (?:left|right) end)? L-frame 38 × 50 Cut ${FIGURE} (\\d+)`, "g"))];
      const lengths = pieces.map(([, length = "", count = ""]) => numberOf(length) * Number(count));
      expect([lengths, added([...lengths, 2 * 44])]).toEqual([[578, 1156, 578], 2400]);
    }
    for (const said of [
      "Frame, top, mitre the left end L-frame 38 × 50 Cut 578 1",
      "Frame, top, mitre the right end L-frame 38 × 50 Cut 578 1",
      "Frame, left, mitre both ends L-frame 38 × 50 Cut 1,400 1",
      "Bay post, bevel both room faces 20° for 140° bay post 44 × 50 Cut 1,400 1",
      "Bay post, bevel both room faces 25° for 130° bay post 44 × 50 Cut 1,400 1",
      "Stile A to D stile 51 × 27 Cut 1,316 (1,324 less 8) 8",
    ])
      expect(cuts).toContain(said);
  });

  test("the card of two windows LLRR with two rails and a tilt split adds up", async () => {
    const card = await cardOf({
      ...{ name: "Tall", widthM: 2.4, heightM: 2.3, layoutCode: "LLRR", numberOfMidRails: 2, midRailHeightsMm: [800, 1500] },
      ...{ tiltSplitMm: 400, note: "Rails in line with the glazing bars", quantity: 2 },
    });
    const { measures, cuts } = card;
    for (const said of [
      "2 × 2,400 × 2,300 mm",
      "Note: Rails in line with the glazing bars",
      "4 per window × 2 = 8, cut to 577.5 × 2,216 mm (nominal 581 − 3.5 wide, 2,224 − 8 high; exactly 577.25 × 2,216)",
      "Mid rails: 764 to 856, centre 810 (asked: 800); 1,444 to 1,536, centre 1,490 (asked: 1,500), mm from the bottom",
      "Tilt split: 374.5 (asked: 400), mm from the bottom",
      "Hinges 16 hinges, 4 a panel, × 2 windows = 32",
    ])
      expect(measures).toContain(said);
    // The drawing has the same figures, and the hinges from the panel's foot.
    const drawn = ["764 to 856 centre 810 (asked: 800)", "1,444 to 1,536 centre 1,490 (asked: 1,500)", "split 374.5 (asked: 400)"];
    for (const said of [...drawn, "mm from the bottom", "150 854 1,362 2,066 hinges, mm from the panel's foot"])
      expect(measures).toContain(said);
    const { down, rails } = addUp(card, { width: 2400, height: 2300 });
    expect(rails.map(({ exactly, pieces }) => [exactly, pieces])).toEqual([
      [475.25, 4],
      [475.25, 4],
      [475.25, 8],
    ]);
    // The parts from below are frame, foot, rail, gap, louvres and gap; then the edges of the first
    // rail follow.
    const below = down.parts.toReversed();
    expect([added(below.slice(0, 6)), added(below.slice(0, 7))]).toEqual([764, 856]);
    // Louvres in groups of 9, 9, 6 and 3 have a pitch of 63.5 mm, and a rod extends 10 mm beyond
    // its pins.
    expect(measures).toContain("Louvres in a panel 27 (9 + 9 + 6 + 3, from the top)");
    expect(lengthsOf(cuts, "Tilt rod").map(({ cut, pieces }) => [cut, pieces])).toEqual([
      [8 * 63.5 + 20, 8],
      [5 * 63.5 + 20, 4],
      [2 * 63.5 + 20, 4],
    ]);
    for (const place of ["1 and 2", "3", "4"]) expect(cuts).toContain(`Tilt rod, no. ${place} from the top A to D`);
    expect(cuts.match(/Mid rail [\d,.]+ to [\d,.]+/g)).toHaveLength(2);
  });

  test("the card of LTR in a recess on the sill adds up, with a gap below its panels", async () => {
    const card = await cardOf({ name: "Sill", widthM: 1.4, heightM: 1.35, layoutCode: "LTR", sizeBasis: "recess", frameSides: "LTR" });
    const { measures, cuts } = card;
    for (const said of [
      "1 × 1,390 × 1,340 mm (recess 1,400 × 1,350 mm)",
      "Frame sides Left, top, right",
      "2, cut to 635 × 1,294 mm (nominal 641 − 6 wide, 1,302 − 8 high)",
      "T-post, centre from the left of the size made 695 mm",
    ])
      expect(measures).toContain(said);
    const { down } = addUp(card, { width: 1390, height: 1340 });
    expect([down.parts[0], down.parts.at(-1)]).toEqual([38, 4]);
    expect(cuts).toContain("Frame, left, mitre the upper end L-frame 38 × 50 Cut 1,340 1");
    expect(cuts).not.toContain("Frame, bottom");
  });

  test("the card of a bypass of three panels adds up, with the overlap between two gaps", async () => {
    const card = await cardOf({ name: "Door", widthM: 2.38, heightM: 2.15, openingDirection: "bypass", numberOfMidRails: 1 });
    const { across, down } = addUp(card, { width: 2380, height: 2150 });
    expect(across.parts).toEqual([38, 3, 800, -51, 800, -51, 800, 3, 38]);
    expect(down.parts.slice(0, 3)).toEqual([38, 38, 4]);
    // Two panels of 27 mm, half a louvre of 76 mm before each, and 12 mm of air.
    const asks = "ask: louvres of 76 mm need 142 mm to pass; ask: a centre rod strikes the panel in front";
    expect(card.measures).toContain(`Tracks front A, C, rear B; 100 mm deep; ${asks}`);
    expect(card.cuts).toContain("Roller A to C one at either end of the panel 6");
    // Track and guide are hardware, with the track's depth.
    expect(card.cuts).toContain("1. Track 2,304 mm long, 100 mm deep 1");
    expect(card.measures).toContain("Mid rail: 1,058 to 1,130, centre 1,094, mm from the bottom");
    expect(card.cuts).toContain("Stile A to C stile 51 × 27 Cut 2,015 (2,023 less 8) 6");
    expect(card.cuts).not.toMatch(/(track|guide) \d+ × \d+ Cut/);
  });

  test("a workshop's own clearances and name are on its card, with questions about a rod and a rail", async () => {
    const maker = await portal.createAccount("supplier", { companyName: "Elm Lane Joinery" });
    const joiner = await portal.signIn(maker);
    const own = { hinge: 2, meeting: 2.5, rebate: 10, head: 12, foot: 3, louvreEnd: 1, bladeRail: 0, rodEnd: 5.5 };
    succeeded(await joiner.put("/api/settings/workshop", { clearances: own }));
    const card = await cardOf(
      { name: "Pair", widthM: 1.2005, heightM: 1.35, layoutCode: "LR", numberOfMidRails: 1, midRailHeightsMm: [700] },
      { name: "Low", widthM: 0.9, heightM: 0.26, louverSize: 64 },
    );
    const pdf = await openPdf(portal, joiner, `/api/orders/${card.order.id}/job-card.pdf`);
    const { measures, cuts } = jobCardParts(pdf.text);
    for (const said of [
      "Cut by the clearances of Elm Lane Joinery, in mm: hinge 2, meeting 2.5, rebate 10, head 12, foot 3,",
      "Notch the rail above each section 7.5 mm for the rod",
      // The middle is lower by half of the difference between head and foot clearance.
      "centre 695.5 (asked: 700), mm from the bottom",
      "Not listed: Ask: this rod would be 11 mm long",
      "Where panels meet B over A",
      // Panels that lap are wider than they are drawn.
      "Panels: 2, cut to 564 × 1,259 mm (nominal 562.5 + 1.5 wide, 1,274 − 15 high)",
    ])
      expect(measures).toContain(said);
    const [pair = "", low = ""] = measures.split("2. Low");
    const [pairCuts = "", lowCuts = ""] = cuts.split("2. Low");
    const { across } = addUp({ measures: pair, cuts: pairCuts }, { width: 1200.5, height: 1350 }, { louvreEnd: 1 });
    expect(across.parts).toEqual([38, 2, 564, 2.5, -10, 564, 2, 38]);
    expect(low).toContain("Down, from the top");
    expect(lowCuts).toContain("Top rail, rip 52.5 Ask: this rail would be 52.5 mm high A rail blank 135 × 27 Cut 717.5");
  });

  test("the card of a workshop with its own sections adds up by these, across and down", async () => {
    const maker = await portal.createAccount("supplier", { companyName: "Wide Stile Works" });
    const joiner = await portal.signIn(maker);
    const sections = [
      { profile: "stile", widthMm: 57, thicknessMm: 27 },
      { profile: "l-frame", widthMm: 32.5, thicknessMm: 50 },
      { profile: "t-post", widthMm: 40, thicknessMm: 50 },
      { profile: "louvre-76", widthMm: 75, thicknessMm: 11 },
    ];
    succeeded(await joiner.put("/api/settings/workshop", { sections }));
    const { order } = await cardOf(
      { name: "Pairs", widthM: 2.4, heightM: 1.35, layoutCode: "LRTLR", numberOfMidRails: 1 },
      { name: "Narrow", widthM: 0.4, heightM: 1.35, layoutCode: "LLR" },
    );
    const pdf = await openPdf(portal, joiner, `/api/orders/${order.id}/job-card.pdf`);
    const { measures, cuts } = jobCardParts(pdf.text);
    const [pairs = "", narrow = ""] = measures.split("2. Narrow");
    const [pairCuts = "", narrowCuts = ""] = cuts.split("2. Narrow");
    const { across } = addUp({ measures: pairs, cuts: pairCuts }, { width: 2400, height: 1350 }, { stile: 57 });
    expect(flat(pdf.text)).toContain("Cut (nominal less sections and clearances), mm");
    expect(across.parts).toEqual([32.5, 3, 569.25, 3, 569.25, 3, 40, 3, 569.25, 3, 569.25, 3, 32.5]);
    // (400 - 65 - 12) / 3
    const once = "Panel A would be 107.5 mm wide; two stiles need 114 mm: its parts are not listed";
    expect((measures + cuts).split("Panel A would be").length - 1).toBe(1);
    expect(narrowCuts).toContain(once);
    expect(narrow).not.toContain("would be");
    // Nothing of these panels is to be sawn, the frame is.
    expect(narrowCuts.split("Hardware")[0]).not.toMatch(/Top rail|Stile|Tilt rod/);
    expect(narrowCuts).toContain("Frame, left");
  });
});

test("a panel's height, rips and the place of an offset rod are exact, and an only post has no number", async () => {
  const card = await cardOf({
    ...{ name: "Corner", widthM: 2.4, heightM: 1.2383, layoutCode: "LCLTR", facetsMm: [800, 1600], tiltRodType: "offset", quantity: 2 },
  });
  const { measures, cuts } = card;
  const high = 1238.3 - 76 - 8;
  expect(measures).toContain(`× ${high.toLocaleString("en-GB")})`);
  expect(cuts).toMatch(/Top rail, rip [\d.]+ \(exactly [\d.]+\)/);
  // A quarter of the rail from the stile at the free edge: left of a panel that hangs right.
  const rails = lengthsOf(cuts.replace(/\d+ per window × 2 = /g, ""), "Top rail");
  const quarter = (at: number) => Math.round(((rails[at]?.exactly ?? 0) / 4) * 2) / 2;
  expect(measures).toContain(`A: ${quarter(0)} mm from the right stile`);
  expect(measures).toMatch(/C: [\d.]+ mm from the left stile/);
  expect(cuts).toContain("On the corner post at");
  expect(cuts).not.toMatch(/post \d at/);
  // A total is on one line, as one text.
  const texts = card.text.split("\n");
  expect(texts.filter((line) => /^\d+ per window × 2 = \d+$/.test(line)).length).toBeGreaterThan(10);
  expect(texts.filter((line) => /per window/.test(line) && !/ = \d/.test(line))).toEqual([]);
});

test("a side of the frame that is longer than a bar asks on the card, by the workshop's own bars", async () => {
  const { order, cuts } = await cardOf({ name: "Wide", widthM: 3.1, heightM: 1.35, layoutCode: "LRTLR" });
  const asked = "Ask: Frame top 3,100 mm is longer than a bar of 3,000 mm: joint or longer bar";
  expect(cuts).toContain(`1. Wide ${asked} Ask: Frame bottom 3,100 mm`);
  const joiner = await portal.signIn(await portal.createAccount("supplier"));
  const stock = [{ profile: "l-frame", stockMm: 4000, kerfMm: 3 }];
  succeeded(await joiner.put("/api/settings/workshop", { stock }));
  const own = jobCardParts((await openPdf(portal, joiner, `/api/orders/${order.id}/job-card.pdf`)).text);
  expect(own.cuts).not.toContain("longer than a bar");
});

test("each page of a card has the order's number and days, and each window one page with its drawing", async () => {
  const high = { widthM: 1.8, heightM: 1.2, layoutCode: "LLR", numberOfMidRails: 1, quantity: 3 };
  const items = Array.from({ length: 3 }, (_, index) => ({ ...high, name: `Window number ${index + 1}` }));
  const { pages, order, contents } = await cardOf(...items);
  const measured = pages.map((page) => [...page.matchAll(/Louvre pitch/g)].length);
  expect(measured.filter(Boolean)).toEqual([1, 1, 1]);
  // The number is in the footer and, large, at the top.
  for (const page of pages) expect(page.split(`ORD-${order.id}`).length - 1).toBeGreaterThanOrEqual(2);
  // The drawing fills the page's width less its figures: the frame is 1,800 mm wide.
  const frames = contents.flatMap((content) =>
    [...content.matchAll(/^[\d.]+ [\d.]+ ([\d.]+) ([\d.]+) re$/gm)].map(([, width]) => Number(width)),
  );
  expect(Math.max(...frames)).toBeGreaterThan(340);
});

test.each([
  ["four", 0.6, 0.6, "L", 4],
  ["two", 1.2, 1.2, "L", 2],
  ["two narrow and tall", 0.622, 1.72, "L", 2],
  ["two low and wide", 2.4, 0.6, "LLRR", 2],
] as const)("small windows print %s to a page, each whole with its drawing", async (_, widthM, heightM, layoutCode, most) => {
  const items = Array.from({ length: 13 }, (_, at) => ({ name: `Window ${at + 1}`, widthM, heightM, layoutCode }));
  const { pages } = await cardOf(...items);
  const windows = pages.map((page) => [...page.matchAll(/Across, from the left/g)].length);
  expect(windows.reduce((sum, count) => sum + count, 0)).toBe(13);
  expect(Math.max(...windows)).toBe(most);
  // Besides the page on which the windows begin and the last one, every page is full.
  expect(windows.filter((count) => count > 0).slice(1, -1)).toEqual(
    windows
      .filter((count) => count > 0)
      .slice(1, -1)
      .map(() => most),
  );
  for (const page of pages)
    for (const said of ["Louvre pitch", layoutCode === "L" ? "Panels: 1, cut to" : "Panels: ", "Down, from the top"])
      expect(page.split(said)).toHaveLength(page.split("Across, from the left").length);
});

test("a card's footer has the needed day only where it is not the due day", async () => {
  const product = await portal.product();
  const order = await portal.orderFor(customer, { items: [portal.windowOf(product, {})] });
  const days = async (set: Partial<typeof orders.$inferInsert>) => {
    await portal.db.update(orders).set(set).where(eq(orders.id, order.id));
    const [page = ""] = (await openPdf(portal, supplier, `/api/orders/${order.id}/job-card.pdf`)).pages;
    return flat(page).match(/Needed by \d+ \w+ \d+|Due \d+ \w+ \d+/g);
  };
  const needed = dayAhead(20);
  const inWords = (day: string) => formatDay(startOfDay(day));
  expect(await days({ requiredBy: needed })).toEqual([`Due ${inWords(needed)}`]);
  const due = dayAhead(25);
  expect(await days({ shippingDate: due })).toEqual([`Needed by ${inWords(needed)}`, `Due ${inWords(due)}`]);
});

test("a card's head has the due day with its weekday, below the order's number", async () => {
  const product = await portal.product();
  const { id } = await portal.orderFor(customer, { items: [portal.windowOf(product, {})] });
  await portal.db.update(orders).set({ requiredBy: "2036-11-27", shippingDate: "2036-12-01" }).where(eq(orders.id, id));
  const { text } = await openPdf(portal, supplier, `/api/orders/${id}/job-card.pdf`);
  expect(flat(text)).toContain(`Job card ORD-${id} Needed by Thu 27 Nov 2036 · Due Mon 1 Dec 2036 `);
});

test("the parts of a cut list have one line each where a window has one shutter", async () => {
  const { text } = await cardOf({ name: "Bay", widthM: 1.2, heightM: 1.4, layoutCode: "LR" });
  // A line of the text is a line on paper.
  const lines = text.split("\n").map((line) => line.trim());
  expect(flat(text)).toContain("Cut (nominal less clearances), mm");
  for (const part of ["Frame, bottom, mitre both ends", "rail blank 135 × 27", "Cut 1,316 (1,324 less 8)"])
    expect([part, lines.includes(part)]).toEqual([part, true]);
  expect(lines.filter((line) => /^Bottom rail, rip [\d.]+( \(exactly [\d.]+\))?$/.test(line))).toHaveLength(1);
});

test("a window whose parts continue on the next page is named there again", async () => {
  // Panels of unlike widths have rows of their own, so that the window is longer than a page.
  const tPostsMm = [420, 1100, 1500, 2180, 2560, 3300, 3660];
  const { pages } = await cardOf({ name: "Bay", widthM: 4.4, heightM: 1.35, layoutCode: "LTRTLTRTLTRTLTR", tPostsMm, numberOfMidRails: 1 });
  const continued = pages.flatMap((page) => flat(page).match(/Pieces (\d\. )\w+, continued \1[A-Z]/g) ?? []);
  expect(continued.length).toBeGreaterThan(0);
});

test("panels of several sizes are named by their letters, and a window's panels of one size are not", async () => {
  const uneven = await cardOf({ widthM: 1.2, heightM: 1.35, layoutCode: "LTLR", tPostsMm: [500] });
  expect(flat(uneven.text)).toMatch(/Panel A: 1, cut to [\d.]+ × [\d,.]+ mm .*Panels B, C: 2, cut to /);
  const pair = await cardOf({ widthM: 1.2, heightM: 1.35, layoutCode: "LR" });
  expect(flat(pair.text)).toContain("Panels: 2, cut to ");
});

test("the stile sheet has the screws of the fittings that the windows have", async () => {
  const screwsOf = async (window: Partial<WindowBody>) => /Screws: (.*?) mm\./.exec(flat((await cardOf(window)).text))?.[1];
  expect(await screwsOf({ widthM: 1.2, layoutCode: "LR" })).toBe("hinge 3.5 × 20, catch 3 × 16, frame 4.5 × 70");
  expect(await screwsOf({ widthM: 1.2, layoutCode: "LTR" })).toBe("hinge 3.5 × 20, catch 3 × 16, post 4.5 × 70, frame 4.5 × 70");
  const folding = { widthM: 3, layoutCode: "LLLR", openingDirection: "bi-fold" } as const;
  expect(await screwsOf(folding)).toBe("hinge 3.5 × 20, catch 3 × 16, pivot 4 × 30, roller 4 × 25, frame 4.5 × 70");
});

test("facts that all windows share are printed once, and different ones beside their window", async () => {
  const { measures } = await cardOf({ name: "Kitchen" }, { name: "Bath", tiltRodType: "hidden" }, { name: "Hall" });
  const said = (words: string) => measures.split(words).length - 1;
  for (const once of ["Louvre 76 mm", "Frame L-frame", "Mount Inside", "Shutter type "]) expect([once, said(once)]).toEqual([once, 1]);
  expect([said("Tilt rod Centre"), said("Tilt rod Hidden")]).toEqual([2, 1]);
  // The notch concerns only windows with a rod to be seen.
  expect(measures).toContain("Windows 1, 3: notch the rail above each section 10 mm for the rod");
});

describe("a remake has a card of its own", () => {
  test("a remake's card has its windows and pieces, the fault and its mark, in any status", async () => {
    const { order } = await cardOf({ name: "Bay", quantity: 3, layoutCode: "LR", sizeBasis: "recess" }, { name: "Door" });
    const { body } = await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`);
    const fields = { quoteItemId: body.quote.items[0]?.id ?? 0, markXMm: 300, markYMm: 450 };
    const { id } = succeeded(await askForRemake(customer, order.id, [], { fields }));
    const path = `/api/remakes/${id}/job-card.pdf`;
    const { text, qr, headers } = await openPdf(portal, supplier, path);
    for (const said of [`Job card RMK-${id}`, "To make 1 panel", "1. Bay", "about 300 mm from the left, 450 mm from the top", "Cut list"])
      expect(flat(text)).toContain(said);
    expect(flat(text)).not.toMatch(/Door|per window|£|price|total/i);
    // The remake's part prints the made size large, like the card itself.
    expect(flat(text)).toContain("Bay, 1,190 × 1,490 mm (recess 1,200 × 1,500 mm): marked");
    // The parts to make name the panels by the letters that are on the marked drawing.
    expect(flat(text)).toMatch(/ A B Remake RMK-\d+: what was wrong /);
    expect(qr()).toBe(`http://portal.test/remakes?remake=${id}`);
    expect(headers.get("content-disposition")).toBe(`inline; filename="job-card-RMK-${id}.pdf"`);
    succeeded(await (await portal.superAdmin()).patch(`/api/remakes/${id}/status`, { status: "denied" }));
    expect((await fetchFile(portal, supplier, path)).status).toBe(200);
    expect((await fetchFile(portal, customer, path)).status).toBe(403);
  });

  test("a remake's card without windows shows its order's windows, and a warning before cutting", async () => {
    const { order } = await cardOf({ name: "Bay", quantity: 3 }, { name: "Door" });
    const { id } = succeeded(await askForRemake(customer, order.id, [], {}));
    const card = flat((await openPdf(portal, supplier, `/api/remakes/${id}/job-card.pdf`)).text);
    for (const said of ["To make No window was named: ask before making", "1. Bay", "2. Door"]) expect(card).toContain(said);
    expect(card).not.toMatch(/4 shutters|Cut list/);
    expect((await fetchFile(portal, supplier, "/api/remakes/999999/job-card.pdf")).status).toBe(404);
  });
});

test("a quotation states the making, both sizes and the maker's note; an invoice has no note", async () => {
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
