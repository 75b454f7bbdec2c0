import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  areaOf,
  LENGTH_UNITS,
  lengthIn,
  lengthToMetres,
  m2ToMilliM2,
  metresToLength,
  milliM2ToM2,
  type TenthMm,
  toLength,
} from "./length.ts";

describe("a length in the person's unit is a whole number of tenths of a millimetre", () => {
  test.each([
    [1200, "mm", 12_000],
    [1234.5, "mm", 12_345],
    [1234.56, "mm", 12_346],
    [120, "cm", 12_000],
    [123.45, "cm", 12_345],
    [1.2, "m", 12_000],
    [1.2345, "m", 12_345],
    [1.00005, "m", 10_001],
    [1.00004, "m", 10_000],
    [0.0001, "m", 1],
    [0.00004, "m", 0],
    [10, "m", 100_000],
  ] as const)("the length %d %s is %d tenths of a millimetre", (value, unit, tenths) => {
    expect(toLength(value, unit)).toBe(tenths);
  });

  test("a length converts to every unit and back without a change", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(...LENGTH_UNITS), (tenths, unit) => {
        expect(toLength(lengthIn(tenths as TenthMm, unit), unit)).toBe(tenths);
      }),
    );
  });

  test("a length in metres converts from the wire and back exactly", () => {
    expect(lengthToMetres(metresToLength(1.2345))).toBe(1.2345);
    expect(metresToLength(0.1 + 0.2)).toBe(3000);
  });
});

describe("an area is rounded to a thousandth of a square metre, half away from zero", () => {
  test.each([
    // 1.2 m x 1.5 m
    [12_000, 15_000, 1800],
    // 0.1 m x 1.1 m
    [1000, 11_000, 110],
    // 0.5 m x 0.007 m = 0.0035 m²
    [5000, 70, 4],
    // 0.5 m x 0.0069 m = 0.00345 m²
    [5000, 69, 3],
    // 0.02 m x 0.025 m = 0.0005 m²: a half
    [200, 250, 1],
    // 0.02 m x 0.0249 m
    [200, 249, 0],
    [100_000, 100_000, 100_000],
    [1, 1, 0],
  ])("the area of %d by %d tenths is %d thousandths of a square metre", (width, height, area) => {
    expect(areaOf(width as TenthMm, height as TenthMm)).toBe(area);
  });

  test("the area does not depend on which side is the width", () => {
    const side = fc.integer({ min: 1, max: 100_000 });
    fc.assert(fc.property(side, side, (a, b) => areaOf(a as TenthMm, b as TenthMm) === areaOf(b as TenthMm, a as TenthMm)));
  });

  test("an area converts to the wire and back without a change", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 100_000 }), (milli) => m2ToMilliM2(milliM2ToM2(m2ToMilliM2(milli / 1000))) === milli));
  });
});
