import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type ProductReply, type QuoteReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { siblingsOf } from "#shared/domain/window/fields/unit-slip.ts";
import {
  type Choice,
  optionFacts,
  optionsInWords,
  USUAL_OPTIONS,
  valuesOf,
  WINDOW_FIELDS,
} from "#shared/domain/window/fields/window-fields.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { checkMeasurements } from "#shared/domain/window/text/measurement-checks.ts";
import { type PricedWindow, priceWindows, type WindowAsked } from "./price-windows.ts";

let portal: TestPortal;
let customer: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  product = await portal.product();
});
afterAll(() => portal.stop());

type Details = Partial<WindowBody>;
const windowWith = (details: object): WindowBody => portal.windowOf(product, { name: "Bay", widthM: 1.8, heightM: 1.5, ...details });

/** The optional details of each item, besides measures and choices. */
const detailsOf = ({ items }: Pick<QuoteReply, "items">) =>
  items.map(({ layoutCode, facetsMm, postAngles, tPostsMm, midRailHeightsMm, sizeBasis, frameSides, hingeColor, ...others }) => {
    const { tiltSplitMm, note, deductionMm } = others;
    return {
      layoutCode,
      facetsMm,
      postAngles,
      tPostsMm,
      midRailHeightsMm,
      sizeBasis,
      frameSides,
      hingeColor,
      tiltSplitMm,
      note,
      deductionMm,
    };
  });
const NOTHING_SAID = {
  layoutCode: null,
  facetsMm: null,
  postAngles: null,
  tPostsMm: null,
  midRailHeightsMm: null,
  sizeBasis: "make",
  frameSides: "LTRB",
  hingeColor: "match",
  tiltSplitMm: null,
  note: null,
  deductionMm: 10,
};
const SAID = {
  layoutCode: "LTLR",
  tPostsMm: [610],
  midRailHeightsMm: [820],
  sizeBasis: "recess",
  frameSides: "LTR",
  hingeColor: "brass",
  tiltSplitMm: 400,
  note: "  Mind the sill\n",
} satisfies Details;
/** 600 + 700 + 500 = 1,800 mm. */
const BAY = {
  layoutCode: "LBLTRCR",
  facetsMm: [600, 700, 500],
  postAngles: [150],
  tPostsMm: [950],
} satisfies Details;
const ALL_SAID: Details = { ...SAID, numberOfMidRails: 1 };

/** Hinges are left out, because rule M23 has moved them since the golden drawings. */
const drawnBefore = (item: WindowToDraw) => windowShapes(item, { width: 360, detail: "making" }).filter(({ part }) => part !== "hinge");

describe("an omitted detail equals null, and every reply has it", () => {
  test.each<[string, object]>([
    ["left out", {}],
    [
      "null",
      {
        layoutCode: null,
        facetsMm: null,
        postAngles: null,
        tPostsMm: null,
        midRailHeightsMm: null,
        sizeBasis: null,
        frameSides: null,
        hingeColor: null,
        tiltSplitMm: null,
        note: null,
      },
    ],
    ["empty", { facetsMm: [], postAngles: [], tPostsMm: [], midRailHeightsMm: [], note: " \n" }],
  ])("the omitted detail is stored as null: %s", async (_, details) => {
    const quote = await portal.quoteFor(customer, { items: [windowWith(details)] });
    expect(detailsOf(quote)).toEqual([NOTHING_SAID]);
    expect(detailsOf((await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)).body)).toEqual([NOTHING_SAID]);
  });

  test("a window without details is priced, described, checked and drawn as before they existed", () => {
    const [head = "", ...lines] = readFileSync(new URL("__goldens__/windows-of-before.jsonl", import.meta.url), "utf8")
      .trim()
      .split("\n");
    const { types, ...totals } = JSON.parse(head);
    const before = lines.map((line) => JSON.parse(line));
    const since = {
      ...{ archivedAt: null, deductionMm: null, terms: null, minimumAreaMilliM2: null, surcharges: [] },
      ...{ costPerM2: null, costSurcharges: [] },
    };
    const shop = new Map(types.map((type: { id: number }) => [type.id, { ...type, ...since }]));
    const { windows, ...sums } = priceWindows(
      before.map(({ asked }): WindowAsked => ({ ...USUAL_OPTIONS, ...asked })),
      shop as never,
    );
    expect(windows).toHaveLength(70);
    expect([sums.subtotalPence, sums.taxPence, sums.finalTotalPence]).toEqual([totals.subtotal, totals.tax, totals.finalTotal]);
    const drawn = (window: PricedWindow) => ({ ...window, width: window.widthTenthMm, height: window.heightTenthMm });
    windows.forEach((window, index) => {
      const item = drawn(window);
      const siblings = windows.filter((_, at) => at !== index && Math.floor(at / 5) === Math.floor(index / 5)).map(drawn);
      const { asked: __, kept, ...said } = before[index];
      const charged = {
        discountHundredths: 0,
        isFixedPrice: false,
        listPencePerM2: kept.pencePerM2,
        chargedAreaMilliM2: kept.areaMilliM2,
        surcharges: [],
      };
      expect(window).toEqual({ ...kept, ...NOTHING_SAID, measuredMm: null, ...charged, makingCostPence: null });
      expect({
        sentence: optionsInWords(window).join(", "),
        facts: optionFacts(window)
          .map(({ option, text }) => `${option.label}: ${text}`)
          .join("; "),
        words: describeWindow(item),
        checks: checkMeasurements(item, siblingsOf(siblings)).flatMap(({ id }) => (LATER_CHECKS.includes(id) ? [] : [id])),
        drawing: createHash("sha256")
          .update(JSON.stringify(drawnBefore(item)))
          .digest("hex")
          .slice(0, 32),
      }).toEqual(said);
    });
  });
});

/** Checks that did not exist then (rule M38). */
const LATER_CHECKS: readonly string[] = ["bypass-too-shallow", "rod-on-bypass"];

describe("the details of how a window is made", () => {
  test("details are stored as sent, and copied by an edit, a duplicate, an order, its reorder and its remake's order", async () => {
    const boss = await portal.superAdmin();
    const items = [windowWith({ ...ALL_SAID, quantity: 2 }), windowWith({ name: "Plain" }), windowWith({ name: "Round", ...BAY })];
    const kept = [{ ...NOTHING_SAID, ...SAID }, NOTHING_SAID, { ...NOTHING_SAID, ...BAY }];
    const quote = await portal.quoteFor(customer, { items });
    expect(detailsOf(quote)).toEqual(kept);
    const edited = succeeded(
      await customer.put<QuoteReply>(`/api/quotes/${quote.id}`, {
        items: items.toReversed().map((item, at) => ({ ...item, id: quote.items[2 - at]?.id })),
        version: 1,
      }),
    );
    expect(detailsOf(edited)).toEqual(kept.toReversed());
    const again = succeeded(await customer.post<QuoteReply>(`/api/quotes/${quote.id}/duplicate`));
    expect(detailsOf(again)).toEqual(kept.toReversed());

    const order = await portal.orderFor(customer, { items });
    const supplier = await portal.signIn("supplier");
    const read = await supplier.get<{ quote: QuoteReply }>(`/api/orders/${order.id}`);
    expect(detailsOf(read.body.quote)).toEqual(kept);
    expect(detailsOf(succeeded(await customer.post<QuoteReply>(`/api/orders/${order.id}/reorder`)))).toEqual(kept);

    const fields = { quoteItemId: read.body.quote.items[0]?.id ?? 0 };
    const remake = succeeded(await askForRemake(customer, order.id, [], { fields }));
    const shown = await supplier.get<{ windows: QuoteReply["items"]; window: QuoteReply["items"][number] }>(`/api/remakes/${remake.id}`);
    expect(detailsOf({ items: [...shown.body.windows, shown.body.window] })).toEqual([kept[0], kept[0]]);
    succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
    const made = succeeded(await boss.post<{ id: number }>(`/api/remakes/${remake.id}/order`, {}));
    expect(detailsOf((await boss.get<{ quote: QuoteReply }>(`/api/orders/${made.id}`)).body.quote)).toEqual([kept[0]]);
  });

  test("the price is calculated from the given size, of a bay its whole width", async () => {
    const { items } = await portal.quoteFor(customer, { items: [windowWith({}), windowWith({ ...ALL_SAID }), windowWith(BAY)] });
    expect(new Set(items.map(({ areaM2 }) => areaM2)).size).toBe(1);
    expect(new Set(items.map(({ itemTotalPrice }) => itemTotalPrice)).size).toBe(1);
  });

  test("a window retains the deduction that its type had when it was quoted", async () => {
    const boss = await portal.superAdmin();
    const type = await portal.product({ deductionMm: 24 });
    expect(type.deductionMm).toBe(24);
    const items = [portal.windowOf(type, { sizeBasis: "recess" })];
    const quote = await portal.quoteFor(customer, { items });
    const { id, name, basePricePerM2 } = type;
    succeeded(await boss.put("/api/products", { id, name, basePricePerM2, deductionMm: 0 }));
    expect((await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)).body.items[0]?.deductionMm).toBe(24);
    expect((await customer.post<QuoteReply>(`/api/quotes/${quote.id}/duplicate`)).body.items[0]?.deductionMm).toBe(0);
  });

  test.each([
    [-1, "The deduction must be from 0 to 50 mm"],
    [51, "The deduction must be from 0 to 50 mm"],
    [9.5, "The deduction must be whole millimetres"],
    ["10", "The deduction must be whole millimetres"],
  ])("a deduction of %j is refused", async (deductionMm, sentence) => {
    const body = { name: "Odd", basePricePerM2: 1, deductionMm };
    expect(await (await portal.superAdmin()).post("/api/products", body)).toMatchObject({ status: 400, text: sentence });
  });
});

const LAYOUT = "Layout code must be up to 16 letters L, R, T, B and C, with L before R between posts";
const oneOfChoices = (choice: Choice) => `${choice.label} must be one of ${valuesOf(choice).join(", ")}`;
const SIDES = oneOfChoices(WINDOW_FIELDS.frameSides);

/** Wrong details of a window of 1,800 × 1,500 mm in an L-frame. */
const REFUSALS: [sentence: string, details: object][] = [
  [LAYOUT, { layoutCode: "RL" }],
  [LAYOUT, { layoutCode: "LTT" }],
  [LAYOUT, { layoutCode: " LR" }],
  [LAYOUT, { layoutCode: "lr" }],
  [LAYOUT, { layoutCode: "" }],
  [LAYOUT, { layoutCode: "LTLTLTLTLTLTLTLTL" }],
  [LAYOUT, { layoutCode: 5 }],
  ["A bypass shutter has no layout code", { layoutCode: "LR", openingDirection: "bypass" }],
  [LAYOUT, { layoutCode: "LBBR", facetsMm: [900, 900] }],
  ["A bay has no recess size", { ...BAY, sizeBasis: "recess" }],
  ['Give 2 facet widths for "Bay"', { layoutCode: "LBR" }],
  ['Give 2 facet widths for "Bay"', { layoutCode: "LCR", facetsMm: [1800] }],
  ['The facets of "Bay" are 1,900 mm together, not 1,800', { layoutCode: "LBR", facetsMm: [900, 1000] }],
  ['The facets of "Bay" are 1,800 mm together, not 1,800.5', { layoutCode: "LBR", facetsMm: [900, 900], widthM: 1.8005 }],
  ['Facet 1 of "Bay" must be at least 240 mm', { layoutCode: "LBR", facetsMm: [239, 1561] }],
  ['"Bay" has no bay: leave its facets out', { layoutCode: "LR", facetsMm: [1800] }],
  ['"Bay" has no bay: leave its facets out', { facetsMm: [900, 900] }],
  ['Give 1 post angles for "Bay"', { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [135, 135] }],
  ['Give 0 post angles for "Bay"', { layoutCode: "LCR", facetsMm: [900, 900], postAngles: [90] }],
  ['Post angles of "Bay" must be from 91 to 179 degrees', { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [90] }],
  ['Post angles of "Bay" must be from 91 to 179 degrees', { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [180] }],
  ["Post angles must be whole degrees", { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [135.5] }],
  ["Facet widths must be whole millimetres", { layoutCode: "LBR", facetsMm: [900.5, 899.5] }],
  ["Facet widths must be a list", { layoutCode: "LBR", facetsMm: 1800 }],
  ['T-post 1 of "Bay" must lie between 818 and 1,074 mm', { ...BAY, tPostsMm: [300] }],
  ["A recess size is for a shutter mounted inside", { sizeBasis: "recess", mountType: "outside" }],
  ['"Bay" is too small for its deduction', { sizeBasis: "recess", widthM: 0.01 }],
  ['Give 1 T-post positions for "Bay"', { layoutCode: "LTR", tPostsMm: [400, 900] }],
  ['Give 0 T-post positions for "Bay"', { layoutCode: "LR", tPostsMm: [900] }],
  ['Give 0 T-post positions for "Bay"', { frameType: "t-post", tPostsMm: [900] }],
  ['T-posts of "Bay" must rise from left to right', { layoutCode: "LTLTR", tPostsMm: [1200, 600] }],
  ['T-posts of "Bay" must rise from left to right', { layoutCode: "LTLTR", tPostsMm: [600, 600] }],
  ['T-post 1 of "Bay" must lie between 234 and 1,566 mm', { layoutCode: "LTR", tPostsMm: [233] }],
  ['T-post 1 of "Bay" must lie between 234 and 1,566 mm', { layoutCode: "LTR", tPostsMm: [1567] }],
  ["T-post positions must be whole millimetres", { layoutCode: "LTR", tPostsMm: [900.5] }],
  ["T-post positions must be a list", { layoutCode: "LTR", tPostsMm: 900 }],
  ['Give 1 mid-rail heights for "Bay"', { numberOfMidRails: 1, midRailHeightsMm: [500, 900] }],
  ['Give 0 mid-rail heights for "Bay"', { midRailHeightsMm: [500] }],
  ['Mid rails of "Bay" must rise from the bottom', { numberOfMidRails: 2, midRailHeightsMm: [900, 500] }],
  ['Mid rail 1 of "Bay" must lie between 220 and 1,280 mm', { numberOfMidRails: 1, midRailHeightsMm: [219] }],
  ["Mid-rail heights must be whole millimetres", { numberOfMidRails: 1, midRailHeightsMm: ["500"] }],
  ['Tilt split of "Bay" must lie between 182 and 1,318 mm', { tiltSplitMm: 181 }],
  ['Tilt split of "Bay" must lie between 182 and 1,318 mm', { tiltSplitMm: 0 }],
  ['Tilt split of "Bay" meets a mid rail', { numberOfMidRails: 1, midRailHeightsMm: [700], tiltSplitMm: 700 }],
  ["Tilt split must be whole millimetres", { tiltSplitMm: 700.5 }],
  [SIDES, { frameSides: "L" }],
  [SIDES, { frameSides: "TL" }],
  [oneOfChoices(WINDOW_FIELDS.hingeColor), { hingeColor: "gold" }],
  [oneOfChoices(WINDOW_FIELDS.sizeBasis), { sizeBasis: "opening" }],
  ["Note must be at most 500 characters", { note: "x".repeat(501) }],
];

describe("details that cannot be made are refused with a sentence, and nothing is stored", () => {
  test.each(REFUSALS)("details that cannot be made are refused: %s: %j", async (sentence, details) => {
    const draft = await portal.quoteFor(customer, { items: [windowWith({})] });
    const items = [windowWith({ name: "First" }), { ...windowWith({}), ...details }];
    const count = () => portal.db.$count(quotes);
    const before = await count();
    expect(await customer.post("/api/quotes", { items })).toMatchObject({ status: 400, text: sentence });
    expect(await customer.put(`/api/quotes/${draft.id}`, { items, version: 1 })).toMatchObject({ status: 400, text: sentence });
    expect(await count()).toBe(before);
    expect((await customer.get<QuoteReply>(`/api/quotes/${draft.id}`)).body).toMatchObject({ version: 1, itemCount: 1 });
  });

  test.each<Details>([
    { layoutCode: "LTR", tPostsMm: [234] },
    { layoutCode: "LTR", tPostsMm: [1566] },
    { numberOfMidRails: 1, midRailHeightsMm: [220] },
    { numberOfMidRails: 1, midRailHeightsMm: [1280] },
    { tiltSplitMm: 182 },
    { tiltSplitMm: 1318 },
    { layoutCode: "LRLR".replace("RL", "RTL"), frameType: "t-post" },
    { layoutCode: "LR", openingDirection: "bi-fold" },
    { layoutCode: "LBR", facetsMm: [240, 1560], postAngles: [91] },
    { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [179], openingDirection: "bi-fold" },
    { layoutCode: "LCR", facetsMm: [900, 900], frameType: "z-frame" },
    { note: `${"x".repeat(500)}   ` },
  ])("details at the limit of what can be made are accepted: %j", async (details) => {
    expect((await customer.post("/api/quotes", { items: [windowWith(details)] })).status).toBe(201);
  });

  test("a duplicate is refused if a larger deduction makes a post impossible", async () => {
    const type = await portal.product({ deductionMm: 0 });
    const details: Details = { widthM: 1.8, name: "Bay", layoutCode: "LTR", tPostsMm: [234], sizeBasis: "recess" };
    const quote = await portal.quoteFor(customer, { items: [portal.windowOf(type, details)] });
    succeeded(await (await portal.superAdmin()).put("/api/products", { ...type, deductionMm: 50 }));
    expect(await customer.post(`/api/quotes/${quote.id}/duplicate`)).toMatchObject({
      status: 400,
      text: 'T-post 1 of "Bay" must lie between 259 and 1,541 mm',
    });
  });
});

describe("the database refuses impossible details from any caller", () => {
  test.each<[string, Partial<typeof quoteItems.$inferInsert>]>([
    ["quote_items_layout", { layoutCode: "RL" }],
    ["quote_items_layout", { layoutCode: "" }],
    ["quote_items_layout", { layoutCode: "LTLTLTLTLTLTLTLTL" }],
    ["quote_items_layout", { layoutCode: "LR", openingDirection: "bypass" }],
    ["quote_items_recess", { sizeBasis: "recess", mountType: "outside" }],
    ["quote_items_size_basis", { sizeBasis: "hole" as never }],
    ["quote_items_frame_sides", { frameSides: "TL" as never }],
    ["quote_items_hinge_color", { hingeColor: "gold" as never }],
    ["quote_items_bay", { layoutCode: "LBR" }],
    ["quote_items_bay", { layoutCode: "LBR", facetsMm: [] }],
    ["quote_items_bay", { layoutCode: "LBR", facetsMm: [1800] }],
    ["quote_items_bay", { layoutCode: "LBR", facetsMm: [900, 901] }],
    ["quote_items_bay", { layoutCode: "LBR", facetsMm: [1801, -1] }],
    ["quote_items_bay", { layoutCode: "LBR", facetsMm: sql`array[1800, null]::integer[]` as never }],
    ["quote_items_bay", { layoutCode: "LBR", facetsMm: [900, 900], sizeBasis: "recess" }],
    ["quote_items_bay", { facetsMm: [1800] }],
    ["quote_items_bay", { postAngles: [135] }],
    ["quote_items_post_angles", { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [90] }],
    ["quote_items_post_angles", { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [180] }],
    ["quote_items_post_angles", { layoutCode: "LBR", facetsMm: [900, 900], postAngles: [] }],
    ["quote_items_post_angles", { layoutCode: "LCR", facetsMm: [900, 900], postAngles: [135] }],
    ["quote_items_post_angles", { layoutCode: "LBR", facetsMm: [900, 900], postAngles: sql`array[null]::integer[]` as never }],
    ["quote_items_positions", { tPostsMm: [900] }],
    ["quote_items_positions", { layoutCode: "LTR", tPostsMm: [400, 900] }],
    ["quote_items_positions", { layoutCode: "LTLTR", tPostsMm: [900, 400] }],
    ["quote_items_positions", { layoutCode: "LTR", tPostsMm: [] }],
    ["quote_items_positions", { layoutCode: "LTR", tPostsMm: [10_001] }],
    ["quote_items_positions", { midRailHeightsMm: [0], numberOfMidRails: 1 }],
    ["quote_items_positions", { midRailHeightsMm: [500], numberOfMidRails: 2 }],
    ["quote_items_positions", { tiltSplitMm: 0 }],
    ["quote_items_texts", { note: "" }],
    ["quote_items_texts", { note: "x".repeat(501) }],
    ["quote_items_deduction", { deductionMm: 51 }],
  ])("the database refuses by %s: %j", async (constraint, values) => {
    const quote = await portal.quoteFor(customer, { items: [windowWith({})] });
    const set = portal.db.update(quoteItems).set(values).where(eq(quoteItems.quoteId, quote.id));
    expect(await set.then(() => null, brokenConstraint)).toBe(constraint);
  });

  test("the database accepts the details that the calls accept", async () => {
    const quote = await portal.quoteFor(customer, { items: [windowWith({ openingDirection: "bypass" })] });
    const right = { openingDirection: "left-hinge" as const, layoutCode: "LTLR", tPostsMm: [900], numberOfMidRails: 2 };
    const set = { ...right, midRailHeightsMm: [400, 900], tiltSplitMm: 300, note: "Mind the sill", deductionMm: 0 };
    await portal.db.update(quoteItems).set(set).where(eq(quoteItems.quoteId, quote.id));
    await portal.db
      .update(quoteItems)
      .set({ ...BAY, sizeBasis: "make" })
      .where(eq(quoteItems.quoteId, quote.id));
  });
});
