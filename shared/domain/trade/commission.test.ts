import fc from "fast-check";
import { expect, test } from "vitest";
import { pence } from "#shared/domain/money.ts";
import { commissionOn } from "./pricing.ts";

test.each([
  [0, 0],
  [9, 0],
  [10, 1],
  [29, 1],
  [30, 2],
  [1656, 83],
  [1650, 83],
  [1649, 82],
  [123_456, 6173],
  [83_333_332, 4_166_667],
])("a commission of 5 percent on %i pence is %i pence", (subtotal, commission) => {
  expect(commissionOn(pence(subtotal))).toBe(commission);
});

test("the commission on any quote equals exact arithmetic", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 49 }), (subtotal) => {
      expect(BigInt(commissionOn(pence(subtotal)))).toBe((BigInt(subtotal) * 5n + 50n) / 100n);
    }),
  );
});
