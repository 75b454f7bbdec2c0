import fc from "fast-check";
import { expect, test } from "vitest";
import { toLength } from "#shared/domain/length.ts";
import { anySide } from "#shared/domain/testing/windows.ts";
import { isOnWindow, markAt, markInWords, middleOf } from "./window-mark.ts";

const sides = (widthMm: number, heightMm: number) => ({ width: toLength(widthMm, "mm"), height: toLength(heightMm, "mm") });

test("a mark is set in steps of a centimetre, at most on the window's edge", () => {
  expect(markAt(304, 447, sides(1200, 1350))).toEqual({ xMm: 300, yMm: 450 });
  expect(markAt(-40, 5000, sides(1200, 1350))).toEqual({ xMm: 0, yMm: 1350 });
  expect(markAt(1198, 1, sides(1196.5, 1350))).toEqual({ xMm: 1196, yMm: 0 });
  expect(middleOf(sides(1200, 1350))).toEqual({ xMm: 600, yMm: 680 });
});

test("a mark outside the window is not on it", () => {
  expect(isOnWindow({ xMm: 1196, yMm: 1350 }, sides(1196.5, 1350))).toBe(true);
  expect(isOnWindow({ xMm: 1197, yMm: 10 }, sides(1196.5, 1350))).toBe(false);
  expect(isOnWindow({ xMm: 0, yMm: 1351 }, sides(1196.5, 1350))).toBe(false);
});

test("a mark is on the window in whole millimetres, wherever a person points", () => {
  const anywhere = fc.double({ min: -20_000, max: 20_000, noNaN: true });
  fc.assert(
    fc.property(anySide, anySide, anywhere, anywhere, (width, height, x, y) => {
      const mark = markAt(x, y, { width, height });
      expect(isOnWindow(mark, { width, height })).toBe(true);
      expect([mark.xMm, mark.yMm].every((at) => Number.isInteger(at) && at >= 0)).toBe(true);
    }),
  );
});

test("a mark in words is measured from the left and from the top", () => {
  expect(markInWords({ xMm: 300, yMm: 1450 })).toBe("about 300 mm from the left, 1,450 mm from the top");
});
