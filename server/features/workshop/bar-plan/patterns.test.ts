import fc from "fast-check";
import loadHighs, { type Highs } from "highs";
import { beforeAll, describe, expect, test } from "vitest";
import { barsIn, type CuttingJob, firstFitDecreasing, fullestBars, liquidBound } from "./cut-stock.ts";
import { type Cutting, computeBound, createPatternPricer, planQuickly, planThoroughly } from "./patterns.ts";

let highs: Highs;
beforeAll(async () => {
  highs = await loadHighs();
});

const jobOf = (capacity: number, lengths: readonly number[], counts: readonly number[]): CuttingJob => {
  const sizes = [...new Set(lengths)].sort((one, other) => other - one);
  return { capacity, sizes, demand: sizes.map((_, index) => counts[index % counts.length] ?? 1) };
};
/** Sizes that fit on a bar once, twice or many times. */
const jobs = (most: { readonly sizes: number; readonly each: number }) =>
  fc
    .tuple(
      fc.integer({ min: 20, max: 600 }),
      fc.array(fc.double({ min: 0.03, max: 1, noNaN: true }), { minLength: 1, maxLength: most.sizes }),
      fc.array(fc.integer({ min: 1, max: most.each }), { minLength: 1, maxLength: most.sizes }),
    )
    .map(([capacity, parts, counts]) =>
      jobOf(
        capacity,
        parts.map((part) => Math.max(1, Math.floor(part * capacity))),
        counts,
      ),
    );

/** A search that ends after this number of calls of `secondsLeft`. */
const search = (asks = Number.POSITIVE_INFINITY) => {
  let left = asks;
  return { secondsLeft: () => (left-- > 0 ? 20 : 0), loadSolver: async () => highs, asked: () => asks - left };
};
const plan = async (job: CuttingJob, asks?: number) => planThoroughly(job, planQuickly(job), search(asks));

function expectCut({ capacity, sizes, demand }: CuttingJob, bars: Cutting["bars"]) {
  const cut = sizes.map(() => 0);
  for (const { pattern, times } of bars) {
    expect(times).toBeGreaterThan(0);
    const full = pattern.reduce((sum, [size, count]) => sum + count * (sizes[size] ?? Number.NaN), 0);
    expect(full).toBeLessThanOrEqual(capacity);
    for (const [size, count] of pattern) cut[size] = (cut[size] ?? 0) + count * times;
  }
  expect(cut).toEqual(demand);
}

test("an offcut longer than a bar's room can save more than one bar", () => {
  const job: CuttingJob = { capacity: 10, sizes: [7, 4], demand: [1, 1] };
  expect(liquidBound(job)).toBe(2);
  // Trimmed at one end only, the offcut holds more than a bar, so no bar is needed.
  expect(liquidBound({ ...job, offcuts: [11] })).toBe(0);
  expect(liquidBound({ ...job, offcuts: [10] })).toBe(1);
});

/**
 * The true minimum by exhaustive search: each piece, the longest first, on each opened bar or on a
 * new one.
 */
function leastBars({ capacity, sizes, demand }: CuttingJob): number {
  const pieces = sizes.flatMap((length, size) => Array<number>(demand[size] ?? 0).fill(length));
  let least = pieces.length;
  const place = (index: number, rooms: readonly number[]) => {
    if (rooms.length >= least) return;
    const piece = pieces[index];
    if (piece === undefined) {
      least = rooms.length;
      return;
    }
    const tried = new Set<number>();
    rooms.forEach((room, at) => {
      if (room < piece || tried.has(room)) return;
      tried.add(room);
      place(index + 1, rooms.with(at, room - piece));
    });
    place(index + 1, [...rooms, capacity - piece]);
  };
  place(0, []);
  return least;
}

describe("for any pieces", () => {
  const any = jobs({ sizes: 12, each: 12 });

  test("every piece is on one bar, no bar is overfull, and no plan has fewer bars than its bound", async () => {
    await fc.assert(
      fc.asyncProperty(any, async (job) => {
        const { bars, lowerBound } = await plan(job);
        for (const found of [bars, firstFitDecreasing(job), fullestBars(job) ?? []]) expectCut(job, found);
        expect(barsIn(bars)).toBeGreaterThanOrEqual(lowerBound);
        expect(lowerBound).toBeGreaterThanOrEqual(liquidBound(job));
        expect(barsIn(bars)).toBeLessThanOrEqual(barsIn(firstFitDecreasing(job)));
      }),
      { numRuns: 60 },
    );
  });

  test("the bound never exceeds the exhaustive minimum, and the plan is within one bar of it", async () => {
    await fc.assert(
      fc.asyncProperty(jobs({ sizes: 5, each: 3 }), async (job) => {
        const least = leastBars(job);
        const { bars, lowerBound } = await plan(job);
        expect(liquidBound(job)).toBeLessThanOrEqual(least);
        expect(lowerBound).toBeLessThanOrEqual(least);
        expect(barsIn(bars)).toBeGreaterThanOrEqual(least);
        expect(barsIn(bars)).toBeLessThanOrEqual(least + 1);
      }),
      { numRuns: 150 },
    );
  });

  test("a search that must stop early returns a complete plan and checks the clock no more", async () => {
    await fc.assert(
      fc.asyncProperty(any, fc.nat({ max: 12 }), async (job, asks) => {
        const limited = search(asks);
        const { bars, lowerBound } = await planThoroughly(job, planQuickly(job), limited);
        expectCut(job, bars);
        expect(barsIn(bars)).toBeGreaterThanOrEqual(lowerBound);
        // The search may finish its current step: a linear program, and the return.
        expect(limited.asked()).toBeLessThanOrEqual(asks + 8);
      }),
      { numRuns: 60 },
    );
  });

  test("the dearest pattern fits, has the stated worth, and no pattern is worth more", () => {
    fc.assert(
      fc.property(jobs({ sizes: 5, each: 3 }), fc.array(fc.nat({ max: 50 }), { minLength: 5, maxLength: 5 }), (job, prices) => {
        const { pattern, worth } = createPatternPricer(job)(job.demand, prices);
        const sum = (of: readonly number[]) => pattern.reduce((total, [size, count]) => total + count * (of[size] ?? 0), 0);
        expect(sum(job.sizes)).toBeLessThanOrEqual(job.capacity);
        expect(sum(prices)).toBe(worth);
        let most = 0;
        const each = (size: number, room: number, value: number) => {
          most = Math.max(most, value);
          const length = job.sizes[size];
          if (length === undefined) return;
          for (let count = 0; count <= (job.demand[size] ?? 0) && count * length <= room; count += 1)
            each(size + 1, room - count * length, value + count * (prices[size] ?? 0));
        };
        each(0, job.capacity, 0);
        expect(worth).toBe(most);
      }),
      { numRuns: 200 },
    );
  });
});

describe("by hand", () => {
  test("first-fit decreasing uses three bars where two suffice, and the search finds the two", async () => {
    // Two bars of 44 + 32 + 24 are optimal; first-fit puts 44 and 44 together.
    const job = jobOf(100, [44, 32, 24], [2]);
    expect([barsIn(firstFitDecreasing(job)), liquidBound(job)]).toEqual([3, 2]);
    expect(await plan(job)).toMatchObject({ lowerBound: 2 });
    expect(barsIn((await plan(job)).bars)).toBe(2);
  });

  test("the bound counts a bar for each piece longer than half a bar", () => {
    expect(liquidBound(jobOf(100, [51], [7]))).toBe(7);
    // Three pieces share bars among themselves, but none with the four longer ones.
    expect(liquidBound(jobOf(100, [60, 45], [4, 3]))).toBe(6);
  });

  test("a proven bound is the worth rounded up to whole bars, exactly", () => {
    expect([computeBound([1], [10], 10), computeBound([1], [11], 10), computeBound([0], [5], 0)]).toEqual([1, 2, 0]);
  });
});
