import { describe, expect, test } from "vitest";
import { calculateSides, convertMeasure, parseLength, parseMeasure, withoutUnit } from "./measure-text.ts";

describe("a measure is read as a person means it", () => {
  test.each([
    ["1200", "mm", 1200],
    [" 1 200 ", "mm", 1200],
    ["1,200", "mm", 1200],
    ["1,200.5", "mm", 1200.5],
    ["1.200,5", "mm", 1200.5],
    ["120,5", "cm", 120.5],
    ["1,2", "m", 1.2],
    // A grouped reading would be 1,200 metres, which no window measures.
    ["1,200", "m", 1.2],
    ["0,900", "mm", 0.9],
    ["0.1", "m", 0.1],
    [".5", "m", 0.5],
    ["5.", "cm", 5],
    ["61.5cm", "mm", 615],
    ["61,5 CM", "mm", 615],
    ["1200mm", "mm", 1200],
    ["1,200 mm", "m", 1.2],
    ["1.2m", "cm", 120],
  ] as const)("parseMeasure reads %s %s as %d", (text, unit, value) => expect(parseMeasure(text, unit)).toBe(value));

  test.each(["", " ", ".", ",", "-5", "+5", "1e3", "12,00,5", "1.2.3", "mm", "5 ft", "1.2.3cm", "Infinity", "0x10"])(
    "parseMeasure rejects %j as a measure",
    (text) => expect(parseMeasure(text, "mm")).toBeNaN(),
  );
});

test("a measure with a unit becomes one in the window's unit; other text stays", () => {
  expect(withoutUnit("61.5cm", "mm")).toBe("615");
  expect(withoutUnit("1,200", "mm")).toBe("1,200");
  expect(withoutUnit("6..5cm", "mm")).toBe("6..5cm");
});

test("a length is at most ten metres and at least a tenth of a millimetre", () => {
  expect(parseLength("10", "m")).toBe(100_000);
  expect(parseLength("10.0001", "m")).toBeNull();
  expect(parseLength("0", "mm")).toBeNull();
  expect(parseLength("0.05", "mm")).toBe(1);
});

describe("another unit says the same length", () => {
  test.each([
    ["1200", "mm", "cm", "120"],
    ["120", "cm", "m", "1.2"],
    ["1.2345", "m", "mm", "1234.5"],
    ["1,200", "mm", "m", "1.2"],
    ["0.1", "mm", "m", "0.0001"],
    ["100", "cm", "mm", "1000"],
    ["", "mm", "cm", ""],
    ["about a metre", "mm", "m", "about a metre"],
    ["1,200", "mm", "mm", "1,200"],
  ] as const)("convertMeasure of %s %s in %s is %s", (text, from, to, said) => expect(convertMeasure(text, from, to)).toBe(said));
});

describe("sides that are measured at three places follow from them", () => {
  const measuredMm = { widths: [1203, 1200, 1209], heights: [900, Number.NaN, 900] };
  test.each([
    ["inside", "mm", "1200"],
    ["outside", "mm", "1209"],
    ["inside", "cm", "120"],
    ["outside", "m", "1.209"],
  ] as const)("a window %s in %s has the width %s, and a blank height until all three places are complete", (mountType, unit, width) => {
    expect(calculateSides({ measuredMm, mountType, unit })).toEqual({ width, height: "" });
  });
  test("the sides of a window measured once are its typed text", () => {
    expect(calculateSides({ measuredMm: null, mountType: "inside", unit: "mm" })).toEqual({});
  });
});
