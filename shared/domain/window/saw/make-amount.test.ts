import { expect, test } from "vitest";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { amountToMake, partsWithSizes } from "./make-amount.ts";

/** Tests the amounts of an order that makes only parts of its windows (rule W103). */

const pair = { ...windowOf(1200, 1350, { layoutCode: "LR" }), quantity: 2 };
const louvre = { ...pair, make: { panels: ["B"], parts: ["louvre"], counts: { louvre: 1 } } };
const panel = { ...pair, make: { panels: ["A"], parts: [] } };

test("an order is counted in windows and shutters, and the parts of a remake in parts", () => {
  expect(amountToMake({ windows: 3, shutters: 5 }, [])).toBe("3 windows, 5 shutters");
  expect(amountToMake({ windows: 1, shutters: 2 }, [louvre])).toBe("2 louvres");
  expect(amountToMake({ windows: 1, shutters: 2 }, [panel])).toBe("2 panels");
  expect(amountToMake({ windows: 3, shutters: 5 }, [pair, louvre, panel])).toBe("1 window, 1 shutter, 2 louvres, 2 panels");
});

test("the parts of a remake have their count and cut size", () => {
  expect(partsWithSizes(louvre, 1)).toEqual(["1 louvre, 452.5 mm"]);
  expect(partsWithSizes({ ...louvre, make: { panels: [], parts: ["top-rail"] } }, 1)).toEqual([
    expect.stringMatching(/^2 top rails, 455\.5 × \d+(\.5)? mm$/),
  ]);
  expect(partsWithSizes(panel, 2)).toEqual(["2 panels, 557.5 × 1,266 mm"]);
});

test("sizes that differ from panel to panel name their panels, and equal ones do not", () => {
  const uneven = windowOf(1500, 1350, { layoutCode: "LTRR", tPostsMm: [400], numberOfMidRails: 1 });
  const madeOf = (make: (typeof uneven)["make"]) => partsWithSizes({ ...uneven, make }, 1);
  expect(madeOf({ panels: ["A", "B"], parts: ["louvre"], counts: { louvre: 2 } })).toEqual([
    expect.stringMatching(/^2 louvres, [\d.]+ mm \(panel A\)$/),
    expect.stringMatching(/^2 louvres, [\d.]+ mm \(panel B\)$/),
  ]);
  expect(madeOf({ panels: [], parts: ["stile"] })).toEqual(["6 stiles, 1,266 mm"]);
  expect(madeOf({ panels: ["B", "C"], parts: ["louvre"], counts: { louvre: 1 } })).toEqual([
    expect.stringMatching(/^2 louvres, [\d.]+ mm$/),
  ]);
  expect(madeOf({ panels: ["A", "B", "C"], parts: [] })).toEqual([
    expect.stringMatching(/^1 panel, .* mm \(panel A\)$/),
    expect.stringMatching(/^2 panels, .* mm \(panels B, C\)$/),
  ]);
});
