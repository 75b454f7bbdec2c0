import { describe, expect, test } from "vitest";
import { windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { product, windowValues } from "../quote-samples.ts";
import { toBody } from "./quote-price.ts";
import { copyWindow, createNextWindow, type Products, type WindowValues } from "./quote-values.ts";
import { checkAllWindows, confirmCheck, findConfirmedChecks, toDrawable } from "./window-checks.ts";

const warningsOf = (windows: readonly WindowValues[], place: number, types: Products) => checkAllWindows(windows, types)[place] ?? [];

const products = new Map([[1, product()]]);

describe("what was kept", () => {
  const tall = windowValues({ height: "2100" });
  const confirm = (window: typeof tall, types = products, answer = true) => {
    let keptSoFar = window;
    for (const warning of warningsOf([window], 0, types))
      keptSoFar = { ...keptSoFar, keptChecks: confirmCheck(keptSoFar, warning, answer) };
    return keptSoFar;
  };
  const confirmedChecks = (window: typeof tall, types = products) => findConfirmedChecks(window, warningsOf([window], 0, types));

  test("a confirmed check holds for its measures in any unit; other measures need a new one", () => {
    expect(confirmedChecks(tall)).toEqual([]);
    expect(confirmedChecks(confirm(tall))).toEqual(["needs-mid-rail"]);
    expect(confirmedChecks({ ...confirm(tall), unit: "cm", width: "120", height: "210" })).toEqual(["needs-mid-rail"]);
    expect(confirmedChecks({ ...confirm(tall), height: "2200" })).toEqual([]);
    expect(confirmedChecks({ ...confirm(tall), ...confirm(confirm(tall), products, false) })).toEqual([]);
  });

  test("a confirmed panel check holds for the widest panel, and not for another type or opening", () => {
    const wide = windowValues({ shutterTypeId: 1, width: "2800" });
    const types = new Map([
      [1, product({ widestPanelMm: 550 })],
      [2, product({ id: 2, widestPanelMm: 500 })],
      [3, product({ id: 3, widestPanelMm: 550 })],
    ]);
    const all = ["needs-track-or-post", "panel-too-wide", "run-needs-track"];
    expect(warningsOf([wide], 0, types).map(({ id }) => id)).toEqual(all);
    expect(confirmedChecks(confirm(wide, types), types)).toEqual(all);
    expect(confirmedChecks({ ...confirm(wide, types), shutterTypeId: 2 }, types)).toEqual(["needs-track-or-post", "run-needs-track"]);
    expect(confirmedChecks({ ...confirm(wide, types), shutterTypeId: 3 }, types)).toEqual(all);
    expect(confirmedChecks({ ...confirm(wide, types), openingDirection: "bi-fold" }, types)).not.toContain("needs-track-or-post");
    expect(confirmedChecks({ ...confirm(wide, types), colorSelection: "Black" }, types)).toEqual(all);
  });

  test("a confirmed unit check holds while other windows are added", () => {
    const small = windowValues({ width: "120" });
    const house = [windowValues({ width: "1200" }), windowValues({ width: "1300" })];
    const [slip] = warningsOf([small, ...house], 0, products);
    if (!slip) throw new Error("no slip");
    const looked = { ...small, keptChecks: confirmCheck(small, slip, true) };
    const more = [looked, ...house, windowValues({ width: "1700" }), windowValues({ width: "1800" })];
    expect(warningsOf(more, 0, products)[0]?.sentence).not.toBe(slip.sentence);
    expect(findConfirmedChecks(looked, warningsOf(more, 0, products))).toEqual(["width-unit-slip"]);
  });

  test("a confirmation is sent only while its check applies", () => {
    const sent = (window: typeof tall) => toBody({ userId: null, windows: [window] }, new Map([[1, product()]])).items[0];
    expect(sent(confirm(tall))?.overriddenChecks).toEqual(["needs-mid-rail"]);
    expect(sent({ ...confirm(tall), numberOfMidRails: 1 })).not.toHaveProperty("overriddenChecks");
    expect(sent(tall)).not.toHaveProperty("overriddenChecks");
    expect(sent(confirm(tall))).not.toHaveProperty("keptChecks");
  });

  test("a duplicate copies the confirmed checks with the measures; the next window does not", () => {
    expect(confirmedChecks(copyWindow(confirm(tall), [confirm(tall)]))).toEqual(["needs-mid-rail"]);
    expect(createNextWindow([confirm(tall)]).keptChecks).toBeUndefined();
  });
});

test("a type's own widest panel is used by its checks and drawing", () => {
  const wide = windowValues({ width: "1900", layoutCode: "LR" });
  const narrow = new Map([[1, product({ widestPanelMm: 550 })]]);
  expect(warningsOf([wide], 0, products)).toEqual([]);
  expect(warningsOf([wide], 0, narrow).map(({ id, sentence }) => [id, sentence.includes("550 mm is the widest")])).toEqual([
    ["panel-too-wide", true],
  ]);
  expect(toDrawable(wide, narrow.get(1))).toMatchObject({ widestPanelMm: 550 });
});

test("a panel of a heavy type is drawn with its additional hinge", () => {
  const high = windowValues({ width: "900", height: "1900", layoutCode: "L" });
  const shapes = (densityKgM3: number | null) => {
    const drawn = toDrawable(high, product({ densityKgM3 }));
    return drawn ? windowShapes(drawn, { width: 256, height: 300, detail: "making" }).length : 0;
  };
  expect(shapes(null)).toBeGreaterThan(0);
  expect(shapes(1500)).toBe(shapes(null) + 1);
});

test("a window is compared with the other measured windows", () => {
  const windows = [windowValues(), windowValues({ width: "1000", height: "1100" }), windowValues({ width: "", height: "9" })];
  expect(warningsOf([...windows, windowValues({ unit: "mm", width: "120", height: "90" })], 3, products).map(({ id }) => id)).toEqual([
    "width-unit-slip",
    "height-unit-slip",
    "too-low",
    "panel-too-narrow",
  ]);
  expect(warningsOf(windows, 0, products)).toEqual([]);
  expect(warningsOf(windows, 2, products)).toEqual([]);
});
