import fc from "fast-check";
import { expect, test } from "vitest";
import type { MilliM2 } from "#shared/domain/length.ts";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { layOutWindow } from "#shared/domain/window/geometry/window-layout.ts";
import { madeAreaOf } from "./made-area.ts";
import { partsOfWindow } from "./make-in-words.ts";

const AREA = 1_620 as MilliM2;
/** The pair with a mid rail of the cut list's test: 1,200 × 1,350 mm, 76 mm louvres. */
const PAIR = windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 });
const areaOf = (panels: string[], parts: string[] = [], item = PAIR) => madeAreaOf({ ...item, areaMilliM2: AREA, make: { panels, parts } });

test("the made area of louvres is their share of all faces, worked out by hand", () => {
  // 30 louvres of 460 × 76 are 1,048,800 mm² of the window's faces.
  const louvres = 30 * 460 * 76;
  const stiles = 4 * 1274 * 51;
  const rods = 2 * (457 + 520.5) * 12;
  const frame = 2 * (1350 + 1200) * 38;
  // Two top, two bottom and two mid rails, each 460 long and as high as it is ripped.
  const rails = 2 * 460 * (104.5 + 104 + 72);
  expect(areaOf([], ["louvre"])).toBe(Math.round((AREA * louvres) / (louvres + stiles + rods + frame + rails)));
});

test("a whole window has no made area of its own, whether nothing or no limit is named", () => {
  expect(madeAreaOf({ ...PAIR, areaMilliM2: AREA })).toBeNull();
  expect(madeAreaOf({ ...PAIR, areaMilliM2: AREA, make: null })).toBeNull();
  expect(areaOf([])).toBeNull();
});

test("panels and frame together are the whole window, and so are all its parts, for any window", () => {
  const window = fc.record({
    width: fc.integer({ min: 1200, max: 2400 }),
    height: fc.integer({ min: 600, max: 2400 }),
    layoutCode: fc.constantFrom("LR", "LTR", "LTLR", "LLRR"),
    tiltRodType: fc.constantFrom("hidden", "center"),
  });
  fc.assert(
    fc.property(window, fc.integer({ min: 100, max: 9000 }), ({ width, height, ...options }, area) => {
      const item = windowOf(width, height, options as object);
      const areaMilliM2 = area as MilliM2;
      const made = (panels: string[], parts: string[]) => madeAreaOf({ ...item, areaMilliM2, make: { panels, parts } }) ?? area;
      const letters = layOutWindow(item).panels.map((_, at) => panelLetter(at + 1));
      const outside = partsOfWindow(item).filter((part) => /^frame|post$/.test(part));
      const sum = letters.reduce((sum, letter) => sum + made([letter], []), made([], outside));
      expect(Math.abs(sum - area)).toBeLessThanOrEqual(letters.length + 1);
      const parts = partsOfWindow(item);
      expect(Math.abs(parts.reduce((sum, part) => sum + made([], [part]), 0) - area)).toBeLessThanOrEqual(parts.length);
    }),
    { numRuns: 12 },
  );
});
