import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divideRounded, hasAtMostDecimals, toUnits } from "./decimal.ts";

describe("a decimal number as whole units, half away from zero", () => {
  test.each([
    [0, 2, 0],
    [1.005, 2, 101],
    [1.004999, 2, 100],
    [2.675, 2, 268],
    [8.575, 2, 858],
    [0.005, 2, 1],
    [0.0049, 2, 0],
    [-1.005, 2, -101],
    [150.5, 2, 15_050],
    [129.95, 2, 12_995],
    [1.00005, 4, 10_001],
    [1.00004, 4, 10_000],
    [1.15, 1, 12],
    [1e-7, 4, 0],
    [5e-5, 4, 1],
    [1e21, 2, 1e23],
    [1.2e-3, 4, 12],
    [123_456.789, 3, 123_456_789],
  ])("the decimal %d at %d places is %d units", (value, places, units) => {
    expect(toUnits(value, places)).toBe(units);
  });

  test("a number with no more than the given decimals converts to units and back unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 6 }), (units, places) => {
        expect(toUnits(Number(`${units}e-${places}`), places) + 0).toBe(units);
      }),
    );
  });
});

test.each([
  [1, 2, true],
  [1.5, 2, true],
  [1.05, 2, true],
  [1.005, 2, false],
  [0.1 + 0.2, 2, false],
  [1e-7, 2, false],
  [1e21, 2, true],
  [-1.05, 1, false],
])("the number %d has at most %d decimals: %s", (value, places, expected) => {
  expect(hasAtMostDecimals(value, places)).toBe(expected);
});

describe("a quotient of whole numbers, half away from zero", () => {
  test.each([
    [0, 1000, 0],
    [499, 1000, 0],
    [500, 1000, 1],
    [1499, 1000, 1],
    [1500, 1000, 2],
    [2500, 1000, 3],
    [1, 3, 0],
    [2, 3, 1],
    [7, 2, 4],
  ])("the quotient %d / %d rounds to %d", (numerator, denominator, quotient) => {
    expect(divideRounded(numerator, denominator)).toBe(quotient);
  });

  test("a rounded quotient equals exact arithmetic as far as doubles are exact", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 100_000 }), (numerator, denominator) => {
        const exact = (2n * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator));
        expect(BigInt(divideRounded(numerator, denominator))).toBe(exact);
      }),
    );
  });

  test("a sum that a double cannot hold is rejected, never rounded silently", () => {
    expect(() => divideRounded(Number.MAX_SAFE_INTEGER + 1, 1000)).toThrow(RangeError);
  });
});
