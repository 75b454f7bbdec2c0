import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPence, formatPounds, pence, penceToPounds, poundsToPence, sumPence } from "./money.ts";

test.each([
  [0, 0],
  [1234.5, 123_450],
  [0.1 + 0.2, 30],
  [1.005, 101],
  [19.99, 1999],
  [4.35, 435],
  [1.115, 112],
  [100_000, 10_000_000],
])("the amount %d pounds converts to %d pence", (pounds, expected) => {
  expect(poundsToPence(pounds)).toBe(expected);
});

test("amounts in pence convert to pounds on the wire and back to the penny", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000_000 }), (amount) => {
      expect(poundsToPence(penceToPounds(pence(amount)))).toBe(amount);
      expect(JSON.stringify(penceToPounds(pence(amount)))).toMatch(/^\d+(\.\d{1,2})?$/);
    }),
  );
});

test("the sum of no amounts is zero, and amounts add up in pence", () => {
  expect(sumPence([])).toBe(0);
  expect(sumPence([pence(1), pence(2), pence(39)])).toBe(42);
});

test.each([
  [0, "£0.00"],
  [5, "£0.05"],
  [123_450, "£1,234.50"],
  [123_456_789, "£1,234,567.89"],
])("the amount %d pence is formatted as %s", (amount, text) => {
  expect(formatPence(pence(amount))).toBe(text);
  expect(formatPounds(amount / 100)).toBe(text);
});
