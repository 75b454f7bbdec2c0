import { expect, test } from "vitest";
import { findNearest, findNiceTop, placeSpots } from "./area-chart.tsx";

test.each([
  [[], 1],
  [[0, 0], 1],
  [[1], 1],
  [[3, 7], 10],
  [[10], 10],
  [[10.01], 20],
  [[21], 50],
  [[18_432.5], 20_000],
  [[1_234_567.89], 2_000_000],
])("the scale of values %j ends at %d", (values, top) => {
  expect(findNiceTop(values)).toBe(top);
});

test("values are placed from edge to edge, with zero at the bottom", () => {
  expect(placeSpots([0, 5, 10], 10)).toEqual([
    { x: 0, y: 100 },
    { x: 50, y: 50 },
    { x: 100, y: 0 },
  ]);
  expect(placeSpots([1], 1)).toEqual([{ x: 50, y: 0 }]);
});

test.each([
  [-0.2, 13, 0],
  [0, 13, 0],
  [0.04, 13, 0],
  [0.05, 13, 1],
  [0.99, 13, 12],
  [1.3, 13, 12],
  [0.7, 1, 0],
])("the nearest point at %d of the width, among %d points, is number %d", (place, count, index) => {
  expect(findNearest(place, count)).toBe(index);
});
