import { expect, test } from "vitest";
import { parseNumber } from "./fields.tsx";

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
