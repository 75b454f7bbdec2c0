import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MilliM2, TenthMm } from "#shared/domain/length.ts";
import { pence } from "#shared/domain/money.ts";
import { GOLDEN_WINDOWS } from "#shared/domain/testing/windows.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { layOutWindow, postCountOf, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import {
  applyDiscount,
  applyPercent,
  HIGHEST_PRICE_PER_M2,
  type ItemToPrice,
  listPriceInWords,
  MINIMUM_AREA,
  MOST_WINDOWS,
  makingOf,
  priceItem,
  priceOnTerms,
  priceQuote,
  sumOfCosts,
  type Tariff,
} from "./pricing.ts";
import { choicesOf, HIGHEST_SURCHARGE, isChoice, MOST_SURCHARGES, SURCHARGE_FIELDS, SURCHARGE_PER, type Surcharge } from "./surcharges.ts";

interface Line {
  readonly item: ItemToPrice;
  readonly tariff: Tariff;
}
const priceOf = ({ item, tariff }: Line) => priceItem(item, tariff);

const PLAIN = { minimumAreaMilliM2: null, surcharges: [] } as const;
const NO_POSTS = () => {
  throw new Error("Nobody asks for the posts without a surcharge for each");
};
const line = (widthMm: number, heightMm: number, pounds: number, quantity = 1): Line => ({
  item: { widthTenthMm: (widthMm * 10) as TenthMm, heightTenthMm: (heightMm * 10) as TenthMm, quantity, posts: NO_POSTS },
  tariff: { pencePerM2: pence(Math.round(pounds * 100)), ...PLAIN },
});

describe("a line, worked out by hand", () => {
  test.each([
    // 0.11 m² x £150.50 = £16.555: a half rounds up
    [line(100, 1100, 150.5), 110, 1656],
    // 0.004 m² x £129.95 x 25 = £12.995
    [line(40, 100, 129.95, 25), 4, 1300],
    // 1.8 m² x £150.50 = £270.90
    [line(1200, 1500, 150.5), 1800, 27_090],
    // the area is rounded before the price: 1.234 m x 0.987 m = 1.217958 → 1.218 m² x £99.99 =
    // £121.78782
    [line(1234, 987, 99.99), 1218, 12_179],
    // the quantity multiplies before the penny is rounded: 0.111 x £10.05 x 3 = £3.34665
    [line(111, 1000, 10.05, 3), 111, 335],
    // the smallest area with a price: 0.001 m² x £0.01 is nothing
    [line(10, 50, 0.01), 1, 0],
    // the dearest
    [line(10_000, 10_000, 100_000, 999), 100_000, 999_000_000_000],
  ])("the line %o costs by hand", (asked, areaMilliM2, totalPence) => {
    expect(priceOf(asked)).toEqual({ areaMilliM2, chargedAreaMilliM2: areaMilliM2, surcharges: [], totalPence, makingCostPence: null });
  });
});

describe("the cost of making a line", () => {
  const costsOf = (pounds: number, surcharges: Surcharge[] = []) => ({ pencePerM2: pence(Math.round(pounds * 100)), surcharges });
  const costOf = ({ item, tariff }: Line, costs: ReturnType<typeof costsOf>, choices: Partial<ItemToPrice> = {}) =>
    priceItem({ ...item, ...choices }, { ...tariff, costs }).makingCostPence;

  test.each([
    // 1.8 m² x £84.50 = £152.10
    [line(1200, 1500, 150.5), 84.5, 15_210],
    // 0.11 m² x £150.50 = £16.555: a half rounds up
    [line(100, 1100, 1), 150.5, 1656],
    // the quantity multiplies before the penny is rounded: 0.111 x £10.05 x 3 = £3.34665
    [line(111, 1000, 99, 3), 10.05, 335],
  ])("the line %o at %d a square metre costs by hand", (asked, costPerM2, cost) => {
    expect(costOf(asked, costsOf(costPerM2))).toBe(cost);
  });

  test("a window below the least area costs its own area, and cost surcharges count as surcharges do", () => {
    const rod: Surcharge = { field: "tiltRodType", value: "hidden", amountPence: pence(480), per: "shutter" };
    const asked = line(600, 700, 289, 3);
    const small = { item: asked.item, tariff: { ...asked.tariff, minimumAreaMilliM2: 500 as MilliM2 } };
    // 0.420 m² x £100.00 x 3 = £126.00, and 3 x £4.80
    expect(costOf(small, costsOf(100))).toBe(12_600);
    expect(costOf(small, costsOf(100, [rod]), { tiltRodType: "hidden" })).toBe(14_040);
    expect(costOf(small, costsOf(100, [rod]), { tiltRodType: "center" })).toBe(12_600);
  });

  const amounts = fc.integer({ min: 1, max: HIGHEST_PRICE_PER_M2 });
  test("a cost never moves a price, and the cost at the price of a large window is the price", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        amounts,
        amounts,
        (width, height, price, cost) => {
          const { item } = line(width, height, 1, 7);
          const tariff = { pencePerM2: pence(price), ...PLAIN };
          const { makingCostPence: _, ...without } = priceItem(item, tariff);
          const { makingCostPence: __, ...withCost } = priceItem(item, { ...tariff, costs: costsOf(cost / 100) });
          const same = priceItem(item, { ...tariff, costs: { pencePerM2: pence(price), surcharges: [] } });
          return JSON.stringify(without) === JSON.stringify(withCost) && same.makingCostPence === same.totalPence;
        },
      ),
    );
  });
});

describe("a margin", () => {
  test.each([
    // £270.90 − £152.10 = £118.80, 43.85382 %
    [27_090, 15_210, 11_880, 4385],
    // a loss rounds away from zero too: −£1.00 of £16.00 is −6.25 %, −£0.01 of £8.00 is −0.125 %
    [800, 801, -1, -13],
    [1600, 1700, -100, -625],
    [100, 0, 100, 10_000],
    // free of charge: no percentage
    [0, 15_210, -15_210, null],
    // the dearest quote: the product of margin and 10,000 is beyond a double's exact numbers
    [199_800_000_000_000, 1, 199_799_999_999_999, 10_000],
  ])("sold at %d with a cost of %d leaves %d", (sold, cost, makingMarginPence, makingMarginHundredths) => {
    expect(makingOf(pence(sold), pence(cost))).toEqual({ makingCostPence: cost, makingMarginPence, makingMarginHundredths });
  });

  test("without a cost nothing is known, and one window without a cost hides the sum", () => {
    expect(makingOf(pence(100), null)).toEqual({ makingCostPence: null, makingMarginPence: null, makingMarginHundredths: null });
    expect(sumOfCosts([{ makingCostPence: pence(1) }, { makingCostPence: pence(2) }])).toBe(3);
    expect(sumOfCosts([{ makingCostPence: pence(1) }, { makingCostPence: null }])).toBeNull();
  });
});

describe("a least area and surcharges, worked out by hand", () => {
  const tiltRod: Surcharge = { field: "tiltRodType", value: "hidden", amountPence: pence(2500), per: "shutter" };
  const colour: Surcharge = { field: "colorSelection", value: "Charcoal", amountPence: pence(4000), per: "window" };
  const post: Surcharge = { field: "frameType", value: "t-post", amountPence: pence(1205), per: "post" };
  const charged = ({ item }: Line, choices: Partial<ItemToPrice>, tariff: Partial<Tariff>) =>
    priceItem({ ...item, ...choices }, { pencePerM2: pence(28_900), ...PLAIN, ...tariff });

  test("a smaller window is charged as the least area, for each piece", () => {
    const least = { minimumAreaMilliM2: 500 as MilliM2 };
    // 0.420 m² is charged as 0.500 m² x £289.00 x 3 = £433.50
    expect(charged(line(600, 700, 0, 3), {}, least)).toMatchObject({ areaMilliM2: 420, chargedAreaMilliM2: 500, totalPence: 43_350 });
    expect(charged(line(500, 1000, 0), {}, least)).toMatchObject({ areaMilliM2: 500, chargedAreaMilliM2: 500, totalPence: 14_450 });
    expect(charged(line(501, 1000, 0), {}, least)).toMatchObject({ areaMilliM2: 501, chargedAreaMilliM2: 501, totalPence: 14_479 });
  });

  test("a surcharge counts once a window, for each shutter, or for each post of each shutter", () => {
    const chosen = { tiltRodType: "hidden", colorSelection: "Charcoal", frameType: "t-post", posts: () => 2 };
    // 1.000 m² x £289.00 x 4 = £1,156.00, £40.00, 4 x £25.00, 8 x £12.05
    expect(charged(line(1000, 1000, 0, 4), chosen, { surcharges: [colour, tiltRod, post] })).toEqual({
      areaMilliM2: 1000,
      chargedAreaMilliM2: 1000,
      makingCostPence: null,
      surcharges: [
        { text: "Charcoal", amountPence: 4000 },
        { text: "Hidden tilt rod, 4 × £25.00", amountPence: 10_000 },
        { text: "T-post, 8 posts × £12.05", amountPence: 9640 },
      ],
      totalPence: 115_600 + 4000 + 10_000 + 9640,
    });
  });

  test("another choice than the surcharge's, and posts that do not exist, cost nothing", () => {
    const chosen = { tiltRodType: "center", colorSelection: "charcoal", frameType: "t-post", posts: () => 0 };
    expect(charged(line(1000, 1000, 0), chosen, { surcharges: [colour, tiltRod, post] })).toMatchObject({
      surcharges: [],
      totalPence: 28_900,
    });
  });

  test("surcharges on the same choice with the same basis are added up in one line", () => {
    const surcharges = [tiltRod, { ...tiltRod, per: "window" as const }, { ...tiltRod, amountPence: pence(100) }];
    expect(charged(line(1000, 1000, 0, 2), { tiltRodType: "hidden" }, { surcharges }).surcharges).toEqual([
      { text: "Hidden tilt rod, 2 × £26.00", amountPence: 5200 },
      { text: "Hidden tilt rod", amountPence: 2500 },
    ]);
  });

  test("each surcharge has a text for its choice and count", () => {
    const said = (surcharge: Pick<Surcharge, "field" | "value" | "per">, quantity = 1, posts = 1) =>
      charged(
        line(1000, 1000, 0, quantity),
        { [surcharge.field]: surcharge.value, posts: () => posts },
        {
          surcharges: [{ ...surcharge, amountPence: pence(500) }],
        },
      ).surcharges.map(({ text }) => text);
    expect(said({ field: "louverSize", value: 114, per: "shutter" })).toEqual(["114 mm louvres"]);
    expect(said({ field: "numberOfMidRails", value: 1, per: "window" }, 3)).toEqual(["1 mid rail"]);
    expect(said({ field: "numberOfMidRails", value: 0, per: "window" })).toEqual(["No mid rails"]);
    expect(said({ field: "frameSides", value: "LTRB", per: "window" })).toEqual(["Frame sides: All four"]);
    expect(said({ field: "hingeColor", value: "stainless", per: "post" })).toEqual(["Stainless steel hinges, 1 post × £5.00"]);
    expect(said({ field: "sizeBasis", value: "recess", per: "shutter" }, 2)).toEqual(["Recess size, 2 × £5.00"]);
  });

  test("a surcharge field accepts exactly the values that a window may have", () => {
    const made = { standardLouverSizes: [64, 89], colorOptions: ["White"] };
    for (const field of SURCHARGE_FIELDS) {
      const choices = choicesOf(field, made);
      expect([field, choices.length > 0, choices.every((value) => isChoice({ field, value }))]).toEqual([field, true, true]);
      for (const value of ["", -1, 0.5]) expect([field, value, isChoice({ field, value })]).toEqual([field, value, false]);
    }
    expect(isChoice({ field: "tiltRodType", value: "left-hinge" })).toBe(false);
    expect(isChoice({ field: "numberOfMidRails", value: 21 })).toBe(false);
    expect(isChoice({ field: "numberOfMidRails", value: "1" })).toBe(false);
  });

  test("the posts that are charged are the posts of the drawing", () => {
    for (const [name, window] of Object.entries(GOLDEN_WINDOWS))
      expect([name, postCountOf(window)]).toEqual([name, layOutWindow(window).posts.length]);
    expect(postCountOf(GOLDEN_WINDOWS["t-post-three"] as WindowToDraw)).toBe(1);
    expect(postCountOf(GOLDEN_WINDOWS["bay-of-three"] as WindowToDraw)).toBe(2);
  });
});

describe("a price less or more a percentage", () => {
  test.each([
    // £289.00 less 10 %
    [28_900, -1000, 26_010],
    // £100.04 less 12.5 % is £87.535: a half rounds up
    [10_004, -1250, 8754],
    // £1.25 more 2 % is £1.275
    [125, 200, 128],
    [28_900, 0, 28_900],
    [1, -5000, 1],
    [HIGHEST_PRICE_PER_M2, 10_000, 2 * HIGHEST_PRICE_PER_M2],
  ])("the price %d changed by %d is %d", (price, percentHundredths, changed) => {
    expect(applyPercent(pence(price), percentHundredths)).toBe(changed);
  });

  test("a discounted price is never off by more than half a penny, and a half rounds up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: HIGHEST_PRICE_PER_M2 }), fc.integer({ min: 0, max: 6000 }), (price, discount) => {
        const [exact, charged] = [BigInt(price) * BigInt(10_000 - discount), BigInt(applyDiscount(pence(price), discount)) * 10_000n];
        return charged - exact <= 5000n && exact - charged < 5000n;
      }),
    );
  });

  test("a fixed price precedes a discount, and without terms the list price applies", () => {
    expect(priceOnTerms(pence(28_900), null)).toBe(28_900);
    expect(priceOnTerms(pence(28_900), { discountHundredths: 1000, fixedPence: null })).toBe(26_010);
    expect(priceOnTerms(pence(28_900), { discountHundredths: 0, fixedPence: pence(25_000) })).toBe(25_000);
    expect(priceOnTerms(pence(28_900), { discountHundredths: 0, fixedPence: pence(30_000) })).toBe(30_000);
  });

  test("a discount is written as documents print it", () => {
    const words = (listPrice: number, price: number, discountHundredths: number) =>
      listPriceInWords({ listPrice: pence(listPrice), price: pence(price), discountHundredths });
    expect(words(28_900, 26_010, 1000)).toBe("list £289.00 less 10 %");
    expect(words(123_456, 108_333, 1225)).toBe("list £1,234.56 less 12.25 %");
    expect(words(28_900, 25_000, 0)).toBe("list £289.00, your price £250.00");
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
  ])("the totals of %j are worked out by hand", (lines, subtotalPence, taxPence, finalTotalPence) => {
    expect(priceQuote(lines.map(pence))).toEqual({ subtotalPence, taxPence, finalTotalPence });
  });
});

/** Repeats the rules in exact fractions, written without looking at the product's code. */
function oracle(lines: readonly Line[]) {
  const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);
  const totals = lines.map(({ item, tariff }) => {
    const own = halfUp(BigInt(item.widthTenthMm) * BigInt(item.heightTenthMm), 100_000n);
    const least = BigInt(tariff.minimumAreaMilliM2 ?? 0);
    let total = halfUp((own < least ? least : own) * BigInt(tariff.pencePerM2) * BigInt(item.quantity), 1000n);
    for (const { field, value, amountPence, per } of tariff.surcharges) {
      if (item[field] !== value) continue;
      if (per === "window") total += BigInt(amountPence);
      if (per === "shutter") total += BigInt(amountPence) * BigInt(item.quantity);
      if (per === "post") total += BigInt(amountPence) * BigInt(item.quantity) * BigInt(item.posts());
    }
    return total;
  });
  const subtotalPence = totals.reduce((sum, total) => sum + total, 0n);
  const taxPence = halfUp(subtotalPence * 20n, 100n);
  return { subtotalPence, taxPence, finalTotalPence: subtotalPence + taxPence };
}

const MADE_IN = { standardLouverSizes: [47, 64, 76, 89, 114], colorOptions: ["White", "Charcoal"] };
const anySurcharge: fc.Arbitrary<Surcharge> = fc.constantFrom(...SURCHARGE_FIELDS).chain((field) =>
  fc.record({
    field: fc.constant(field),
    value: fc.constantFrom(...choicesOf(field, MADE_IN)),
    amountPence: fc.integer({ min: 1, max: HIGHEST_SURCHARGE }).map(pence),
    per: fc.constantFrom(...SURCHARGE_PER),
  }),
);

const anyTariff: fc.Arbitrary<Tariff> = fc.record({
  pencePerM2: fc.integer({ min: 1, max: HIGHEST_PRICE_PER_M2 }).map(pence),
  minimumAreaMilliM2: fc.option(fc.integer({ min: MINIMUM_AREA.least, max: MINIMUM_AREA.most }).map((area) => area as MilliM2)),
  surcharges: fc.array(anySurcharge, { maxLength: 6 }),
});
const anySide = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 2500, max: 12_000 })) as fc.Arbitrary<TenthMm>;
const anyChoices = fc.record(Object.fromEntries(SURCHARGE_FIELDS.map((field) => [field, fc.constantFrom(...choicesOf(field, MADE_IN))])));
const anyItem: fc.Arbitrary<ItemToPrice> = fc
  .tuple(anyChoices, anySide, anySide, fc.integer({ min: 1, max: WINDOW_FIELDS.quantity.most }), fc.nat(12))
  .map(([choices, widthTenthMm, heightTenthMm, quantity, posts]) => ({
    ...choices,
    widthTenthMm,
    heightTenthMm,
    quantity,
    posts: () => posts,
  }));
const anyLine: fc.Arbitrary<Line> = fc.record({ item: anyItem, tariff: anyTariff });

describe("10,000 random quotes", () => {
  test("the prices of 10,000 random quotes equal an oracle of unlimited whole numbers", () => {
    let surcharged = 0;
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 4 }), (lines) => {
        const prices = lines.map(priceOf);
        surcharged += prices.filter(({ surcharges }) => surcharges.length > 0).length;
        const totals = priceQuote(prices.map(({ totalPence }) => totalPence));
        expect(Object.fromEntries(Object.entries(totals).map(([name, total]) => [name, BigInt(total)]))).toEqual(oracle(lines));
      }),
      { numRuns: 10_000 },
    );
    expect(surcharged).toBeGreaterThan(1000);
  });
});

test("the largest quote that the portal accepts is exact", () => {
  const dearest = Array.from(
    { length: MOST_SURCHARGES },
    () => ({ field: "tiltRodType", value: "hidden", amountPence: HIGHEST_SURCHARGE, per: "post" }) as const,
  );
  const one = line(10_000, 10_000, 100_000, WINDOW_FIELDS.quantity.most);
  const largest = Array.from({ length: MOST_WINDOWS }, () => ({
    item: { ...one.item, tiltRodType: "hidden", posts: () => 50 },
    tariff: { ...one.tariff, surcharges: dearest },
  }));
  const { finalTotalPence } = priceQuote(largest.map((each) => priceOf(each).totalPence));
  expect(Number.isSafeInteger(finalTotalPence)).toBe(true);
  expect(BigInt(finalTotalPence)).toBe(oracle(largest).finalTotalPence);
});

test("the total of a quote does not depend on the order of its windows", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 2, maxLength: 8 }), (lines) => {
      const total = (list: readonly Line[]) => priceQuote(list.map((each) => priceOf(each).totalPence));
      expect(total(lines.toReversed())).toEqual(total(lines));
    }),
  );
});
