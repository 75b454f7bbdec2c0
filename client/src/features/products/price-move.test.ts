import { expect, test } from "vitest";
import { pence } from "#shared/domain/money.ts";
import { priceQuestion } from "./price-move.ts";

test.each([
  [28_900, 38_900, "Basswood Classic goes from £289.00 to £389.00 (+34.6 %). Save it?"],
  [28_900, 2_890, "Basswood Classic goes from £289.00 to £28.90 (−90.0 %). Save it?"],
  [28_900, 289_000, "Basswood Classic goes from £289.00 to £2,890.00 (+900.0 %). Save it?"],
  // A move of exactly 20 % needs no confirmation.
  [20_000, 24_000, null],
  [20_000, 16_000, null],
  [20_000, 24_001, "Basswood Classic goes from £200.00 to £240.01 (+20.0 %). Save it?"],
  [20_000, 15_999, "Basswood Classic goes from £200.00 to £159.99 (−20.0 %). Save it?"],
  [20_000, 20_000, null],
])("a price move from %d to %d pence asks: %s", (before, after, question) => {
  expect(priceQuestion("Basswood Classic", pence(before), pence(after))).toBe(question);
});
