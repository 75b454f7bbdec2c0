import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TenthMm } from "#shared/domain/length.ts";
import { pence } from "#shared/domain/money.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/window-fields.ts";
import {
  changedBy,
  HIGHEST_PRICE_PER_M2,
  type ItemToPrice,
  lessDiscount,
  lessDiscountWords,
  MOST_WINDOWS,
  priceItem,
  priceQuote,
} from "./pricing.ts";

const item = (widthMm: number, heightMm: number, pounds: number, quantity = 1): ItemToPrice => ({
  widthTenthMm: (widthMm * 10) as TenthMm,
  heightTenthMm: (heightMm * 10) as TenthMm,
  quantity,
  pencePerM2: pence(Math.round(pounds * 100)),
});

describe("a line, worked out by hand", () => {
  test.each([
    // 0.11 m² x £150.50 = £16.555: a half goes up
    [item(100, 1100, 150.5), 110, 1656],
    // 0.004 m² x £129.95 x 25 = £12.995
    [item(40, 100, 129.95, 25), 4, 1300],
    // 1.8 m² x £150.50 = £270.90
    [item(1200, 1500, 150.5), 1800, 27_090],
    // the area is rounded before the price: 1.234 m x 0.987 m = 1.217958 → 1.218 m² x £99.99 = £121.78782
    [item(1234, 987, 99.99), 1218, 12_179],
    // the quantity multiplies before the penny is rounded: 0.111 x £10.05 x 3 = £3.34665
    [item(111, 1000, 10.05, 3), 111, 335],
    // the smallest that has a price: 0.001 m² x £0.01 is nothing
    [item(10, 50, 0.01), 1, 0],
    // the dearest
    [item(10_000, 10_000, 100_000, 999), 100_000, 999_000_000_000],
  ])("%o", (asked, areaMilliM2, totalPence) => {
    expect(priceItem(asked)).toEqual({ areaMilliM2, totalPence });
  });
});

describe("a price less or more a percentage", () => {
  test.each([
    // £289.00 less 10 %
    [28_900, -1000, 26_010],
    // £100.04 less 12.5 % is £87.535: a half goes up
    [10_004, -1250, 8754],
    // £1.25 more 2 % is £1.275
    [125, 200, 128],
    [28_900, 0, 28_900],
    [1, -5000, 1],
    [HIGHEST_PRICE_PER_M2, 10_000, 2 * HIGHEST_PRICE_PER_M2],
  ])("%d by %d is %d", (price, percentHundredths, changed) => {
    expect(changedBy(pence(price), percentHundredths)).toBe(changed);
  });

  test("is never off by more than half a penny, and a half goes up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: HIGHEST_PRICE_PER_M2 }), fc.integer({ min: 0, max: 6000 }), (price, discount) => {
        const [exact, charged] = [BigInt(price) * BigInt(10_000 - discount), BigInt(lessDiscount(pence(price), discount)) * 10_000n];
        return charged - exact <= 5000n && exact - charged < 5000n;
      }),
    );
  });

  test("is said as documents say it", () => {
    expect(lessDiscountWords(pence(28_900), 1000)).toBe("list £289.00 less 10 %");
    expect(lessDiscountWords(pence(123_456), 1225)).toBe("list £1,234.56 less 12.25 %");
  });
});

describe("totals, worked out by hand", () => {
  test.each([
    [[], 0, 0, 0],
    [[1656], 1656, 331, 1987],
    [[1300], 1300, 260, 1560],
    // a fifth of £0.13 is 2.6 pence, of £0.12 2.4
    [[13], 13, 3, 16],
    [[12], 12, 2, 14],
    [[27_090, 1656, 1300], 30_046, 6009, 36_055],
  ])("%j", (lines, subtotalPence, taxPence, finalTotalPence) => {
    expect(priceQuote(lines.map(pence))).toEqual({ subtotalPence, taxPence, finalTotalPence });
  });
});

/** The same rules once more, in exact fractions, written without a look at the code. */
function oracle(items: readonly ItemToPrice[]) {
  const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);
  const lines = items.map(({ widthTenthMm, heightTenthMm, quantity, pencePerM2 }) => {
    const milliM2 = halfUp(BigInt(widthTenthMm) * BigInt(heightTenthMm), 100_000n);
    return halfUp(milliM2 * BigInt(pencePerM2) * BigInt(quantity), 1000n);
  });
  const subtotalPence = lines.reduce((sum, line) => sum + line, 0n);
  const taxPence = halfUp(subtotalPence * 20n, 100n);
  return { subtotalPence, taxPence, finalTotalPence: subtotalPence + taxPence };
}

const anyItem: fc.Arbitrary<ItemToPrice> = fc.record({
  widthTenthMm: fc.integer({ min: 1, max: 100_000 }) as fc.Arbitrary<TenthMm>,
  heightTenthMm: fc.integer({ min: 1, max: 100_000 }) as fc.Arbitrary<TenthMm>,
  quantity: fc.integer({ min: 1, max: WINDOW_FIELDS.quantity.most }),
  pencePerM2: fc.integer({ min: 1, max: HIGHEST_PRICE_PER_M2 }).map(pence),
});

describe("10,000 random quotes", () => {
  test("equal an oracle in whole numbers of any size", () => {
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 12 }), (items) => {
        const totals = priceQuote(items.map((one) => priceItem(one).totalPence));
        expect(Object.fromEntries(Object.entries(totals).map(([name, total]) => [name, BigInt(total)]))).toEqual(oracle(items));
      }),
      { numRuns: 10_000 },
    );
  });
});

test("the largest quote that the portal takes is exact", () => {
  const largest = Array.from({ length: MOST_WINDOWS }, () => item(10_000, 10_000, 100_000, WINDOW_FIELDS.quantity.most));
  const { finalTotalPence } = priceQuote(largest.map((one) => priceItem(one).totalPence));
  expect(Number.isSafeInteger(finalTotalPence)).toBe(true);
  expect(BigInt(finalTotalPence)).toBe(oracle(largest).finalTotalPence);
});

test("the order of the windows does not change the total", () => {
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 2, maxLength: 8 }), (items) => {
      const total = (list: readonly ItemToPrice[]) => priceQuote(list.map((one) => priceItem(one).totalPence));
      expect(total(items.toReversed())).toEqual(total(items));
    }),
  );
});
