import { describe, expect, test } from "vitest";
import { MAKING_OPTIONS, product, windowValues } from "../quote-samples.ts";
import { mergeQuotes } from "./merge-quotes.ts";
import type { QuoteValues, WindowValues } from "./quote-values.ts";

const products = new Map([[1, product()]]);
const kitchen = windowValues({ itemId: 1, name: "Kitchen" });
const bay = windowValues({ itemId: 2, name: "Bay" });
const loft = windowValues({ itemId: 3, name: "Loft" });
const quote = (windows: WindowValues[], facts: Partial<QuoteValues> = {}): QuoteValues => ({ userId: 7, version: 3, windows, ...facts });
const base = quote([kitchen, bay, loft], { jobName: "Elm Road" });
const merge = (mine: QuoteValues, theirs: QuoteValues, winner: "mine" | "theirs" = "mine") =>
  mergeQuotes(base, mine, { ...theirs, version: 4 }, products, winner);
const names = ({ values }: { values: QuoteValues }) => values.windows.map(({ name }) => name);
const windowsOf = ({ values }: { values: QuoteValues }) => values.windows.map(({ keptChecks: _, ...window }) => window);

test("a merge uses the only changed version of a field, from either person", () => {
  const changed = quote([{ ...loft, quantity: 4 }, { ...kitchen, width: "1300" }, windowValues({ name: "New" })], { poNumber: "PO-9" });
  for (const merged of [merge(changed, base), merge(base, changed)]) {
    expect(merged.clashes).toEqual([]);
    expect(windowsOf(merged)).toEqual(windowsOf({ values: changed }));
    expect(merged.values).toMatchObject({ version: 4, poNumber: "PO-9" });
  }
});

test("two fields of one window are two changes; a measure in another unit is no change", () => {
  const merged = merge(
    quote([{ ...kitchen, unit: "cm", width: "120", height: "100" }, bay, loft]),
    quote([{ ...kitchen, width: "1300" }, bay, loft]),
  );
  expect(merged.clashes).toEqual([]);
  expect(merged.values.windows[0]).toMatchObject({ unit: "cm", width: "130", height: "100" });
});

test("fields that belong together are never combined from both versions", () => {
  const mine = quote([{ ...kitchen, numberOfMidRails: 2 }, bay, loft]);
  const theirs = quote([{ ...kitchen, numberOfMidRails: 1, midRailHeightsMm: [400] }, bay, loft]);
  expect(merge(mine, theirs).clashes).toEqual(["Kitchen: Mid rails 1, mid rail at 400 mm from the bottom, yours 2"]);
  expect(merge(mine, theirs).values.windows[0]).toMatchObject({ numberOfMidRails: 2 });
  expect(merge(mine, theirs, "theirs").values.windows[0]).toMatchObject({ numberOfMidRails: 1, midRailHeightsMm: [400] });
  expect(merge(quote([{ ...kitchen, ...MAKING_OPTIONS }, bay, loft]), base).values.windows[0]).toMatchObject(MAKING_OPTIONS);
});

test("the texts of a quote are merged one by one", () => {
  const merged = merge({ ...base, jobName: "Oak Road", note: "Ring" }, { ...base, jobName: "Ash Road", poNumber: "PO-1" });
  expect(merged.clashes).toEqual(["Job name: Ash Road, yours Oak Road"]);
  expect(merged.applied).toEqual(["PO number: PO-1, before none"]);
  expect(merged.values).toMatchObject({ jobName: "Oak Road", poNumber: "PO-1", note: "Ring" });
});

describe("windows", () => {
  test("windows that one person removed go, and added windows come at their own position", () => {
    const merged = merge(
      quote([kitchen, windowValues({ name: "Mine" }), bay, loft]),
      quote([kitchen, loft, windowValues({ itemId: 9, name: "Theirs" })]),
    );
    expect(names(merged)).toEqual(["Kitchen", "Mine", "Loft", "Theirs"]);
    expect(merged.clashes).toEqual([]);
    expect(merged.applied).toEqual(["Bay: removed", "Theirs: added"]);
  });

  test("a window that one person removed and the other changed needs a choice", () => {
    const wider = quote([kitchen, { ...bay, width: "1350" }, loft]);
    const without = quote([kitchen, loft]);
    expect(merge(wider, without).clashes).toEqual(["Bay: removed in theirs, changed in yours"]);
    expect(names(merge(wider, without))).toEqual(["Kitchen", "Bay", "Loft"]);
    expect(merge(wider, without).values.windows[1]).toMatchObject({ itemId: undefined, width: "1350" });
    expect(names(merge(wider, without, "theirs"))).toEqual(["Kitchen", "Loft"]);
    expect(merge(without, wider).clashes).toEqual(["Bay: changed in theirs, removed in yours"]);
    expect(names(merge(without, wider))).toEqual(["Kitchen", "Loft"]);
    expect(names(merge(without, wider, "theirs"))).toEqual(["Kitchen", "Bay", "Loft"]);
  });

  test("the merged windows have the order of the person who moved them", () => {
    const moved = quote([loft, kitchen, bay]);
    expect(names(merge(moved, quote([kitchen, { ...bay, quantity: 2 }, loft])))).toEqual(["Loft", "Kitchen", "Bay"]);
    expect(names(merge(quote([kitchen, { ...bay, quantity: 2 }, loft]), moved))).toEqual(["Loft", "Kitchen", "Bay"]);
  });

  test("a merge never removes all windows", () => {
    const merged = merge(quote([kitchen]), quote([bay, loft]));
    expect(names(merged)).toEqual(["Kitchen"]);
    expect(merged.clashes).toEqual(["No window would be left"]);
  });
});
