import { describe, expect, test } from "vitest";
import { type Pence, pence } from "#shared/domain/money.ts";
import { canFallBelowZero, isReadableOnWhite, marginOf, priceRetail, retailPrice, subtotalOf, totalsOf } from "./retail.ts";

const terms = {
  vatRegistered: true,
  markupHundredths: 6250,
  depositHundredths: 4000,
  fittingPricePence: pence(4500),
  fittingPer: "window",
} as const;
const trade = { subtotalPence: pence(10_000), finalTotalPence: pence(12_000) };

/** Rounds half away from zero with whole numbers only, in another way than the product does. */
function oracle(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  let whole = size / denominator;
  if ((size - whole * denominator) * 2n >= denominator) whole += 1n;
  return Number(negative ? -whole : whole);
}

/** Returns the same sequence of numbers on every run (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed;
  return (most: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % (most + 1);
  };
}

test("the figures of 300 random quotations agree with exact arithmetic to the penny", () => {
  const upTo = numbersFrom(28);
  for (let round = 0; round < 300; round += 1) {
    const vatRegistered = upTo(1) === 1;
    const markup = upTo(40_000);
    const deposit = upTo(10_000);
    const windows = Array.from({ length: 1 + upTo(11) }, () => ({
      net: pence(upTo(round % 10 === 0 ? 99_900_000_000 : 500_000)),
      quantity: 1 + upTo(3),
      typed: upTo(4) === 0 ? pence(upTo(10_000_000)) : null,
    }));
    const extras = Array.from({ length: upTo(5) }, (_, place) => ({
      text: `Extra ${place}`,
      pence: pence(upTo(50_000) - 5_000),
      optional: upTo(1) === 1,
    }));
    const fittingTyped = upTo(3) === 0 ? pence(upTo(100_000)) : null;
    const fittingPer = upTo(1) === 1 ? "job" : "window";
    const fittingPricePence = pence(upTo(1_000_000));
    const net = windows.reduce((sum, window) => sum + window.net, 0);
    const given = { subtotalPence: pence(net), finalTotalPence: pence(net + oracle(BigInt(net) * 20n, 100n)) };
    const found = priceRetail({
      ...{ vatRegistered, markupHundredths: markup, depositHundredths: deposit, fittingPer, fittingPricePence },
      ...{ windows, extras, fittingTyped, trade: given },
    });
    const prices = windows.map(
      (window) =>
        window.typed ??
        (vatRegistered
          ? oracle(BigInt(window.net) * BigInt(10_000 + markup), 10_000n)
          : oracle(BigInt(window.net) * 12n * BigInt(10_000 + markup), 100_000n)),
    );
    const pieces = windows.reduce((sum, { quantity }) => sum + quantity, 0);
    const fitting = fittingTyped ?? (fittingPer === "job" ? fittingPricePence : fittingPricePence * pieces);
    const fixed = extras.filter(({ optional }) => !optional).reduce((sum, extra) => sum + extra.pence, 0);
    const subtotal = prices.reduce<number>((sum, price) => sum + price, 0) + fitting + fixed;
    const vat = vatRegistered ? oracle(BigInt(subtotal) * 20n, 100n) : 0;
    const cost = vatRegistered ? given.subtotalPence : given.finalTotalPence;
    expect(found).toEqual({
      prices,
      fittingPence: fitting,
      subtotalPence: subtotal,
      vatPence: vat,
      totalPence: subtotal + vat,
      depositPence: oracle(BigInt(subtotal + vat) * BigInt(deposit), 10_000n),
      costPence: cost,
      marginPence: subtotal - cost,
      marginTenths: subtotal === 0 ? null : oracle(BigInt(subtotal - cost) * 1000n, BigInt(subtotal)),
    });
  }
});

test("a window's price is rounded once, half away from zero, and includes VAT for a fitter who cannot reclaim it", () => {
  expect(retailPrice(pence(5), { vatRegistered: true, markupHundredths: 1000 })).toBe(6);
  expect(retailPrice(pence(1), { vatRegistered: true, markupHundredths: 4999 })).toBe(1);
  expect(retailPrice(pence(1), { vatRegistered: true, markupHundredths: 5000 })).toBe(2);
  // 0.01 × 1.2 × 1.25 is 0.015: rounding after each step would give 0.01.
  expect(retailPrice(pence(1), { vatRegistered: false, markupHundredths: 2500 })).toBe(2);
});

test("fitting counts each piece or the job once; optional extras count when they are ticked", () => {
  const windows = [{ net: pence(10_000), quantity: 3, typed: null }];
  const extras = [
    { text: "Old blinds away", pence: pence(2_000), optional: false },
    { text: "Cills painted", pence: pence(8_000), optional: true },
  ];
  const each = priceRetail({ ...terms, windows, extras, fittingTyped: null, trade });
  expect([each.prices, each.fittingPence, each.subtotalPence]).toEqual([[16_250], 13_500, 31_750]);
  expect(priceRetail({ ...terms, fittingPer: "job", windows, extras, fittingTyped: null, trade }).fittingPence).toBe(4500);
  expect(subtotalOf([pence(16_250), pence(13_500)], extras, new Set([1]))).toBe(39_750);
  expect(totalsOf(pence(39_750), { ...terms, vatRegistered: false })).toMatchObject({
    vatPence: 0,
    totalPence: 39_750,
    depositPence: 15_900,
  });
});

describe("a total", () => {
  test.each([
    [1000, [-1000], false],
    [1000, [-600, -500], true],
    [1000, [-600, 5000, -400], false],
    [-1, [], true],
  ])("a total of %i pence with optional extras of %j can fall below zero: %s", (subtotal, optional, can) => {
    const extras = optional.map((amount) => ({ text: "Off", pence: pence(amount) as Pence, optional: true }));
    expect(canFallBelowZero(pence(subtotal), extras)).toBe(can);
  });
});

test("a margin may be a loss, and a subtotal of zero has no percentage", () => {
  expect(marginOf(pence(10_000), pence(12_345))).toEqual({ marginPence: -2345, marginTenths: -235 });
  expect(marginOf(pence(0), pence(100))).toEqual({ marginPence: -100, marginTenths: null });
});

test.each([
  ["#000000", true],
  ["#767676", true],
  ["#777777", false],
  ["#ffffff", false],
  ["#e6b800", false],
  ["#1f4d4a", true],
])("the colour %s can be read on white: %s", (colour, readable) => expect(isReadableOnWhite(colour)).toBe(readable));
