import fc from "fast-check";
import { expect, test } from "vitest";
import type { TenthMm } from "#shared/domain/length.ts";
import { isComplete, measuredInWords, measuredProblem, sideMeasured, spreadsInWords } from "./measured.ts";

const measuredMm = { widths: [1203, 1200, 1209], heights: [1350, 1352, 1350] };

test.each([
  ["inside", 12_000, 13_500],
  ["outside", 12_090, 13_520],
] as const)("a window mounted %s is %i by %i tenths of a millimetre", (mountType, width, height) => {
  expect(sideMeasured(measuredMm.widths, mountType)).toBe(width);
  expect(sideMeasured(measuredMm.heights, mountType)).toBe(height);
});

test("missing and invalid measurements give no side and are not complete", () => {
  for (const places of [[], [1200, 1200], [1200, Number.NaN, 1200], [1200, 1200.5, 1200], [0, 1, 1], [10_001, 1, 1]]) {
    expect(sideMeasured(places, "inside")).toBeNull();
    expect(isComplete({ ...measuredMm, widths: places })).toBe(false);
    expect(spreadsInWords({ ...measuredMm, widths: places })).toEqual([]);
  }
  expect(isComplete(measuredMm)).toBe(true);
});

test("a spread above 6 mm is reported for each side", () => {
  expect(spreadsInWords({ widths: [1200, 1206, 1201], heights: [900, 900, 900] })).toEqual([]);
  expect(spreadsInWords({ widths: [1200, 1207, 1201], heights: [2906, 900, 900] })).toEqual([
    "The widths are 7 mm apart",
    "The heights are 2,006 mm apart",
  ]);
});

test("measurements are written in the order in which they were taken", () => {
  expect(measuredInWords(measuredMm)).toBe("1,203, 1,200 and 1,209 mm wide, 1,350, 1,352 and 1,350 mm high");
});

const aLength = fc.integer({ min: 1, max: 10_000 });
const three = fc.tuple(aLength, aLength, aLength).map((places): number[] => places);

test("only the least of any measurements is accepted inside, and only the largest outside", () => {
  fc.assert(
    fc.property(three, three, fc.constantFrom("inside", "outside"), aLength, aLength, (widths, heights, mountType, width, height) => {
      const [inOrder, downInOrder] = [widths, heights].map((places) => [...places].sort((one, other) => one - other));
      const at = mountType === "inside" ? 0 : 2;
      const sides = (across: number, down: number) => ({ widthTenthMm: (across * 10) as TenthMm, heightTenthMm: (down * 10) as TenthMm });
      const [right, lower] = [inOrder?.[at] ?? 0, downInOrder?.[at] ?? 0];
      const judged = (across: number, down: number) =>
        measuredProblem({ mountType, ...sides(across, down), measuredMm: { widths, heights } }, "Bay");
      expect(judged(right, lower)).toBeNull();
      const sentence = 'The sizes of "Bay" are not those that were measured';
      if (width !== right) expect(judged(width, lower)).toBe(sentence);
      if (height !== lower) expect(judged(right, height)).toBe(sentence);
      expect(measuredProblem({ mountType, ...sides(width, height), measuredMm: null }, "Bay")).toBeNull();
    }),
  );
});
