import fc from "fast-check";
import { expect, test } from "vitest";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { type CheckId, checkMeasurements } from "#shared/domain/window/text/measurement-checks.ts";
import { isLayoutCode } from "./panels.ts";
import { siblingsOf } from "./unit-slip.ts";
import { proposedLayout, usualLayouts } from "./usual-layouts.ts";

test.each([
  [300, "L R"],
  [600, "L R LR LL RR LTR"],
  [1500, "LR LL RR LTR LLR LRR"],
  [2200, "LLR LRR LLRR LTLR LRTR LLTRR"],
  [2800, "LRTLR LTLR LRTR LLTRR LTLTRTR LTLRTR"],
  [4200, "LRTLRTLR LTLTLTRTRTR LLTLRTRR"],
  [150, ""],
])("a window %i mm wide is usually made as one of %s", (width, codes) => {
  expect(usualLayouts(windowOf(width, 1200)).join(" ")).toBe(codes);
});

test.each([
  [900, "L"],
  [1200, "LR"],
  [2500, "LLR"],
  [2501, "LRTLR"],
  [3400, "LRTLR"],
  [4200, "LRTLRTLR"],
  [9000, "LRTLRTLRTLRTLR"],
  [10_000, null],
  [150, null],
])("the form proposes for a width of %i mm the layout %s", (width, code) => {
  expect(proposedLayout(windowOf(width, 1200))).toBe(code);
  expect(usualLayouts(windowOf(width, 1200))[0] ?? null).toBe(code);
});

test("a type with narrower panels gets more panels in the proposed layout", () => {
  expect(usualLayouts(windowOf(900, 1200, { widestPanelMm: 450 }))[0]).toBe("LR");
});

test("a window without a size has one layout of each kind", () => {
  expect(usualLayouts(null)).toContain("LR");
  expect(usualLayouts(null)).toContain("LTR");
});

test("every proposed layout can be made and raises no check about its layout", () => {
  const ofLayout: readonly CheckId[] = ["panel-too-wide", "panel-too-narrow", "run-needs-track", "needs-track-or-post"];
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 8000 }), fc.integer({ min: 200, max: 1500 }), (width, widestPanelMm) => {
      for (const layoutCode of usualLayouts(windowOf(width, 1200, { widestPanelMm }))) {
        const asked = checkMeasurements(windowOf(width, 1200, { widestPanelMm, layoutCode }), siblingsOf([])).map(({ id }) => id);
        expect([layoutCode, isLayoutCode(layoutCode), asked.filter((id) => ofLayout.includes(id))]).toEqual([layoutCode, true, []]);
      }
    }),
  );
});
