import { expect, test } from "vitest";
import { parseMillimetres, parseNumber } from "./fields.tsx";

test.each([
  ["150.5", 150.5],
  [" 3 ", 3],
  [".5", 0.5],
  ["1,200", 1200],
  ["1,234,567.89", 1_234_567.89],
  ["12 500", 12_500],
  ["-4", -4],
])("parseNumber reads %j as %d", (typed, expected) => {
  expect(parseNumber(typed)).toBe(expected);
});

test.each(["", " ", "abc", "12,50", "1,5", "1,2345", "1 2", "1.2.3", "1e3", "12,50.00", "£12"])("parseNumber rejects %j", (typed) => {
  expect(parseNumber(typed)).toBeNaN();
});

test.each([
  ["615", 615],
  ["61.5cm", 615],
  ["0.615 m", 615],
  ["1,200 mm", 1200],
  ["61,5cm", Number.NaN],
  ["cm", Number.NaN],
  ["12 in", Number.NaN],
])("parseMillimetres reads %j as %d", (typed, expected) => {
  expect(parseMillimetres(typed)).toBe(expected);
});
